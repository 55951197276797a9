"""Guesses: what the missions of others may be, and what it is worth to be in their way."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots.general.aims import requirement_of
from risk_tui.bots.general.position import Position, expected_conquest_loss

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.bots.general.aims import Requirement
    from risk_tui.bots.general.evaluation import Evaluation

CONFIDENCE = 2.0
"""How much likelier a mission is than each of all, if its holder could fulfil it next."""
OF_MANY = 0.3
"""What one territory counts for a mission that any of them serve."""


class Guesses(NamedTuple):
    """What it is worth in armies to take territories from others who may need them for a mission,
    and to hold own ones that they may lack.
    """

    capture_value: Mapping[int, float]
    hold_value: Mapping[int, float]


def guessed(evaluation: Evaluation) -> Guesses:
    """The guesses of whoever has a mission; nobody's missions are known but their own (FAQ Q2.2.1).

    Everybody else may have any of the others. Only those count that their holder could fulfil in
    the next turn, by the armies that everybody sees.
    """
    view = evaluation.view
    capture: defaultdict[int, float] = defaultdict(float)
    hold: defaultdict[int, float] = defaultdict(float)
    if not view.missions or not evaluation.draws_cards:
        return Guesses({}, {})
    missions = view.rules.missions
    possible = [number for number in range(len(missions.deck)) if number not in view.missions]
    stake = CONFIDENCE / max(1, len(possible)) * evaluation.totals[evaluation.seat]
    for rival in evaluation.rivals:
        position = Position(replace(view, seat=rival), rival, evaluation.analysis)
        for number in possible:
            wanted = missions.goal(view.beaten_by, rival, number).wanted(view, rival, view.board)
            needed = requirement_of(position, wanted)
            worth = stake * _nearness(position, needed, wanted.anywhere)
            if not worth:
                continue
            for place in needed.to_hold:
                capture[place] += worth
            for place in position.own_territories if wanted.anywhere else ():
                capture[place] += OF_MANY * worth
            for place in needed.to_capture:
                if view.owner[place] == evaluation.seat:
                    hold[place] += worth
    return Guesses(capture, hold)


def _nearness(position: Position, needed: Requirement, anywhere: int) -> float:
    """How likely a seat has what is needed after its next turn: 1 for now, 0 for out of reach."""
    if position.counts[position.seat] + len(needed.to_capture) < anywhere:
        return 0.0
    armies = [position.armies[place] for place in needed.to_capture]
    cost = sum([1.0 + expected_conquest_loss(defenders) for defenders in armies if defenders])
    force = position.force + position.view.income(position.seat)
    return max(0.0, 1.0 - cost / force) if force else 0.0
