"""A variant in a module of its own, which nothing in the program mentions, is played."""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

import risk_tui.variants
from risk_tui.engine.actions import Action, EndPhase, Reinforce, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import BattleResolved, Conquered, Event, GameWon
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.variant import Variant, all_variants
from risk_tui.errors import IllegalAction, RulesetError
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.ruleset_file import parse_ruleset, ruleset_from_data, ruleset_to_data
from risk_tui.rules.variant_options import VariantSection, load_variants, played_field
from risk_tui.saves.entries import ActionEntry, read_entry, write_entry
from risk_tui.table.seats import Seat
from risk_tui.text.record_lines import describe_record
from risk_tui.text.rulebook import page
from risk_tui.variants.airlift import Airlift
from risk_tui.variants.retreat import RetreatVariant
from tests.engine.policy import play
from tests.text.logs import short_record

if TYPE_CHECKING:
    from types import ModuleType

    from risk_tui.engine.context import GameContext

WholeGame: TypeAlias = "tuple[Game, list[Record]]"
ROOT = Path(__file__).parents[2] / "rulesets"
BOARD = load_board("classic")
RULES = """
ruleset: watched
extends: us-1993
title: Watched
version: 1
victory: {{turn_limit: 40}}
variants: {variants}
"""


def watched(variants: str = "{watchtower: {repelled: 3}}") -> Ruleset:
    """A ruleset that plays the variant."""

    def find(name: str) -> tuple[str, str]:
        return name, (ROOT / f"{name}.yaml").read_text("utf-8")

    return parse_ruleset(RULES.format(variants=variants), source="watched.yaml", find=find)


def play_anything(rules: Ruleset, steps: int | None = None) -> WholeGame:
    """A game in which everybody does any of the things that are offered, to its end or not."""
    rng = random.Random("1")
    game = Game(GameSetup(BOARD, rules, 3), seeded_chance("1"))
    records: list[Record] = []
    while game.decision is not None and len(records) != steps:
        offers = [offer for offer in game.legal_actions() if not isinstance(offer.action, Resign)]
        more = [offer for offer in offers if not isinstance(offer.action, EndPhase)]
        offer = rng.choice(more if more and rng.random() < 0.9 else offers)
        number = offer.maximum if rng.random() < 0.9 else offer.minimum
        action = offer.action if number is None else offer.with_number(number)
        records.append(game.apply(action, seat=game.decision.seat))
    return game, records


@pytest.fixture(scope="module")
def whole_game(watchtower: ModuleType) -> WholeGame:
    """A whole game with the variant."""
    return play_anything(watched())


def test_it_is_played_to_its_own_victory_and_again_from_its_records(
    watchtower: ModuleType, whole_game: WholeGame
) -> None:
    game, records = whole_game
    events = [event for record in records for event in record.events]
    assert [event for event in events if isinstance(event, watchtower.Rung)]
    assert isinstance(events[-1], GameWon) and events[-1].how == watchtower.REPELLED
    assert max(game.state().memories[0].repelled) == 3
    again = Game.replay(game.setup, records)
    assert again.state() == game.state()


def test_its_events_are_told_in_its_own_words(watchtower: ModuleType) -> None:
    seats = [Seat("Ann", "red"), Seat("Ben", "blue")]
    rung = watchtower.Rung(1, BOARD.territory_by_code("UR"))
    record = Record(1, watchtower.Ring(), (), (rung,))
    assert describe_record(record, seats, BOARD) == ["Ben rings the bell of Ural"]
    assert short_record(record, seats, BOARD) == ["Ben rings UR"]
    won = Record(1, watchtower.Ring(), (), (GameWon((1,), watchtower.REPELLED),))
    assert describe_record(won, seats, BOARD) == [
        "Ben has repelled enough attacks and wins the game"
    ]


def test_its_actions_are_saved_and_read(watchtower: ModuleType) -> None:
    for action in (watchtower.Watch(7), watchtower.Ring()):
        entry = ActionEntry(1, action, ())
        assert read_entry(write_entry(entry)) == entry


def test_a_ruleset_with_it_is_kept_and_read(watchtower: ModuleType) -> None:
    ruleset = watched()
    data = ruleset_to_data(ruleset)
    assert data["variants"] == {"watchtower": {"repelled": 3, "bridges": False}}
    assert ruleset_from_data(data, source="a save") == ruleset
    assert "  Who repels 3 attacks has won." in page(ruleset)
    schema: Any = Ruleset.model_json_schema()
    assert "watchtower" in str(schema["properties"]["variants"])


def test_it_changes_the_board_by_its_options_on_top_of_the_ruleset(
    watchtower: ModuleType,
) -> None:
    rules = with_house_rules(
        watched("{watchtower: {bridges: true}}"), {"board.bonuses": {"Africa": 7, "Asia": 8}}
    )
    board = GameSetup(BOARD, rules, 3).board
    ends = map(BOARD.territory_by_code, ("MA", "WA"))
    assert board.links - BOARD.links == {tuple(ends)}, "others are there already, or no territories"
    assert {each.name: each.bonus for each in board.continents}.items() >= {("Africa", 4)}
    assert [each.bonus for each in board.continents if each.name == "Asia"] == [8]
    assert GameSetup(board, rules, 3).board == board, "nothing is laid over it twice"
    assert GameSetup(board, watched(), 3).board == BOARD


