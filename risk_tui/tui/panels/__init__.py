"""The lines of text in the panel beside the map, the top bar and the footer.

Imports ``theme``, ``keymap`` and packages up to ``commands``, but no screen. Its functions turn a
view into lines of text.

Start with ``side_panel.layout_for``, which decides what fits, and ``side_panel.lower_lines``.
``bars.footer`` lists the keys that work.
"""
