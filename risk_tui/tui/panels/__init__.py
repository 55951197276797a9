"""The lines of the panel beside the map, of the top bar and of the footer.

Imports ``theme``, ``keymap`` and rooms up to ``commands``; it knows no screen. Everything is a
function from a view to lines of text.

Start with ``side_panel.layout_for``, which decides what fits, and ``side_panel.lower_lines``.
``bars.footer`` lists the keys that work.
"""
