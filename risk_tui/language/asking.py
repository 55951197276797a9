"""What is asked, a question a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine import decisions as due
from risk_tui.engine.rules.sets import Stars
from risk_tui.language.words import count, faces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


WIDTH = 78
"""What a line of a terminal shows beside a margin."""


def ask(decision: Decision, view: View, seats: Sequence[Seat], end: str = "end") -> str:
    """What is asked, and of whom; ``end`` is what has to be typed to go on without a choice."""
    if isinstance(decision, due.ToDefend):
        return next(text for text in _defending(decision, view, seats) if len(text) <= WIDTH)
    return f"{seats[decision.seat].name}: {_asked(decision.seen_by(view.seat), view, seats, end)}"


def _asked(decision: Decision, view: View, seats: Sequence[Seat], end: str) -> str:
    def place(territory: int) -> str:
        return view.board.territories[territory].name

    own = decision.seat == view.seat
    cards = "cards" if isinstance(view.rules.sets, Stars) else "a set"
    match decision:
        case due.ToBegin():
            return "roll the dice to begin"
        case due.ToClaim(_, free):
            return f"claim a free territory ({free} left)"
        case due.ToPlace(_, most, unplaced, neutral):
            return f"place {_starting(most, unplaced, neutral)}"
        case due.ToChooseCapital():
            return "choose one of your territories as your capital"
        case due.ToDeclare(_, armies):
            return f"reinforce with {count(armies, 'army')}, or attack without them"
        case due.ToReinforce(seat, armies, may_trade, must_trade, force):
            placing = f"place {count(armies, 'army')}{_for(force, seat, seats)}"
            if must_trade:
                some = "some" if cards == "cards" else cards
                return f"trade {some} of your {len(view.hand)} cards, and {placing}"
            return f"{placing}, or trade {cards}" if may_trade else placing
        case due.ToTrade(_, may_trade, must_trade):
            if own and not may_trade:
                return f"no {cards.removeprefix('a ')} to trade; {end} goes on"
            some = "cards" if cards == "cards" else "a set of cards"
            return f"trade {some}" + ("" if must_trade else f", or {end} to keep them")
        case due.ToAttack(seat, armies, may_trade, force):
            ways = [f"attack{_for(force, seat, seats, 'with')}"]
            ways += [f"place {count(armies, 'army')}"] if armies else []
            ways += [f"trade {cards}"] if may_trade else []
            return f"{', '.join(ways)}, or end {'your' if force == seat else 'the'} attacks"
        case due.ToAlter():
            return _altering(decision, own)
        case due.ToOccupy(seat, source, target, least, most, force):
            armies_ = f"{least} to {most} armies{_for(force, seat, seats, 'of')}"
            return f"move {armies_} from {place(source)} into {place(target)}"
        case due.ToFortify():
            return "fortify, or end your turn"
    raise LookupError(f"there is no question for {decision}")


def _for(force: int, seat: int, seats: Sequence[Seat], link: str = "for") -> str:
    """Whose armies they are, if not the decider's own."""
    return "" if force == seat else f" {link} the {seats[force].name}"


def _defending(decision: due.ToDefend, view: View, seats: Sequence[Seat]) -> Iterator[str]:
    """The question for dice in defence, ever shorter: the dice and the place matter most."""
    name, who = seats[decision.seat].name, seats[view.acting].name
    force = _for(decision.force, decision.seat, seats)
    asked = {1: "1 die", 2: "1 or 2 dice"}.get(decision.most, f"1 to {decision.most} dice")
    against = f" against {faces(decision.rolled)}" if decision.rolled else ""
    with_ = "" if decision.rolled else f", {count(decision.attack_dice, 'die')}"
    source, target = (view.board.territories[at] for at in (decision.source, decision.target))
    armies = view.armies[decision.target]
    head = f"{name}{',' if force else ''}{force}: {asked}{against}?"
    yield f"{head} {who} attacks {target.name} ({armies}) from {source.name}{with_}"
    yield f"{head} {who} attacks {target.name} ({armies}){with_}"
    yield f"{head} {who} attacks {target.name} ({armies})"
    yield f"{head} {who} attacks {target.name}"
    yield f"{head} {target.name} ({armies}) is attacked"
    yield f"{head} {target.name} is attacked"
    yield f"{head} {who} attacks {target.code} ({armies})"
    yield f"{head} {target.code} ({armies}) is attacked"
    yield f"{head} {target.code} is attacked"
    yield head


def _starting(most: int, unplaced: int, neutral: int) -> str:
    """The armies of one go of the set-up."""
    own = [f"{count(most, 'army')} ({unplaced} left)"] if most else []
    others = [count(neutral, "neutral army")] if neutral else []
    return " and ".join(own + others)


def _altering(decision: due.ToAlter, own: bool) -> str:
    cast = f"{faces(decision.attack)} v {faces(decision.defence)}"
    ways = ["reroll a die by its card"] if decision.may_reroll else []
    ways += ["let the commander make one a six"] if decision.may_command else []
    if not own:
        ways = ["change one of the dice"]
    if not ways:
        return f"{cast}, and you hold no card of either territory: stand to go on"
    return f"{cast}: {', '.join(ways)}, or stand"
