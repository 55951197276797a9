"""The terminal: its modes, colours, input, and output in as few bytes as possible.

Imports Textual, ``theme``, ``keymap``, ``table`` and ``data``; it knows no screen.

Start with ``terminal_app.TerminalApp``, the app without its screens. ``driver`` reads by
``input_parser`` and writes by ``output_writer``; ``screen_diff`` writes only changed cells.
"""
