"""The map: how a picture is drawn, what the game marks on it, where the cursor goes."""
