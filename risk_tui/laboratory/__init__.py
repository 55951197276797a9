"""Many games between computer players: played at once, counted, compared."""
