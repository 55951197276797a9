"""Dialogs with a list: answers to a decision, a short question, the command palette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Static

from risk_tui.commands.all_commands import available_commands
from risk_tui.commands.base import AnswerCommand, help_at_table
from risk_tui.commands.front_end import chosen_words
from risk_tui.commands.wording import KEYS_OF_WORDS, end_label
from risk_tui.data.language import ENGLISH, _, capitalize, comparable, current, pgettext
from risk_tui.engine.actions import Action, Attack, EndPhase, Offer, Resign
from risk_tui.engine.decisions import Decision, DiceDecision
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.hooks import Answer, Answers
from risk_tui.engine.view import View
from risk_tui.odds.position_odds import chance_after_losses, sign_after_losses
from risk_tui.saves.header import TableOptions
from risk_tui.table.seats import Seat
from risk_tui.table.talk import PHRASES
from risk_tui.text.prompts import describe_action, prompt_for
from risk_tui.text.words import Wording, fill, percent
from risk_tui.tui.key_hints import KeyHint, keys_markup
from risk_tui.tui.keymap import Keymap
from risk_tui.tui.menu import Item, Menu
from risk_tui.tui.panels.bars import useful_actions
from risk_tui.tui.panels.dice_display import render_big_dice
from risk_tui.tui.screens.base import Result, RiskDialog
from risk_tui.tui.text_widgets import WrappedText
from risk_tui.tui.theme.styles import DIM, STRONG


@dataclass(frozen=True, slots=True)
class Choices:
    """A question with its answers, of which the first is the usual one."""

    title: str
    text: Text
    answers: tuple[Answer, ...]


def choices(
    view: View, seats: Sequence[Seat], offers: Sequence[Offer] = (), *, advice: bool = False
) -> Choices:
    """Return the answers to the pending decision: those of ``offers``, or of all offers.

    With ``advice`` they include chances.
    """
    decision = view.decision
    assert decision is not None, "a decision is pending"
    for ask in view.rules.hooks.answers:
        if (found := ask(view, decision)) is not None:
            return _suggested_choices(found, view, decision, seats, advice=advice)
    return _offered_choices(view, decision, seats, offers or view.offers)


def _suggested_choices(
    found: Answers, view: View, decision: Decision, seats: Sequence[Seat], *, advice: bool
) -> Choices:
    """Return the answers that a variant suggests. Those about dice include their losses."""
    first, *rest = found.text.partition("\n")
    text = Text(first).append("".join(rest), DIM)
    if isinstance(decision, DiceDecision):
        attacker, defender = seats[view.owner[decision.source]], seats[view.owner[decision.target]]
        text = render_big_dice(attacker, decision.attack, defender, decision.defence)
    wording = Wording(seats, view.board, view)

    def describe(answer: Answer) -> Answer:
        words = fill(answer.words, answer.action, wording) if answer.action else answer.words
        if answer.dice and isinstance(decision, DiceDecision):
            words = f"{words}, {_outcome(view, decision, answer, seats, advice=advice)}"
        return replace(answer, words=words, next_answers=tuple(map(describe, answer.next_answers)))

    return Choices(found.title, text, tuple(map(describe, found.answers)))


def _outcome(
    view: View, decision: DiceDecision, answer: Answer, seats: Sequence[Seat], *, advice: bool
) -> str:
    """Return the losses of an answer about dice, then the chance that the territory falls."""
    lost, won = losses = view.rules.combat.losses(answer.dice, decision.defence)
    defender = seats[view.owner[decision.target]].name
    result = _(
        "{dice}: you lose {lost}, {defender} loses {won}",
        dice=" ".join(map(str, answer.dice)),
        lost=lost,
        defender=defender,
        won=won,
    )
    if not advice:
        return result
    chance = chance_after_losses(view, decision.source, decision.target, losses, spent=answer.spent)
    if chance is None:
        return result
    sign = sign_after_losses(view, decision.source, decision.target)
    return _("{result}; falls {chance}", result=result, chance=sign + percent(chance))


def _offered_choices(
    view: View, decision: Decision, seats: Sequence[Seat], offers: Sequence[Offer]
) -> Choices:
    """Return the answers to any other decision, one for each offer."""
    answers, wording = [], Wording(seats, view.board, view)
    for offer in offers:
        action = offer.action
        if isinstance(action, EndPhase):
            label = end_label(decision) or _("continue")
            answers.append(Answer(capitalize(label), action))
        elif not isinstance(action, Resign):
            answers.append(_answer(offer, wording))
    prompt = prompt_for(decision, view, seats)
    question = prompt.removeprefix(seats[decision.seat].name).partition(": ")[2]
    return Choices(
        capitalize(pgettext("phase", decision.kind)), Text(capitalize(question)), tuple(answers)
    )


def _answer(offer: Offer, wording: Wording) -> Answer:
    """Return the answer for an offer; if it allows several numbers, it leads to a list of them.

    An attack is the exception: it rolls as many dice as allowed.
    """
    minimum, maximum = offer.minimum, offer.maximum
    if minimum is None or maximum is None or minimum == maximum:
        return Answer(describe_action(offer.action, wording), offer.action)
    if isinstance(offer.action, Attack):
        attack = offer.with_number(maximum)  # as Enter does on the map
        return Answer(describe_action(attack, wording), attack)
    actions = [offer.with_number(number) for number in range(minimum, maximum + 1)]
    numbers = tuple(Answer(describe_action(action, wording), action) for action in actions)
    return Answer(
        _("{words} to {maximum}", words=numbers[0].words, maximum=maximum), next_answers=numbers
    )


_DIE_KEYS = ("123456", "abcdef")
"""The keys for the faces 1 to 6: for the first kind of dice action in a list, and for others."""
_LIST_KEYS = "123456789abcdfghilmnoprstuvwxyz"
"""The keys for other answers, in the order of the list. ``e`` ends a decision, ``j`` and ``k`` move
through the list, and ``q`` closes it.
"""


def keys_for(answers: Sequence[Answer]) -> list[str]:
    """Return the key of each answer in a list; empty if no key is left.

    The answer that ends a decision has the key ``e``, a die its face, and a word with a key on the
    map its first letter. An answer that leads to a list of dice has the first letter of its words.
    All other answers are numbered, and so are those that would share a key.
    """
    kinds = list(dict.fromkeys(type(die) for die in map(_die_of, answers) if die is not None))
    own = [_preferred_key(answer, kinds) for answer in answers]
    keys = [key if own.count(key) == 1 else "" for key in own]
    numbers = iter(key for key in _LIST_KEYS if key not in keys)
    return [key or next(numbers, "") for key in keys]


def _preferred_key(answer: Answer, dice: Sequence[type[Action]]) -> str:
    """Return the key that the kind of an answer determines; empty if there is none.

    ``dice`` are the kinds of dice actions in the list.
    """
    action, die = answer.action, _die_of(answer)
    if die is not None:
        return _DIE_KEYS[min(dice.index(type(die)), 1)][(_face(die) or 1) - 1]
    if action is None:
        leads_to_dice = all(_die_of(option) is not None for option in answer.next_answers)
        return answer.words[0].lower() if leads_to_dice else ""
    words = [word for word in chosen_words(action) if word in KEYS_OF_WORDS]
    return "e" if isinstance(action, EndPhase) else words[0][0] if words else ""


def _die_of(answer: Answer) -> Action | None:
    """Return the action about the one die that an answer names; ``None`` if it names no die.

    If the answer leads to several actions about this die, one for each card, return the first.
    """
    actions = (
        [answer.action] if answer.action else [option.action for option in answer.next_answers]
    )
    dice = {(type(action), action and _face(action)) for action in actions}
    is_one_die = len(dice) == 1 and (answer.action is not None or len(actions) > 1)
    return actions[0] if is_one_die and actions[0] and _face(actions[0]) else None


def _face(action: Action) -> int | None:
    """Return the face of the die that an action is about, if any."""
    slots = slots_of(type(action)).items()
    return next((getattr(action, name) for name, slot in slots if slot.meaning == "face"), None)


class ListDialog(RiskDialog[Result]):
    """A question with a list of answers below it; the base class of such dialogs.

    An answer is chosen by its key, by Enter or by a click.
    """

    DEFAULT_CSS = """
    ListDialog Static { height: auto; }
    ListDialog Menu { background: $house-bar; max-height: 12; margin-top: 1; }
    ListDialog #note { display: none; color: $house-warn; margin-top: 1; }
    """

    def __init__(self, title: str, text: RenderableType, items: Sequence[Item] = ()) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._menu = Menu(items, keys=True)
        self._note = Static(id="note", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = keys_markup(
                KeyHint("↑↓", _("select"), "up down"),
                KeyHint("Enter", _("choose"), "enter"),
                KeyHint("Esc", _("back"), "escape"),
            )
            yield Static(self._text)
            yield self._menu
            yield self._note


class ConfirmDialog(ListDialog[bool]):
    """A yes-or-no question. Enter means no, unless Yes is selected.

    The keys are the first letters of the answers; ``y`` means yes in every language.
    """

    BINDINGS = [("escape,q", "dismiss(False)")]

    def __init__(self, question: str, names: tuple[str, ...] = ()) -> None:
        yes, no = _("Yes"), _("No")
        self._yes = next(filter(str.isalpha, comparable(yes)), "y")
        items = [Item(self._yes, Text(yes), other_key="y"), Item("n", Text(no))]
        super().__init__("", WrappedText(Text(question), names), items)
        self._menu.select("n")

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self.dismiss(event.item.key == self._yes)


class PhrasesDialog(ListDialog[str | None]):
    """A list of phrases to say.

    Returns the chosen one, "" for the player's own words, or ``None`` to say nothing.
    """

    BINDINGS = [("escape,q", "dismiss(None)")]

    def __init__(self) -> None:
        items = [Item(str(number), Text(_(phrase))) for number, phrase in enumerate(PHRASES, 1)]
        own = Item("w", Text(_("Your own words …")))
        super().__init__(_("Say to the table"), Text(_("All players read it.")), [*items, own])

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        key = event.item.key
        self.dismiss("" if key == "w" else PHRASES[int(key) - 1])


class ChoiceDialog(ListDialog[Action | None]):
    """The answers to a decision. Returns the chosen action, or ``None`` to decide later.

    The ``usual`` action, or else the first, is selected at the start. In a ``guarded`` dialog,
    which follows a decision of another player, the first key only selects, so that a late key does
    no harm.
    """

    BINDINGS = [("escape,q", "dismiss(None)")]

    def __init__(
        self, choices: Choices, usual: Action | None = None, *, guarded: bool = False
    ) -> None:
        super().__init__(choices.title, choices.text)
        self._usual = usual
        self._answers = choices.answers
        self._menu.guarded = guarded

    def on_mount(self) -> None:
        self._set_answers(self._answers)

    def _set_answers(self, answers: Sequence[Answer]) -> None:
        self._answers = tuple(answers)
        pairs = list(zip(keys_for(answers), answers, strict=True))
        usual = (key for key, answer in pairs if answer.action and answer.action == self._usual)
        self._menu.set_items(
            [Item(key, Text(answer.words)) for key, answer in pairs], next(usual, None)
        )

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        answer = self._answers[self._menu.items.index(event.item)]
        if answer.action is not None:
            self.dismiss(answer.action)
        elif answer.next_answers:
            self._set_answers(answer.next_answers)
        else:
            self._note.update(answer.refusal)
            self._note.display = True


_MIN_NAME_WIDTH = 14
"""Minimum columns for the name of an action or command."""


def palette_items(
    view: View,
    local_turn: bool,
    keymap: Keymap,
    options: TableOptions,
    *,
    is_kept: bool,
) -> list[Item]:
    """Return the actions that are useful now, then the commands, which begin with a colon.

    Names of actions are English, so in other languages only their help is shown and searched.

    Args:
        view: The view of the player.
        local_turn: True if a person at this terminal decides.
        keymap: The player's keys.
        options: The options of the table, such as whether odds are shown.
        is_kept: False if the game is lost when the table is left.
    """
    commands = [
        command
        for command in available_commands(view, options)
        if not issubclass(command, AnswerCommand) or (local_turn and command.can_answer(view))
    ]
    width = max(_MIN_NAME_WIDTH, *(len(f":{command.own_name()}  ") for command in commands))

    def row(name: str, summary: str) -> Text:
        help = help_at_table(summary, is_kept=is_kept)
        return Text.assemble((f"{name:<{width}}" if name else "", STRONG), (help, DIM))

    items = [
        Item(
            key.action,
            row(key.action if current() == ENGLISH else "", keymap.fill(_(key.help))),
            aside=Text(keymap.signs(key.action), STRONG),
        )
        for key in useful_actions(view, local_turn, advice=options.advice)
    ]
    for command in commands:
        name = f":{command.own_name()}"
        blank = "" if command.usage == command.name else " "
        items.append(Item(name + blank, row(name, _(command.summary))))
    return items


def _starts_with(name: str, word: str) -> bool:
    """Return True if a name starts with ``word``, with or without a colon before it."""
    return name.startswith((word, f":{word}"))


# Textual's own palette was measured to take 177 ms to open and 32 ms for the first letter; this one
# takes 61 ms and 15 ms.
class CommandPalette(RiskDialog[str | None]):
    """A searchable list of actions and commands.

    Returns the chosen action, or the start of the chosen command with its colon.
    """

    DEFAULT_CSS = """
    CommandPalette > .box { padding: 0 1; }
    CommandPalette Input, CommandPalette Input:focus {
        height: 1; border: none; padding: 0 1; margin: 0 0 1 0; background: $house-field;
    }
    CommandPalette Menu { max-height: 16; background: $house-bar; }
    """
    BINDINGS = [
        ("escape", "dismiss(None)"),
        Binding("up,shift+tab", "step(-1)", priority=True),
        Binding("down,tab", "step(1)", priority=True),
        Binding("pageup", "page(-1)", priority=True),
        Binding("pagedown", "page(1)", priority=True),
    ]

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__()
        self._items = items

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Find an action or a command")
            box.border_subtitle = keys_markup(
                KeyHint("a-z", _("find"), ""),
                KeyHint("↑↓", _("select"), "up down"),
                KeyHint("Enter", _("run"), "enter"),
                KeyHint("Esc", _("back"), "escape"),
            )
            field = Input(compact=True, max_length=40)
            field.cursor_blink = False
            yield field
            yield Menu(self._items)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the items that match every typed word, first those that begin with the first one."""
        words = comparable(event.value).split()
        matches = []
        for item in self._items:
            names = comparable(item.text.plain).split()
            if all(any(_starts_with(name, word) for name in names) for word in words):
                matches.append(item)
        if words:
            matches.sort(key=lambda item: not _starts_with(comparable(item.key), words[0]))
        placeholder = Item("", Text(_("no matches"), DIM), heading=True)
        self.query_one(Menu).set_items(matches or [placeholder])

    def on_input_submitted(self) -> None:
        """Close the dialog with the highlighted item."""
        item = self.query_one(Menu).selected
        if item is not None:
            self.dismiss(item.key)

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Close the dialog with the clicked item."""
        self.dismiss(event.item.key)

    def action_step(self, step: int) -> None:
        """Move one line up or down."""
        self.query_one(Menu).action_step(step)

    def action_page(self, step: int) -> None:
        """Move several lines up or down."""
        self.query_one(Menu).action_page(step)
