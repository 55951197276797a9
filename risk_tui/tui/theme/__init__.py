"""Colours and styles, and how a terminal shows them."""
