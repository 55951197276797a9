"""Prompts: the questions of decisions, prompts for real dice, and the value of cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from risk_tui.boards.board import Board
from risk_tui.data.language import N_, _, capitalize, headed, join_and, pgettext, pluralize
from risk_tui.engine.actions import Action
from risk_tui.engine.decisions import DECISIONS, Decision, ToDefend
from risk_tui.engine.declarations import pointed_fields, slots_of
from risk_tui.engine.view import View
from risk_tui.odds.card_odds import HandOdds, HiddenHand, mean, other_hands, own_hand
from risk_tui.rules.cards import StarSets
from risk_tui.table.dice_steps import DiceRequest
from risk_tui.table.seating import WATCHING_ONLY
from risk_tui.table.seats import PERSON, Seat
from risk_tui.text.time_phrases import clock_rule
from risk_tui.text.words import Wording, average_armies, faces, fill, percent
from risk_tui.text.wrapping import columns

if TYPE_CHECKING:
    from risk_tui.table.table import Table


WIDTH = 78
"""The maximum number of columns of a prompt that has shorter forms."""

WAIT = N_("wait for your turn")
NOBODY_PLAYS = N_("you are watching; no one is at the table")


def reason_for_waiting(decision: Decision | None, here: Collection[int]) -> str:
    """Return the reason why a terminal asks no question now.

    Args:
        decision: The decision pending at another terminal; ``None`` if the game is over.
        here: The seats at this terminal.
    """
    if decision is None:
        return _("the game is over")
    return _(WAIT) if here else _(WATCHING_ONLY)


def waits_for(decision: Decision, seats: Sequence[Seat], here: Collection[int]) -> str:
    """Return a sentence that tells why a terminal can't decide now; empty if it can."""
    if decision.seat in here:
        return ""
    if not here:
        return _("You are watching.")
    return _("Waiting for {name}.", name=seats[decision.seat].name)


def prompt_for(decision: Decision, view: View, seats: Sequence[Seat], end: str = "end") -> str:
    """Return the prompt for a decision, with the name of the player who decides.

    ``end`` is the word or key that continues if the seat can do nothing else.
    """
    known = decision.redacted_for(view.seat)
    message = known.message(known.asks, view.seat)
    words = _question_words(known, view, seats)
    question = fill(message, known, Wording(seats, view.board, view), width=WIDTH, **words)
    if "none" not in known.conditions(view.seat):
        return question
    return _("{question}; {end} goes on", question=question, end=end)


def purpose_of(decision: Decision, view: View, seats: Sequence[Seat]) -> str:
    """Return the purpose of a decision, or of its phase."""
    purpose = decision.purpose or DECISIONS[decision.part_of].purpose
    message = decision.message(purpose, view.seat)
    return fill(message, decision, Wording(seats, view.board, view), width=None)


def heading_of(decision: Decision, view: View, seats: Sequence[Seat]) -> str:
    """Return the most important number of a decision; empty if there is none."""
    heading = decision.message(decision.heading, view.seat)
    return fill(heading, decision, Wording(seats, view.board, view))


def describe_action(action: Action, wording: Wording) -> str:
    """Describe an action as an answer: its kind and its values, such as a source → a target."""
    names = [name for name in slots_of(type(action)) if getattr(action, name) is not None]
    template = ", ".join(f"{{{name}}}" for name in names)
    if len(pointed := pointed_fields(type(action))) == 2:
        source, target = pointed
        template = template.replace(f"{{{source}}}, {{{target}}}", f"{{{source}}} → {{{target}}}")
    values = fill(template, action, wording)
    kind = capitalize(pgettext("command", action.command_name()))
    return headed(kind, values) if values else kind


