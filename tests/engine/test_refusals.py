"""Every kind of refusal gives its reason and changes nothing."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import Attack, Claim, Enter, Fortify, Place, Reinforce, Resign, Trade
from risk_tui.engine.state import Phase
from risk_tui.errors import (
    GameIsOver,
    IllegalAction,
    MustTradeFirst,
    NotAdjacent,
    NotAnEnemy,
    NotASet,
    NotYourDecision,
    NotYourTerritory,
    RiskError,
    UnknownTerritory,
    WrongNumber,
    WrongPhase,
)
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.meltdown import MeltdownMemory
from tests.conformance.words import (
    BEGIN,
    END,
    attack,
    capital,
    claim,
    defend,
    fortify,
    occupy,
    reinforce,
    trade,
)

from .positions import ANN, BEN, CID, US, at, cards, change, new_game, position, script, varied


def claiming():
    game = new_game(3, US, (6, 1, 1))
    game.apply(BEGIN)
    game.apply(claim("Peru"))
    return game


def placing():
    game = new_game(3, varied(US, setup={"allocation": "deal"}), (6, 1, 1), tuple(range(42)))
    game.apply(BEGIN)
    return game


def reinforcing():
    return position(
        {"Ann": {"Peru": 2, "Siam": 1}},
        phase=Phase.REINFORCE,
        armies_to_place=2,
        hands={"Ann": "Alaska, Alberta, Ontario, Japan, Brazil", "Ben": "Ural"},
    )


def attacking():
    return position({"Ann": {"Peru": 3, "Siam": 1, "Brazil": 1}})


def defending():
    game = position({"Ann": {"Peru": 3}, "Ben": {"Brazil": 2}})
    game.apply(attack("Peru", "Brazil", 2))
    return game


def occupying():
    game = position({"Ann": {"Peru": 6}}, luck=[(6,), (1,)])
    game.apply(attack("Peru", "Brazil", 1))
    return game


def fortifying():
    return position({"Ann": {"Peru": 3, "Brazil": 1, "Siam": 9}}, phase=Phase.FORTIFY)


def fortifying_a_wasteland():
    waste = MeltdownMemory(territories=(at("Brazil"),))
    lands, rules = {"Ann": {"Peru": 2, "Brazil": 1}}, load_ruleset("meltdown")
    return position(lands, rules=rules, phase=Phase.FORTIFY, remembers=[waste])


def leading_allies():
    """Ben leads the Allied Army, which holds Peru, in Ann's turn; Mars holds Brazil."""
    rules = with_house_rules(load_ruleset("us-1975"), {"variants.martian.landing": 3})
    game = position({"Cid": {"Peru": 4}, "Dot": {"Brazil": 1}}, rules=rules, players=2)
    change(game, acting_seat=CID)
    return game


def must_trade_now():
    game = reinforcing()
    game.apply(reinforce("Siam", 1))
    return game


def over():
    return position({"Ann": {"Peru": 3}}, phase=Phase.OVER, winners=(ANN,))


