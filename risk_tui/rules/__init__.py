"""The rules, one module each: its section of a ruleset, its sentences and its behaviour."""
