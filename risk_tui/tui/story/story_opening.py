"""Opening the story of a game, or its replay, which leads on to the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.table.seats import spell_names
from risk_tui.tui.story.replay_screen import ReplayScreen
from risk_tui.tui.story.story_screen import StoryScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.story.reading import Later
    from risk_tui.story.story import Story
    from risk_tui.tui.terminal.terminal_app import TerminalApp


def open_story(
    app: TerminalApp,
    story: Story,
    *,
    replay: bool = False,
    moment: int | None = None,
    later: Later | None = None,
    on_close: Callable[[], None] = lambda: None,
) -> None:
    """Show a story, or its replay first, at a moment.

    Args:
        replay: True shows the replay first.
        moment: The moment to start at; ``None`` for the end.
        later: Returns the story with later steps, to follow a game in progress.
        on_close: Called after the story and the replay are closed.
    """
    if app.mode.ascii:
        spell_names(story.seats, ascii=True)

    def show_story(moment: int | None) -> None:
        app.push_screen(StoryScreen(story, moment, later), lambda _: on_close())

    def replay_closed(moment: int | None) -> None:
        if moment is None:
            on_close()
        else:
            show_story(moment)

    if replay:
        app.push_screen(ReplayScreen(story, moment or 0), replay_closed)
    else:
        show_story(moment)