def test_a_ruleset_without_it_does_not_mention_it(watchtower: ModuleType) -> None:
    plain = load_ruleset("us-1993")
    assert "variants" not in ruleset_to_data(plain)
    assert not any("Watch" in line for line in page(plain))


@pytest.mark.parametrize("played", [{}, {"variants.watchtower.played": True}])
def test_house_rules_with_an_option_play_it(
    watchtower: ModuleType, played: dict[str, bool]
) -> None:
    plain = load_ruleset("us-1993")
    changed = with_house_rules(plain, {**played, "variants.watchtower.repelled": 7})
    assert changed.variants.played["watchtower"].model_dump() == {
        "played": True,
        "repelled": 7,
        "bridges": False,
    }
    off = with_house_rules(changed, {"variants.watchtower.played": False})
    assert off.variants == plain.variants


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        ("{watchtowr: {}}", "line 7: this version has no variant 'watchtowr'; did you mean"),
        ("{watchtower: {repeled: 3}}", "unknown key 'variants.watchtower.repeled'; did you mean"),
        ("{watchtower: {repelled: many}}", "'variants.watchtower.repelled': 'many' must be a"),
        ("[watchtower]", "'variants': ('watchtower',) must be a table of keys"),
    ],
)
def test_wrong_options_are_refused_with_the_reason(
    watchtower: ModuleType, variants: str, message: str
) -> None:
    with pytest.raises(RulesetError) as refusal:
        watched(variants)
    assert message in str(refusal.value)


def test_two_that_contradict_each_other_are_refused_with_the_reason(
    watchtower: ModuleType,
) -> None:
    with pytest.raises(
        RulesetError, match=r"line 7: Watchtower cannot be combined with Fog of war: "
    ):
        watched("{watchtower: {}, fog: {}}")
    assert list(watched("{watchtower: {}, fog: {played: false}}").variants.played) == ["watchtower"]


def refusal(ruleset: str, **changes: object) -> str:
    """How house rules with an airlift are refused."""
    played = {"variants.airlift.played": True}
    with pytest.raises(RulesetError) as refusal:
        with_house_rules(load_ruleset(ruleset), played | changes)
    return str(refusal.value)


def test_a_variant_may_contradict_what_an_older_section_switches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Airlift, "excludes", {"capitals": "nobody flies to capitals"})
    said = "house rules: Airlift cannot be combined with Capitals: nobody flies to capitals"
    assert refusal("us-1993-capital") == said


def test_a_variant_may_object_to_any_other_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Airlift,
        "incompatibility",
        lambda ruleset: "" if ruleset.missions.played else "needs missions",
    )
    assert refusal("us-1993") == "house rules: Airlift: needs missions"
    played = {"variants.airlift.played": True}
    assert with_house_rules(load_ruleset("us-1993-mission"), played).variants.played


def test_what_one_watches_is_a_secret(watchtower: ModuleType, whole_game: WholeGame) -> None:
    game, records = whole_game
    choices = [n for n, each in enumerate(records) if isinstance(each.action, watchtower.Watch)]
    middle = Game.replay(game.setup, records[: choices[3]])
    secrets = middle.state().memories[0].territories
    assert watchtower.NO_TERRITORY not in secrets[:3]
    for seat in range(3):
        (memory,) = middle.view(seat).memories
        assert memory.territories[seat] == secrets[seat]
        assert set(memory.territories) - {secrets[seat]} == {watchtower.NO_TERRITORY}
    (memory,) = middle.view().memories
    assert set(memory.territories) == {watchtower.NO_TERRITORY}


def test_a_copy_goes_its_own_way(watchtower: ModuleType, whole_game: WholeGame) -> None:
    game, records = whole_game
    number = next(n for n, each in enumerate(records) if isinstance(each.action, watchtower.Watch))
    before = Game.replay(game.setup, records[:number])
    ahead = before.copy()
    ahead.apply(records[number].action)
    assert before.state().memories != ahead.state().memories


def test_its_refusals_leave_the_game_untouched(
    watchtower: ModuleType, whole_game: WholeGame
) -> None:
    game, records = whole_game
    number = next(n for n, each in enumerate(records) if isinstance(each.action, watchtower.Watch))
    before = Game.replay(game.setup, records[:number])
    state = before.state()
    foreign = next(n for n, owner in enumerate(state.owner) if owner != state.turn)
    for action in (watchtower.Watch(foreign), watchtower.Watch(None), watchtower.Ring()):
        assert before.why_not(action)
        with pytest.raises(IllegalAction):
            before.apply(action)
    assert before.state() == state


CALLS_BEFORE = 20_764
"""Python calls that replaying this game took before there were variants."""


