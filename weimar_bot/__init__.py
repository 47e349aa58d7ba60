"""weimar-bot: runs Non-player factions of the board game The Weimar Republic."""

__version__ = "0.1.0"
