"""Prompts: the questions of decisions in words; also for real dice and cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from risk_tui.data.language import join_and, pluralize
from risk_tui.engine.decisions import DECISIONS, ToDefend
from risk_tui.engine.declarations import slots_of
from risk_tui.odds.card_odds import mean, other_hands, own_hand
from risk_tui.rules.cards import StarSets
from risk_tui.table.seats import PERSON
from risk_tui.text.talk_lines import clock_rule
from risk_tui.text.words import MessageContext, average_armies, faces, fill, percent

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from fractions import Fraction

    from risk_tui.boards.board import Board
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.odds.card_odds import HandOdds, OtherHand
    from risk_tui.table.dice_steps import DiceRequest
    from risk_tui.table.seats import Seat
    from risk_tui.table.table import Table


WIDTH = 78
"""The most columns of a prompt with shorter forms: a line without its margin."""

WAIT = "wait for your turn"
NOBODY_PLAYS = "you are watching; no one is at the table"
WATCHING_ONLY = "you are watching"


def not_asked(decision: Decision | None, here: Collection[int]) -> str:
    """Return why no question is asked now at a terminal with the seats ``here``.

    Args:
        decision: The question asked elsewhere; ``None`` if the game is over.
    """
    if decision is None:
        return "the game is over"
    return WAIT if here else WATCHING_ONLY


def waits_for(decision: Decision, seats: Sequence[Seat], here: Collection[int]) -> str:
    """Return a sentence for a terminal that waits for another seat; empty if it does not."""
    if decision.seat in here:
        return ""
    why = not_asked(decision, here)
    return (
        f"Waiting for {seats[decision.seat].name}: {why}."
        if here
        else f"{why[0].upper()}{why[1:]}."
    )


def prompt_for(decision: Decision, view: View, seats: Sequence[Seat], end: str = "end") -> str:
    """Return the prompt for a decision, with the name of the player who decides.

    Args:
        end: The word or key that goes on without a choice.
    """
    known = decision.redacted_for(view.seat)
    message = known.message(known.asks, view.seat)
    words = _question_words(known, view, seats)
    question = fill(message, known, MessageContext(seats, view.board, view), width=WIDTH, **words)
    can_only_go_on = "none" in known.conditions(view.seat)
    return f"{question}; {end} goes on" if can_only_go_on else question


def purpose_of(decision: Decision, view: View, seats: Sequence[Seat]) -> str:
    """Return the purpose of a decision, or of its phase."""
    purpose = decision.purpose or DECISIONS[decision.part_of].purpose
    message = decision.message(purpose, view.seat)
    return fill(message, decision, MessageContext(seats, view.board, view), width=None)


def heading_of(decision: Decision, view: View, seats: Sequence[Seat]) -> str:
    """Return the most important number of a decision; empty if there is none."""
    known = decision.redacted_for(view.seat)
    return fill(
        known.message(known.heading, view.seat), known, MessageContext(seats, view.board, view)
    )


def describe_action(action: Action, wording: MessageContext) -> str:
    """Describe an action as an answer: its kind, and its values."""
    names = [name for name in slots_of(type(action)) if getattr(action, name) is not None]
    template = ", ".join(f"{{{name}}}" for name in names)
    return ": ".join(filter(None, [action.kind.capitalize(), fill(template, action, wording)]))


def _question_words(decision: Decision, view: View, seats: Sequence[Seat]) -> dict[str, str]:
    """Return the words in questions that are not slots."""
    by_stars = isinstance(view.rules.card_sets, StarSets)
    may_trade = getattr(decision, "may_trade", True)
    words = {
        "acting": seats[view.acting_seat].name,
        "hand": str(len(view.hand)),
        "some": "some" if by_stars else "a set",
        "a_set": ("cards" if by_stars else "a set") if may_trade else "",
        "a_set_of_cards": "cards" if by_stars else "a set of cards",
        "bound": _bound(view),
        "no_set": f"no {'cards' if by_stars else 'set'}",
        "dice": _dice_to_choose(decision.most) if isinstance(decision, ToDefend) else "",
    }
    for name, slot in slots_of(type(decision)).items():
        if slot.meaning == "territory" and not slot.many:
            territory = getattr(decision, name)
            known = territory is not None
            words[f"{name}_armies"] = str(view.armies[territory]) if known else ""
            words[f"{name}_code"] = view.board.territories[territory].code if known else ""
    return words


def _dice_to_choose(most: int) -> str:
    """Return how many dice a defender may choose."""
    return {1: "1 die", 2: "1 or 2 dice"}.get(most, f"1 to {most} dice")


def _bound(view: View) -> str:
    """Describe the armies that must stay in their continents; empty if there are none."""
    continents = zip(view.continent_bound_armies, view.board.continents, strict=True)
    return join_and([f"{armies} in {continent.name}" for armies, continent in continents if armies])


DICE_WIDTH = 68
"""The most columns of a prompt that is followed by typed dice."""

_DICE_LINE = re.compile(r"[0-9][0-9 ,]*")


def dice_prompt(request: DiceRequest, board: Board, seats: Sequence[Seat]) -> str:
    """Return the prompt for real dice, in as much detail as fits."""
    return next(text for text in _prompt_texts(request, board, seats) if len(text) <= DICE_WIDTH)


def whose_dice(request: DiceRequest, seats: Sequence[Seat]) -> str:
    """Return the label of the line for typed dice: the player and the number of dice."""
    dice = pluralize(request.count, "die")
    if request.kind == "first":
        return f"Their {dice}"
    seat = seats[request.seats[0]]
    return f"{seat.name}, your {dice}" if seat.player == PERSON else f"{seat.name}'s {dice}"


def waiting_for_dice(request: DiceRequest, board: Board, seats: Sequence[Seat]) -> str:
    """Return the message shown while dice are rolled at another terminal."""
    return f"{dice_prompt(request, board, seats)} …"


def parse_dice(line: str) -> tuple[int, ...] | None:
    """Return the digits of a line of digits, spaces and commas; ``None`` for any other line."""
    text = line.strip()
    if not _DICE_LINE.fullmatch(text):
        return None
    return tuple(int(char) for char in text if char not in " ,")


def describe_options(table: Table) -> str:
    """Describe the unusual options of a table to players who join; empty if there are none."""
    seed = "the dice come from a seed, so anyone who knows it can predict them"
    real = "real dice, typed in"
    dice = [seed] if table.seeded else [real] if table.options.real_dice else []
    advice = [] if table.options.advice else ["no odds are shown"]
    clock = [] if table.clock.state is None else [f"clock: {clock_rule(table.clock.state)}"]
    talk = ["no talk"] if table.ledger.is_silent else []
    text = "; ".join(dice + advice + clock + talk)
    return text[:1].upper() + text[1:]


def _prompt_texts(request: DiceRequest, board: Board, seats: Sequence[Seat]) -> Iterator[str]:
    """Yield the prompt in several lengths, the longest first."""
    names = [seats[seat].name for seat in request.seats]
    dice, battle = pluralize(request.count, "die"), request.battle
    if battle is None:
        if request.is_begun:
            yield f"{join_and(names)} tie: one die each again"
        yield f"Who goes first? One die each for {join_and(names)}"
        yield f"Who goes first? One die each for {pluralize(len(names), 'player')}"
        return
    target = board.territories[battle.target]
    attack, name = faces(battle.attack), names[0]
    if request.was:
        attack += f" (not {faces(sorted(request.was, reverse=True))})"
    match request.kind:
        case "attack":
            if battle.source is not None:
                source = board.territories[battle.source].name
                yield f"{name} attacks {target.name} from {source} with {dice}"
            yield f"{name} attacks {target.name} with {dice}"
        case "defence":
            yield f"{name} defends {target.name} against {attack} with {dice}"
            yield f"{name} defends {target.code} against {attack} with {dice}"
        case "again":
            yield f"{name} rolls a die again, {attack} v {faces(battle.defence)}"


def describe_worth(view: View) -> str:
    """Describe the value of the best set in the hand, or of any set, now and after one more trade.

    This follows from the rules; it is not advice.
    """
    sets, odds = view.rules.card_sets, own_hand(view)
    traded = view.sets_traded_for(view.seat)
    if odds.now:
        current, following = (odds.now, odds.now), (odds.next, odds.next)
    else:
        current, following = sets.values(traded), sets.values(traded + 1)
    later = "" if current == following else f", {_span(following)} after one more trade"
    armies = pluralize(current[1], "army").removeprefix(str(current[1]))
    return f"{'Your best' if odds.now else 'A'} set is worth {_span(current)}{armies}{later}"


def describe_chances(view: View, seats: Sequence[Seat]) -> list[str]:
    """Return advice on the value of one more card, and on sets in other hands.

    Returns:
        At most one line for each of the two.
    """
    others = [_other_hand(seats[seat].name, hand) for seat, hand in other_hands(view).items()]
    lines = [
        _one_more_card(own_hand(view)),
        f"Chance to hold a set: {', '.join(others)}" if others else "",
    ]
    return [line for line in lines if line]


def _span(values: tuple[int, int]) -> str:
    minimum, maximum = values
    return str(minimum) if minimum == maximum else f"{minimum} to {maximum}"


def _one_more_card(odds: HandOdds) -> str:
    gain, chance = ("a better set", odds.better) if odds.now else ("a set", odds.set_with_one_more)
    if not odds.worths or not chance:
        return ""
    worth = (
        f", {average_armies(mean(odds.worths))} on average"
        if _has_different_worths(odds.worths)
        else ""
    )
    return f"One more card: {gain} {percent(chance)}{worth}"


def _other_hand(name: str, hand: OtherHand) -> str:
    text = f"{name} {percent(hand.chance)}"
    if hand.chance == 1 and _has_different_worths(hand.worths):
        return f"{text} (about {pluralize(round(mean(hand.worths)), 'army')})"
    return text


def _has_different_worths(worths: Mapping[int, Fraction]) -> bool:
    """Return True if the possible sets differ in value."""
    return sum(armies > 0 for armies in worths) > 1