def test_a_game_without_variants_takes_no_more_calls_for_them() -> None:
    setup = GameSetup(BOARD, load_ruleset("us-1993"), 4)
    records = [record for _, record in play(setup, "bench/3", random.Random("bench/3"))]
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        Game.replay(setup, records)
    finally:
        sys.setprofile(None)
    assert calls <= CALLS_BEFORE * 1.01


def test_two_variants_of_one_name_are_refused(watchtower: ModuleType) -> None:
    with pytest.raises(TypeError, match="two variants are called 'watchtower'"):
        type("Other", (Variant,), {"key": "watchtower"})


def test_a_hook_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Typo\.after_batle is no hook of variants"):
        type("Typo", (Variant,), {"key": "typo", "after_batle": None})


@pytest.mark.parametrize(
    ("base", "words"),
    [(Action, {"kind": "forgotten"}), (Event, {"long": "lost", "short": "lost"})],
)
def test_an_undeclared_action_or_event_is_refused(
    base: type, words: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten = type("Forgotten", (base,), {**words, "__module__": __name__})
    monkeypatch.setattr(sys.modules[__name__], "Forgotten", forgotten, raising=False)
    with pytest.raises(TypeError, match="Forgotten is not registered: put @declare above it"):
        type("Careless", (Variant,), {"key": "careless", "options": None, "__module__": __name__})


def test_a_variant_that_declares_no_options_is_refused() -> None:
    with pytest.raises(TypeError, match="Careless must set options"):
        type("Careless", (Variant,), {"key": "careless"})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "from risk_tui.engine.variant import Variant\n"
            "class Wrong(Variant):\n    key = 'wrong'\n    on_rol = None\n",
            r"Wrong\.on_rol is no hook",
        ),
        (
            "from risk_tui.engine.variant import Varaint\n",
            "cannot import name 'Varaint'",
        ),
    ],
)
def test_an_error_in_a_variant_is_reported_in_one_line(
    text: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrong.py").write_text(text)
    monkeypatch.setattr(risk_tui.variants, "__path__", [str(tmp_path)])
    with pytest.raises(RulesetError, match=rf"'wrong' can't be loaded: {problem}"):
        watched("{wrong: {played: true}}")


def test_an_exclusion_of_what_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Airlift, "excludes", {"fogg": "nobody sees anything in fog"})
    load_variants.cache_clear()
    with pytest.raises(TypeError, match="'airlift' excludes 'fogg', and there is no such variant"):
        load_variants()


def test_an_option_needs_a_default() -> None:
    class Bare(VariantSection):
        """Bare."""

        number: int

    own = {"key": "bare", "options": Bare}
    with pytest.raises(TypeError, match="Bare does not describe the variant"):
        type("BareVariant", (Variant,), own)

    class Described(Bare):
        """Bare."""

        played: bool = played_field("Bare.")

    with pytest.raises(TypeError, match=r"Described\.number needs a default"):
        type("BareVariant", (Variant,), own | {"options": Described})


def test_a_sentence_about_an_option_has_known_slots_only() -> None:
    with pytest.raises(TypeError, match=r"only {value} and {one\|many} are slots"):
        number_field("{vlue} armies.", 1, 3)
    with pytest.raises(TypeError, match=r"only {value} and {one\|many} are slots"):
        choice_field("Armies.", true="{} armies.")


def test_every_conquest_is_told_to_variants_with_a_battle_or_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Conquered] = []

    def conquered(
        self: RetreatVariant, context: GameContext, source: int, target: int, victim: int
    ) -> None:
        assert context.state.occupying is not None
        assert context.state.occupying[:2] == (source, target)
        told.append(Conquered(context.state.owner[target], target, victim))

    monkeypatch.setattr(RetreatVariant, "conquered", conquered)
    _, records = play_anything(load_ruleset("retreat"), 600)
    events = [event for record in records for event in record.events]
    without = [
        event
        for before, event in pairwise(events)
        if isinstance(event, Conquered) and not isinstance(before, BattleResolved)
    ]
    assert without
    assert told == [event for event in events if isinstance(event, Conquered)]


def test_a_refusal_names_the_variant_that_is_the_reason(
    watchtower: ModuleType, whole_game: WholeGame
) -> None:
    setup, records = whole_game[0].setup, whole_game[1]
    game, refusals = Game(setup), set()
    for record in records:
        if isinstance(record.action, Reinforce):
            state = game.state()
            watched_place = state.memories[0].territories[state.turn]
            if watched_place in state.territories_of(state.turn)[1:]:
                name = BOARD.territories[watched_place].name
                refusal = game.why_not(Reinforce(watched_place, 1))
                assert refusal == (
                    f"you can't place armies in {name} now (Watchtower); choose another territory"
                )
                refusals.add(refusal)
        game.replay_step(record.seat, record.action, record.chance)
    assert refusals


def test_variants_say_why_the_odds_of_a_fight_are_unknown() -> None:
    silent = [
        kind.key
        for kind in all_variants().values()
        if "None" in str(kind.odds.__annotations__["return"]) and "odds" in vars(kind)
    ]
    assert silent
    for key in silent:
        assert 0 < len(all_variants()[key].odds_unknown_reason) <= 28, key
