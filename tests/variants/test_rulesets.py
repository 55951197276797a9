"""Every ruleset that plays variants is played to its end: saved, resumed, written and read back."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import TYPE_CHECKING

import pytest

from risk_tui.engine.events import EVENTS, GameWon
from risk_tui.engine.game import GameSetup
from risk_tui.errors import RulesetError
from risk_tui.rules.house_rules import variant_switches, with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.header import read_header
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.record_reader import read_transcript
from risk_tui.story.record_writer import write_transcript
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from tests.editions import OF_VARIANTS
from tests.extent import usual_or_full

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.rules.ruleset import Ruleset

ROUNDS = usual_or_full((3, 12), (12,))
"""After which a game ends; a longer one is played where nothing of a variant has happened."""


def ruleset_of(name: str, rounds: int) -> Ruleset:
    """One that comes with the program, or one with as many variants at once as go together."""
    limit = {"victory.turn_limit": rounds}
    if name != "at once":
        return with_house_rules(load_ruleset(name), limit)
    mixed = with_house_rules(load_ruleset("us-1980-experts"), limit)
    for switch in variant_switches().values():
        with suppress(RulesetError):
            mixed = with_house_rules(mixed, switch.values)
    return mixed


@pytest.mark.parametrize("name", [*OF_VARIANTS, "at once"])
def test_computer_players_play_it_to_the_end_through_files_and_texts(
    name: str, tmp_path: Path
) -> None:
    for rounds in ROUNDS:
        silent = silent_variants(ruleset_of(name, rounds), tmp_path / f"{rounds}.risk")
        if not silent or name not in OF_VARIANTS:  # of so many some may leave no room for others
            return
    raise AssertionError(f"nothing of {silent} has happened")


def silent_variants(ruleset: Ruleset, path: Path) -> set[str]:
    """Play a game through a file and a text; the variants that have events, and had none in it."""
    setup = GameSetup(load_board(ruleset.board.home), ruleset, 3)
    seats = seat_players(["Ann:general", "Ben:general", "Cid:general"], ["general"])
    table = Table.create(setup, seats, seed="7", path=path)
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
