"""Variants as the rest of the program meets them: files, house rules, hooks and declarations.

``tests/docs/test_adding.py`` adds one that nothing in the program mentions.
"""

from __future__ import annotations

import random
import re
import sys
from itertools import pairwise
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

import pytest

import risk_tui.variants
from risk_tui.data import language
from risk_tui.data.crash_log import summarize
from risk_tui.engine import hooks
from risk_tui.engine.actions import Action
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.context import GameContext
from risk_tui.engine.events import BattleResolved, Conquered, Event
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.hooks import HOOK_NAMES, checked
from risk_tui.engine.variant import Memory, Variant, all_variants
from risk_tui.errors import DeclarationError, HookError, RulesetError
from risk_tui.odds.position_odds import TOO_MANY_ARMIES
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset, parse_ruleset, ruleset_from_data, ruleset_to_data
from risk_tui.rules.variant_options import VariantSection, load_variants, played_field
from risk_tui.text.rulebook import book_lines
from risk_tui.variants.airlift import Airlift
from risk_tui.variants.retreat import RetreatVariant
from tests.engine.policy import play
from tests.variants.mixtures import choose

RULESETS = Path(__file__).parents[2] / "rulesets"
VARIANTS = Path(risk_tui.variants.__file__).parent
BOARD = load_board("classic")
US = load_ruleset("us-1993")


class Silent(VariantSection):
    played: bool = played_field("There are no words about this variant.")


class Undecorated(Memory):
    """A memory that can't be made with values."""

    count: int = 0


def with_variants(variants: str) -> Ruleset:
    """Return a ruleset file that plays these variants, written as in YAML."""

    def find(name: str) -> tuple[str, str]:
        return name, (RULESETS / f"{name}.yaml").read_text("utf-8")

    text = f"ruleset: mine\nextends: us-1993\ntitle: Mine\nversion: 1\nvariants: {variants}\n"
    return parse_ruleset(text, source="mine.yaml", find=find)


def test_the_options_of_variants_are_saved_shown_and_in_the_schema() -> None:
    ruleset = with_variants("{airlift: {a_turn: 3}}")
    data = ruleset_to_data(ruleset)
    assert data["variants"] == {"airlift": {"a_turn": 3, "needs_card": False}}
    assert ruleset_from_data(data, source="a save") == ruleset
    assert "  At most 3 airlifts per turn." in book_lines(ruleset)
    schema: Any = Ruleset.model_json_schema()
    assert "airlift" in str(schema["properties"]["variants"])


def test_a_ruleset_without_variants_mentions_none() -> None:
    assert "variants" not in ruleset_to_data(US)
    assert not any("Airlift" in line for line in book_lines(US))


def test_a_variant_changes_the_board_on_top_of_the_ruleset_once() -> None:
    played = {"variants.nuclear.played": True, "board.bonuses": {"Africa": 7, "Asia": 8}}
    rules = with_house_rules(US, played)
    board = GameSetup(BOARD, rules, 3).board
    bonuses = {each.name: each.bonus for each in board.continents}
    assert (bonuses["Africa"], bonuses["Asia"]) == (4, 8)
    assert len(board.links - BOARD.links) == 2
    assert GameSetup(board, rules, 3).board == board
    assert GameSetup(board, US, 3).board == BOARD


@pytest.mark.parametrize("played", [{}, {"variants.airlift.played": True}])
def test_house_rules_with_an_option_play_the_variant(played: dict[str, bool]) -> None:
    changed = with_house_rules(US, {**played, "variants.airlift.a_turn": 7})
    options = changed.variants.played["airlift"].model_dump()
    assert options == {"played": True, "a_turn": 7, "needs_card": False}
    off = with_house_rules(changed, {"variants.airlift.played": False})
    assert off.variants == US.variants


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        ("{airlft: {}}", "line 5: this version has no variant 'airlft'; did you mean airlift?"),
        ("{airlift: {aturn: 3}}", "unknown key 'variants.airlift.aturn'; did you mean a_turn?"),
        ("{airlift: {a_turn: many}}", "'variants.airlift.a_turn': 'many' must be a"),
        ("[airlift]", "'variants': ['airlift'] must be a table of keys"),
        ("{airlift: true}", "'variants.airlift': true must be a table of keys"),
        ("{airlift: }", "'variants.airlift': null must be a table of keys"),
        ("{airlift: {}, fog: {}}", "line 5: Fog of war cannot be combined with Airlift: "),
    ],
)
def test_wrong_variants_are_refused_with_the_reason(variants: str, message: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        with_variants(variants)
    assert message in str(refusal.value)


def test_a_variant_that_is_not_played_contradicts_nothing() -> None:
    assert [*with_variants("{airlift: {}, fog: {played: false}}").variants.played] == ["airlift"]


def refusal(ruleset: str) -> str:
    """Return the error about a ruleset with airlifts."""
    with pytest.raises(RulesetError) as refusal:
        with_house_rules(load_ruleset(ruleset), {"variants.airlift.played": True})
    return str(refusal.value)


def test_a_variant_may_contradict_what_an_older_section_switches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Airlift, "excludes", {"capitals": "no flights to capitals"})
    said = "house rules: Airlift cannot be combined with Capitals: no flights to capitals"
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


