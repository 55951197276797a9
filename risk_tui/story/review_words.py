"""The decisions of a review in words: what was done, what was better, and why."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from risk_tui.engine import actions as do
from risk_tui.story.review_arms import ROUNDS
from risk_tui.text.words import Wording, fill, percent, pluralize

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.story.review_arms import Comparison, End, Way
    from risk_tui.story.story import Story

_SAID = {
    "enter": "moving {armies} from {source} into {target}",
    "fortify": "moving {armies} from {source} to {target}",
    "reinforce": "placing {armies} in {territory}",
    "trade": "trading {cards}",
}
_ENDED = {
    "attack": "attacking nobody",
    "fortify": "leaving the armies where they stood",
    "reinforce": "placing no more",
    "trade": "keeping the cards",
}
_ARMY, _CONTINENT, _PLAYER = 1.0, 3.0, 6.0
"""What an army, a bonus of one and a player count for, where it is asked what mattered most."""
_LEAST = 0.8
"""What counts for less is no reason."""
_LATER = f"{pluralize(ROUNDS, 'round')} later"
_HELD = 0.1
"""A continent that is held by so little more often is no reason either."""


def done_words(story: Story, view: View, way: Way) -> str:
    """What was done."""
    words = better_words(story, view, way)
    if isinstance(way.action, do.Attack) and way.until > 1:
        return f"{words} down to {way.until},"
    return words


def better_words(story: Story, view: View, way: Way) -> str:
    """What would have been better."""
    action, decision = way.action, view.decision
    territories = view.board.territories
    wording = Wording(story.seats, view.board, view)
    match action:
        case do.Attack(source, target):
            armies = f"{view.armies[source]} against {view.armies[target]}"
            return (
                f"attacking {territories[target].name} from {territories[source].name}, {armies},"
            )
        case do.Occupy(armies):
            where = getattr(decision, "target", None)
            into = "in" if where is None else f"into {territories[where].name}"
            return f"moving {pluralize(armies, 'army')} {into}"
        case do.EndPhase():
            if view.phase == "attack" and view.conquests_this_turn:
                return "ending the attacks"
            return _ENDED.get(view.phase, "going on")
    if action.kind in _SAID:
        return fill(_SAID[action.kind], action, wording)
    aims = " and ".join(territories[aim].name for aim in action.aims)
    return f"{action.verb or action.kind}{f' ({aims})' if aims else ''}"


def reason_words(story: Story, seat: int, comparison: Comparison) -> str:
    """What differed most between both ways when the games were broken off; perhaps nothing."""
    reasons = [
        *_continents(story, seat, comparison),
        *_armies(story, seat, comparison),
        *_players(story, seat, comparison),
    ]
    weight, words = max(reasons, default=(0.0, ""))
    return words if weight >= _LEAST else ""


def _share(ends: tuple[End, ...], place: int, holder: int) -> float:
    """How often a continent was held by a seat."""
    return fmean(end.holders[place] == holder for end in ends)


def _continents(story: Story, seat: int, games: Comparison) -> list[tuple[float, str]]:
    found = []
    for place, continent in enumerate(story.board.continents):
        for holder in range(story.timeline.setup.seats):
            done, better = (_share(ends, place, holder) for ends in (games.done, games.better))
            gain = better - done if holder == seat else done - better
            if gain < _HELD:
                continue
            name = story.seats[holder].name
            words = (
                f"{name} then holds {continent.name} {_LATER} in {percent(better)} of the "
                f"games instead of {percent(done)}"
            )
            found.append((gain * continent.bonus * _CONTINENT, words))
    return found


def _armies(story: Story, seat: int, games: Comparison) -> list[tuple[float, str]]:
    found = []
    for other in range(story.timeline.setup.seats):
        done, better = (
            fmean(end.armies[other] for end in ends) for ends in (games.done, games.better)
        )
        gain = better - done if other == seat else done - better
        if gain < 1:
            continue
        more = "more" if other == seat else "fewer"
        count, _, armies = pluralize(round(gain), "army").partition(" ")
        words = f"{story.seats[other].name} then has {count} {more} {armies} {_LATER}"
        # What one's own armies gain is seen at once; those of others are one of several.
        found.append((gain * _ARMY * (1 if other == seat else 0.5), words))
    return found


def _players(story: Story, seat: int, games: Comparison) -> list[tuple[float, str]]:
    found = []
    for other in range(story.timeline.setup.seats):
        done, better = (
            fmean(not end.playing[other] for end in ends) for ends in (games.done, games.better)
        )
        gain = done - better if other == seat else better - done
        if gain >= _HELD:
            words = (
                f"{story.seats[other].name} is then out in {percent(better)} of the games instead "
                f"of {percent(done)}"
            )
            found.append((gain * _PLAYER, words))
    return found
