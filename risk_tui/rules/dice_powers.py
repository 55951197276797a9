"""What an attacker may do to their dice before they count, and the words for it beside odds."""

from __future__ import annotations

from typing import NamedTuple


class DiceChanges(NamedTuple):
    """What an attacker can do: ``reroll`` one die of every roll, ``commander`` once in the fight.

    For a re-roll they have to hold the card of either territory; the commander acts once a turn.
    """

    reroll: bool = False
    commander: bool = False


NONE = DiceChanges()


class PowerWords(NamedTuple):
    """What a change of dice is called, and its option of ``risk-tui odds``."""

    name: str
    full_name: str
    option: str
    help: str
    refusal: str
    """What is not so by rules without it, and what else would be."""


POWERS = {
    "reroll": PowerWords(
        "re-rolls",
        "the re-roll with a card",
        "card",
        "the attacker holds the card of either territory, to roll a die again",
        "no card lets a die be rolled again; it does",
    ),
    "commander": PowerWords(
        "the commander",
        "the commander",
        "commander",
        "the attacker's commander has not acted yet",
        "no commander turns a die; one does",
    ),
}
"""The words for each of ``DiceChanges``, whose names the rules of combat know too."""
