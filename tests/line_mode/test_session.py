"""Sessions of line mode: what is shown, what stops them, and what is saved."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from risk_tui.engine.actions import Attack
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import SeatResigned
from risk_tui.engine.view import View
from risk_tui.line_mode.session import play_by_lines
from risk_tui.saves.save_file import read_summary
from risk_tui.table.rematch import next_seats
from risk_tui.table.table import Table
from tests.extent import few
from tests.inside import roll_with
from tests.line_mode.keyboard import midgame, new_table, typed, typed_by_a_player, whole_game
from tests.tui.tables import attacking, last_stand

ANN_FIRST = "4"
"""A seed with which Ann has the first claim."""


@pytest.mark.parametrize(
    ("rules", "players"), few([("uk-new", "Ann,Ben"), ("us-1993", "Ann,Ben")], 1)
)
def test_script_plays_a_whole_game(rules: str, players: str) -> None:
    outcome, script = whole_game(players, rules)
    winner = outcome.table.seats[outcome.table.winners[0]].name
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.lines[-2:] == [
        f"{winner} has conquered the world and wins the game",
        f"The game is over. {winner} won",
    ]
    assert len(script) > 200


def test_same_script_and_seed_give_the_same_game() -> None:
    first, script = typed_by_a_player(new_table("Ann,Ben,Cid", "us-1993"), most=130, bot="toni")
    again = typed(new_table("Ann,Ben,Cid", "us-1993"), *script)
    assert again.code == 0
    assert again.lines[1:-1] == first.lines[1:-1]  # without the names of the two files


def test_a_script_reads_like_a_conversation() -> None:
    outcome = typed(new_table(seed=ANN_FIRST), "claim alaska", "c w us")
    assert outcome.lines[3:9] == [
        "Ann: claim a free territory (42 left)",
        "Ann> claim alaska",
        "Ann claims Alaska",
        "Ben: claim a free territory (41 left)",
        "Ben> c w us",
        "Ben claims Western United States",
    ]


@pytest.mark.parametrize("line", ["end turn", "end", "again", "fight", "place rest"])
def test_refused_lines_name_no_keys(line: str) -> None:
    outcome = typed(new_table(seed=ANN_FIRST), line)
    assert outcome.code == 2
    assert "{" not in outcome.err


def test_seeded_dice_are_announced_to_all(tmp_path: Path) -> None:
    told = "The dice come from a seed, so anyone who knows it can predict them"
    path = tmp_path / "a.risk"
    new_table(seed=ANN_FIRST, path=path).close()
    for seat in ("Ann", "Ben", None):
        outcome = typed(Table.join(path, seat), "rules")
        assert told in outcome.lines[1:3]
    assert typed(Table.open(path), "rules").lines.count(told) == 2
    fair = new_table(seed=None, path=tmp_path / "b.risk")
    assert "seed" not in typed(fair, "rules").out


def test_comments_and_blank_lines_of_a_script_are_skipped() -> None:
    outcome = typed(new_table(), "# the opening", "", "   ", "  # more", "claim alaska")
    assert outcome.code == 0
    assert outcome.table.steps == 2


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("claim atlantis", "unknown territory 'atlantis'"),
        ("claim alaska", "Alaska is already claimed"),
        ("attack uk ural", "you can't attack now: claim a free territory first"),
        ("xyzzy", "unknown command 'xyzzy'"),
        ("resign", "type: resign yes"),
        ("claim \x1b[31malaska", "invalid character"),
        ("bot off", "no seat is played by a bot"),
        ("bot mirra Ben", "unknown bot 'mirra'; did you mean mira?"),
        ("bot Xan", "no player is called 'Xan'"),
        ("undo now", "'undo' takes no arguments"),
    ],
)
def test_wrong_line_stops_the_script(wrong: str, reason: str) -> None:
    table = new_table()
    outcome = typed(table, "# two claims", "claim alaska", "", wrong, "claim peru")
    assert outcome.code == 2
    assert outcome.err.startswith("line 4: ")
    assert outcome.err.count("\n") == 1
    assert reason in outcome.err
    assert "\x1b" not in outcome.out + outcome.err
    assert Table.open(table.path).steps == 2


def test_game_continues_after_the_end_of_the_lines() -> None:
    table = new_table()
    outcome = typed(table, "claim alaska")
    assert outcome.code == 0
    assert outcome.lines[-1] == (
        f"The game is saved. To continue: risk-tui resume {table.name} --plain"
    )
    again = typed(Table.open(table.path), "claim peru", "board alaska")
    assert again.code == 0
    assert again.table.steps == 3


def test_game_in_another_folder_is_resumed_by_its_path(own_folders: object) -> None:
    path = own_folders / "our game.risk"  # type: ignore[operator]
    outcome = typed(new_table(path=path))
    assert outcome.lines[-1].endswith(f"risk-tui resume '{path}' --plain")


def test_finished_game_shows_its_end() -> None:
    first, _ = whole_game("Ann,Ben", "uk-new")
    again = typed(Table.open(first.table.path), "board")
    assert again.code == 0
    assert again.lines[-6:] == first.lines[-6:]


def test_quitting_leaves_the_game_saved() -> None:
    outcome = typed(new_table(), "claim alaska", "quit", "claim peru")
    assert outcome.code == 0
    assert "The game is saved" in outcome.lines[-1]
    assert outcome.table.steps == 2


def test_wrong_line_of_a_player_is_asked_again() -> None:
    outcome = typed(
        new_table(seed=ANN_FIRST), "claim atlantis", "claim alaska", "resign", interactive=True
    )
    assert outcome.code == 0
    assert outcome.err == ""
    assert "Ann> unknown territory 'atlantis'" in outcome.out
    assert "Ann> Ann claims Alaska" in outcome.out
    assert "type: resign yes" in outcome.out


def test_an_empty_line_repeats_the_question_in_a_conversation() -> None:
    outcome = typed(new_table(), "", interactive=True)
    assert outcome.out.count("claim a free territory (42 left)") == 2


class Interrupted(io.StringIO):
    """A keyboard where the player presses Ctrl-C."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise KeyboardInterrupt


