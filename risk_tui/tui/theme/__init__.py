"""Colours and styles, and the filters that adapt them to a terminal.

Imports Rich, ``table.seats``, ``data`` and Textual's filters, but no widget.

Start with ``palette``, the colours of everything, then ``styles``. ``display_mode`` chooses how to
draw, and ``line_filters`` converts lines just before they are written.
"""
