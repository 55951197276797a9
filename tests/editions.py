"""The rulesets that come with the program: the editions, and those that play variants."""

from risk_tui.rulesets.library import load_ruleset, names

ALL = names("rulesets")
OF_VARIANTS = [name for name in ALL if load_ruleset(name).variants.played]
EDITIONS = [name for name in ALL if name not in OF_VARIANTS]
