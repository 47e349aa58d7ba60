"""The Non-player factions: their cards, the rulings, and what section 8 asks of the table."""
