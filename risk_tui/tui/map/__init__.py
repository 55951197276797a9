"""The map: drawing a picture, highlighting territories, moving the cursor.

Imports ``theme``, ``text_widgets`` and rooms up to ``text``; it knows no screen.

Start with ``map_widget.BoardMap``. ``renderer`` draws a picture by what ``terrain`` finds in it,
``highlights`` gives each territory its style, and ``navigation`` moves the cursor.
"""
