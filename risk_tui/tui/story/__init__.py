"""The story of a game on the screen: its charts, its table, and the replay on the map."""
