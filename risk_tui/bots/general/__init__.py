"""``general``: a sound all-round player."""