def test_ctrl_c_leaves_the_game_saved_without_a_traceback() -> None:
    out, err = io.StringIO(), io.StringIO()
    assert play_by_lines(new_table(), Interrupted(), out, err, True) == 130
    assert "The game is saved" in out.getvalue()
    assert err.getvalue() == ""


def test_undecodable_bytes_are_a_wrong_line() -> None:
    script = io.TextIOWrapper(io.BytesIO(b"claim alaska\nclaim \xff\xfe\n"), encoding="utf-8")
    err = io.StringIO()
    assert play_by_lines(new_table(), script, io.StringIO(), err, False) == 2
    assert err.getvalue().startswith("line 2: ")


def test_ascii_terminal_shows_names_in_ascii() -> None:
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    lines = io.StringIO("board\nclaim alaska\nclaim peru\n")
    assert play_by_lines(new_table("Zoë,Łukasz"), lines, screen, io.StringIO(), False) == 0
    screen.flush()
    assert b"Zoe claims" in screen.buffer.getvalue()


def test_names_differ_in_ascii_while_the_file_keeps_them(tmp_path: Path) -> None:
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    lines = io.StringIO("bot toni zhanna\nclaim alaska\n")
    path = tmp_path / "a.risk"
    names = ("Жанна", "名前", "Zoe", "Zoë", "☆☆")
    table = new_table(",".join(names), path=path)
    assert play_by_lines(table, lines, screen, io.StringIO(), False) == 0
    screen.flush()
    assert b"Zhanna, MingQian, Zoe, Zoe 2, A." in screen.buffer.getvalue()
    assert table.seats[0].player == "toni"
    assert read_summary(path).players == names
    assert [seat.name for seat in next_seats(table)] == list(names)


def test_steps_are_undone_until_dice_are_rolled() -> None:
    outcome = typed(new_table(seed=ANN_FIRST), "claim alaska", "undo", "claim peru")
    assert outcome.code == 0
    assert "Undone: Ann claims Alaska" in outcome.lines
    assert "Ann claims Peru" in outcome.lines
    assert typed(new_table(), "undo").err == (
        "line 1: can't undo: the last step rolled dice, used a card, revealed something "
        "or started a turn\n"
    )


def test_undone_end_of_a_phase_is_named(tmp_path: Path) -> None:
    outcome = typed(attacking(tmp_path / "a.risk"), "end", "undo")
    assert "Undone: end of the attack phase" in outcome.lines


def test_moves_of_bots_are_shown() -> None:
    outcome = typed(new_table("Ann,bot"), "claim alaska")
    assert any(line.startswith("Ada claims") for line in outcome.lines)


def test_bot_finishes_the_game_for_a_player(tmp_path: Path) -> None:
    table = last_stand(tmp_path / "a.risk", "Ann", "bot")
    roll_with(table, seeded_chance("7"))
    outcome = typed(table, "bot yes")
    assert outcome.table.winners
    assert outcome.lines[-1].startswith("The game is over.")


