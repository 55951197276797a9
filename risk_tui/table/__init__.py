"""A game being played: seats, orders, undo, and the file that keeps it."""
