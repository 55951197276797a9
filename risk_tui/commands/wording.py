"""The keys for answering decisions: labels for the footer, help, and requirements.

A decision describes each answer; the kind of an answer determines its key. Enter on the map chooses
an action that points at a territory, ``EndPhase`` has a key of its own, and Enter chooses every
other action, from a list if there are several. ``KEY_TEXTS`` lists the decisions of the base game
that have additional keys, by their kinds.

In these texts, the name of a key's action in braces is replaced by its key.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from risk_tui.data.language import _, headed, list_separator
from risk_tui.engine.actions import Action, EndPhase, Offer
from risk_tui.engine.decisions import Choice, Decision, DiceDecision, ToOccupy
from risk_tui.engine.declarations import Messages, counted_field, pointed_fields, slots_of
from risk_tui.engine.view import View
from risk_tui.text.words import Wording, fill


@dataclass(frozen=True)
class KeyTexts:
    """The texts about keys for one kind of decision that do not follow from its choices.

    Args:
        labels: Labels in the footer by the actions of keys; an empty label is not shown.
        help: Instructions that replace the help from its choices.
        requirement: What the player must do before continuing, with the keys for it.
        number: The meaning of a number typed before another key.
    """

    labels: Mapping[str, Messages] = field(default_factory=dict)
    help: Messages = ""
    requirement: Messages = ""
    number: Messages = ""


_PLACE_ALL = "setup continues until every army is placed; {place} places the rest for you"
_PUT_HERE = "{act} or {all} places that many here"

KEY_TEXTS: Mapping[str, KeyTexts] = {
    "claim": KeyTexts(requirement="claim a free territory: press {act} on it"),
    "place": KeyTexts(
        labels={"act": "place 1", "all": "", "place": "place rest"},
        help={
            "neutral": "Enter places one army under the cursor: yours on your territories, "
            "neutral ones on neutral territories; {place} places the rest for you.",
            "": "Enter puts one army on the territory under the cursor; {place} places the "
            "rest for you.",
        },
        requirement=_PLACE_ALL,
        number={
            "single": "armies are placed one at a time now: press {act}",
            "": _PUT_HERE,
        },
    ),
    "reinforce": KeyTexts(
        labels={"all": "all here", "cards": "cards"},
        help={
            "led": "Enter asks how many of the armies you lead to place under the cursor; "
            "{all} places all, 3{all} three.",
            "": "Enter asks how many armies to place under the cursor; {all} places all, "
            "3{all} three. If you have a set of cards, press {cards} first.",
        },
        requirement={
            "led": "place the {armies} first: {act} on a territory of the {led}",
            "": "place your {armies} first: press {act} on your territory",
        },
        number=_PUT_HERE,
    ),
    "trade": KeyTexts(
        labels={"act": {"none": "continue", "": "trade"}, "cards": "cards"},
        help={
            "must_trade": "You must trade: press {cards} to see your cards and choose a set.",
            "": "Press {cards} to see your cards and trade a set, or {end} to keep them and "
            "continue. You may also be asked if you have no set, so that the question gives "
            "nothing away.",
        },
        requirement={
            "none": "press {end} to skip trading",
            "must_trade": "you must trade cards first: press {cards}",
            "": "press {cards} to trade, or {end} to keep your cards",
        },
    ),
    "attack": KeyTexts(
        labels={
            "attack": "",
            "blitz": "blitz",
            "repeat": "again",
            "all": "place here",
            "end.turn": "end turn",
            "cards": "cards",
            "plan": "plan",
        },
        help={
            "led": "You lead an army. Press Enter on a territory that it holds, then on a "
            "highlighted neighbour to attack it; Enter again, or {repeat} from anywhere, attacks "
            "again. 1 Enter and 2 Enter roll fewer dice. {blitz} attacks until the end, 5{blitz} "
            "until 5 armies are left. {end} ends its attacks.",
            "": "Press Enter on your territory, then on a highlighted neighbour to attack it; "
            "Enter again, or {repeat} from anywhere, attacks again. 1 Enter and 2 Enter roll "
            "fewer dice. {blitz} attacks until the end, 5{blitz} until 5 armies are left. {end} "
            "ends your attacks, {end.turn} your turn at once.",
        },
        number="{act}: roll that many dice · {blitz}: stop at that many armies",
    ),
    "defend": KeyTexts(
        labels={"act": "roll max", "defend.most": "always max"},
        help="Press a digit to roll that many dice, Enter for the maximum; {defend.most} "
        "always rolls the maximum.",
    ),
    "occupy": KeyTexts(
        labels={"cards": ""},
        help="Type how many armies to move in and press Enter. a: all, l: fewest, =: same as last "
        "time. A territory code, {blitz} or {end} accepts the suggested number and continues; "
        "{undo} works until dice or cards are revealed.",
        requirement="move your armies in first: press {act}",
        number="{act} moves that many in",
    ),
    "fortify": KeyTexts(
        labels={"cards": {"may_trade": "cards", "": ""}},
        number="{act} moves that many",
    ),
    "declare": KeyTexts(labels={"cards": "cards", "undo": "undo"}),
}

KEYS_OF_WORDS = {"attack": "attack", "reinforce": "all"}
"""The actions of the keys that choose a word, for decisions between two words."""

_REQUIREMENT_KEYS = ("act", "all", "attack", "cards", "end", "place")
"""The actions of keys that a requirement may name."""


def is_on_map(decision: Decision) -> bool:
    """Return True if players answer the decision with territories on the map."""
    return any(pointed_fields(kind) for kind in decision.choices)


def has_targets(decision: Decision) -> bool:
    """Return True if an answer points at two territories: its source, then its target."""
    return any(len(pointed_fields(kind)) == 2 for kind in decision.choices)


def is_asked_at_once(decision: Decision) -> bool:
    """Return True if the question opens by itself, because a battle waits for the answer."""
    return isinstance(decision, ToOccupy | DiceDecision)


def key_labels(decision: Decision) -> dict[str, str]:
    """Return the labels in the footer of the keys for a decision, by their actions.

    The label is empty for a key that works without being shown. Keys that are useless for the
    decision are left out. ``target`` has the label of Enter after a source is chosen.
    """
    choices = decision.choices.items()
    # Enter chooses the first answer that does not end the decision.
    main = next(_label(choice, decision) for kind, choice in choices if kind is not EndPhase)
    labels = {KEYS_OF_WORDS[word]: _(word) for word in _words_with_keys(decision)}
    labels |= {"act": _("choose"), "target": main} if has_targets(decision) else {"act": main}
    if (end := end_label(decision)) is not None:
        labels["end"] = end
    own = _texts(decision).labels.items()
    return labels | {action: str(decision.message(text, decision.seat)) for action, text in own}


def end_label(decision: Decision) -> str | None:
    """Return the label of the answer that ends a decision; ``None`` if there is no such answer."""
    ends = decision.choices.get(EndPhase)
    return None if ends is None else _label(ends, decision)


def number_help(decision: Decision) -> str:
    """Return the meaning of a number typed before another key; empty if it has none."""
    return str(decision.message(_texts(decision).number, decision.seat))


def help_on(decision: Decision, offers: Iterable[Offer]) -> str:
    """Return instructions for answering a decision on the game screen.

    Args:
        decision: The decision.
        offers: The possible answers, if they are known; other kinds of answers are left out.
    """
    if own := decision.message(_texts(decision).help, decision.seat):
        return str(own)
    return "\n".join(_help_lines(decision, {type(offer.action) for offer in offers}))


def requirement_of(decision: Decision, view: View) -> str:
    """Return what the player must do before continuing; empty if nothing is declared."""
    own = decision.message(_texts(decision).requirement, view.seat)
    message = own or decision.message(decision.requirement, view.seat)
    keys = {word: f"{{{word}}}" for word in _REQUIREMENT_KEYS}
    text = fill(message, decision, Wording((), view.board, view), width=None, **keys)
    how = "" if own or not text else _required_keys(decision)
    return headed(text, how) if how else text


def _required_keys(decision: Decision) -> str:
    """Return the keys that meet the requirement of a decision; empty if it has none."""
    if words := _words_with_keys(decision):
        keys = [
            _("{key} to {word}", key=f"{{{KEYS_OF_WORDS[word]}}}", word=_(word)) for word in words
        ]
        return list_separator(", ").join(keys)
    return _("{act} on a highlighted territory") if is_on_map(decision) else ""


def _help_lines(decision: Decision, offered: Collection[type[Action]]) -> Iterator[str]:
    """Yield a line for each kind of answer: its key, its label and its effect.

    Only kinds in ``offered`` are described, or all of them if ``offered`` has none.
    """
    kinds = [kind for kind in decision.choices if kind in offered] or decision.choices
    for kind in kinds:
        choice = decision.choices[kind]
        label, effect = _label(choice, decision), decision.message(choice.effect, decision.seat)
        answer = f"{_key_of(kind)}: {label}."
        yield " ".join(filter(None, [answer, str(effect), *_notes_on_questions(kind)]))
    for word in _words_with_keys(decision):
        yield f"{{{KEYS_OF_WORDS[word]}}}: {_(word)}."


def _key_of(kind: type[Action]) -> str:
    """Return the way to choose an action of that kind on the map screen."""
    if kind is EndPhase:
        return "{end}"
    forms = (
        "{act}",
        _("{act} on a highlighted territory"),
        _("{act} on a territory of yours, then on a highlighted one"),
    )
    return forms[len(pointed_fields(kind))]


def _notes_on_questions(kind: type[Action]) -> Iterator[str]:
    """Yield notes about the questions that come before an action of that kind."""
    if kind.confirm:
        yield _("You are asked once more before it is done.")
    elif kind.number == "ask" and counted_field(kind) is not None:
        yield _("You are asked how many.")


def _words_with_keys(decision: Decision) -> Collection[str]:
    """Return the words that the decision offers, if keys choose them."""
    slots = (slot for kind in decision.choices for slot in slots_of(kind).values())
    words = (word for slot in slots if not slot.optional for word in slot.words)
    return [word for word in words if word in KEYS_OF_WORDS]


def _label(choice: Choice, decision: Decision) -> str:
    return str(decision.message(choice.label, decision.seat))


def _texts(decision: Decision) -> KeyTexts:
    return KEY_TEXTS.get(decision.kind, KeyTexts())
