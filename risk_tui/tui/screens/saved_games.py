"""The screen with the saved games, where players resume, review or delete them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical

from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError
from risk_tui.rules.titles import translated_title
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import SavedGame, saved_games
from risk_tui.table.seats import spell_game
from risk_tui.text.time_phrases import progress, time_ago
from risk_tui.tui.dialogs.choices import ConfirmDialog
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.menu import Item, Menu
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.screens.key_help import KeyHelp
from risk_tui.tui.text_widgets import KeyBar, Notice, TopBar
from risk_tui.tui.theme.styles import BRIGHT, DIM, SECTION, WARM


class SavedGamesScreen(RiskScreen, KeyHelp):
    """The list of saved games, unfinished ones first. Unreadable files show the reason."""

    DEFAULT_CSS = """
    SavedGamesScreen { align-horizontal: center; }
    #saved { padding: 1 1 0 1; max-width: 116; }
    #saved Menu { height: 1fr; }
    """
    KEY_HELP = (
        ("↑↓", N_("to the game above or below")),
        ("Enter", N_("resume")),
        ("s", N_("story: charts, turning points, replay")),
        ("d", N_("delete (asks first)")),
        ("Esc", N_("back")),
    )
    BINDINGS = [
        ("escape,q", "back"),
        ("s", "story"),
        ("d,delete", "delete"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: dict[str, SavedGame] = {}

    def compose(self) -> ComposeResult:
        yield TopBar(_("Resume a game"))
        with Vertical(id="saved"):
            yield Menu(self._items())
            yield Notice()
        yield KeyBar(
            [
                KeyHint("↑↓", _("move"), ""),
                KeyHint("Enter", _("resume"), "enter"),
                KeyHint("s", _("story"), "s"),
                KeyHint("d", _("delete"), "d"),
                KeyHint("Esc", _("back"), "escape"),
            ]
        )

    def on_menu_moved(self) -> None:
        self._show_notice("")

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        path = self._games[event.item.key].path
        try:
            self.risk.open_game(path)
        except RiskError as error:
            self._offer_rescue(path, error)

    def action_story(self) -> None:
        """Show the story of the selected game; if it is damaged, of its readable part."""
        from risk_tui.story.story import read_story, watch_file
        from risk_tui.tui.story.story_screen import open_story

        item = self.query_one(Menu).selected
        if item is None:
            return
        try:
            story = read_story(self._games[item.key].path)
            story.board.validate_pictures()
        except RiskError as error:
            self._show_notice(str(error))
        else:
            open_story(self.risk, story, later=watch_file(self._games[item.key].path))

    def action_delete(self) -> None:
        """Ask whether to delete the selected game."""
        item = self.query_one(Menu).selected
        if item is not None:
            game = self._games[item.key]
            question = _("Delete {game} for good?", game=printable(game.name))
            self._ask(question, lambda: self._delete(game), _("Nothing was deleted."))

    def _offer_rescue(self, path: Path, error: RiskError) -> None:
        """Ask whether to continue with the readable part of a game that cannot be opened."""
        from risk_tui.table.ledger import find_rescue

        try:
            rescue = find_rescue(path)
        except RiskError as rescue_error:
            self._show_notice(str(rescue_error))
            return
        if rescue is None:
            self._show_notice(str(error))
            return
        question = _(
            "{problem}. Continue from the last good step ({description})?",
            problem=rescue.problem,
            description=rescue.description,
        )
        self._ask(
            question,
            lambda: self.risk.open_game(rescue.write()),
            _("Nothing was changed."),
        )

    def _delete(self, game: SavedGame) -> None:
        from risk_tui.saves.file_operations import delete_game

        delete_game(game.path)
        menu = self.query_one(Menu)
        keys = [item.key for item in menu.items if not item.heading]
        here = keys.index(str(game.path))
        neighbour = (keys[here + 1 :] + keys[:here][::-1] + [""])[0]
        menu.set_items(self._items(), neighbour)
        self._show_notice(_("{game} was deleted.", game=game.name))

    def _ask(self, question: str, on_yes: Callable[[], None], message_after_no: str) -> None:
        def answer(is_sure: bool | None) -> None:
            try:
                if is_sure:
                    on_yes()
                else:
                    self._show_notice(message_after_no)
            except RiskError as error:
                self._show_notice(str(error))

        self.app.push_screen(ConfirmDialog(question), answer)

    def _items(self) -> list[Item]:
        try:
            games = [spell_game(game, ascii=self.risk.mode.ascii) for game in saved_games()]
        except SaveError as error:
            return [Item("", Text(printable(error), DIM), heading=True)]
        self._games = {str(game.path): game for game in games}
        unfinished = [game for game in games if game.unfinished]
        finished = [game for game in games if game.summary and not game.unfinished]
        broken = [game for game in games if game.summary is None]
        if not games:
            empty = _("No saved games yet. Games are saved automatically.")
            return [Item("", Text(empty, DIM), heading=True)]
        items = _group(_("UNFINISHED"), unfinished, first=True)
        items += _group(_("FINISHED"), finished, first=not items)
        return items + _group(_("CANNOT BE READ"), broken, first=not items)

    def _show_notice(self, text: str) -> None:
        self.query_one(Notice).say(text)


def _group(heading: str, games: Sequence[SavedGame], first: bool) -> list[Item]:
    if not games:
        return []
    text = Text(heading, SECTION)
    top = Item("", text, heading=True) if first else Item("", Text(), below=text, heading=True)
    return [top, *map(_item, games)]


def _item(game: SavedGame) -> Item:
    name, key = printable(game.name), str(game.path)
    summary = game.summary
    if summary is None:
        return Item(key, Text(name), below=Text(printable(game.problem), WARM))
    players = ", ".join(printable(player) for player in summary.players)
    when = printable(progress(summary))
    if summary.winners:
        when = when if summary.round else ""  # The game ended during setup.
        state = _("won by {winners}", winners=", ".join(map(printable, summary.winners)))
    else:
        state = _("{name} to move", name=printable(summary.to_move)) if summary.to_move else ""
    parts = (printable(translated_title(summary.ruleset)), when, state)
    here = ", ".join(map(printable, game.at_table()))
    below = Text.assemble(
        (" · ".join(part for part in parts if part), DIM),
        (_(" · at the table: {names}", names=here) if here else "", BRIGHT),
        (f" · {players}", DIM),
    )
    return Item(key, Text(name, BRIGHT), aside=Text(time_ago(summary.played), DIM), below=below)
