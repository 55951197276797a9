"""The contents of rulesets: for each rule its section, its sentences and its behaviour.

Imports ``boards`` and ``data``, and takes plain values: never the state of a game. Variants
register their options here, and are imported by ``variant_options.load_variants`` alone.

Start with ``ruleset.Ruleset``, the whole model, and ``fields``, which declares its values.
``library`` finds maps and rulesets by name.
"""