def test_a_game_without_variants_calls_none_of_their_code() -> None:
    """Nothing calls a module of variants, and steps do not call ``hooks`` to find that out."""
    setup = GameSetup(BOARD, US, 4)
    records = [record for _, record in play(setup, "bench/2", random.Random("bench/2"))]
    called: list[str] = []

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            called.append(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        Game.replay(setup, records)
    finally:
        sys.setprofile(None)
    assert not [file for file in called if Path(file).is_relative_to(VARIANTS)]
    assert called.count(hooks.__file__) < len(records) / 4


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ({"key": "airlift"}, "two variants are called 'airlift'"),
        (
            {"key": "typo", "after_batle": None},
            r"Other\.after_batle is no hook or attribute",
        ),
        (
            {"key": "helper", "tired": None},
            "Other.tired is no .*; start names of your own with an underscore, or did you mean",
        ),
        ({"key": "careless"}, "Other must set options"),
        ({"key": "silent", "options": Silent}, "Silent needs a docstring: the variant's name"),
        (
            {"key": "long", "options": None, "odds_unknown_reason": "a" * 29},
            "Other.odds_unknown_reason may have 28 characters, not 29",
        ),
        (
            {"key": "short", "on_attacks_end": lambda self: None},
            r"Other\.on_attacks_end must take \(self, context\)",
        ),
        (
            {"key": "alien", "garrison": lambda game, territory: 1},
            r"Other\.garrison must take \(self, game, territory\)",
        ),
        (
            {"key": "instance", "third_army": lambda self, options, army: army},
            r"Other\.third_army must take \(cls, options, army\)",
        ),
        (
            {"key": "plain", "options": None, "initial_memory": Undecorated()},
            r"Undecorated needs @dataclass\(frozen=True, slots=True\) above it",
        ),
    ],
)
def test_class_that_is_not_a_variant_is_refused(members: dict[str, str], problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        type("Other", (Variant,), members)


@pytest.mark.parametrize("annotation", ["list[int]", "tuple[dict[int, int], ...]", set])
def test_a_memory_that_could_change_in_place_is_refused(annotation: object) -> None:
    with pytest.raises(
        TypeError, match=r"Tired\.places is a (list|dict|set): a memory has numbers"
    ):
        type("Tired", (Memory,), {"__annotations__": {"places": annotation}})


NO_HOOKS = {
    "acts",
    "adjust_board",
    "change_memory",
    "current_board",
    "earths",
    "extra_actions",
    "extra_seats",
    "incompatibility",
    "memory",
    "options_from",
    "phases",
    "phases_after_setup",
    "phases_before_stages",
    "remember",
    "start",
    "third_army",
    "unknown_campaigns",
}
"""The methods of variants that the program calls by their names."""


def test_every_hook_is_a_method_and_a_field_and_called() -> None:
    """A method without its field is never called, and neither is a field that is not read."""
    methods = {
        name
        for name, member in vars(Variant).items()
        if name[0] != "_" and isinstance(member, FunctionType | classmethod)
    }
    assert methods - NO_HOOKS == set(HOOK_NAMES)
    sources = "".join(file.read_text("utf-8") for file in VARIANTS.parent.rglob("*.py"))
    assert set(HOOK_NAMES) <= set(re.findall(r"(?:self|hooks)\.(?:hooks\.)?(\w+)", sources))


def test_initial_memories_are_immutable() -> None:
    """All games share them; a frozen dataclass with a list or a dict has no hash."""
    for kind in all_variants().values():
        hash(kind.initial_memory)


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


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        (
            "from risk_tui.engine.variant import Variant\n"
            "class Wrong(Variant):\n    key = 'wrong'\n    on_rol = None\n",
            r"Wrong\.on_rol is no hook",
            2,
        ),
        (
            "from risk_tui.engine.variant import Varaint\n",
            "cannot import name 'Varaint'",
            1,
        ),
        ("\n\nVaraint\n", "name 'Varaint' is not defined", 3),
    ],
)
def test_an_error_in_a_variant_is_reported_in_one_line(
    text: str, problem: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrong.py").write_text(text)
    monkeypatch.setattr(risk_tui.variants, "__path__", [str(tmp_path)])
    with pytest.raises(RulesetError, match=rf"'wrong' can't be loaded: {problem}") as refusal:
        with_variants("{wrong: {played: true}}")
    assert f"wrong.py:{line})" in str(refusal.value)


def garrison(variant: object, game: object, territory: int) -> object:
    return territory or "none"


def test_wrong_result_of_a_hook_is_told_in_one_line() -> None:
    hook = checked(garrison, "int")
    assert hook(None, None, territory=2) == 2
    with pytest.raises(HookError) as failure:
        hook(None, None, 0)
    line = garrison.__code__.co_firstlineno
    place = f"tests/variants/test_seam.py:{line}"
    assert summarize(failure.value) == f"HookError: garrison must return int, not str, {place}"


def test_results_of_all_hooks_are_checked() -> None:
    for kind in all_variants().values():
        for name in vars(kind).keys() & set(HOOK_NAMES):
            is_checked = hasattr(vars(kind)[name], "__wrapped__")
            assert is_checked == (Variant.__dict__[name].__annotations__["return"] != "None")


def test_an_exclusion_of_what_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Airlift, "excludes", {"fogg": "nothing is seen in fog"})
    load_variants.cache_clear()
    problem = "'airlift' excludes 'fogg', an unknown variant; did you mean fog?"
    with pytest.raises(DeclarationError, match=re.escape(problem)):
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


