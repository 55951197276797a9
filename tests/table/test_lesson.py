"""The first game: its ten steps, detected by events, and its file."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from risk_tui.engine.actions import Attack, EndPhase, Reinforce
from risk_tui.line_mode.session import LessonSession, play_session
from risk_tui.rules.library import load_board
from risk_tui.saves.folder import saved_games
from risk_tui.table.lesson import LEARNER, Lesson
from risk_tui.table.table import Table

BOARD = load_board("classic")
BRAZIL, ARGENTINA, VENEZUELA, ALASKA = (
    next(n for n, territory in enumerate(BOARD.territories) if territory.name == name)
    for name in ("Brazil", "Argentina", "Venezuela", "Alaska")
)

LINES = {
    "Place armies": ["reinforce brazil all"],
    "Attack": ["attack brazil venezuela"],
    "Conquer": ["attack brazil venezuela"],
    "Move in": ["all"],
    "Draw a card": ["end"],
    "Fortify": ["fortify argentina brazil all"],
    "Trade a set": ["trade"],
    "Undo": ["reinforce argentina all", "undo"],
    "Hold a continent": ["reinforce brazil all", "blitz brazil peru"],
    "Read the log": ["all", "log 1"],
}


@pytest.fixture
def lesson() -> Iterator[Lesson]:
    lesson = Lesson()
    yield lesson
    lesson.close()


def learn(lesson: Lesson, *lines: str) -> str:
    """Return the output while these lines are typed."""
    out = io.StringIO()
    text = "".join(f"{line}\n" for line in lines)
    session = LessonSession(lesson, io.StringIO(text), out, io.StringIO(), interactive=False)
    code = play_session(session)
    assert code == 0
    return out.getvalue()


def title(lesson: Lesson) -> str:
    return lesson.instruction().heading.partition("  ")[2]


def test_the_ten_steps_are_done_by_the_lines_that_they_name(lesson: Lesson) -> None:
    told = learn(lesson, *(line for lines in LINES.values() for line in lines))
    places = [told.index(f"{number}/10  {name}") for number, name in enumerate(LINES, 1)]
    assert places == sorted(places)
    assert told.index("Well done") > places[-1]
    assert "6 3 2 v 5 4, Ann loses 1 and Ben loses 1" in told
    # The line that a step suggests completes the step.
    for lines in LINES.values():
        assert any(line in told.replace(f"Ann> {line}", "") for line in lines)


def test_unkept_lesson_leaves_no_file(lesson: Lesson) -> None:
    path = lesson.table.path
    assert path.exists()
    told = learn(lesson, "help", "help quit")
    assert "this game is not saved" in told
    assert told.count("eave the table; this game is not saved") == 2
    lesson.close()
    assert not path.parent.exists()
    assert not saved_games()


def test_kept_lesson_can_be_resumed() -> None:
    lesson = Lesson(keep=True)
    assert "risk-tui resume" in learn(lesson, *LINES["Place armies"])
    lesson.close()
    (game,) = saved_games()
    table = Table.open(game.path)
    assert table.seating.local_people == {LEARNER}
    assert table.decision is not None
    assert table.decision.kind == "attack"


def test_other_actions_are_allowed_and_explained(lesson: Lesson) -> None:
    table = lesson.table
    table.submit(LEARNER, Reinforce(ARGENTINA, 5))
    assert title(lesson) == "Attack"
    table.submit(LEARNER, EndPhase())
    instruction = lesson.instruction()
    assert title(lesson) == "Attack"
    assert instruction.why == "That works too."
    assert instruction.how.typed == "end"
    table.submit(LEARNER, EndPhase())
    assert "Ben and Cid" in lesson.instruction().how.keys
    while table.prompted_seat() != LEARNER:
        table.automation.step()
    assert "place your armies" in lesson.instruction().how.keys
    table.submit(LEARNER, Reinforce(BRAZIL, 5))
    table.submit(LEARNER, Attack(BRAZIL, VENEZUELA, 3))
    while table.prompted_seat() != LEARNER:
        table.automation.step()
    assert title(lesson) == "Conquer"


def test_armies_in_the_wrong_place_are_not_a_dead_end(lesson: Lesson) -> None:
    table = lesson.table
    table.submit(LEARNER, Reinforce(ARGENTINA, 5))
    assert lesson.instruction().how.typed == "undo, or: end"
    table.undo()
    assert lesson.instruction().how.typed == "reinforce brazil all"
    table.submit(LEARNER, Reinforce(BRAZIL, 5))
    assert lesson.instruction().how.typed == "attack brazil venezuela"


def test_bots_conquer_nothing_during_the_lesson(lesson: Lesson) -> None:
    table = lesson.table
    own = table.view(None).territories_of(LEARNER)
    for _ in range(2):
        table.submit(LEARNER, Reinforce(BRAZIL, table.view(None).armies_to_place))
        while table.prompted_seat() == LEARNER:
            table.submit(LEARNER, EndPhase())
        while table.prompted_seat() != LEARNER:
            table.automation.step()
    assert table.view(None).territories_of(LEARNER) == own


def test_keys_and_lines_of_a_step_name_what_there_is(lesson: Lesson) -> None:
    assert lesson.table.view(None).owner[BRAZIL] == LEARNER
    assert lesson.table.view(None).owner[ALASKA] != LEARNER
    assert len(lesson.table.view(LEARNER).hand) == 2
