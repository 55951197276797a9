"""Visibility: what a seat is shown of a game in which not every player sees the whole board.

A variant says which territories each seat sees (``Variant.sight``); views, events and actions
follow from that here. Events are told by what was seen when they happened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Action, EndPhase
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.declarations import Slot
    from risk_tui.engine.events import Event
    from risk_tui.engine.view import Progress, View


# What is told


def seen_event(event: Event, seat: int | None, sight: Sight) -> Event | None:
    """What a seat (``None``: a spectator) is told of an event; ``None``: nothing.

    Whoever takes part is told all of it. Others have to see each territory that it is about: the
    owner, and the armies too if it tells of any number. What may be left out is then left out.
    """
    slots = slots_of(type(event))
    if _takes_part(event, slots, seat):
        return event
    if event.tells_holdings:
        return None
    is_counted = any(slot.meaning in ("number", "face") for slot in slots.values())
    seen = sight.armies if is_counted else sight.owners
    changes: dict[str, Any] = {}
    for name, slot in slots.items():
        value = getattr(event, name)
        if slot.meaning == "seat by territory":
            changes[name] = value if len(sight.owners) == len(value) else ()
        elif slot.meaning == "territory" and slot.many:
            if not event.is_about_board:
                changes[name] = tuple([each for each in value if each in seen])
        elif slot.meaning == "territory" and value is not None and value not in seen:
            if not slot.optional:
                return None
            changes[name] = None
    return replace(event, **changes) if changes else event


def seen_action(action: Action, seat: int | None, sight: Sight) -> Action:
    """What a seat is told of another's action; ``EndPhase`` stands for what it does not see."""
    slots = slots_of(type(action))
    if _takes_part(action, slots, seat) or _sees_all(action, slots, sight.armies):
        return action.redacted()
    return EndPhase()


def _takes_part(thing: object, slots: Mapping[str, Slot], seat: int | None) -> bool:
    """Whether a seat is named in something: as who does it, or to whom it is done."""
    seats = (name for name, slot in slots.items() if slot.meaning == "seat" and not slot.many)
    return seat is not None and any(getattr(thing, name) == seat for name in seats)


def _sees_all(thing: object, slots: Mapping[str, Slot], seen: Collection[int]) -> bool:
    """Whether all territories that something names are seen."""
    values = [
        (getattr(thing, name), slot.many)
        for name, slot in slots.items()
        if slot.meaning == "territory"
    ]
    named = {each for value, many in values for each in ((value or ()) if many else (value,))}
    return named - {None} <= {*seen}


def _owners_within(owners: Sequence[int], sight: Sight) -> tuple[int, ...]:
    return tuple(
        [owner if place in sight.owners else NO_SEAT for place, owner in enumerate(owners)]
    )


# What is seen


def seen_view(view: View, sight: Sight, attacker: int) -> View:
    """A view without what its seat does not see; whose turn it is, it sees all of that turn.

    Of a battle that is not seen only this much is known: the attacks of ``attacker`` go on.
    """
    seat = view.seat
    armies = tuple(
        [count if place in sight.armies else 0 for place, count in enumerate(view.armies)]
    )
    unseen = tuple([place for place in range(len(armies)) if place not in sight.armies])
    changes: dict[str, Any] = {
        "owner": _owners_within(view.owner, sight),
        "armies": armies,
        "unseen": unseen,
        "memories": tuple(
            [memory and memory.seen_within(sight.armies) for memory in view.memories]
        ),
    }
    progress, decision = view.progress, view.decision
    acts = seat is not None and seat in (view.turn, decision and decision.seat)
    if not acts:
        progress = _turn_of_another(progress, sight)
        changes.update(
            armies_to_place=0,
            armies_outside=0,
            continent_bound_armies=(0,) * len(view.continent_bound_armies),
            conquests_this_turn=0,
            territory_bonus_received=0,
        )
    if decision is not None and seat != decision.seat:
        decision = _decision_of_another(decision, view, sight, attacker)
        if decision.kind == ToAttack.kind:
            changes.update(phase=Phase.ATTACK, battle=None)
            progress = progress._replace(occupying=None)
        changes["decision"] = decision
    return replace(view, progress=progress, **changes)


def _turn_of_another(progress: Progress, sight: Sight) -> Progress:
    """What is known of another's turn: nothing that tells of territories that are not seen."""
    moved = enumerate(progress.armies_moved_in)
    return progress._replace(
        armies_received=0,
        reinforced=tuple([place for place in progress.reinforced if place in sight.armies]),
        armies_moved_in=tuple([count if place in sight.armies else 0 for place, count in moved]),
    )


def _decision_of_another(decision: Decision, view: View, sight: Sight, attacker: int) -> Decision:
    """What is known of a decision that somebody else has to make."""
    slots = slots_of(type(decision))
    battle = view.battle
    parties = () if battle is None else (view.owner[battle.target],)
    is_party = view.seat is not None and view.seat in (*parties, attacker)
    if not is_party and not _sees_all(decision, slots, sight.armies):
        return ToAttack(attacker, 0, False, view.acting_seat)
    armies = slots.get("armies")
    if armies is not None and armies.unit == "army":
        return replace(decision, armies=0)  # type: ignore[call-arg]
    return decision


@dataclass(frozen=True, slots=True)
class Sight:
    """The territories of which a seat sees the owner, and those of which it sees the armies."""

    owners: frozenset[int]
    armies: frozenset[int]

    def gains_from(self, later: Sight) -> bool:
        """Whether more is seen ``later``."""
        return not (later.owners <= self.owners and later.armies <= self.armies)


def sight_of(sights: Sequence[Sight], seat: int | None) -> Sight:
    """The sight of a seat, of those of all seats; the last one is a spectator's."""
    return sights[-1 if seat is None else seat]
