"""An independent referee: section 8 worked through by slow, plain loops.

The referee shares no code with the product. It reads the same data files (board, bot cards,
scenarios), works on its own plain dicts, and says what a Non-player faction does on its turn. The
harness (``python -m tests.referee N``) puts both to the same random tables and prints where they differ.
"""
