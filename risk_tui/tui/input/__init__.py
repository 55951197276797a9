"""Hands on the keys: which key does what, and what it means for the decision that is due."""
