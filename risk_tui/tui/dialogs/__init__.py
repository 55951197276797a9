"""Dialogs: what opens over a screen and gives back an answer."""