REFUSALS = {
    GameIsOver: [
        (over, END, "the game is over"),
        (over, attack("Peru", "Brazil", 1), "the game is over"),
    ],
    WrongPhase: [
        (
            attacking,
            fortify("Peru", "Brazil", 1),
            "you can't fortify now: attack, or end your attacks",
        ),
        (
            fortifying,
            attack("Peru", "Argentina", 1),
            "you can't attack now: fortify, or end your turn",
        ),
        (claiming, END, "you can't end now: claim a free territory first"),
        (placing, END, "you can't end now: place your starting armies first"),
        (reinforcing, END, "you can't end now: place your armies first"),
        (attacking, capital("Peru"), "you can't choose a capital now: attack, or end your attacks"),
        (defending, Resign(), None),
        (occupying, END, "you can't end now: move armies into the conquered territory first"),
        (lambda: new_game(2), Claim(0), "you can't claim now: the game has not started"),
        (attacking, BEGIN, None),
    ],
    UnknownTerritory: [
        (reinforcing, Reinforce(99, 1), "unknown territory number 99; the board has 0 to 41"),
        (claiming, Claim(-1), None),
        (placing, Place(42, 1), None),
        (attacking, Attack(at("Peru"), -1, 1), None),
        (attacking, Attack(-1, at("Peru"), 1), None),
        (fortifying, Fortify(at("Peru"), 42, 1), None),
    ],
    NotYourTerritory: [
        (claiming, claim("Peru"), "Peru is already claimed"),
        (reinforcing, reinforce("Ural", 1), "Ural is not yours"),
        (attacking, attack("Ural", "China", 1), "Ural is not yours"),
        (fortifying, fortify("Peru", "Ural", 1), "Ural is not yours"),
    ],
    NotAnEnemy: [
        (attacking, attack("Peru", "Peru", 1), None),
        (attacking, attack("Peru", "Brazil", 1), "Brazil is yours; attack an opponent's territory"),
        (
            leading_allies,
            attack("Peru", "Argentina", 1),
            "the Allied Army attacks only its enemy; Argentina is yours",
        ),
        (
            leading_allies,
            attack("Peru", "Brazil", 1),
            "the Allied Army attacks only its enemy, not Brazil",
        ),
    ],
    NotAdjacent: [
        (fortifying, fortify("Peru", "Peru", 1), None),
        (attacking, Enter(at("Peru"), at("Brazil"), 1), "Brazil is not empty"),
        (attacking, Enter(at("Peru"), at("Argentina"), 1), "Argentina is not empty; attack it"),
        (attacking, attack("Peru", "Japan", 1), "you can't attack Japan from Peru"),
        (
            fortifying,
            fortify("Siam", "Peru", 1),
            "you can't reach Peru from Siam: "
            "armies move only to a neighbouring territory of your own",
        ),
    ],
    WrongNumber: [
        (reinforcing, reinforce("Peru", 3), "you can't choose 3 armies to place: choose 1 to 2"),
        (attacking, attack("Peru", "Venezuela", 3), "you can't choose 3 dice: choose 1 to 2"),
        (attacking, attack("Siam", "India", 1), "Siam needs at least 2 armies to attack"),
        (placing, Place(0, 2), "you can't choose 2 armies to place: only 1 is possible"),
        (defending, defend(3), None),
        (occupying, occupy(6), "you can't choose 6 armies to move in: choose 1 to 5"),
        (fortifying, fortify("Peru", "Brazil", 10**30), None),
        (fortifying, fortify("Brazil", "Peru", 1), "Brazil has only one army, which must stay"),
        (
            fortifying_a_wasteland,
            fortify("Peru", "Brazil", 1),
            "Peru has too few armies to enter Brazil",
        ),
    ],
    NotASet: [
        (
            reinforcing,
            trade("Alaska", "Japan", "Alberta"),
            "not a set: you need three alike or one of each (jokers are wild)",
        ),
        (
            reinforcing,
            trade("Alaska", "Alberta", "Ural"),
            "choose different cards from your own hand",
        ),
        (reinforcing, Trade((10**9, -1, 0)), None),
    ],
    MustTradeFirst: [
        (
            must_trade_now,
            reinforce("Peru", 1),
            "you hold 5 cards and must trade a set before you place your last army",
        ),
    ],
}
"""Actions that are refused to the seat that decides, and the message if it matters."""


def refused(game, action, seat: int, error, message: str | None) -> None:
    """Check that a refusal says why and changes nothing."""
    before, view = game.state(), game.view(ANN)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(action, seat=seat)
    assert type(refusal.value) is error
    said = str(refusal.value)
    assert said
    assert said.isprintable()
    assert message in (None, said)
    assert game.why_not(action, seat=seat) == said
    assert {game.why_not(offer.action) for offer in game.legal_actions()} <= {None}
    assert game.state() == before
    assert game.view(ANN) == view


@pytest.mark.parametrize(
    ("error", "given", "action", "message"),
    [(error, *each) for error, rows in REFUSALS.items() for each in rows],
)
def test_refusal_says_why_and_changes_nothing(error, given, action, message) -> None:
    game = given()
    refused(game, action, game.decision.seat if game.decision else BEN, error, message)


@pytest.mark.parametrize(
    ("given", "action", "seat"),
    [(attacking, END, BEN), (attacking, END, 17), (defending, defend(1), ANN)],
)
def test_only_the_seat_that_decides_may_act(given, action, seat: int) -> None:
    refused(given(), action, seat, NotYourDecision, "it is another player's decision")


def test_every_kind_of_refusal_is_tried_above() -> None:
    assert {*REFUSALS, NotYourDecision} == set(IllegalAction.__subclasses__())


def test_a_refused_step_does_not_disturb_the_next_record() -> None:
    game = attacking()
    with pytest.raises(WrongNumber):
        game.apply(attack("Peru", "Venezuela", 3))
    record = game.apply(END)
    assert record.chance == ()
    assert not [fact for fact in record.events if hasattr(fact, "attack_dice")]


def test_default_seat_is_the_deciding_one() -> None:
    game = defending().copy(script((1, 1), (6,)))
    assert game.apply(defend(1)).seat == BEN


@pytest.mark.parametrize("seat", [-1, 3, 100])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    game = position(hands={"Cid": "Ural"})
    assert game.view(CID).hand == cards("Ural")
    with pytest.raises(RiskError, match=f"there is no seat {seat} at this table"):
        game.view(seat)
