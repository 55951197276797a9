"""What happened is told in plain words, and nothing that is hidden."""

from __future__ import annotations

import random
from dataclasses import fields
from operator import attrgetter

import pytest

from risk_tui.ascii import to_ascii
from risk_tui.engine import facts
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.facts import (
    AlliesPlaced,
    AlliesReceived,
    ArmiesLost,
    BattleDeclared,
    BattleFought,
    CapitalChosen,
    CapitalsShown,
    CapitalTaken,
    CardDrawn,
    CardsTaken,
    Conquered,
    Declared,
    DiceRolled,
    DieCommanded,
    DieRerolled,
    Fact,
    FirstRolled,
    GameWon,
    How,
    IncomeReceived,
    LandsHandedOver,
    MissionsDealt,
    MissionsLeft,
    MissionsShown,
    Moved,
    ObjectiveTaken,
    Placed,
    SeatResigned,
    SetTraded,
    VictoryAnnounced,
)
from risk_tui.engine.game import Game, Setup
from risk_tui.engine.library import load_ruleset
from risk_tui.engine.records import Record
from risk_tui.language.sentences import (
    card_name,
    settled,
    short,
    short_record,
    tell,
    tell_record,
)
from risk_tui.table.seats import Seat
from tests.engine.policy import choose
from tests.engine.positions import ANN, BEN, BOARD, UK, US, at, card, cards, position

