"""Sections 5 and 6: where a faction may do what, and what then changes. Same for humans and bots."""
