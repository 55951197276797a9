"""The help text: what is asked now, the keys, the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.commands.all_commands import ABBREVIATIONS, command_rows
from risk_tui.engine.hooks import CITY
from risk_tui.text.prompts import prompt_for, purpose_of
from risk_tui.text.rulebook import variant_rules
from risk_tui.tui.input.bindings import DEFAULT_KEYMAP, Keymap
from risk_tui.tui.input.offered_keys import keys_in
from risk_tui.tui.map.renderer import WALL
from risk_tui.tui.theme.styles import HEAD, STRONG

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_TYPED_KEYS = {
    "A-Z": "a territory's code in two upper-case letters: jump there; Esc forgets the first",
    "1-9": "a number for the next key: 2 Enter two dice, 5{blitz} stop at 5, 3{all} three armies",
}
"""Keys that begin something: codes and numbers."""

_FIXED_KEYS = {
    "^L": "redraw the screen",
    "^C ^Q": "leave the program; the game is saved at every step",
}
"""Keys that mean the same everywhere and cannot be changed."""

_NUMBER_KEYS = {
    "Enter": "take what is proposed: all, or what you answered the last time",
    "a l": "all, or as few as may be",
    "= .": "the same as the last time: that many, or all but that many",
    "↑↓ +-": "one more, one fewer",
    "A-Z :": "leave the question for a territory's code, or a command; where armies have to move "
    "in, a code, {blitz} or {end} moves in what is proposed and goes on",
}
"""The keys while a number is asked for."""

_MAP = (
    "Every label is a territory's code, the sign of its owner and its armies. The framed one is "
    "the cursor. Bright land is what you can choose now; a yellow label is where you start from, "
    "yellow letters are what you can reach. Without colours: [UK], (UK), <UK>, >UK<, and each "
    "land has its owner's pattern. Lines across water are sea lanes, which link neighbours."
)

_CONTINENTS = (
    "Of a continent the panel says what it brings, who has most of it, and what they lack: in "
    "short 6/9, they hold six of nine; −BR, all but Brazil."
)

_ODDS = (
    "For an enemy's territory: the chance to take it if you fight to the end, and how many armies "
    "you have left then; the chance to lose 0, 1 or 2 armies in the next roll. A number typed "
    "before {blitz} shows the chance if you stop at that many armies. For your own territory: the "
    "chance that its strongest neighbour takes it. All chances are exact."
)


def help_text(
    view: View,
    seats: Sequence[Seat],
    keymap: Keymap = DEFAULT_KEYMAP,
    *,
    advice: bool = True,
    real_dice: bool = False,
    waiting: str = "",
) -> Text:
    """Help for the decision that is due, then everything else; on odds only with ``advice``.

    ``waiting`` stands in place of how to decide where another seat does; empty: it is asked here.
    """
    text, ruleset = Text(), view.ruleset
    if view.decision is not None:
        purpose = purpose_of(view.decision, view, seats)
        help = str(view.decision.message(view.decision.help, view.seat))
        text.append("Now\n", HEAD)
        text.append(f"{waiting or purpose}\n\n")
        text.append(keymap.fill(prompt_for(view.decision, view, seats, end="{end}")) + "\n", STRONG)
        text.append("\n" if waiting else keymap.fill(help) + "\n\n")
    for heading, sentences in variant_rules(ruleset):
        text.append(f"{heading}\n", HEAD).append(f"  {' '.join(sentences)}\n\n")
    _append_rows(
        text,
        "Keys",
        [(keymap.signs(key.action), keymap.fill(help)) for key, help in keys_in(ruleset, advice)]
        + [(keys, keymap.fill(help)) for keys, help in (_TYPED_KEYS | _FIXED_KEYS).items()],
    )
    numbers = [(keys, keymap.fill(help)) for keys, help in _NUMBER_KEYS.items()]
    _append_rows(text, "Where a number is asked", numbers)
    on_map = f"{_MAP}{_earths(view)}{_walls(view)} {_marks(view)}"
    text.append("On the map\n", HEAD).append(f"  {on_map}\n\n")
    text.append("Continents, in the panel\n", HEAD).append(f"  {_CONTINENTS}\n\n")
    if advice:
        text.append("The odds, in the panel\n", HEAD)
        text.append(f"  {keymap.fill(_ODDS)}\n\n")
    rows = command_rows(ruleset, view.rules, advice=advice, real_dice=real_dice)
    _append_rows(text, "Commands (type : first)", rows, 24)
    return text.append(f"  {ABBREVIATIONS}")


def _append_rows(text: Text, heading: str, rows: Iterable[tuple[str, str]], width: int = 8) -> None:
    """Append a list of two columns; a row is one line, however long it is."""
    text.append(f"{heading}\n", HEAD)
    for sign, help in rows:
        text.append(f"  {sign:<{width - 1}}  ", STRONG).append(f"{help}\n")
    text.append("\n")


def _earths(view: View) -> str:
    """How a typed code leads to each Earth, if there are several."""
    if view.board.earths == 1:
        return ""
    return " A code leads to its territory on the Earth that is shown, once more to the next Earth."


def _walls(view: View) -> str:
    """What the sign of a wall means, and where walls stand, if there are any."""
    names = [territory.name for territory in view.board.territories]
    pairs = [f"{names[one]} and {names[other]}" for one, other in sorted(view.board.walls)]
    if not pairs:
        return ""
    return f" A row of {WALL} parts lands that touch but are no neighbours: {'; '.join(pairs)}."


def _marks(view: View) -> str:
    """What the signs beside names mean, as far as this game has any."""
    marks = (*view.rules.hooks.signs, *((CITY,) if view.cities else ()))
    return "; ".join([*(f"{mark.sign} means {mark.word}" for mark in marks), "✓ means done."])
