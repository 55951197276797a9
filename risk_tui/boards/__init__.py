"""The board and its pictures, and the files that they come from."""