def _question_words(decision: Decision, view: View, seats: Sequence[Seat]) -> dict[str, str]:
    """Return the words for blanks in questions that are not slots, as in ``QUESTION_WORDS``."""
    by_stars = isinstance(view.rules.card_sets, StarSets)
    may_trade = getattr(decision, "may_trade", True)
    cards, a_set = pgettext("trade …", "cards"), pgettext("trade …", "a set")
    words = {
        "acting": seats[view.acting_seat].name,
        "hand": str(len(view.hand)),
        "some": pgettext("trade …", "some") if by_stars else a_set,
        "a_set": (cards if by_stars else a_set) if may_trade else "",
        "a_set_of_cards": cards if by_stars else pgettext("trade …", "a set of cards"),
        "bound": _bound_armies(view),
        "no_set": _("no cards") if by_stars else _("no set"),
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
    """Describe the numbers of dice that a defender may choose, from 1 to ``most``."""
    if most <= 2:
        return _("1 die") if most == 1 else _("1 or 2 dice")
    return _("1 to {number} dice", number=most)


def _bound_armies(view: View) -> str:
    """Describe the armies to place within certain continents; empty if there are none."""
    continents = zip(view.continent_bound_armies, view.board.continents, strict=True)
    return join_and(
        [
            _("{armies} in {continent}", armies=armies, continent=continent.name)
            for armies, continent in continents
            if armies
        ]
    )


DICE_WIDTH = 68
"""The maximum number of columns of a prompt that is followed by typed dice."""

_DICE_LINE = re.compile(r"[0-9][0-9 ,]*")


def dice_prompt(request: DiceRequest, board: Board, seats: Sequence[Seat]) -> str:
    """Return the prompt for real dice, in as much detail as fits in ``DICE_WIDTH`` columns.

    If no form of the prompt fits, it is the shortest one.
    """
    texts = list(_prompt_texts(request, board, seats))
    return next((text for text in texts if columns(text) <= DICE_WIDTH), texts[-1])


def whose_dice(request: DiceRequest, seats: Sequence[Seat]) -> str:
    """Return the label of the line for typed dice: the player and the number of dice."""
    dice = pluralize(request.count, "die")
    if request.kind == "first":
        return _("Their {dice}", dice=dice)
    seat = seats[request.seats[0]]
    if seat.player == PERSON:
        return _("{seat}, your {dice}", seat=seat.name, dice=dice)
    return _("{seat}'s {dice}", seat=seat.name, dice=dice)


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
    """Describe the unusual options of a table for players who join; empty if there are none."""
    seed = _("the dice come from a seed, so anyone who knows it can predict them")
    real = _("real dice, typed in")
    options = [seed] if table.seeded else [real] if table.options.real_dice else []
    if not table.options.advice:
        options.append(_("no odds are shown"))
    if (clock := table.clock.state) is not None:
        options.append(_("clock: {clock_rule}", clock_rule=clock_rule(clock)))
    if table.ledger.is_silent:
        options.append(_("no talk"))
    return capitalize("; ".join(options))


def _prompt_texts(request: DiceRequest, board: Board, seats: Sequence[Seat]) -> Iterator[str]:
    """Yield forms of the prompt for real dice, the longest first."""
    names = [seats[seat].name for seat in request.seats]
    dice, battle = pluralize(request.count, "die"), request.battle
    if battle is None:
        if request.kind == "alone":
            yield _("{name} rolls {dice}", name=names[0], dice=dice)
            return
        if request.is_begun:
            yield _("{names} tie: one die each again", names=join_and(names))
        yield _("Who goes first? One die each for {names}", names=join_and(names))
        yield _(
            "Who goes first? One die each for {players}", players=pluralize(len(names), "player")
        )
        return
    target, attack = board.territories[battle.target], faces(battle.attack)
    if request.typed_before:
        wrong = faces(sorted(request.typed_before, reverse=True))
        attack = _("{dice} (not {wrong})", dice=attack, wrong=wrong)
    slots = {"name": names[0], "target": target.name, "attack": attack, "dice": dice}
    match request.kind:
        case "attack":
            if battle.source is not None:
                source = board.territories[battle.source].name
                yield _("{name} attacks {target} from {source} with {dice}", **slots, source=source)
            yield _("{name} attacks {target} with {dice}", **slots)
        case "defence":
            for place in (target.name, target.code):
                slots["target"] = place
                yield _("{name} defends {target} against {attack} with {dice}", **slots)
        case "again":
            defence = faces(battle.defence)
            yield _("{name} rolls a die again, {attack} v {defence}", **slots, defence=defence)


def describe_empty_hand(view: View) -> str:
    """Say that a player has no cards, and when the player draws one."""
    if view.board.has_sets:
        return _("You have no cards. Conquer a territory on your turn to draw one.")
    return _("You have no cards. You draw new ones at the start of your turn.")


def describe_worth(view: View) -> str:
    """Describe the value of the best set in the hand, or of any set, now and after one more trade.

    Cards that are only played make no sets. The value follows from the rules, so tables without
    advice show it, too.
    """
    if not view.board.has_sets:
        return _("These cards are played, not traded; the rules say what each does.")
    sets, odds = view.rules.card_sets, own_hand(view)
    traded = view.sets_traded_for(view.seat)
    if odds.now:
        current, following = (odds.now, odds.now), (odds.after_next_trade, odds.after_next_trade)
    else:
        current, following = sets.values(traded), sets.values(traded + 1)
    least, most = current
    armies = pluralize(most, "army")
    if least != most:
        armies = _("{least} to {most} armies", least=least, most=most)
    worth = (
        _("Your best set is worth {armies}", armies=armies)
        if odds.now
        else _("A set is worth {armies}", armies=armies)
    )
    if current == following:
        return worth
    least, most = following
    later = str(most) if least == most else _("{least} to {most}", least=least, most=most)
    return _("{worth}, {armies} after one more trade", worth=worth, armies=later)


def describe_chances(view: View, seats: Sequence[Seat]) -> list[str]:
    """Return at most one line about the value of one more card, and one about other hands."""
    if not view.board.has_sets:
        return []
    others = [_other_hand(seats[seat].name, hand) for seat, hand in other_hands(view).items()]
    lines = [
        _one_more_card(own_hand(view)),
        _("Chance to hold a set: {others}", others=", ".join(others)) if others else "",
    ]
    return [line for line in lines if line]


def _one_more_card(odds: HandOdds) -> str:
    chance = odds.better if odds.now else odds.set_with_one_more
    if not odds.worths or not chance:
        return ""
    text = (
        _("One more card: a better set {chance}", chance=percent(chance))
        if odds.now
        else _("One more card: a set {chance}", chance=percent(chance))
    )
    if not _has_different_worths(odds.worths):
        return text
    worth = average_armies(mean(odds.worths))
    return _("{chance}, {armies} on average", chance=text, armies=worth)


def _other_hand(name: str, hand: HiddenHand) -> str:
    text = f"{name} {percent(hand.chance)}"
    if hand.chance == 1 and _has_different_worths(hand.worths):
        return _(
            "{text} (about {armies})", text=text, armies=pluralize(round(mean(hand.worths)), "army")
        )
    return text


def _has_different_worths(worths: Mapping[int, Fraction]) -> bool:
    """Return True if possible sets differ in value."""
    return sum(armies > 0 for armies in worths) > 1
