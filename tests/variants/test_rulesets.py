"""Every variant is played to the end of a game: saved, resumed, written and read back.

A few variants are played at a time; ``--full`` plays every ruleset that is no edition, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from risk_tui.data import language
from risk_tui.engine.events import EVENTS, GameWon
from risk_tui.engine.game import GameSetup
from risk_tui.errors import RulesetError
from risk_tui.rules.house_rules import variant_switches, with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.saves.header import read_header
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.record_reader import read_transcript
from risk_tui.story.record_writer import write_transcript
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from tests.editions import ALL, EDITIONS, OF_VARIANTS
from tests.engine.positions import NAMES
from tests.extent import thorough, usual_or_full
from tests.rules.effects import describe

ROUNDS = usual_or_full((5, 12, 40), (12, 40))
"""After which a game ends; a longer one is played where nothing of a variant has happened."""

MIXED = ("mira", "toni", "toni")
"""The bots of most games; Mira alone, who takes longer, makes more of some variants."""

TOGETHER = 4
"""Variants that are played together at most, so that each has room for events."""


def mixed(switches: Iterable[str], most: int) -> tuple[Ruleset, list[str]]:
    """Switch variants on in one edition, as far as they go together.

    Returns:
        The ruleset, and the names of up to ``most`` of the switches, which it plays.
    """
    ruleset, joined = load_ruleset("us-1980-experts"), list[str]()
    for name in switches:
        with suppress(RulesetError):
            if len(joined) < most:
                ruleset = with_house_rules(ruleset, variant_switches()[name].values)
                joined.append(name)
    return ruleset, joined


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(
    ("switch", "reason"),
    [("variants.meltdown", "sie wirkt auf jeden Wurf"), ("variants.retreat", "Rückzug")],
)
def test_conflicts_are_told_in_the_language(switch: str, reason: str) -> None:
    language.use("de")
    blitz = with_house_rules(
        load_ruleset("us-1993"),
        {"combat.defence_choice": "most", "variants.balanced_blitz.played": True},
    )
    with pytest.raises(RulesetError, match=reason):
        with_house_rules(blitz, {f"{switch}.played": True})


def mixtures() -> list[list[str]]:
    """Return variants that go together, until each is among them; alone if they go with none."""
    found, missing = [], list(variant_switches())
    while joined := mixed(missing, TOGETHER)[1]:
        found.append(joined)
        missing = [name for name in missing if name not in joined]
    return [*found, *([name] for name in missing)]


def rulesets_of(variants: set[str]) -> list[str]:
    """Return the names of rulesets that play all these between them."""
    found, missing = [], variants
    for name in OF_VARIANTS:
        played = set(load_ruleset(name).variants.played)
        if missing & played:
            found.append(name)
            missing = missing - played
    assert not missing
    return found


def play_ruleset(name: str, path: Path) -> None:
    """Play a ruleset until its variants have had events."""
    for rounds in ROUNDS:
        ruleset = with_house_rules(load_ruleset(name), {"victory.turn_limit": rounds})
        silent = silent_variants(ruleset, path / f"{name}-{rounds}.risk", ["mira"] * 3)
        if not silent:
            return
    raise AssertionError(
        f"bots recorded no event of {sorted(silent)}: suggest the actions by candidates"
    )


@pytest.mark.parametrize("variants", mixtures(), ids="+".join)
def test_games_with_variants_are_saved_and_written(variants: list[str], tmp_path: Path) -> None:
    ruleset, joined = mixed(variants, TOGETHER)
    silent = set(variants)
    if joined == variants:
        ruleset = with_house_rules(ruleset, {"victory.turn_limit": 3})
        silent = silent_variants(ruleset, tmp_path / "a.risk")
    for name in rulesets_of(silent):
        play_ruleset(name, tmp_path)


OTHERS = [name for name in ALL if name not in EDITIONS]
"""The rulesets that the tests of editions leave out."""


@pytest.mark.parametrize("name", usual_or_full([], OTHERS))
def test_every_other_ruleset_is_saved_and_written(name: str, tmp_path: Path) -> None:
    play_ruleset(name, tmp_path)


@thorough
def test_many_variants_at_once_are_saved_and_written(tmp_path: Path) -> None:
    """Play as many as go together; some may leave no room for events of others."""
    many, _ = mixed(variant_switches(), len(variant_switches()))
    silent_variants(with_house_rules(many, {"victory.turn_limit": 3}), tmp_path / "a.risk")


def silent_variants(ruleset: Ruleset, path: Path, bots: Sequence[str] = MIXED) -> set[str]:
    """Play a game through a file and a text; the variants that have events, and had none in it."""
    setup = GameSetup(load_board(ruleset.board.home), ruleset, 3)
    seats = seat_players([f"{name}:{bot}" for name, bot in zip(NAMES, bots, strict=False)], bots)
    table = Table.create(setup, seats, seed="2", path=path)
    for _ in range(150):
        table.automation.step()
    view = table.view(None)
    table.close()
    table = Table.open(path)
    assert table.view(None) == view
    while table.view(None).decision is not None:
        table.automation.step()
    view, history = table.view(None), table.history(None)
    table.close()
    assert [event for record in history for event in record.events if isinstance(event, GameWon)]
    modules = {type(event).__module__ for record in history for event in record.events}
    told = {module.split(".")[2] for module in modules if module.startswith("risk_tui.variants.")}
    # Some variants only forbid, or change what dice and land are worth: they have no events.
    speaking = {kind.__module__.split(".")[2] for kind in EVENTS.values()}
    with closing(SaveFile.open(path, mode="ro")) as save:
        entries = save.entries()
        text = write_transcript("war", read_header(save.header_text(), path.name), entries)
    again = read_transcript(text.encode(), "war.txt")
    assert list(again.entries) == list(entries)
    assert again.header.setup.ruleset == setup.ruleset
    return (speaking & set(setup.ruleset.variants.played)) - told


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(
    ("ruleset", "variant", "places"),
    [
        ("risiko-tournament", "tournament", "Guerra fredda: Nordamerika, Asien"),
        ("teg", "parts_of_continents", "Asien, 2 von Südamerika"),
    ],
)
def test_names_in_missions_of_variants_are_translated(
    ruleset: str, variant: str, places: str
) -> None:
    section = load_ruleset(ruleset).variants.sections[variant]
    language.use("de")
    assert places in " ".join(describe(section))
