"""Commands in editions with changed dice, stars, limits and third armies."""

from __future__ import annotations

import pytest

from risk_tui.commands.all_commands import available_commands, complete, parse
from risk_tui.commands.names import AmbiguousCommand, ImpossibleCommand
from risk_tui.engine.actions import Attack, Place, Reinforce, Trade
from risk_tui.engine.state import Phase
from risk_tui.errors import NotASet
from risk_tui.rules.library import load_ruleset
from risk_tui.table.orders import Blitz
from risk_tui.variants.changed_dice import Reroll
from tests.commands.meanings import meaning
from tests.engine.positions import ANN, BEN, BOARD, US, at, card, cards, position, varied
from tests.text.views import ALTERING, DICE, EXPERTS, HAND, LANDS, looking


def test_reroll_with_two_cards_is_ambiguous() -> None:
    both = looking("alter", rules=EXPERTS, battle=DICE, hands={"Ann": "Ukraine, Ural"})
    with pytest.raises(AmbiguousCommand, match="reroll 1 with ukraine or reroll 1 with ural"):
        parse("reroll 1", both)
    assert meaning("reroll 1 with ukr", both) == Reroll(1, card("Ukraine"))
    assert "reroll 1 with ural" in complete("reroll 1 with u", both)


def test_reroll_takes_a_card_of_either_territory() -> None:
    other = looking("alter", rules=EXPERTS, battle=DICE, hands={"Ann": "Siam"})
    with pytest.raises(ImpossibleCommand, match="show a card of either territory"):
        parse("reroll 1", other)
    # The game refuses other cards.
    assert meaning("reroll 1 with siam", ALTERING) == Reroll(1, card("Siam"))


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("us-1993", set()),
        ("us-1980-experts", {"reroll", "commander", "enter", "stand"}),
        ("retreat", {"enter", "stand"}),
        ("fog", {"enter"}),
        ("uk-old", {"declare", "enter"}),
        ("tactical", {"strike", "enter"}),
        ("us-1993-capital", {"enter"}),
        ("eu-mission", {"mission"}),
        ("stars", {"mission", "enter"}),
    ],
)
def test_help_lists_commands_of_played_variants(rules: str, names: set[str]) -> None:
    view = looking(rules=load_ruleset(rules))
    listed = {command.name for command in available_commands(view)}
    special = {"reroll", "commander", "declare", "strike", "enter", "stand", "mission"}
    assert listed & special == names


STARS = load_ruleset("stars")


def test_any_number_of_star_cards_can_be_traded() -> None:
    # Risk wiki, alternate card turn-in rules: an artillery card shows two stars here.
    view = looking(Phase.TRADE, rules=STARS, hands={"Ann": "Alaska, Brazil, Iceland, Siam"})
    hand = sorted(cards("Alaska, Brazil, Iceland, Siam"))
    assert meaning("trade 1 2 3 4", view) == Trade(tuple(hand))
    assert meaning("trade 1234", view) == Trade(tuple(hand))
    assert meaning("trade", view) == Trade(tuple(hand))


def test_first_cards_with_the_same_stars_are_traded() -> None:
    view = looking(Phase.TRADE, rules=STARS, hands={"Ann": "Alaska, Alberta, Argentina, Siam"})
    stars = [STARS.cards.stars[BOARD.deck[each].symbol.value] for each in sorted(view.hand)]
    alike = [place for place, count in enumerate(stars, 1) if count == stars[-1]]
    assert len(alike) > 1
    last, first = (meaning(f"trade {n1} {n2}", view) for n1, n2 in (alike[-2:], alike[:2]))
    assert last == first
    assert first in [offer.action for offer in view.offers]


def test_rules_refuse_two_cards() -> None:
    game = position(LANDS, phase=Phase.TRADE, hands={"Ann": HAND})
    with pytest.raises(NotASet, match="three different cards"):
        game.apply(meaning("trade 1 2", game.view(ANN)))  # type: ignore[arg-type]


def test_last_territory_takes_the_rest() -> None:
    # FAQ Q2.4.1: where each territory is reinforced in one go, the last one gets the rest.
    one_go = varied(US, reinforce={"one_go_each": True})
    places = [at(name) for name in LANDS["Ann"] if name != "India"]
    view = looking(Phase.REINFORCE, rules=one_go, armies_to_place=4, reinforced=places)
    assert meaning("reinforce india", view) == Reinforce(at("India"), 4)


def test_all_is_limited_by_the_territory() -> None:
    # FAQ Q2.8: with the cap of 1980 a territory holds twelve armies.
    view = looking(Phase.REINFORCE, rules=EXPERTS, armies_to_place=9)
    assert meaning("r all ukraine", view) == Reinforce(at("Ukraine"), 7)


def test_armies_for_cards_can_be_placed_between_attacks() -> None:
    # FAQ Q2.5.1, a house rule: sets are traded at any time of a turn.
    late = varied(US, cards={"trade_when": "whole turn"})
    view = looking(Phase.ATTACK, rules=late, armies_to_place=4)
    assert meaning("r 3 china", view) == Reinforce(at("China"), 3)
    assert meaning("r all china", view) == Reinforce(at("China"), 4)
    assert complete("reinforce b", view)[0] == "reinforce brazil"


def test_neutral_armies_are_placed_like_own_ones() -> None:
    # US 1993 booklet: with two players a third army is placed along with one's own.
    view = position(
        {"Ann": {"India": 1}, "Cid": {"China": 1}},
        players=2,
        phase=Phase.PLACE,
        own_armies_this_go=2,
        neutral_armies_this_go=1,
        unplaced=[10, 10, 5],
    ).view(ANN)
    assert meaning("place 2 india", view) == Place(at("India"), 2)
    assert meaning("place chi", view) == Place(at("China"), 1)
    assert "place China" in complete("place ", view)


ALLIED = position(
    {"Ann": {"India": 3, "Siam": 2, "Brazil": 1}, "Cid": {"China": 5, "Peru": 2}},
    rules=load_ruleset("us-1975"),
    players=2,
    phase=Phase.ATTACK,
    acting_seat=2,
)
"""Ann has attacked; Ben leads the Allied Army, which holds China and Peru, against her."""


def test_allied_army_attacks_by_command() -> None:
    # Risk wiki, two-player Risk of 1975: the opponent attacks with the Allied Army.
    view = ALLIED.view(BEN)
    assert meaning("attack china india", view) == Attack(at("China"), at("India"), 3)
    assert meaning("blitz china india", view) == Blitz(BEN, at("China"), at("India"), 1)


@pytest.mark.parametrize(("players", "claims"), [(2, False), (3, True)])
def test_help_leaves_out_claim_if_territories_are_dealt(players: int, claims: bool) -> None:
    listed = available_commands(position(players=players).view(0))
    assert ("claim" in {command.name for command in listed}) == claims
