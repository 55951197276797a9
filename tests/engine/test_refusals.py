"""Every kind of refusal gives its reason and changes nothing."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import (
    Attack,
    Begin,
    Claim,
    Defend,
    EndPhase,
    Enter,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Resign,
    Trade,
)
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
from risk_tui.variants.capitals import ChooseCapital
from risk_tui.variants.meltdown import MeltdownMemory

from .positions import (
    ANN,
    BEN,
    CID,
    US,
    at,
    attack,
    begin,
    cards,
    change,
    claim,
    new_game,
    position,
    reinforce,
    script,
    varied,
)


def claiming():
    game = new_game(3, US, (6, 1, 1))
    begin(game)
    claim(game, "Peru")
    return game


def placing():
    game = new_game(3, varied(US, setup={"allocation": "deal"}), (6, 1, 1), tuple(range(42)))
    begin(game)
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
    attack(game, "Peru", "Brazil", 2)
    return game


def occupying():
    game = position({"Ann": {"Peru": 6}}, luck=[(6,), (1,)])
    attack(game, "Peru", "Brazil", 1)
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
    reinforce(game, "Siam", 1)
    return game


def over():
    return position({"Ann": {"Peru": 3}}, phase=Phase.OVER, winners=(ANN,))


REFUSALS = [
    (over, EndPhase(), ANN, GameIsOver, "the game is over"),
    (over, Attack(at("Peru"), at("Brazil"), 1), BEN, GameIsOver, "the game is over"),
    (attacking, EndPhase(), BEN, NotYourDecision, "it is another player's decision"),
    (attacking, EndPhase(), 17, NotYourDecision, "it is another player's decision"),
    (defending, Defend(1), ANN, NotYourDecision, "it is another player's decision"),
    (
        attacking,
        Fortify(at("Peru"), at("Brazil"), 1),
        ANN,
        WrongPhase,
        "you can't fortify now: attack, or end your attacks",
    ),
    (
        fortifying,
        Attack(at("Peru"), at("Argentina"), 1),
        ANN,
        WrongPhase,
        "you can't attack now: fortify, or end your turn",
    ),
    (claiming, EndPhase(), BEN, WrongPhase, "you can't end now: claim a free territory first"),
    (placing, EndPhase(), ANN, WrongPhase, "you can't end now: place your starting armies first"),
    (reinforcing, EndPhase(), ANN, WrongPhase, "you can't end now: place your armies first"),
    (
        attacking,
        ChooseCapital(at("Peru")),
        ANN,
        WrongPhase,
        "you can't choose a capital now: attack, or end your attacks",
    ),
    (defending, Resign(), BEN, WrongPhase, None),
    (
        occupying,
        EndPhase(),
        ANN,
        WrongPhase,
        "you can't end now: move armies into the conquered territory first",
    ),
    (
        lambda: new_game(2),
        Claim(0),
        None,
        WrongPhase,
        "you can't claim now: the game has not started",
    ),
    (attacking, Begin(), ANN, WrongPhase, None),
    (attacking, Attack(at("Peru"), at("Peru"), 1), ANN, NotAnEnemy, None),
    (fortifying, Fortify(at("Peru"), at("Peru"), 1), ANN, NotAdjacent, None),
    (
        reinforcing,
        Reinforce(99, 1),
        ANN,
        UnknownTerritory,
        "unknown territory number 99; the board has 0 to 41",
    ),
    (claiming, Claim(-1), BEN, UnknownTerritory, None),
    (placing, Place(42, 1), ANN, UnknownTerritory, None),
    (attacking, Attack(at("Peru"), -1, 1), ANN, UnknownTerritory, None),
    (attacking, Attack(-1, at("Peru"), 1), ANN, UnknownTerritory, None),
    (fortifying, Fortify(at("Peru"), 42, 1), ANN, UnknownTerritory, None),
    (
        claiming,
        Claim(at("Peru")),
        BEN,
        NotYourTerritory,
        "Peru is already claimed",
    ),
    (reinforcing, Reinforce(at("Ural"), 1), ANN, NotYourTerritory, "Ural is not yours"),
    (attacking, Attack(at("Ural"), at("China"), 1), ANN, NotYourTerritory, "Ural is not yours"),
    (fortifying, Fortify(at("Peru"), at("Ural"), 1), ANN, NotYourTerritory, "Ural is not yours"),
    (
        attacking,
        Attack(at("Peru"), at("Brazil"), 1),
        ANN,
        NotAnEnemy,
        "Brazil is yours; attack an opponent's territory",
    ),
    (
        leading_allies,
        Attack(at("Peru"), at("Argentina"), 1),
        BEN,
        NotAnEnemy,
        "the Allied Army attacks only its enemy; Argentina is yours",
    ),
    (
        leading_allies,
        Attack(at("Peru"), at("Brazil"), 1),
        BEN,
        NotAnEnemy,
        "the Allied Army attacks only its enemy, not Brazil",
    ),
    (
        attacking,
        Enter(at("Peru"), at("Brazil"), 1),
        ANN,
        NotAdjacent,
        "Brazil is not empty",
    ),
    (
        attacking,
        Enter(at("Peru"), at("Argentina"), 1),
        ANN,
        NotAdjacent,
        "Argentina is not empty; attack it",
    ),
    (
        attacking,
        Attack(at("Peru"), at("Japan"), 1),
        ANN,
        NotAdjacent,
        "you can't attack Japan from Peru",
    ),
    (
        fortifying,
        Fortify(at("Siam"), at("Peru"), 1),
        ANN,
        NotAdjacent,
        "you can't reach Peru from Siam: armies move only to a neighbouring territory of your own",
    ),
    (
        reinforcing,
        Reinforce(at("Peru"), 3),
        ANN,
        WrongNumber,
        "you can't choose 3 armies to place: choose 1 to 2",
    ),
    (
        attacking,
        Attack(at("Peru"), at("Venezuela"), 3),
        ANN,
        WrongNumber,
        "you can't choose 3 dice: choose 1 to 2",
    ),
    (
        attacking,
        Attack(at("Siam"), at("India"), 1),
        ANN,
        WrongNumber,
        "Siam needs at least 2 armies to attack",
    ),
    (
        placing,
        Place(0, 2),
        ANN,
        WrongNumber,
        "you can't choose 2 armies to place: only 1 is possible",
    ),
    (defending, Defend(3), BEN, WrongNumber, None),
    (
        occupying,
        Occupy(6),
        ANN,
        WrongNumber,
        "you can't choose 6 armies to move in: choose 1 to 5",
    ),
    (fortifying, Fortify(at("Peru"), at("Brazil"), 10**30), ANN, WrongNumber, None),
    (
        fortifying,
        Fortify(at("Brazil"), at("Peru"), 1),
        ANN,
        WrongNumber,
        "Brazil has only one army, which must stay",
    ),
    (
        fortifying_a_wasteland,
        Fortify(at("Peru"), at("Brazil"), 1),
        ANN,
        WrongNumber,
        "Peru has too few armies to enter Brazil",
    ),
    (
        reinforcing,
        Trade(cards("Alaska, Japan, Alberta")),
        ANN,
        NotASet,
        "not a set: you need three alike or one of each (jokers are wild)",
    ),
    (
        reinforcing,
        Trade(cards("Alaska, Alberta, Ural")),
        ANN,
        NotASet,
        "choose different cards from your own hand",
    ),
    (reinforcing, Trade((10**9, -1, 0)), ANN, NotASet, None),
    (
        must_trade_now,
        Reinforce(at("Peru"), 1),
        ANN,
        MustTradeFirst,
        "you hold 5 cards and must trade a set before you place your last army",
    ),
]


@pytest.mark.parametrize(
    ("given", "action", "seat", "error", "message"),
    REFUSALS,
    ids=[f"{kind.__name__}-{action.kind}" for _, action, _, kind, _ in REFUSALS],
)
def test_refusal_says_why_and_changes_nothing(given, action, seat, error, message) -> None:
    game = given()
    before = game.state()
    view = game.view(ANN)
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


def test_every_kind_of_refusal_is_tried_above() -> None:
    assert {error for *_, error, _ in REFUSALS} == set(IllegalAction.__subclasses__())


def test_a_refused_step_does_not_disturb_the_next_record() -> None:
    game = attacking()
    with pytest.raises(WrongNumber):
        game.apply(Attack(at("Peru"), at("Venezuela"), 3))
    record = game.apply(EndPhase())
    assert record.chance == ()
    assert not [fact for fact in record.events if hasattr(fact, "attack_dice")]


def test_default_seat_is_the_deciding_one() -> None:
    game = defending().copy(script((1, 1), (6,)))
    assert game.apply(Defend(1)).seat == BEN


@pytest.mark.parametrize("seat", [-1, 3, 100])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    game = position(hands={"Cid": "Ural"})
    assert game.view(CID).hand == cards("Ural")
    with pytest.raises(RiskError, match=f"there is no seat {seat} at this table"):
        game.view(seat)
