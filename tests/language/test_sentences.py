"""What happened and what is asked is told in plain words, and nothing that is hidden."""

from __future__ import annotations

import random
from operator import attrgetter
from typing import get_type_hints

import pytest

from risk_tui.engine import records
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import Decision, ToReinforce
from risk_tui.engine.game import Game, Setup
from risk_tui.engine.records import (
    BattleDeclared,
    BattleFought,
    CardDrawn,
    CardsTaken,
    Conquered,
    Fact,
    FirstRolled,
    GameWon,
    IncomeReceived,
    Moved,
    Placed,
    Record,
    SetTraded,
)
from risk_tui.engine.state import Phase
from risk_tui.language.sentences import ask, card_name, short, short_record, tell, tell_record
from risk_tui.table.seats import Seat
from tests.engine.policy import choose
from tests.engine.positions import ANN, BEN, BOARD, UK, US, at, card, cards, position

SEATS = [Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Cid", "green")]
UKRAINE, URAL, CHINA, INDIA = map(at, ("Ukraine", "Ural", "China", "India"))
BATTLE = BattleFought(ANN, BEN, UKRAINE, URAL, (6, 4, 1), (5, 2), 0, 2)


@pytest.mark.parametrize(
    ("fact", "sentence", "line"),
    [
        (
            BATTLE,
            "Ann attacks Ural from Ukraine: 6 4 1 v 5 2, Ben loses 2",
            "Ann ⚔ UK→UR 641 v 52  −0 −2",
        ),
        (
            BattleFought(ANN, BEN, UKRAINE, URAL, (6, 1), (5, 2), 1, 1),
            "Ann attacks Ural from Ukraine: 6 1 v 5 2, Ann loses 1 and Ben loses 1",
            "Ann ⚔ UK→UR 61 v 52  −1 −1",
        ),
        (
            BattleDeclared(ANN, UKRAINE, URAL, 1),
            "Ann attacks Ural from Ukraine with 1 die",
            "Ann ⚔ UK→UR 1 die",
        ),
        (Placed(ANN, CHINA, 1), "Ann places 1 army on China", "Ann +1 CH"),
        (
            Moved(ANN, CHINA, INDIA, 3, fortified=True),
            "Ann moves 3 armies from China to India",
            "Ann CH→IN 3",
        ),
        (
            Moved(ANN, CHINA, INDIA, 3, fortified=False),
            "Ann moves 3 armies into India",
            "Ann CH→IN 3",
        ),
        (
            IncomeReceived(ANN, 3, ((1, 2),)),
            "Ann receives 5 armies: 3 for territories, 2 for South America",
            "Ann gets 5 armies",
        ),
        (
            SetTraded(ANN, cards("Brazil, Peru, joker"), 4),
            "Ann trades Brazil (infantry), Peru (cavalry) and joker for 4 armies",
            "Ann trades: 4 armies",
        ),
        (CardDrawn(ANN, None), "Ann draws a card", "Ann draws a card"),
        (CardDrawn(ANN, card("Brazil")), "You draw: Brazil (infantry)", "You draw BR infantry"),
        (CardDrawn(ANN, card("joker")), "You draw: joker", "You draw joker"),
        (
            FirstRolled((((0, 6), (1, 6), (2, 1)), ((0, 2), (1, 5))), BEN),
            "The dice: Ann 6, Ben 6, Cid 1; again Ann 2, Ben 5. Ben goes first",
            "Ben goes first",
        ),
        (
            GameWon((ANN,), "conquest"),
            "Ann has conquered the world and wins the game",
            "★ Ann wins",
        ),
        (
            GameWon((ANN, BEN), "turn limit"),
            "Time is up: Ann and Ben share the victory",
            "★ Ann Ben share it",
        ),
    ],
)
def test_a_fact_is_told(fact: Fact, sentence: str, line: str) -> None:
    assert tell(fact, SEATS, BOARD) == sentence
    assert short(fact, SEATS, BOARD) == line


def every_kind(base: type) -> list[type]:
    # A dataclass with slots is made anew; the class that it was made from lingers on.
    kinds: list[type] = base.__subclasses__()
    return [kind for kind in kinds if "__slots__" in vars(kind)]


def sample(kind: type[Fact], seat: int = 0) -> Fact:
    """A fact of a kind, with some value in every field."""
    values: dict[str, object] = {
        "rolls": (((0, 6), (1, 5)),),
        "owners": (0, 1) * 21,
        "continents": ((0, 5),),
        "cards": cards("Brazil, Peru, joker"),
        "attack_dice": (6, 5, 4),
        "defence_dice": (6, 5),
        "winners": (seat,),
        "how": "conquest",
        "fortified": True,
    }
    return kind(**{name: values.get(name, seat) for name in get_type_hints(kind)})


@pytest.mark.parametrize("kind", every_kind(Fact), ids=attrgetter("__name__"))
def test_every_kind_of_fact_has_words_of_its_own(kind: type[Fact]) -> None:
    words = tell(sample(kind), SEATS, BOARD)
    name = "".join(f" {mark.lower()}" if mark.isupper() else mark for mark in kind.__name__)
    assert words != name.strip()
    assert words.isascii()


@pytest.mark.parametrize("kind", every_kind(Fact), ids=attrgetter("__name__"))
def test_a_line_of_the_log_fits_beside_the_map_even_with_long_names(kind: type[Fact]) -> None:
    seats = [Seat("Maximilian X", "red"), Seat("Wilhelmina Y", "blue")]
    for seat in (0, 1):
        assert len(short(sample(kind, seat), seats, BOARD)) <= 40
        assert short(sample(kind, seat), seats, BOARD, ascii=True).isascii()


def test_the_log_does_not_tell_a_battle_twice() -> None:
    declared = Record(ANN, None, (), (BattleDeclared(ANN, UKRAINE, URAL, 3),))  # type: ignore[arg-type]
    fought = Record(BEN, None, (), (BATTLE, Conquered(ANN, URAL, BEN)))  # type: ignore[arg-type]
    assert short_record(declared, SEATS, BOARD) == []
    assert short_record(fought, SEATS, BOARD) == ["Ann ⚔ UK→UR 641 v 52  −0 −2", "Ann takes UR"]


def test_captured_cards_are_named_to_those_who_know_them_only() -> None:
    taken = CardsTaken(ANN, BEN, 2, cards("Brazil, Peru"))
    assert tell(taken.seen_by(ANN), SEATS, BOARD).endswith("Brazil (infantry) and Peru (cavalry)")
    assert tell(taken.seen_by(2), SEATS, BOARD) == "Ann takes 2 cards from Ben"


def question(phase: Phase, seat: int | None = ANN, **more: object) -> str:
    game = position({"Ann": {"Ukraine": 5}}, phase=phase, **more)  # type: ignore[arg-type]
    decision = game.decision
    assert decision is not None
    return ask(decision, game.view(seat), SEATS)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (question(Phase.REINFORCE, pool=5), "Ann: place 5 armies"),
        (question(Phase.ATTACK), "Ann: attack, or end your attacks"),
        (question(Phase.FORTIFY), "Ann: fortify, or end your turn"),
        (
            question(Phase.OCCUPY, occupying=(UKRAINE, URAL, 3, 4)),
            "Ann: move 3 to 4 armies from Ukraine into Ural",
        ),
        (
            question(Phase.DEFEND, BEN, battle=(UKRAINE, URAL, 3)),
            "Ben: defend with 1 die; Ann attacks Ural (1) from Ukraine with 3",
        ),
        (
            question(Phase.TRADE, hands={"Ann": "Alaska, Brazil, Japan"}),
            "Ann: trade a set of cards, or end to keep them",
        ),
    ],
)
def test_a_decision_is_asked_of_its_seat(asked: str, sentence: str) -> None:
    assert asked == sentence


