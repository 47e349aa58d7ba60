"""A whole game: set-up, sequence of play, journal, and the one thing pending."""
