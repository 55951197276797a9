"""The terminal: its modes, colours, input, and output in as few bytes as possible.

Imports Textual, ``theme``, ``keymap``, ``table``, ``text`` and ``data``, but no screen.

Start with ``terminal_app.TerminalApp``, the app without its screens. ``driver`` reads
and parses input and writes in a thread; ``screen_diff`` keeps only changed cells.
"""