SEATS = [Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Cid", "green")]
UKRAINE, URAL, CHINA, INDIA = map(at, ("Ukraine", "Ural", "China", "India"))
MISSIONS = position(rules=load_ruleset("us-1993-mission"))
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
        (
            AlliesPlaced(2, (UKRAINE, URAL), 2),
            "Cid stands on Ukraine and Ural, with 2 armies on each",
            "Cid: 2 territories",
        ),
        (
            CapitalsShown((CHINA, -1, INDIA)),
            "The capitals are China (Ann) and India (Cid)",
            "Capitals: Ann CH, Cid IN",
        ),
        (Declared(ANN, True), "Ann attacks in this turn", "Ann attacks"),
        (
            IncomeReceived(ANN, 0, ((1, 2),), 1),
            "Ann receives 3 armies: 2 for South America, 1 for capitals",
            "Ann gets 3 armies",
        ),
        (
            AlliesReceived(2, BEN, 2),
            "Cid receives 2 armies, which Ben places",
            "Cid gets 2 armies",
        ),
        (
            ArmiesLost(ANN, 2),
            "Ann loses 2 armies: there is no room for more",
            "Ann: no room for 2",
        ),
        (
            DiceRolled(ANN, UKRAINE, URAL, (6, 4, 1), ()),
            "Ann attacks Ural from Ukraine and rolls 6 4 1",
            "Ann ⚔ UK→UR 641",
        ),
        (
            DieRerolled(ANN, card("Ural"), 1, 5),
            "Ann shows Ural (infantry) and rolls a 1 again: 5",
            "Ann rerolls 1: 5",
        ),
        (
            DieCommanded(ANN, 2),
            "Ann's commander turns a 2 to a 6",
            "Ann commands 2 to 6",
        ),
        (
            CapitalTaken(ANN, BEN, URAL),
            "Ann takes Ural, the capital of Ben",
            "Ann takes a capital: UR",
        ),
        (
            CapitalTaken(ANN, ANN, URAL),
            "Ann's capital, Ural, is won back",
            "Ann wins back a capital: UR",
        ),
        (
            LandsHandedOver(ANN, BEN, (URAL, CHINA)),
            "All that Ben held is Ann's: Ural and China",
            "Ann gets 2 territories",
        ),
        (
            VictoryAnnounced(ANN, How.MISSION),
            "Ann has fulfilled the mission, and wins if that still holds "
            "when Ann's next turn starts",
            "Ann announces victory",
        ),
        (
            GameWon((ANN,), How.CAPITALS),
            "Ann holds enough capitals and wins the game",
            "★ Ann wins",
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
            GameWon((ANN,), How.CONQUEST),
            "Ann has conquered the world and wins the game",
            "★ Ann wins",
        ),
        (
            GameWon((ANN, BEN), How.TURN_LIMIT),
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


SAMPLES: dict[str, object] = {
    "rolls": (((0, 6), (1, 5)),),
    "owners": (0, 1) * 21,
    "continents": ((0, 5),),
    "capitals": (3, 4),
    "territories": (0, 1, 2),
    "missions": (0, 4),
    "cards": cards("Brazil, Peru, joker"),
    "attack": (6, 5, 4),
    "defence": (6, 5),
    "attack_dice": (6, 5, 4),
    "defence_dice": (6, 5),
    "how": How.CONQUEST,
    "fortified": True,
}
"""Some value for the fields of facts; all others are a number."""


def sample(kind: type[Fact], seat: int = 0) -> Fact:
    """A fact of a kind, with some value in every field."""
    values = {**SAMPLES, "winners": (seat,)}
    if kind is IncomeReceived:
        values |= {"territories": 3, "capitals": 2}
    return kind(**{field.name: values.get(field.name, seat) for field in fields(kind)})


@pytest.mark.parametrize("kind", every_kind(Fact), ids=attrgetter("__name__"))
def test_every_kind_of_fact_has_words_of_its_own(kind: type[Fact]) -> None:
    for view in (MISSIONS.view(None), None):
        assert tell(sample(kind), SEATS, BOARD, view).isascii()


class Unheard(Fact):
    """A kind of fact that nobody found words for."""


def test_what_has_no_words_is_an_error_and_never_told_by_its_name() -> None:
    for words in (tell, short):
        with pytest.raises(LookupError):
            words(Unheard(), SEATS, BOARD)


@pytest.mark.parametrize("kind", every_kind(Fact), ids=attrgetter("__name__"))
def test_a_line_of_the_log_fits_beside_the_map_even_with_long_names(kind: type[Fact]) -> None:
    seats = [Seat("Maximilian X", "red"), Seat("Wilhelmina Y", "blue")]
    for seat in (0, 1):
        told = short(sample(kind, seat), seats, BOARD).splitlines()
        assert all(0 < len(line) <= 40 for line in told)
        assert "?" not in to_ascii(short(sample(kind, seat), seats, BOARD))


def step(*told: Fact) -> Record:
    return Record(ANN, None, (), told)  # type: ignore[arg-type]


def test_every_capital_is_told_with_its_owner_over_as_many_lines_as_that_takes() -> None:
    names = ["Maximilian X", "Wilhelmina Y", "Konstantin Z", "Ann", "Ben", "Cid"]
    seats = [Seat(name, "red") for name in names]
    shown = step(CapitalsShown((0, 1, 2, 3, 4, 5)))
    codes = [BOARD.territories[at].code for at in range(6)]
    lines = short_record(shown, seats, BOARD)
    told = " ".join(lines).removeprefix("Capitals: ").split(", ")
    assert [text.strip() for text in told] == [
        f"{name} {code}" for name, code in zip(names, codes, strict=True)
    ]
    assert max(map(len, lines)) <= 40


def test_the_log_does_not_tell_a_battle_twice() -> None:
    declared = step(BattleDeclared(ANN, UKRAINE, URAL, 3))
    fought = step(BATTLE, Conquered(ANN, URAL, BEN))
    assert short_record(declared, SEATS, BOARD) == []
    assert short_record(fought, SEATS, BOARD) == ["Ann ⚔ UK→UR 641 v 52  −0 −2", "Ann takes UR"]


DECLARED = BattleDeclared(ANN, UKRAINE, URAL, 3)
ROLLED = DiceRolled(ANN, UKRAINE, URAL, (6, 4, 1), ())
THROWN = DiceRolled(ANN, UKRAINE, URAL, (6, 4, 1), (5, 2))
REROLLED = DieRerolled(ANN, card("Ural"), 1, 5)
CHANGED = BattleFought(ANN, BEN, UKRAINE, URAL, (6, 5, 4), (5, 2), 0, 2)


@pytest.mark.parametrize(
    ("before", "left"),
    [
        ([DECLARED, BATTLE], [BATTLE]),
        ([ROLLED, BATTLE], [BATTLE]),
        ([DECLARED, THROWN, BATTLE], [BATTLE]),
        ([ROLLED, THROWN, BATTLE], [BATTLE]),
        # What a die was changed from is told nowhere else.
        ([ROLLED, THROWN, REROLLED, CHANGED], [THROWN, REROLLED, CHANGED]),
        # A battle that still waits for somebody, or never came to its end.
        ([BATTLE, DECLARED], [BATTLE, DECLARED]),
        ([ROLLED, SeatResigned(ANN)], [ROLLED, SeatResigned(ANN)]),
        ([BattleDeclared(ANN, UKRAINE, CHINA, 3), BATTLE],) * 2,
    ],
)
def test_what_led_to_a_battle_is_left_out_once_it_is_fought(
    before: list[Fact], left: list[Fact]
) -> None:
    told = settled([step(fact) for fact in before])
    assert [fact for record in told for fact in record.facts] == left
    assert len(told) == len(before)
    assert settled([step(*before)]) == [step(*left)]


def test_armies_that_nobody_received_are_not_told() -> None:
    # FAQ Q2.4, old UK rules: whoever attacks gets nothing for territories.
    for nothing in (IncomeReceived(ANN, 0, ()), AlliesReceived(2, BEN, 0)):
        assert tell_record(step(nothing), SEATS, BOARD) == []
        assert short_record(step(nothing), SEATS, BOARD) == []


@pytest.mark.parametrize(
    ("rules", "done"),
    [
        ("us-1993-capital", "holds every capital"),
        ("us-1993-capital-short", "holds enough capitals"),
    ],
)
def test_a_winner_of_the_full_game_holds_every_capital(rules: str, done: str) -> None:
    # US 1993 booklet, Capital Risk: all opposing capitals, or two of them in the short game.
    view = position(rules=load_ruleset(rules), players=4).view(None)
    won = tell(GameWon((ANN,), How.CAPITALS), SEATS, BOARD, view)
    assert won == f"Ann {done} and wins the game"
    announced = tell(VictoryAnnounced(ANN, How.CAPITALS), SEATS, BOARD, view)
    assert announced.startswith(f"Ann {done}, and wins if")


def test_captured_cards_are_named_to_those_who_know_them_only() -> None:
    taken = CardsTaken(ANN, BEN, 2, cards("Brazil, Peru"))
    assert tell(taken.seen_by(ANN), SEATS, BOARD).endswith("Brazil (infantry) and Peru (cavalry)")
    assert tell(taken.seen_by(2), SEATS, BOARD) == "Ann takes 2 cards from Ben"


def test_a_secret_mission_is_told_to_its_owner_only() -> None:
    dealt, view = MissionsDealt(ANN, 1, (4,)), MISSIONS.view(None)
    assert tell(dealt, SEATS, BOARD, view) == "Your mission: hold Asia and Africa"
    for others in (BEN, None):
        seen = dealt.seen_by(others)
        assert tell(seen, SEATS, BOARD, view) == "Ann is dealt a secret mission"


def test_a_capital_is_told_to_its_owner_only() -> None:
    chosen = CapitalChosen(ANN, URAL)
    assert tell(chosen, SEATS, BOARD) == "Your capital is Ural"
    assert tell(chosen.seen_by(BEN), SEATS, BOARD) == "Ann has chosen a capital"


def test_missions_and_objectives_that_are_shown_are_told_in_words() -> None:
    view, stars = MISSIONS.view(None), position(rules=load_ruleset("stars")).view(None)
    told = {
        MissionsShown(ANN, (1,)): "Ann shows a mission: destroy all armies of Ben (blue)",
        MissionsShown(ANN, (0,)): "Ann shows a mission: hold 24 territories, "
        "instead of destroying the player's own armies",
        MissionsLeft((4, 8)): "2 missions dealt to nobody: hold Asia and Africa; "
        "hold 24 territories",
    }
    for fact, sentence in told.items():
        assert tell(fact, SEATS, BOARD, view) == sentence
    taken = tell(ObjectiveTaken(ANN, 0, 1, 3), SEATS, BOARD, stars)
    assert taken == "Ann takes an objective, 1 of 3: hold Europe"


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
    assert any(isinstance(fact, facts.GameWon) for fact in record.facts)
