"""The game screen, and those that carry out what happens on it."""
