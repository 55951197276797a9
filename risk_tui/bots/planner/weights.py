"""The weights of the characters, which share one evaluation.

The strength of a seat is ``exp(sum of weight * feature)``. ``Weights`` explains the features;
``WEIGHTS`` has the weights of each character. Mira's were tuned by games
(``risk_tui.laboratory.tune_bots``), which is the only reason for those without a comment; most of
the others' are hers times a factor, to match their descriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Weights(NamedTuple):
    """The attacks that a character expects, the guards it keeps, and its weights of features."""

    reach: float
    """The share of their new armies that others are expected to bring to one place."""
    boldness: float
    """The chance that others make a possible attack."""
    guard: float
    """The guard of a held continent's border, as a share of the strongest stack beside it.

    At 0, guards are left only where the evaluation itself favours them.
    """
    armies: float
    """The weight of the logarithm of the armies expected to be left, with those for cards."""
    income: float
    """The weight of the logarithm of the armies received each turn, without those for cards."""
    territories: float
    """The weight of the expected share of all territories."""
    fronts: float
    """The weight of the concentration: near 1 with all armies on one front, near 0 with many."""
    share: float
    """The weight of the logarithm of shares in continents, times the bonus.

    Shares are by territories and armies.
    """
    tempo: float
    """The weight of how soon a seat moves again: 1 for the next seat, 0 for the one in turn."""
    cards: float
    """The weight of the logarithm of the cards' worth, relative to a seat's average armies."""

    def changed(self, **factors: float) -> Weights:
        """Return the weights, with those named multiplied by factors."""
        return self._replace(
            **{name: getattr(self, name) * factor for name, factor in factors.items()}
        )


FEATURES = Weights._fields[3:]
"""The names of the features, without the first three fields, which are not features."""

_DUEL = Weights(
    reach=0.25,  # Others must guard too, so they bring only a quarter to one place.
    boldness=0.1,  # With one opponent most possible attacks are not made in a turn.
    guard=0.0,  # Armies decide a duel, so they are not tied down.
    armies=2.7,  # Armies decide a duel: no third player profits from a fight.
    income=1.4,  # A lead in income grows, with no third player to stop it.
    territories=2.0,  # Every territory that the opponent lacks counts.
    fronts=0.8,  # One large stack beats many small ones.
    share=0.01,  # Parts of continents hardly matter: the opponent breaks them.
    tempo=1.0,
    cards=0.3,  # A few turns decide a duel, so sets come late.
)
_MANY = Weights(
    reach=0.5,  # Several neighbours have new armies.
    boldness=0.15,
    guard=0.3,  # A weak guard suffices: others have easier targets.
    armies=3.1,  # Players who keep their armies survive the fights of the others.
    income=0.25,  # Continents are broken often, by one of many.
    territories=0.32,
    fronts=0.2,
    share=0.045,
    tempo=0.7,
    cards=2.1,  # Sets that grow with each trade decide games of many.
)
_THREE = _MANY._replace(
    reach=0.35,  # Two others bring less to one place than several.
    boldness=0.1,
    armies=3.0,  # With only two others, what a fight costs matters a little less.
    income=0.27,
    territories=0.3,
    fronts=0.24,
    share=0.05,
)
_THREE_FIXED_SETS = _MANY._replace(
    reach=0.7,  # New armies are income then, without sets that wait for a better turn.
    boldness=0.25,
    guard=0.5,  # Continents decide, so they are guarded better.
    armies=2.4,  # Sets bring few armies, so losses count less than what a turn brings in.
    income=1.4,  # Most new armies are income: continents are worth a fight.
    fronts=0.24,
    share=0.05,
)
_OSKAR_MANY = _MANY.changed(
    armies=1.6,
    income=0.64,
    territories=0.8,
    share=0.25,
    cards=1.24,
)

WEIGHTS: Mapping[str, Mapping[str, Weights]] = {
    "mira": {
        "duel": _DUEL,
        "many": _MANY,
        "three": _THREE,
        "three_fixed_sets": _THREE_FIXED_SETS,
    },
    # Greta fears attacks, so she guards borders; she wants income and continents.
    "greta": {
        "duel": _DUEL.changed(
            boldness=2.5, armies=0.6, income=1.8, fronts=0.25, share=40.0, cards=0.3
        )._replace(guard=0.6),
        "many": _MANY.changed(boldness=1.6, guard=2.5, income=4.5, share=16.0, cards=0.2),
    },
    # Ivo fears little and wants cards, and players who have them.
    "ivo": {
        "duel": _DUEL.changed(
            boldness=0.6, armies=0.6, income=0.2, territories=0.3, share=0.0, cards=4.0
        ),
        "many": _MANY.changed(boldness=0.55, income=0.5, fronts=2.0, share=0.0, cards=1.6),
    },
    # Oskar trusts armies more than land, except with missions, which require land.
    "oskar": {"duel": _DUEL, "many": _OSKAR_MANY, "missions": _MANY},
}
"""The weights by character and table: ``duel`` for two players left, ``many`` for more.

Three tables are optional and replace ``many``: ``missions`` if there are missions; without them
``three_fixed_sets`` for three players left whose sets don't grow in value, and ``three`` for three
whose sets do.
"""
