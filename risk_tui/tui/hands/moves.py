"""What a key means for the decision that is due: an action, a question, or a word of advice.

In what is said, the name of an action in braces stands for its key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.engine.actions import (
    Attack,
    ChooseCapital,
    Claim,
    Declare,
    Defend,
    End,
    Fortify,
    Occupy,
    Place,
    Reinforce,
)
from risk_tui.engine.decisions import (
    ToAlter,
    ToAttack,
    ToChooseCapital,
    ToClaim,
    ToDeclare,
    ToDefend,
    ToFortify,
    ToOccupy,
    ToPlace,
    ToReinforce,
    ToTrade,
)
from risk_tui.language.words import count as told_count
from risk_tui.table.orders import Blitz
from risk_tui.tui.hands.advice import aiming, down_to
from risk_tui.tui.hands.memory import moving_in
from risk_tui.tui.hands.refusals import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.view import View
    from risk_tui.tui.hands.memory import LastAttack, Split


@dataclass(frozen=True, slots=True)
class Do:
    """Submit this action, then say ``told`` if there is more to say."""

    action: Action
    told: str = ""


@dataclass(frozen=True, slots=True)
class Give:
    """Give this order."""

    order: Blitz


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for a number from ``least`` to ``most``, then submit the action made from it.

    ``about`` is the kind of question: the last answer to one is proposed for the next, unless
    the situation itself has something ``usual`` about it.
    """

    about: str
    question: str
    least: int
    most: int
    make: Callable[[int], Action]
    usual: Split | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Remember a source (``None`` forgets it), and what was ordered before there was one.

    That is a blitz that stops at ``stop_at`` armies, or the number ``count`` for the target.
    """

    source: int | None
    advice: str = ""
    count: int | None = None
    stop_at: int | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    """Open the hand of cards."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Open the dialog in which one of the few answers to the decision is picked."""


@dataclass(frozen=True, slots=True)
class Sure:
    """Ask whether an action is meant, then submit it."""

    question: str
    action: Action


@dataclass(frozen=True, slots=True)
class Say:
    """Only words."""

    text: str


Move: TypeAlias = Do | Give | Ask | Choose | Cards | Pick | Sure | Say


def enter(view: View, cursor: int, source: int | None, count: int | None) -> Move:
    """Enter on the territory under the cursor; ``count`` is a number typed before it."""
    match view.decision:
        case ToClaim():
            return _pick(view, cursor, Claim, None)
        case ToPlace():
            return _pick(view, cursor, Place, count or 1)
        case ToChooseCapital():
            return capital(view, cursor)
        case ToDeclare() | ToAlter():
            return Pick()
        case ToReinforce(must_trade=True, armies=armies) if armies <= 1:
            return Cards()
        case ToReinforce():
            return _pick(view, cursor, Reinforce, count)
        case ToTrade(may_trade=may_trade):
            return Cards() if may_trade else Do(End())
        case ToOccupy():
            return occupy(view, count)
        case ToDefend():
            return defend(view, count)
        case ToAttack():
            return _between(view, cursor, source, count, Attack)
        case ToFortify():
            return _between(view, cursor, source, count, Fortify)
    return Say("the game is over" if view.winners else "it is not your decision")


def attack(view: View, cursor: int, source: int | None, count: int | None) -> Move:
    """Fight one battle, or choose the turn for attacking."""
    match view.decision:
        case ToDeclare():
            return Do(Declare(attack=True))
        case ToAttack():
            return enter(view, cursor, source, count)
    return Say("{attack} attacks, when it is time to attack")


def all_here(view: View, cursor: int, count: int | None) -> Move:
    """All armies to place go on the territory under the cursor; or the turn is for reinforcing."""
    match view.decision:
        case ToDeclare():
            return Do(Declare(attack=False))
        case ToReinforce(must_trade=True, armies=armies) if armies <= 1:
            return Cards()
        case ToPlace():
            return _all_here(view, cursor, Place, count)
        case ToReinforce() | ToAttack() if view.pool:
            return _all_here(view, cursor, Reinforce, count)
    return Say("{all} puts armies on a territory, when you reinforce")


def occupy(view: View, count: int | None) -> Move:
    """How many armies move into a conquered territory."""
    decision = view.decision
    assert isinstance(decision, ToOccupy)
    places = view.board.territories
    if count is not None:
        return Do(Occupy(count))
    return Ask(
        "occupy",
        f"Armies from {places[decision.source].name} into {places[decision.target].name}",
        decision.least,
        decision.most,
        Occupy,
        moving_in(view, decision.source, decision.target),
    )


