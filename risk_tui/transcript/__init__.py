"""The text record of a game: writing it and reading it back."""
