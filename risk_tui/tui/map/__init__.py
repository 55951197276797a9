"""The map: drawing a picture, highlighting territories, moving the cursor.

Imports ``theme``, ``text_widgets`` and packages up to ``text``, but no screen.

Start with ``map_widget.BoardMap``. ``renderer`` computes the cells of a picture and their
colours, ``highlights`` gives each territory its style, and ``navigation`` moves the cursor.
"""
