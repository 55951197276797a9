"""Rulesets: the model, its files, the library of them, house rules."""