def defend(view: View, count: int | None) -> Move:
    """How many dice defend."""
    decision = view.decision
    assert isinstance(decision, ToDefend)
    return Do(Defend(count if count is not None else decision.most))


def blitz(view: View, cursor: int, source: int | None, count: int | None) -> Move:
    """Attack until conquered, or until ``count`` armies are left."""
    if isinstance(view.decision, ToDeclare):
        return Say(DECLARE_FIRST)
    if not isinstance(view.decision, ToAttack):
        return Say("a blitz is an attack: it needs the attack phase")
    stop_at = count or 1
    move = Choose(source) if cursor == source else _between(view, cursor, source, None, Attack)
    if isinstance(move, Do) and isinstance(move.action, Attack):
        return _blitz(view, move.action.source, move.action.target, stop_at)
    if not isinstance(move, Choose) or move.source is None:
        return move
    if view.armies[move.source] <= stop_at:
        return _stops_at_once(view, move.source)
    advice = aiming(view, move.source, stop_at)
    if move.source != cursor:
        armies = view.armies[move.source]
        start = f"Blitz from {_name(view, move.source)} ({armies}){down_to(stop_at)}"
        advice = f"{start}: {{act}} or {{blitz}} begins it"
    return replace(move, advice=advice, stop_at=stop_at)


def end(view: View) -> Move:
    """Finish the phase, or say what is still due."""
    if any(isinstance(offer.action, End) for offer in view.offers):
        return Do(End())
    match view.decision:
        case ToReinforce(armies=armies):
            told = told_count(armies, "army")
            if view.acting == view.neutral:
                return Say(f"place the {told} first: Enter on a territory of the Allied Army")
            return Say(f"place your {told} first: Enter on a territory of yours")
        case ToOccupy():
            return Say("move your armies in first: {act} asks how many")
        case ToTrade():
            return Say("you must trade a set first: press {cards}")
        case ToChooseCapital():
            return Say("choose your capital first: Enter on a territory of yours")
        case ToDeclare():
            return Say(DECLARE_FIRST)
        case ToPlace() | ToClaim():
            return Say(
                "the set-up goes on until every army is placed; {place} places the rest for you"
            )
    return Say("there is nothing to end now")


DECLARE_FIRST = "say first what this turn is for: {all} to reinforce, {attack} to attack"


def repeat(view: View, last: LastAttack | None, count: int | None) -> Move:
    """The last attack once more; ``count`` changes its dice, or where a blitz stops."""
    if isinstance(view.decision, ToDeclare):
        return Say(DECLARE_FIRST)
    if not isinstance(view.decision, ToAttack):
        return Say("an attack can be repeated only while you attack")
    if last is None:
        return Say("there is no attack to repeat yet: choose one with {act}")
    source, target = _name(view, last.source), _name(view, last.target)
    if view.owner[last.source] != view.acting:
        return Say(f"{source}, from which you attacked last, is not yours any more")
    if view.owner[last.target] == view.acting:
        return Say(f"{target} is conquered: choose another target")
    if view.armies[last.source] < 2:
        return Say(f"{source} has only one army left, and one must stay")
    if last.stop_at is not None:
        return _blitz(view, last.source, last.target, count or last.stop_at)
    offer = _ways(view, Attack).get((last.source, last.target))
    if offer is None or offer.most is None:
        return Say(f"{target} cannot be attacked from {source} now")
    return Do(offer.with_number(count or min(last.dice or offer.most, offer.most)))


def _blitz(view: View, source: int, target: int, stop_at: int) -> Move:
    assert view.decision is not None, "somebody attacks"
    if view.armies[source] <= stop_at:
        return _stops_at_once(view, source)
    return Give(Blitz(view.decision.seat, source, target, stop_at))


def _stops_at_once(view: View, source: int) -> Say:
    armies = told_count(view.armies[source], "army")
    return Say(f"{_name(view, source)} has {armies}: the blitz stops at once")


def _offer(view: View, place: int, kind: type[Action]) -> Offer | None:
    """What may be done on a territory."""
    for offer in view.offers:
        if isinstance(offer.action, kind) and getattr(offer.action, "territory", -1) == place:
            return offer
    return None


def _ways(view: View, kind: type[Attack | Fortify]) -> dict[tuple[int, int], Offer]:
    """What may be done from a source to a target."""
    return {
        (each.action.source, each.action.target): each
        for each in view.offers
        if isinstance(each.action, kind)
    }


