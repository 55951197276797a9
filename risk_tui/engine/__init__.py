"""The rules of Risk: board, ruleset, state, phases and chance. It knows no screen and no player."""
