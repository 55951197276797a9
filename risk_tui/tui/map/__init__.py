"""The map: drawing a picture, highlighting territories, moving the cursor.

Imports ``theme``, ``text_widgets`` and packages up to ``text``, but no screen.

Start with ``map_widget.BoardMap``. ``renderer`` draws a picture from the cells that ``terrain``
determines, ``highlights`` gives each territory its style, and ``navigation`` moves the cursor.
"""