def may_attack(view: View, attack: Attack) -> bool:
    """Whether a target may be attacked from a source, with however many dice."""
    return (attack.source, attack.target) in _ways(view, Attack)


def _pick(view: View, cursor: int, kind: type[Action], count: int | None) -> Move:
    offer = _offer(view, cursor, kind)
    if offer is None:
        return Say(refusal(view, cursor, kind))
    return _numbered(offer, count, f"Armies for {view.board.territories[cursor].name}")


def _all_here(view: View, cursor: int, kind: type[Action], count: int | None) -> Move:
    offer = _offer(view, cursor, kind)
    if offer is None or offer.most is None or count:
        return _pick(view, cursor, kind, count)
    return Do(offer.with_number(offer.most), _left_over(view, cursor, offer.most))


def _left_over(view: View, place: int, armies: int) -> str:
    """Why not all armies that are to be placed go on one territory; empty if they do."""
    match view.decision:
        case ToPlace(most=most, neutral=neutral):
            due = neutral if view.owner[place] == view.neutral else most
        case _:
            due = view.pool
    if armies >= due:
        return ""
    limit = view.ruleset.limits.territory
    full = limit is not None and view.armies[place] + armies >= limit
    why = "is full" if full else "takes no more of them"
    return f"{armies} placed; {_name(view, place)} {why}, {due - armies} left"


def _name(view: View, place: int) -> str:
    return view.board.territories[place].name


def capital(view: View, cursor: int) -> Move:
    """Ask whether a territory is meant to be the capital."""
    offer, name = _offer(view, cursor, ChooseCapital), _name(view, cursor)
    if offer is None:
        return Say(refusal(view, cursor, ChooseCapital))
    return Sure(f"Make {name} your capital? It stays so to the end of the game.", offer.action)


def _numbered(offer: Offer, count: int | None, question: str) -> Move:
    if offer.most is None or offer.least is None:
        return Do(offer.action)
    if count is not None or offer.most == offer.least:
        return Do(offer.with_number(count if count is not None else offer.least))
    about = type(offer.action).__name__.lower()
    return Ask(about, question, offer.least, offer.most, offer.with_number)


def _between(
    view: View, cursor: int, source: int | None, count: int | None, kind: type[Attack | Fortify]
) -> Move:
    """Choose a source, then act on a target."""
    names = view.board.territories
    offers = _ways(view, kind)
    if source is not None and (source, cursor) in offers:
        offer = offers[source, cursor]
        if kind is Attack:
            return Do(offer.with_number(count if count is not None else offer.most or 1))
        return _numbered(offer, count, f"Armies from {names[source].name} to {names[cursor].name}")
    if cursor == source:
        return Choose(None)
    starts = any(start == cursor for start, _ in offers)
    if kind is Fortify and source is not None and view.owner[cursor] == view.acting:
        return _out_of_reach(view, cursor, source, starts)
    if starts:
        return Choose(cursor, aiming(view, cursor))
    sources = [start for start, target in offers if target == cursor]
    if sources and source is None:
        best = max(sources, key=lambda place: view.armies[place])
        told = f"From {names[best].name} ({view.armies[best]}); {{act}} again to go on"
        return Choose(best, f"{told} with {count}" if count else told, count)
    if view.owner[cursor] == view.acting:
        if _offer(view, cursor, Reinforce) is not None:
            return _pick(view, cursor, Reinforce, count)
        if view.armies[cursor] < 2:
            return Say(f"{names[cursor].name} has only one army, and one must stay")
        aim = "enemy" if kind is Attack else "other territory of yours"
        return Say(f"{names[cursor].name} has no {aim} that it could reach")
    if source is not None:
        return Say(f"{names[cursor].name} cannot be reached from {names[source].name}")
    whose = "none of your territories"
    if view.acting == view.neutral:
        whose = "no territory of the Allied Army"
    return Say(f"{whose} can reach {names[cursor].name}")


def _out_of_reach(view: View, place: int, source: int, starts: bool) -> Move:
    """Land of one's own to which no armies can go from the source; it may be one itself."""
    name, limit = _name(view, place), view.ruleset.limits.territory
    if limit is not None and view.armies[place] >= limit:
        why = f"{name} is full"
    else:
        why = f"{name} cannot be reached from {_name(view, source)}"
    return Choose(place, f"{why}: it is the source now") if starts else Say(why)
