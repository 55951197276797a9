"""Events in words: sentences, lines of the log, and what a reader may know."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import Any

import pytest

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.data import language
from risk_tui.data.ascii import to_ascii
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.declarations import Flag, slots_of
from risk_tui.engine.declarations import Seat as SeatSlot
from risk_tui.engine.events import (
    EVENTS,
    BattleDeclared,
    BattleResolved,
    CardDrawn,
    CardsTaken,
    Conquered,
    Dealt,
    DiceRolled,
    Event,
    FirstRolled,
    GameWon,
    IncomeReceived,
    MissionsDealt,
    MissionsLeft,
    MissionsShown,
    Moved,
    OrderRolled,
    Placed,
    RollCorrected,
    SeatResigned,
    SetTraded,
    VictoryAnnounced,
    VictoryKind,
)
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.goals import HoldCities, HoldTerritories
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import Seat
from risk_tui.text.recap import recap_line
from risk_tui.text.record_lines import (
    WIDTH,
    describe_record,
    drop_repeated_events,
    event_parts,
)
from risk_tui.text.words import Wording, card_name
from risk_tui.text.wrapping import columns
from risk_tui.variants.allied_army import AlliedArmyReinforced
from risk_tui.variants.capitals import (
    CAPITALS,
    CapitalChosen,
    Capitals,
    CapitalsShown,
    CapitalTaken,
    TerritoriesTransferred,
)
from risk_tui.variants.changed_dice import DieRerolled
from risk_tui.variants.objectives import ObjectiveTaken
from tests.engine.policy import choose
from tests.engine.positions import ANN, BEN, BOARD, UK, US, at, card, cards, position
from tests.new_games import SEATS
from tests.text.logs import short_record

UKRAINE, URAL, CHINA, INDIA = map(at, ("Ukraine", "Ural", "China", "India"))
MISSIONS = position(rules=load_ruleset("us-1993-mission"))
BATTLE = BattleResolved(ANN, BEN, UKRAINE, URAL, (6, 4, 1), (5, 2), 0, 2)


@pytest.mark.parametrize(
    ("event", "sentence", "line"),
    [
        (
            BATTLE,
            "Ann attacks Ural from Ukraine: 6 4 1 v 5 2, Ben loses 2",
            "Ann ⚔ UK→UR 641 v 52  −0 −2",
        ),
        (
            BattleResolved(ANN, BEN, UKRAINE, URAL, (6, 1), (5, 2), 1, 1),
            "Ann attacks Ural from Ukraine: 6 1 v 5 2, Ann loses 1 and Ben loses 1",
            "Ann ⚔ UK→UR 61 v 52  −1 −1",
        ),
        (
            BattleDeclared(ANN, UKRAINE, URAL, 1),
            "Ann attacks Ural from Ukraine with 1 die",
            "",
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
            CapitalsShown((CHINA, NO_TERRITORY, INDIA)),
            "The capitals are China (Ann) and India (Cid)",
            "Capitals: Ann CH, Cid IN",
        ),
        (
            IncomeReceived(ANN, 0, ((1, 2),), ((1, "capitals"),)),
            "Ann receives 3 armies: 2 for South America, 1 for capitals",
            "Ann gets 3 armies",
        ),
        (
            RollCorrected(ANN, (5, 3, 1), (5, 3, 2)),
            "Ann corrects the roll: 5 3 1 to 5 3 2",
            "Ann corrects 531→532",
        ),
        (
            RollCorrected(ANN, (1,) * 15, (2,) * 15),
            f"Ann corrects the roll: {' '.join('1' * 15)} to {' '.join('2' * 15)}",
            "Ann corrects the roll",
        ),
        (
            CapitalTaken(ANN, ANN, URAL),
            "Ann's capital, Ural, is won back",
            "Ann wins back capital UR",
        ),
        (
            TerritoriesTransferred(ANN, BEN, (URAL, CHINA)),
            "Ann takes over everything Ben had: Ural and China",
            "Ann gets 2 territories",
        ),
        (
            VictoryAnnounced(ANN, VictoryKind.MISSION),
            "Ann has completed the mission and wins if that is still true at the start of "
            "Ann's next turn",
            "Ann announces victory",
        ),
        (CardDrawn(ANN, None), "Ann draws a card", "Ann draws a card"),
        (CardDrawn(ANN, card("Brazil")), "You draw: Brazil (infantry)", "You draw BR infantry"),
        (
            OrderRolled((((0, 6), (1, 2), (2, 6)), ((0, 2), (2, 5))), (2, 0, 1)),
            "The dice: Ann 6, Ben 2, Cid 6; again Ann 2, Cid 5. "
            "The order of play is: Cid, Ann and Ben",
            "In order: Cid, Ann, Ben",
        ),
        (
            FirstRolled((((0, 6), (1, 6), (2, 1)), ((0, 2), (1, 5))), BEN),
            "The dice: Ann 6, Ben 6, Cid 1; again Ann 2, Ben 5. Ben goes first",
            "Ben goes first",
        ),
        (
            GameWon((ANN, BEN), VictoryKind.TURN_LIMIT),
            "The last round is over: Ann and Ben share the victory",
            "★ Ann, Ben share it",
        ),
    ],
)
def test_event_has_a_sentence_and_a_line(event: Event, sentence: str, line: str) -> None:
    assert describe(event) == sentence
    assert short_record(step(event), SEATS, BOARD) == ([line] if line else [])


def describe(event: Event, view: View | None = None) -> str:
    """Return an event as a sentence; missions are described only with a view."""
    return "".join(event_parts(event, Wording(SEATS, BOARD, view)))


def step(*told: Event) -> Record:
    return Record(ANN, None, (), told)  # type: ignore[arg-type]


VALUES: dict[str, tuple[object, ...]] = {
    "seat": (ANN, BEN),
    "seat (many)": ((ANN,), (ANN, BEN)),
    "territory": (UKRAINE, URAL),
    "territory (many)": ((UKRAINE,), (UKRAINE, URAL, CHINA)),
    "territory by seat": ((CHINA, NO_TERRITORY), (CHINA, INDIA)),
    "seat by territory": ((0, 1) * 21,),
    "continent": (0,),
    "continent (many)": ((0,), ()),
    "number": (0, 1, 2),
    "face": (1,),
    "face (many)": ((6, 4, 1), ()),
    "seat and face": ((((0, 6), (1, 5)),),),
    "card": (card("Brazil"), card("joker")),
    "card (many)": (cards("Brazil, Peru, joker"), ()),
    "mission": (4,),
    "mission (many)": ((4,), (0, 4), ()),
    "goal": (HoldCities(7),),
    "continent and armies": (((0, 5),), ()),
    "armies and source": (((1, "capitals"),), ()),
    "flag": (True, False),
    "victory": (VictoryKind.CONQUEST, VictoryKind.TURN_LIMIT),
}
"""Values for the fields of events, by their meanings."""


def examples(kind: type[Event]) -> list[Event]:
    """Return events of a kind, with all combinations of values in their fields."""
    values = []
    for slot in slots_of(kind).values():
        many = f"{slot.meaning} (many)"
        value = VALUES[many if slot.many and many in VALUES else slot.meaning]
        values.append((*value, None) if slot.optional else value)
    return [kind(*combination) for combination in product(*values)]


@pytest.mark.parametrize("kind", EVENTS.values(), ids=attrgetter("__name__"))
def test_every_kind_of_event_can_be_described(kind: type[Event]) -> None:
    """Describe events in a sentence, in the log and in the recap."""
    long_names = [Seat("Maximilian X", "red"), Seat("Wilhelmina Y", "blue")]
    for event, reader, view in product(examples(kind), (ANN, None), (MISSIONS.view(None), None)):
        seen = event.redacted_for(reader)
        sentence = describe(seen, view)
        lines = short_record(step(seen), long_names, BOARD)
        recap = recap_line(seen, ANN, Wording(SEATS, BOARD)) if kind.recap else ["-"]
        for text in (sentence, *lines, "".join(recap)):
            assert text.strip() and "?" not in to_ascii(text) and not set("{}[]") & set(text)
        assert max(map(len, lines), default=0) <= 40
        assert bool(lines) == (kind.short is not None and not event.is_empty)


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("code", language.LANGUAGE_NAMES)
def test_log_fits_its_columns_in_every_language(code: str) -> None:
    language.use(code)
    seats = [Seat(f"Maximilian {number}", "red") for number in range(6)]
    order = OrderRolled((), tuple(range(6)))
    for event in (order, *(event for kind in EVENTS.values() for event in examples(kind))):
        lines = short_record(step(event), seats, BOARD)
        assert max(map(columns, lines), default=0) <= WIDTH, lines


def test_every_message_of_an_event_is_used() -> None:
    for kind in EVENTS.values():
        events = examples(kind)
        for messages in filter(None, (kind.long, kind.short, kind.recap)):
            used = {event.message(messages, reader) for event in events for reader in (None, ANN)}
            every = messages.values() if isinstance(messages, Mapping) else (messages,)
            assert used == set(every), kind


@pytest.mark.parametrize(
    ("declared", "problem"),
    [
        ({"short": "{seat}"}, "Wave has no words"),
        ({"long": "{seat} waves"}, "Wave has no words"),
        ({"long": "", "short": None}, "Wave has no words"),
        ({"long": "{hand} waves", "short": None}, "Wave has no slot 'hand'"),
        ({"long": "{seat} waves", "short": "{hand}"}, "Wave has no slot 'hand'"),
        ({"long": "{seat} waves", "short": "{twice}"}, "it can only select a message"),
        ({"long": {"twice": "{seat} waves"}, "short": None}, "Wave has no words"),
        ({"long": "{seat}", "short": None, "recap": {"": "-", "seat": "{hand}"}}, "no slot 'hand'"),
    ],
)
def test_event_without_words_is_refused(declared: dict[str, Any], problem: str) -> None:
    members = {"__annotations__": {"seat": SeatSlot, "twice": Flag}, **declared}
    with pytest.raises(TypeError, match=problem):
        EVENTS.register(dataclass(frozen=True)(type("Wave", (Event,), members)))
    assert "Wave" not in EVENTS


def test_hidden_deal_has_no_counts() -> None:
    assert describe_record(step(Dealt(())), SEATS, BOARD) == ["The territories are dealt"]


def test_lines_of_the_log_are_measured_in_columns() -> None:
    seats = [Seat(name, "red") for name in ("東京大阪京都", "一二三四五六", "Cid")]
    lines = short_record(step(CapitalsShown((0, 1, 2))), seats, BOARD)
    assert lines == ["Capitals: 東京大阪京都 AL,", " 一二三四五六 NW, Cid GR"]


def test_capitals_are_wrapped_with_their_owners() -> None:
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


def test_log_has_each_battle_once() -> None:
    declared = step(BattleDeclared(ANN, UKRAINE, URAL, 3))
    fought = step(BATTLE, Conquered(ANN, URAL, BEN))
    assert short_record(declared, SEATS, BOARD) == []
    assert short_record(fought, SEATS, BOARD) == ["Ann ⚔ UK→UR 641 v 52  −0 −2", "Ann takes UR"]


DECLARED = BattleDeclared(ANN, UKRAINE, URAL, 3)
ROLLED = DiceRolled(ANN, UKRAINE, URAL, (6, 4, 1), ())
THROWN = DiceRolled(ANN, UKRAINE, URAL, (6, 4, 1), (5, 2))
REROLLED = DieRerolled(ANN, card("Ural"), 1, 5)
CHANGED = BattleResolved(ANN, BEN, UKRAINE, URAL, (6, 5, 4), (5, 2), 0, 2)


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
def test_events_before_a_battle_are_dropped_after_it(
    before: list[Event], left: list[Event]
) -> None:
    told = drop_repeated_events([step(event) for event in before])
    assert [event for record in told for event in record.events] == left
    assert len(told) == len(before)
    assert drop_repeated_events([step(*before)]) == [step(*left)]


def test_income_of_zero_is_not_described() -> None:
    # FAQ Q2.4, old UK rules: whoever attacks gets nothing for territories.
    for nothing in (IncomeReceived(ANN, 0, ()), AlliedArmyReinforced(2, BEN, 0)):
        assert describe_record(step(nothing), SEATS, BOARD) == []
        assert short_record(step(nothing), SEATS, BOARD) == []


@pytest.mark.parametrize(
    ("rules", "done"),
    [
        ("us-1993-capital", "holds every capital"),
        ("us-1993-capital-short", "holds enough capitals"),
    ],
)
def test_winner_holds_every_or_enough_capitals(rules: str, done: str) -> None:
    # US 1993 booklet, Capital Risk: all opposing capitals, or two of them in the short game.
    held = Capitals((UKRAINE, URAL, CHINA, INDIA), True)
    game = position(rules=load_ruleset(rules), rest="Ann", players=4, remembers=[held])
    how = game.setup.rules.victory.condition_met(game.state(), ANN)
    assert how == CAPITALS
    won = describe(GameWon((ANN,), how))
    assert won == f"Ann {done} and wins the game"
    announced = describe(VictoryAnnounced(ANN, how))
    assert announced.startswith(f"Ann {done} and wins if")


@pytest.mark.parametrize(
    ("event", "reader", "sentence"),
    [
        (
            CardsTaken(ANN, BEN, 2, cards("Brazil, Peru")),
            ANN,
            "Ann takes 2 cards from Ben: Brazil (infantry) and Peru (cavalry)",
        ),
        (CardsTaken(ANN, BEN, 2, cards("Brazil, Peru")), 2, "Ann takes 2 cards from Ben"),
        (MissionsDealt(ANN, 1, (4,)), ANN, "Your mission: hold Asia and Africa"),
        (MissionsDealt(ANN, 1, (4,)), BEN, "Ann is dealt a secret mission"),
        (MissionsDealt(ANN, 1, (4,)), None, "Ann is dealt a secret mission"),
        (CapitalChosen(ANN, URAL), ANN, "Your capital is Ural"),
        (CapitalChosen(ANN, URAL), BEN, "Ann has chosen a capital"),
        (MissionsShown(ANN, (1,)), BEN, "Ann reveals a mission: destroy all armies of Ben (blue)"),
        (
            MissionsShown(ANN, (0,)),
            BEN,
            "Ann reveals a mission: hold 24 territories, because that is the player's own colour",
        ),
        (
            MissionsLeft((4, 8)),
            BEN,
            "2 missions not dealt: hold Asia and Africa; hold 24 territories",
        ),
        (
            ObjectiveTaken(ANN, 1, 3, HoldTerritories(18, 1)),
            BEN,
            "Ann takes an objective, 1 of 3: hold 18 territories",
        ),
    ],
)
def test_sentence_tells_what_its_reader_may_know(
    event: Event, reader: int | None, sentence: str
) -> None:
    assert describe(event.redacted_for(reader), MISSIONS.view(None)) == sentence


def test_cards_have_names() -> None:
    assert card_name(card("Eastern United States"), BOARD) == "Eastern United States (artillery)"
    assert card_name(card("joker"), BOARD) == "joker"


@pytest.mark.parametrize("ruleset", [US, UK], ids=["us", "uk"])
def test_spectator_reads_no_hidden_card(
    ruleset: object,
) -> None:

    game = Game(GameSetup(BOARD, ruleset, 3), seeded_chance("told"))  # type: ignore[arg-type]
    rng = random.Random("told")
    while game.decision is not None:
        record = game.apply(choose(rng, game))
        for sentence in describe_record(record.redacted_for(None), SEATS, BOARD):
            assert sentence
            shows_card = "(infantry)" in sentence or "(cavalry)" in sentence
            assert not shows_card or " trades " in sentence
            assert not sentence.startswith("You ")
    assert any(isinstance(event, GameWon) for event in record.events)
