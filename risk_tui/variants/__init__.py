"""Variants of the game, one module each; a key under ``variants`` of a ruleset plays one."""
