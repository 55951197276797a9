"""The way to open the story of a game, directly or from its replay."""

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
    """Show a story at a moment, or first its replay.

    Args:
        app: The app that shows the screens.
        story: The story to show.
        replay: True shows the replay first, from which the player can open the story.
        moment: The moment to show; ``None`` is the end of a story, and the start of a replay.
        later: Finds later steps of a game in progress, so that the story can follow it.
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
