"""The help text: what is asked now, the keys, the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.language.commands import help_lines
from risk_tui.language.sentences import ask
from risk_tui.tui.hands.keys import DEFAULT, Keymap, has_missions, keys_of
from risk_tui.tui.map.marks import CAPITAL, CITY
from risk_tui.tui.words import DIM, HEAD, STRONG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_NOW = {
    "claim": "Move the cursor to a free territory and press Enter to claim it.",
    "capital": "Enter on a territory of yours makes it your capital, once you say yes. The others "
    "learn which it is when all have chosen; it can be taken back only until then.",
    "declare": "{all}: reinforce in this turn, and do not attack. {attack}: attack, without the "
    "armies for your territories; those for continents and cards come all the same.",
    "place": "Enter puts one army on the territory under the cursor; {place} places the "
    "rest for you.",
    "reinforce": "Enter asks how many armies go on the territory under the cursor; {all} puts them "
    "all there, 3{all} three. With a set of cards press {cards} first.",
    "trade": "Press {cards} to see your cards and trade a set, or {end} to keep them and go on. "
    "Who holds no set is asked like anybody else, so that the question tells nothing.",
    "attack": "Enter on a territory of yours chooses it, Enter on a lit neighbour attacks it; "
    "Enter again, or {repeat} from anywhere, attacks again. 1 Enter and 2 Enter roll fewer dice. "
    "{blitz} attacks until the end, 5{blitz} until 5 armies are left. {end} ends your attacks.",
    "defend": "A digit rolls so many dice at once, Enter the most; {defend.most} always rolls "
    "the most.",
    "alter": "Enter shows the dice: a card of either territory lets you roll one of yours again, "
    "your commander turns one into a six once a turn, as the rules allow. {end} lets them stand.",
    "occupy": "Type how many armies move in and press Enter; at least as many as you "
    "rolled dice. a: all, m: the fewest, =: as the last time.",
    "fortify": "Enter on a territory of yours, then on a lit one, moves armies; {end} ends "
    "your turn.",
}


_TYPED = {
    "A-Z": "a territory's code in two capitals: jump there; Esc forgets the first",
    "1-9": "a number for the next key: 2 Enter two dice, 5{blitz} stop at 5, 3{all} three armies",
}
"""What is typed before anything happens."""

_ALWAYS = {
    "^L": "draw the screen anew",
    "^C ^Q": "leave the program; the game is saved at every step",
}
"""Keys that mean the same everywhere."""

_NUMBER = {
    "Enter": "take what is proposed: all, or what you answered the last time",
    "a m": "all, or as few as may be",
    "= .": "the same as the last time: so many, or all but so many",
    "↑↓ +-": "one more, one fewer",
    "A-Z :": "leave the question for a territory's code, or a command",
}
"""The keys of the line that asks for a number."""

_ALLIED = {
    "reinforce": "Enter asks how many armies of the Allied Army go on the territory under the "
    "cursor, one that it holds; {all} puts them all there, 3{all} three.",
    "attack": "You lead the Allied Army. Enter on a territory that it holds chooses it, Enter on "
    "a lit neighbour attacks it; Enter again, or {repeat} from anywhere, attacks again. 1 Enter "
    "and 2 Enter roll fewer dice. {blitz} attacks until the end, 5{blitz} until 5 armies are left. "
    "{end} ends its attacks.",
    "place": "Enter puts one army on the territory under the cursor, your own armies on yours "
    "and neutral ones on land of the neutral army; {place} places the rest for you.",
}
"""What is different for an army that nobody plays."""

_ODDS = """\
  Of an enemy's land: how likely it falls if you fight on, and the armies free to attack
  that are left then; what this cast costs you (0, 1 or 2 armies) and how likely. A
  number typed before {blitz} tells what stopping there changes. Of your own land: how
  likely its strongest neighbour takes it. Exact, by the rules of this game."""


def _now(view: View) -> str:
    """What to do about the decision that is due."""
    decision = view.decision
    assert decision is not None, "somebody is asked"
    neutral = view.neutral is not None and (
        view.acting == view.neutral or getattr(decision, "neutral", 0) > 0
    )
    return (neutral and _ALLIED.get(decision.kind)) or _NOW.get(decision.kind, "")


def help_text(
    view: View, seats: Sequence[Seat], keymap: Keymap = DEFAULT, *, advice: bool = True
) -> Text:
    """Help for where the players are, then everything else; of odds only with ``advice``."""
    text = Text()
    if view.decision is not None:
        text.append("Now\n", HEAD)
        text.append(keymap.fill(ask(view.decision, view, seats, end="{end}")) + "\n", STRONG)
        text.append(keymap.fill(_now(view)) + "\n\n")
    text.append("Keys\n", HEAD)
    for key in keys_of(advice):
        if key.action != "mission" or has_missions(view):
            text.append(f"  {keymap.signs(key.action):<8} ", STRONG)
            text.append(keymap.fill(key.help) + "\n")
    for shown, help in (_TYPED | _ALWAYS).items():
        text.append(f"  {shown:<8} ", STRONG).append(keymap.fill(help) + "\n")
    text.append("\nWhere a number is asked\n", HEAD)
    for shown, help in _NUMBER.items():
        text.append(f"  {shown:<8} ", STRONG).append(help + "\n")
    text.append("\nOn the map\n", HEAD)
    text.append(
        "  Every label is a territory's code, the glyph of its owner and its armies. The framed\n"
        "  one is the cursor. Bright land is what you can choose now; a yellow label is where you\n"
        "  start from, yellow letters are what you can reach. Without colours: [UK], (UK),\n"
        "  <UK>, >UK<, and each land has its owner's pattern. Dotted lines are sea lanes.\n"
        f"  {CAPITAL} is a capital, {CITY} a city; ✓ a phase, a mission or an objective "
        "that is done.\n\n"
    )
    if advice:
        text.append("The odds, in the panel\n", HEAD)
        text.append(keymap.fill(_ODDS) + "\n\n")
    text.append("Commands (type : first)\n", HEAD)
    for line in help_lines(ruleset=view.ruleset, advice=advice):
        text.append(f"  {line}\n", DIM)
    return text
