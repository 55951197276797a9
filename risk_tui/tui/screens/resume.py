"""The saved games: to play on, to look at, to delete."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical

from risk_tui.engine.errors import RiskError
from risk_tui.literal import literal
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import saved_games
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.when import ago, stage
from risk_tui.tui.widgets.bars import Key, KeyBar, Notice, TopBar
from risk_tui.tui.widgets.menu import BRIGHT, DIM, HEAD, WARM, Item, Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.saves.folder import SavedGame


_KEYS: list[Key] = [
    ("↑↓", "move", ""),
    ("Enter", "play on", "enter"),
    ("d", "delete", "d"),
    ("Esc", "back", "escape"),
]
_QUESTION: list[Key] = [("y", "delete it", "y"), ("n Esc", "keep it", "n")]


class ResumeScreen(RiskScreen):
    """Unfinished games first; files that cannot be read say why."""

    DEFAULT_CSS = """
    ResumeScreen { align-horizontal: center; }
    #saved { padding: 1 1 0 1; max-width: 116; }
    #saved Menu { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "Back", show=False),
        Binding("d,delete", "delete", "Delete", show=False),
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n", "answer(False)", "No", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: dict[str, SavedGame] = {}
        self._doomed: SavedGame | None = None

    def compose(self) -> ComposeResult:
        yield TopBar("Resume a game")
        with Vertical(id="saved"):
            yield Menu(self._items())
            yield Notice()
        yield KeyBar(_KEYS)

    def on_menu_moved(self) -> None:
        self._doomed = None
        self._say("")

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        from risk_tui.table.table import Table

        if self._doomed is not None:
            # An Enter meant for the question must not do anything else.
            self.action_answer(False)
            return
        game = self._games[event.item.key]
        try:
            table = Table.open(game.path)
            # Proved before anybody sits down: the board's pictures are read on first use.
            _ = table.board.pictures
        except RiskError as error:
            self._say(str(error))
        else:
            self.risk.open_table(table)

    def action_back(self) -> None:
        """To the screen before, or out of the question."""
        if self._doomed is not None:
            self.action_answer(False)
        elif self.is_current:
            self.dismiss()

    def action_delete(self) -> None:
        """Ask whether the selected game may go."""
        item = self.query_one(Menu).selected
        if item is not None:
            self._doomed = self._games[item.key]
            self._say(f"Delete {literal(self._doomed.name)} for good? y / n")

    def action_answer(self, yes: bool) -> None:
        """The answer to that."""
        game, self._doomed = self._doomed, None
        if game is None:
            return
        if not yes:
            self._say("Nothing was deleted.")
            return
        try:
            game.path.unlink(missing_ok=True)
        except OSError as error:
            self._say(f"{game.path.name} cannot be deleted: {error.strerror}")
            return
        menu = self.query_one(Menu)
        keys = [item.key for item in menu.items if not item.heading]
        here = keys.index(str(game.path))
        beside = (keys[here + 1 :] + keys[:here][::-1] + [""])[0]
        menu.set_items(self._items(), beside)
        self._say(f"{game.name} was deleted.")

    def _items(self) -> list[Item]:
        try:
            games = saved_games()
        except SaveError as error:
            return [Item("", Text(literal(error), DIM), heading=True)]
        self._games = {str(game.path): game for game in games}
        unfinished = [game for game in games if game.unfinished]
        finished = [game for game in games if game.summary and not game.unfinished]
        broken = [game for game in games if game.summary is None]
        if not games:
            empty = "There are no saved games yet. Every game is saved while it is played."
            return [Item("", Text(empty, DIM), heading=True)]
        items = _group("UNFINISHED", unfinished, first=True)
        items += _group("FINISHED", finished, first=not items)
        return items + _group("CANNOT BE READ", broken, first=not items)

    def _say(self, text: str) -> None:
        self.query_one(Notice).say(text)
        self.query_one(KeyBar).show(_KEYS if self._doomed is None else _QUESTION)


def _group(heading: str, games: Sequence[SavedGame], first: bool) -> list[Item]:
    if not games:
        return []
    text = Text(heading, f"bold {HEAD}")
    top = Item("", text, heading=True) if first else Item("", Text(), below=text, heading=True)
    return [top, *map(_item, games)]


def _item(game: SavedGame) -> Item:
    name, key = literal(game.name), str(game.path)
    summary = game.summary
    if summary is None:
        return Item(key, Text(name), below=Text(literal(game.problem), WARM))
    players = ", ".join(literal(player) for player in summary.players)
    if summary.winners:
        state = f"won by {', '.join(literal(winner) for winner in summary.winners)}"
    else:
        state = f"{literal(summary.to_move)} to move" if summary.to_move else ""
    parts = (literal(summary.ruleset), literal(stage(summary)), state, players)
    return Item(
        key,
        Text(name, BRIGHT),
        aside=Text(ago(summary.played), DIM),
        below=Text(" · ".join(part for part in parts if part), DIM),
    )
