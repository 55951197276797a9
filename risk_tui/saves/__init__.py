"""Saved games: one SQLite file each, appended to before anybody sees what happened."""
