"""Variants of the game, and one that the program does not know."""