def test_seat_is_taken_back_from_a_bot() -> None:
    outcome = typed(new_table("Ann,Ben"), "bot yes", "claim alaska", "bot off ben", "bot off ann")
    assert "is played by a person" in outcome.out
    assert outcome.err.startswith("line 4: ")  # Ann was never played by a bot.


def test_remaining_armies_are_placed_automatically() -> None:
    table = new_table(rules="uk-new")
    outcome = typed(table, "place rest", "place rest")
    assert outcome.code == 0
    assert table.view(None).unplaced == (0, 0)
    assert "Round 1: " in outcome.out


def test_blitz_is_shown_battle_by_battle(tmp_path: Path) -> None:
    def blitz(view: View) -> str | None:
        for offer in view.offers:
            if isinstance(offer.action, Attack) and view.armies[offer.action.source] > 4:
                ends = (offer.action.source, offer.action.target)
                return " ".join(("blitz", *(view.board.territories[each].code for each in ends)))
        return None

    outcome, _ = typed_by_a_player(midgame(tmp_path / "a.risk"), interject=blitz, most=40)
    lines = outcome.lines
    battles = [lines[number + 1] for number, line in enumerate(lines) if "> blitz" in line]
    assert battles
    assert all(" attacks " in line for line in battles)


def test_standing_defence_is_not_asked(tmp_path: Path) -> None:
    table = midgame(tmp_path / "a.risk", players=2)

    def once(view: View) -> str | None:
        ready = view.seat == 0 and view.phase == "reinforce" and table.seats[0].defence == "ask"
        return "defend always most" if ready else None

    outcome, _ = typed_by_a_player(table, interject=once, most=120, bot="toni")
    answered = outcome.lines.index(
        "Ann, you always defend with the maximum; 'defend ask' undoes this"
    )
    later = [line for line in outcome.lines[answered:] if "1 or 2 dice? " in line]
    assert any(line.startswith("Ben: ") for line in later)
    assert not any(line.startswith("Ann: ") for line in later)


def test_resigning_ends_a_game_of_two() -> None:
    outcome = typed(new_table(seed=ANN_FIRST), "resign yes")
    assert any(
        isinstance(fact, SeatResigned)
        for record in outcome.table.history(None)
        for fact in record.events
    )
    assert outcome.lines[-1] == "The game is over. Ben won"


def test_board_is_shown_by_continents() -> None:
    outcome = typed(new_table(seed=ANN_FIRST), "claim alaska", "board", "board alaska")
    assert "North America, 5 armies a turn" in outcome.lines
    assert "  Alaska (AL): Ann, 1 army" in outcome.lines
    assert "  Northwest Territory (NW): free" in outcome.lines
    assert "Ann (red): 1 territory, 1 army, 39 to place" in outcome.lines
    assert "Alaska (AL): Ann, 1 army; North America. Linked to:" in outcome.lines
    assert "  Kamchatka (KA): free, by sea" in outcome.lines


def test_pages_are_shown() -> None:
    table = new_table(seed=ANN_FIRST)
    pages = ("rules", "help", "help attack", "log", "save", "cards", "board", "board uk")
    outcome = typed(table, "claim peru", *pages)
    assert outcome.code == 0
    assert outcome.out.isascii()
    for line in (
        "US 1980",
        "  At most 6 players.",
        "Players claim the free territories in turn. Adjacent territories are easier to "
        "defend, and a whole continent brings extra armies every turn.",
        "For example: attack alaska northwest territory 3",
        f"The game is saved after every step, in {table.path}",
        "You have no cards. Conquer a territory on your turn to draw one.",
    ):
        assert line in outcome.lines
    assert outcome.lines.count("Ann claims Peru") == 2


def test_only_players_are_at_the_table() -> None:
    lines = typed(new_table("Ann,bot", "us-1993"), "who").lines
    assert "Ann: at this terminal" in lines
    assert "Ada: the bot toni" in lines
    assert not any(line.startswith("Neutral Army:") for line in lines)


def test_dice_report_counts_the_opening_roll() -> None:
    lines = typed(new_table("Ann,Ben"), "dice").lines
    start = next(n for n, line in enumerate(lines) if line.startswith("The dice of this game: "))
    counts = lines[start + 1].partition(": ")[2].partition(";")[0]
    assert sum(map(int, counts.split())) == int(lines[start].rpartition(" ")[2]) >= 2
    assert {"Ann: no battles yet", "Ben: no battles yet"} <= {*lines}
