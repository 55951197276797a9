"""Players that judge what a whole turn leads to, and what the others may answer to it."""
