"""The command line of weimar-bot."""

from weimar_bot.cli.main import main

__all__ = ["main"]
