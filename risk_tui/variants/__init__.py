"""Variants of the game, one module each.

A ruleset plays those with a key under ``variants``, and those that an older section switches on.
Imports ``engine`` and everything below it. A module declares its options, actions, decisions and
events, and a ``Variant`` with hooks; no package below names it.

Start with ``engine.variant.Variant``, then a short module such as ``trench``. ``castle`` and
``nuclear`` are packages, because they have many declarations.
"""
