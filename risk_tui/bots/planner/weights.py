"""The weights of the characters: one evaluation, seen by different eyes.

The strength of a seat is ``exp(sum of weight * feature)``. ``Weights`` explains the features; each
row of ``WEIGHTS`` says what a character makes of them. Mira's were tuned by games
(``risk_tui.laboratory.tune_bots``); the others are hers, changed as their descriptions say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL_ROUNDER = "mira"


class Weights(NamedTuple):
    """The attacks that a character expects of others, and the weight of each feature of a seat."""

    reach: float
    """The share of their new armies that others bring to one place."""
    boldness: float
    """The chance that others attack a possible target."""
    guard: float
    """The guard of a held continent's border, as a share of the strongest stack beside it; 0 for no
    guards beside what the value of a position asks for.
    """
    armies: float
    """Of the logarithm of the armies that are expected to be left, with those for cards."""
    income: float
    """Of the logarithm of the armies to come in a turn, without cards."""
    territories: float
    """Of the share of all territories that are expected to be left."""
    fronts: float
    """Of the concentration: near 1 if all armies are on one front, near 0 if they are on many."""
    share: float
    """Of the logarithm of the shares in continents, by territories and armies, times the bonus."""
    tempo: float
    """Of the nearness of the next turn: 1 for the next seat, 0 for the one whose turn ended."""
    cards: float
    """Of the logarithm of the worth of the cards, relative to the average armies of a seat."""

    def changed(self, **factors: float) -> Weights:
        """Return the weights multiplied by factors."""
        return self._replace(**{name: getattr(self, name) * by for name, by in factors.items()})


FEATURES = Weights._fields[3:]

_DUEL = Weights(
    reach=0.25,  # Others must guard too, so a quarter of their new armies comes to one place.
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
    reach=0.35,  # Several neighbours have new armies.
    boldness=0.18,
    guard=0.3,  # A weak guard suffices: others have easier targets.
    armies=3.0,  # Those who keep their armies are left when the others have fought.
    income=0.32,  # Continents are broken often, by one of many.
    territories=0.4,
    fronts=0.2,
    share=0.05,
    tempo=0.7,
    cards=2.1,  # Sets that grow with each trade decide games of many.
)
_TRUSTS_ARMIES = _MANY.changed(
    reach=1.49,  # He expects stronger attacks, by fewer.
    boldness=0.74,
    armies=1.65,
    income=0.5,
    territories=0.64,
    fronts=1.42,
    share=0.22,
    cards=1.24,
)

WEIGHTS: Mapping[str, Mapping[str, Weights]] = {
    "mira": {"duel": _DUEL, "many": _MANY},
    # Greta fears attacks, so that she guards borders, and wants income and continents.
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
        "many": _MANY.changed(boldness=0.6, income=0.4, fronts=2.0, share=0.0, cards=1.6),
    },
    # Oskar trusts armies more than land; with missions, land is what is asked for.
    "oskar": {"duel": _DUEL, "many": _TRUSTS_ARMIES, "missions": _MANY},
}
"""By character and table: ``duel`` for two players left, ``many`` for more, ``missions`` for more
with missions.
"""