def test_only_the_owner_of_a_hand_is_asked_for_a_set() -> None:
    held = "Alaska, Brazil, Japan, Ukraine, joker"
    own = question(Phase.REINFORCE, pool=3, hands={"Ann": held})
    assert own == "Ann: trade a set of your 5 cards, and place 3 armies"
    for others in (BEN, None):
        assert question(Phase.REINFORCE, others, pool=3, hands={"Ann": held}) == (
            "Ann: place 3 armies"
        )


def test_every_kind_of_decision_is_asked_in_words_of_its_own() -> None:
    view = position({"Ann": {"Ukraine": 5}}).view(ANN)
    for kind in every_kind(Decision):
        values = {name: 0 for name in get_type_hints(kind) if name != "kind"}
        assert ask(kind(**values), view, SEATS) != f"Ann: {kind.kind}"  # type: ignore[attr-defined]
    assert ToReinforce in every_kind(Decision)


def test_cards_have_names() -> None:
    assert card_name(card("Eastern United States"), BOARD) == "Eastern United States (artillery)"
    assert card_name(card("joker"), BOARD) == "joker"


@pytest.mark.parametrize("ruleset", [US, UK], ids=["us", "uk"])
def test_a_whole_game_is_told_to_a_spectator_without_naming_a_card_that_is_held(
    ruleset: object,
) -> None:

    game = Game(Setup(BOARD, ruleset, 3), seeded_chance("told"))  # type: ignore[arg-type]
    rng = random.Random("told")
    while game.decision is not None:
        record = game.apply(choose(rng, game))
        for sentence in tell_record(record.seen_by(None), SEATS, BOARD):
            assert sentence
            shows_card = "(infantry)" in sentence or "(cavalry)" in sentence
            assert not shows_card or " trades " in sentence
            assert not sentence.startswith("You ")
    assert any(isinstance(fact, records.GameWon) for fact in record.facts)
