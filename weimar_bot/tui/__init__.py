"""The terminal app: draws a game session and takes its inputs; it keeps no game state of its own."""
