"""What lies on the table: pieces, board, the position and its changes."""
