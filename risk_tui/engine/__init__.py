"""The engine: a game by the rules, its state, phases, chance and records, without any front end."""