def test_a_default_is_a_possible_value() -> None:
    with pytest.raises(TypeError, match="the default 4 is not from 1 to 3"):
        number_field("{value} armies.", 1, 3, default=4)


def test_an_action_in_an_unknown_phase_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Airlift, "extra_actions", lambda self: {"atack": {}})
    setup = GameSetup(BOARD, with_variants("{airlift: {}}"), 3)
    problem = "Airlift.extra_actions: unknown phase 'atack'; did you mean attack?"
    with pytest.raises(DeclarationError, match=re.escape(problem)):
        Game(setup)


def test_a_sentence_about_an_option_has_known_slots_only() -> None:
    with pytest.raises(TypeError, match=r"only {value} and {one\|many} are slots"):
        number_field("{vlue} armies.", 1, 3)
    with pytest.raises(TypeError, match=r"only {value} and {one\|many} are slots"):
        choice_field("Armies.", true="{} armies.")


def test_variants_hear_of_conquests_without_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Conquered] = []

    def on_conquest(
        self: RetreatVariant, context: GameContext, source: int, target: int, victim: int
    ) -> None:
        assert context.state.occupying is not None
        assert context.state.occupying[:2] == (source, target)
        told.append(Conquered(context.state.owner[target], target, victim))

    monkeypatch.setattr(RetreatVariant, "on_conquest", on_conquest)
    setup = GameSetup(BOARD, load_ruleset("retreat"), 3)
    rng, game = random.Random("1"), Game(setup, seeded_chance("1"))
    events: list[Event] = []
    for _ in range(600):
        if game.decision is not None:
            events += game.apply(choose(game.legal_actions(), rng)).events
    without = [
        event
        for before, event in pairwise(events)
        if isinstance(event, Conquered) and not isinstance(before, BattleResolved)
    ]
    assert without
    assert told == [event for event in events if isinstance(event, Conquered)]


@pytest.mark.usefixtures("english_again")
def test_variants_say_why_the_odds_of_a_fight_are_unknown() -> None:
    silent = [
        kind.key
        for kind in all_variants().values()
        if "None" in str(kind.odds.__annotations__["return"]) and "odds" in vars(kind)
    ]
    assert silent
    reasons = [all_variants()[key].odds_unknown_reason for key in silent]
    for code in language.languages():
        language.use(code)
        for reason in (*reasons, TOO_MANY_ARMIES):
            assert 0 < len(language._(reason)) <= 28, (code, reason)
