"""Prompts: their wording, and that they reveal no secret."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import pytest

from risk_tui.engine.actions import EndPhase
from risk_tui.engine.decisions import (
    DECISIONS,
    Choice,
    Decision,
    ToAttack,
    ToDefend,
    ToReinforce,
    ToTrade,
)
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.state import Battle, Phase
from risk_tui.rules.library import load_ruleset
from risk_tui.table.dice_steps import DiceRequest
from risk_tui.table.seats import Seat
from risk_tui.text.prompts import dice_prompt, prompt_for, purpose_of, whose_dice
from tests.engine.positions import ANN, BEN, BOARD, US, at, position, varied
from tests.new_games import SEATS

UKRAINE, URAL, CHINA, INDIA = map(at, ("Ukraine", "Ural", "China", "India"))
EXPERTS = load_ruleset("us-1980-experts")
WHOLE_TURN = varied(US, cards={"trade_when": "whole turn"})
SET, OTHER = {"Ann": "Alaska, Brazil, Japan"}, {"Ann": "Siam"}
DICE = Battle(UKRAINE, URAL, 3, (6, 4, 1), (5, 2))
ALLIED = [Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Allied Army", "grey", "nobody")]


def test_decision_has_a_purpose_or_that_of_its_phase() -> None:
    defence = position(
        {"Ann": {"Ukraine": 5}, "Ben": {"Ural": 4}},
        phase=Phase.DEFEND,
        acting_seat=BEN,
        battle=Battle(UKRAINE, URAL, 3),
    )
    attack = position({"Ann": {"Ukraine": 5}}, phase=Phase.ATTACK)
    assert attack.decision is not None
    assert defence.decision is not None
    told = purpose_of(attack.decision, attack.view(ANN), SEATS)
    assert told.startswith("Attack to take territories.")
    assert told.endswith("to draw a card.")
    assert "you win ties" in purpose_of(defence.decision, defence.view(BEN), SEATS)
    for kind in DECISIONS.values():
        assert kind.purpose or DECISIONS[kind.part_of].purpose


@pytest.mark.parametrize(
    ("bound", "sentence"),
    [
        ({}, "Ann: place 9 armies"),
        ({"Africa": 3}, "Ann: place 9 armies, 3 in Africa"),
        ({"Africa": 3, "Australia": 2}, "Ann: place 9 armies, 3 in Africa and 2 in Australia"),
    ],
)
def test_armies_bound_to_continents_are_named(bound: dict[str, int], sentence: str) -> None:
    # TEG and War: those for a continent are placed in it.
    armies = [bound.get(continent.name, 0) for continent in BOARD.continents]
    game = position(phase=Phase.REINFORCE, armies_to_place=9, continent_bound_armies=armies)
    assert game.decision is not None
    assert prompt_for(game.decision, game.view(ANN), SEATS) == sentence


@pytest.mark.parametrize(
    ("phase", "more", "sentence"),
    [
        (Phase.REINFORCE, {"armies_to_place": 2}, "Ben: place 2 armies for the Allied Army"),
        (Phase.ATTACK, {}, "Ben: attack with the Allied Army, or end the attacks"),
        (
            Phase.OCCUPY,
            {"occupying": (CHINA, INDIA, 1, 3)},
            "Ben: move 1 to 3 armies of the Allied Army from China into India",
        ),
        (
            Phase.DEFEND,
            {"acting_seat": ANN, "battle": Battle(UKRAINE, CHINA, 3)},
            "Ben, for the Allied Army: 1 or 2 dice? Ann attacks China (4), 3 dice",
        ),
    ],
)
def test_prompt_names_the_third_army(phase: Phase, more: dict[str, object], sentence: str) -> None:
    # Risk wiki, two-player Risk of 1975: in Ann's turn Ben leads the Allied Army.
    lands = {"Ann": {"Ukraine": 5}, "Cid": {"China": 4}}
    rules = load_ruleset("us-1975")
    game = position(lands, rules=rules, players=2, phase=phase, **{"acting_seat": 2, **more})  # type: ignore[arg-type]
    assert game.decision is not None
    assert prompt_for(game.decision, game.view(BEN), ALLIED) == sentence


def question(phase: Phase, seat: int | None = ANN, **more: object) -> str:
    game = position({"Ann": {"Ukraine": 5}}, phase=phase, **more)  # type: ignore[arg-type]
    decision = game.decision
    assert decision is not None
    return prompt_for(decision, game.view(seat), SEATS)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (question(Phase.REINFORCE, armies_to_place=5), "Ann: place 5 armies"),
        (question(Phase.ATTACK), "Ann: attack, or end your attacks"),
        (question(Phase.FORTIFY), "Ann: fortify, or end your turn"),
        (
            question(Phase.OCCUPY, occupying=(UKRAINE, URAL, 3, 4)),
            "Ann: move 3 to 4 armies from Ukraine into Ural",
        ),
        (
            question(Phase.DEFEND, BEN, battle=Battle(UKRAINE, URAL, 3)),
            "Ben: 1 die? Ann attacks Ural (1) from Ukraine, 3 dice",
        ),
        (
            question(Phase.DEFEND, BEN, battle=Battle(UKRAINE, URAL, 3, (6, 4, 1))),
            "Ben: 1 die against 6 4 1? Ann attacks Ural (1) from Ukraine",
        ),
        (
            question(
                Phase.PLACE,
                own_armies_this_go=2,
                neutral_armies_this_go=1,
                unplaced=[10, 10, 5],
                players=2,
            ),
            "Ann: place 2 armies (10 left) and 1 neutral army",
        ),
        (
            question(
                Phase.PLACE,
                own_armies_this_go=0,
                neutral_armies_this_go=2,
                unplaced=[8, 10, 5],
                players=2,
            ),
            "Ann: place 2 neutral armies",
        ),
        (
            question("declare", rules=load_ruleset("uk-old")),
            "Ann: reinforce with 3 armies, or attack without them",
        ),
        (
            question(
                Phase.ATTACK,
                rules=WHOLE_TURN,
                armies_to_place=2,
                hands={"Ann": "Alaska, Brazil, Japan"},
            ),
            "Ann: attack, place 2 armies, trade a set, or end your attacks",
        ),
        (
            question("alter", rules=EXPERTS, battle=DICE, hands={"Ann": "Ural"}),
            "Ann: 6 4 1 v 5 2: reroll a die by its card, let the commander make one a six, "
            "or stand",
        ),
        (
            question(
                "alter",
                rules=EXPERTS,
                battle=DICE,
                hands={"Ann": "Siam"},
                commander_used=True,
            ),
            "Ann: 6 4 1 v 5 2; you hold neither card; end goes on",
        ),
        (
            question("alter", BEN, rules=EXPERTS, battle=DICE, hands={"Ann": "Siam"}),
            "Ann: 6 4 1 v 5 2: change a die, or stand",
        ),
        (
            question(Phase.TRADE, hands={"Ann": "Alaska, Brazil, Japan"}),
            "Ann: trade a set of cards, or keep them",
        ),
    ],
)
def test_prompt_of_a_decision(asked: str, sentence: str) -> None:
    assert asked == sentence


LONG = [Seat("Maximilian X", "red"), Seat("Wilhelmina Y", "blue"), Seat("Neutral Army", "grey")]
"""Names as long as they may be."""


@pytest.mark.parametrize("force", [BEN, 2], ids=["own armies", "neutral army"])
@pytest.mark.parametrize("rolled", [(), (6, 2, 1)], ids=["before the roll", "after it"])
def test_defence_prompt_fits_a_terminal(force: int, rolled: tuple[int, ...]) -> None:
    view = replace(position().view(BEN), armies=(120,) * 42)
    for source, places in enumerate(BOARD.neighbours):
        for target in places:
            asked = ToDefend(BEN, source, target, 3, 2, rolled, force)
            names = [BOARD.territories[at].name for at in (source, target)]
            for seats in (SEATS, LONG):
                text = prompt_for(asked, view, seats)
                assert len(text) <= 78
                assert text.startswith(seats[BEN].name)
                assert "1 or 2 dice against 6 2 1? " in text if rolled else "1 or 2 dice? " in text
                place = names[1] in text or BOARD.territories[target].code in text
                assert place
                # The longest form is used if names are short.
                if seats is SEATS and force == BEN and len("".join(names)) <= 20:
                    assert f"Ann attacks {names[1]} (120) from {names[0]}" in text


STARS = load_ruleset("stars")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (ToReinforce(ANN, 3, True, False, ANN), "place 3 armies, or trade cards"),
        (ToReinforce(ANN, 3, True, True, ANN), "trade some of your 3 cards, and place 3 armies"),
        (ToTrade(ANN, True, False), "trade cards, or keep them"),
        (ToTrade(ANN, False, False), "no cards to trade; end goes on"),
        (ToAttack(ANN, 0, True, ANN, True), "attack, trade cards, or end your attacks"),
    ],
)
def test_prompts_with_stars_name_cards(asked: Decision, words: str) -> None:
    view = position(rules=STARS, hands={"Ann": "Alaska, Brazil, Japan"}).view(ANN)
    assert prompt_for(asked, view, SEATS) == f"Ann: {words}"


def test_only_the_owner_of_a_hand_reads_of_a_set() -> None:
    held = "Alaska, Brazil, Japan, Ukraine, joker"
    own = question(Phase.REINFORCE, armies_to_place=3, hands={"Ann": held})
    assert own == "Ann: trade a set of your 5 cards, and place 3 armies"
    for others in (BEN, None):
        assert question(Phase.REINFORCE, others, armies_to_place=3, hands={"Ann": held}) == (
            "Ann: place 3 armies"
        )


def test_only_the_owner_reads_that_there_is_no_set() -> None:
    game = position(phase=Phase.TRADE, hands={"Ann": "Alaska, Brazil, Siam"})
    assert game.decision is not None
    own = prompt_for(replace(game.decision, may_trade=False), game.view(ANN), SEATS)  # type: ignore[call-arg]
    assert own == "Ann: no set to trade; end goes on"
    for others in (BEN, None):
        asked = prompt_for(game.decision, game.view(others), SEATS)
        assert asked == "Ann: trade a set of cards, or keep them"


@pytest.mark.parametrize(
    ("name", "prompt"),
    [
        ("Ann", "Ann attacks Western United States from Great Britain with 3 dice"),
        ("東京大阪京都", "東京大阪京都 attacks Western United States with 3 dice"),
        # A name may have a column for each letter, and marks on it: the shortest form is used.
        ("W" * 40, f"{'W' * 40} attacks Western United States with 3 dice"),
    ],
)
def test_dice_prompt_is_the_longest_that_fits(name: str, prompt: str) -> None:
    battle = Battle(at("Great Britain"), at("Western United States"), 3)
    request = DiceRequest(ANN, (ANN,), 3, battle, is_begun=False)
    assert dice_prompt(request, BOARD, [Seat(name, "red")]) == prompt


def test_roll_of_one_seat_outside_battles_is_not_for_the_first_turn() -> None:
    request = DiceRequest(ANN, (BEN,), 1, None, is_begun=True)
    assert dice_prompt(request, BOARD, SEATS) == "Ben rolls 1 die"
    assert whose_dice(request, SEATS) == "Ben, your 1 die"


@pytest.mark.parametrize("kind", DECISIONS.values(), ids=attrgetter("__name__"))
def test_every_kind_of_decision_has_a_prompt(kind: type[Decision]) -> None:
    view = position({"Ann": {"Ukraine": 5}}).view(ANN)
    dice = {"attack": (6, 4, 1), "defence": (5, 2), "rolled": (6, 4, 1)}
    slots = slots_of(kind).items()
    asked = kind(**{name: dice.get(name, (0,) if slot.many else 0) for name, slot in slots})
    for eyes in (ANN, BEN, None):
        assert prompt_for(asked, replace(view, seat=eyes), SEATS).startswith("Ann: ")


def test_decision_without_words_is_refused() -> None:
    def refused(problem: str, **declared: object) -> None:
        words = {"kind": "wave", "part_of": "attack", "asks": "{seat}: wave"}
        words |= {"choices": {EndPhase: Choice("wave")}}
        kind = type("ToWave", (Decision,), words | declared)
        with pytest.raises(TypeError, match=problem):
            DECISIONS.register(kind)

    refused("ToWave declares no asks", asks="")
    refused("ToWave declares no choices", choices={})
    refused("ToWave does not say what it is for", part_of="")
    refused("ToWave has no words", choices={EndPhase: Choice("")})
    refused("ToWave has slots in the words", choices={EndPhase: Choice("wave", "{seat} waves.")})
    refused("ToWave has no slot 'armies'", asks="{seat}: wave {armies}")
    refused("ToWave has no slot 'hand'", heading="{hand}")
    assert "wave" not in DECISIONS
