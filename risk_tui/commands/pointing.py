"""The meanings of keys at the cursor, for the pending decision.

It also has the hints for an incomplete action, when a source is chosen or a number is being typed.
In messages, the name of a key's action in braces is replaced by its key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from risk_tui.commands.action_command import impossible_message
from risk_tui.commands.base import AnswerCommand, allowed_pairs
from risk_tui.commands.front_end import (
    AskNumber,
    EndPhaseFirst,
    Intent,
    OpenChoice,
    Pointer,
    SelectSource,
    chosen_words,
    occupation_split,
)
from risk_tui.commands.names import CommandError, ImpossibleCommand
from risk_tui.commands.odds_commands import FightCommand
from risk_tui.commands.table_commands import CardsCommand
from risk_tui.commands.wording import is_on_map, number_help, requirement_of
from risk_tui.data.language import N_, _, capitalize, pluralize
from risk_tui.engine.actions import Action, Attack, EndPhase, Occupy, Offer, Resign, Trade
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import (
    DiceDecision,
    ToAttack,
    ToClaim,
    ToFortify,
    ToOccupy,
    ToPlace,
    ToReinforce,
    ToTrade,
)
from risk_tui.engine.declarations import pointed_fields, slots_of
from risk_tui.engine.imagination import sample_game
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.table.orders import TURN_ENDINGS, Blitz, EndTurn, Order, PlaceRemaining, best_attack


def aim_hint(view: View, source: int, stop_at: int | None = None) -> str:
    """Return the hint for the next step after a source is chosen.

    Args:
        view: The view of the acting player.
        source: The chosen territory.
        stop_at: The armies at which a blitz stops; ``None`` for no blitz.
    """
    if stop_at is not None:
        blitz = _describe_blitz(view.board.territories[source].name, stop_at)
        return _("{blitz}: {{act}} or {{blitz}} on the target", blitz=blitz)
    name = view.board.territories[source].name
    match view.decision:
        case ToAttack():
            question = _("Attack what from {territory}?", territory=name)
        case ToFortify():
            question = _("Move armies from {territory} to where?", territory=name)
        case _other:
            question = _("From {territory} to where?", territory=name)
    if reaches_only_neighbours(view):
        return _("{question} Pick a neighbour, then press {{act}}", question=question)
    return _("{question} Pick a territory, then press {{act}}", question=question)


def _describe_blitz(place: str, stop_at: int) -> str:
    """Describe a blitz: its source, and the number of armies at which it stops if above 1."""
    if stop_at > 1:
        armies = pluralize(stop_at, "army")
        return _("Blitz from {territory} down to {armies}", territory=place, armies=armies)
    return _("Blitz from {territory}", territory=place)


def reaches_only_neighbours(view: View) -> bool:
    """Return True if every offered move or attack leads to a neighbour of its source."""
    neighbours = view.board.neighbours
    return all(target in neighbours[source] for source, target in allowed_pairs(view))


def fight_hint(chance: float, stop_below: int) -> str:
    """Describe the effect of the key that fights a plan.

    Args:
        chance: The chance of the plan, 0 to 1.
        stop_below: The chance in percent below which the fight stops.
    """
    if not stop_below:
        return _("fights it to the end")
    if chance * 100 < stop_below:
        return _(
            "won't fight it below {stop_below}%, unless you give a smaller percentage",
            stop_below=stop_below,
        )
    return _("fights while the odds are at least {stop_below}%", stop_below=stop_below)


def number_hint(view: View, *, on_plan: bool) -> str:
    """Describe the effect of the number that is being typed.

    Args:
        view: The view of the acting player.
        on_plan: True if the cursor is on a territory of a plan.
    """
    if on_plan:
        return _("{blitz} fights the plan, and stops below that chance in percent")
    hint = number_help(view.decision) if view.decision is not None else ""
    return hint or _("numbers are not used now")


def enter(at: Pointer) -> Intent:
    """Return the meaning of Enter on the territory under the cursor."""
    view, count = at.view, at.count
    decision = view.decision
    if isinstance(decision, ToOccupy):
        return _occupy(view, decision, count)
    answers = [offer for offer in view.offers if not isinstance(offer.action, EndPhase | Resign)]
    may_trade = any(isinstance(offer.action, Trade) for offer in answers)
    needs_territory = bool(view.offers) and decision is not None and is_on_map(decision)
    if any(offer.action.aims for offer in answers) or (needs_territory and not may_trade):
        return _choose_territory(view, at.cursor, at.source, count)
    if may_trade:
        return CardsCommand()
    if isinstance(decision, ToTrade):
        return AnswerCommand(EndPhase())
    # The label "play a card" does not say which, so the only card is listed before it is played.
    is_vague = decision is not None and {Action, EndPhase} <= decision.choices.keys()
    if len(answers) == 1 and not is_vague and not isinstance(decision, DiceDecision):
        return _choose(answers, view, count)
    if view.offers:
        return OpenChoice()
    raise ImpossibleCommand(_("the game is over") if view.winners else _("it is not your decision"))


def attack(at: Pointer) -> Intent:
    """Attack once, or choose to attack."""
    if (action := _action_for_word(at.view, "attack")) is not None:
        return AnswerCommand(action)
    if _has_no_set(at.view):
        return EndPhaseFirst(attack, at)
    if isinstance(at.view.decision, ToAttack):
        return enter(at)
    raise ImpossibleCommand(_("you can attack only in the attack phase"))


def all_here(at: Pointer) -> Intent:
    """Place all armies under the cursor, or choose to reinforce."""
    view, cursor, count = at.view, at.cursor, at.count
    if (action := _action_for_word(view, "reinforce")) is not None:
        return AnswerCommand(action)
    offers = [offer for offer in view.offers if len(offer.action.aims) == 1]
    here = [offer for offer in offers if offer.action.aims == (cursor,)]
    if not any(offer.maximum for offer in offers):
        if any(isinstance(offer.action, Trade) for offer in view.offers):
            return CardsCommand()
        raise ImpossibleCommand(_("{all} puts armies on a territory, when you reinforce"))
    if len(here) != 1 or here[0].maximum is None or count:
        return _answer_with_territory(view, cursor, count)
    maximum = here[0].maximum
    return AnswerCommand(here[0].with_number(maximum), _remainder_message(view, cursor, maximum))


def _occupy(view: View, decision: ToOccupy, count: int | None) -> Intent:
    """Move armies into a conquered territory, or ask how many."""
    territories = view.board.territories
    if count is not None:
        return AnswerCommand(Occupy(count))
    return AskNumber(
        "occupy",
        _(
            "Armies from {source} into {target}",
            source=territories[decision.source].name,
            target=territories[decision.target].name,
        ),
        decision.least,
        decision.most,
        Occupy,
        occupation_split(view, decision.source, decision.target),
    )


def blitz(at: Pointer) -> Intent:
    """Fight the plan under the cursor, or attack until conquered.

    A typed number is the chance in percent below which the plan stops, or the number of armies at
    which the attack stops.
    """
    view, cursor, source, count = at.view, at.cursor, at.source, at.count
    if _has_no_set(view):
        return EndPhaseFirst(blitz, at)
    if not isinstance(view.decision, ToAttack):
        raise ImpossibleCommand(due_first(view) or _("you can blitz only in the attack phase"))
    if at.plan:
        return FightCommand(at.plan, stop_below=count)
    stop_at = count or 1
    intent = (
        SelectSource(source) if cursor == source else _choose_territory(view, cursor, source, None)
    )
    obvious = _obvious_source(view, cursor, at.recent) if source is None else None
    if obvious is not None:
        return _blitz(view, obvious, cursor, stop_at)
    if isinstance(intent, AnswerCommand) and isinstance(intent.answer, Attack):
        return _blitz(view, intent.answer.source, intent.answer.target, stop_at)
    if isinstance(intent, OpenChoice):
        for offer in intent.offers:
            if isinstance(offer.action, Attack):
                return _blitz(view, offer.action.source, offer.action.target, stop_at)
    if not isinstance(intent, SelectSource) or intent.source is None:
        return intent
    _expect_blitz(view, intent.source, stop_at)
    message = aim_hint(view, intent.source, stop_at)
    if intent.source != cursor:
        armies = view.armies[intent.source]
        place = f"{_name(view, intent.source)} ({armies})"
        start = _describe_blitz(place, stop_at)
        message = _("{blitz}: {{act}} or {{blitz}} starts it", blitz=start)
        message = _out_of_reach_note(view, cursor, source) + message
    return replace(intent, message=message, stop_at=stop_at)


def _has_no_set(view: View) -> bool:
    """Return True if the player is asked to trade without a set, only to keep hands secret."""
    decision = view.decision
    return bool(view.offers) and isinstance(decision, ToTrade) and not decision.may_trade


def _obvious_source(view: View, target: int, recent: Sequence[int]) -> int | None:
    """Return the territory that obviously attacks a target.

    Returns:
        The strongest source among the ``recent`` territories, else the only source; ``None`` if
        there are several, or none.
    """
    attacks = (offer.action for offer in view.offers if isinstance(offer.action, Attack))
    sources = [attack.source for attack in attacks if attack.target == target]
    last = [territory for territory in recent if territory in sources]
    if last:
        return max(last, key=lambda territory: view.armies[territory])
    return sources[0] if len(sources) == 1 else None


def end(at: Pointer) -> Intent:
    """End the phase, or say what is still required."""
    if any(isinstance(offer.action, EndPhase) for offer in at.view.offers):
        return AnswerCommand(EndPhase())
    raise ImpossibleCommand(due_first(at.view) or _("there is nothing to end now"))


def end_turn(at: Pointer) -> AnswerCommand:
    """End the turn even if actions remain in it, or say what is still required."""
    try:
        return ending_of_turn(at.view)
    except ImpossibleCommand as error:
        raise ImpossibleCommand(due_first(at.view) or str(error)) from None


def ending_of_turn(view: View) -> AnswerCommand:
    """Return the command that ends the turn.

    Raises:
        ImpossibleCommand: If the turn can't end now. The message names no keys.
    """
    decision = view.decision
    if isinstance(decision, TURN_ENDINGS) and decision.seat == view.turn:
        return AnswerCommand(EndTurn(decision.seat, view.round))
    if decision is None:
        raise ImpossibleCommand(_("the game is over"))
    if decision.seat != view.turn:
        raise ImpossibleCommand(_("you can end only your own turn"))
    if isinstance(decision, ToClaim | ToPlace | ToTrade | ToReinforce):
        raise ImpossibleCommand(_("place all your armies before you end your turn"))
    raise ImpossibleCommand(impossible_message(EndPhase))


def gives_up_attacks(answer: Action | Order, view: View) -> bool:
    """Check whether an answer ends the turn although its player could still attack."""
    decision = view.decision
    if not isinstance(answer, EndPhase | EndTurn) or not isinstance(decision, ToAttack):
        return False
    can_attack = any(isinstance(offer.action, Attack) for offer in view.offers)
    if decision.seat != view.turn or not can_attack:
        return False
    if isinstance(answer, EndTurn):
        return True
    try:
        game = sample_game(view, seeded_chance(""))
        game.apply(answer, seat=decision.seat)
    except RiskError:
        return False
    after = game.view(None)
    return (after.turn, after.round) != (view.turn, view.round)


def due_first(view: View) -> str:
    """Return what the player must do before continuing; empty if nothing."""
    return requirement_of(view.decision, view) if view.offers and view.decision is not None else ""


def _action_for_word(view: View, word: str) -> Action | None:
    """Return the offered action that chooses a word, such as ``attack``, if there is one."""
    actions = (offer.action for offer in view.offers)
    return next((action for action in actions if chosen_words(action) == [word]), None)


def repeat(at: Pointer) -> AnswerCommand:
    """Repeat the last attack; a number changes its dice, or the armies at which a blitz stops."""
    view, count, last = at.view, at.count, at.last_attack
    if not isinstance(view.decision, ToAttack):
        raise ImpossibleCommand(
            due_first(view) or _("an attack can be repeated only while you attack")
        )
    if last is None:
        raise ImpossibleCommand(_("there is no attack to repeat yet: choose one with {act}"))
    source, target = _name(view, last.source), _name(view, last.target)
    if view.owner[last.source] != view.acting_seat:
        raise ImpossibleCommand(
            _("{source} is no longer yours, so the last attack can't be repeated", source=source)
        )
    if view.owner[last.target] == view.acting_seat:
        raise ImpossibleCommand(_("{target} is conquered: choose another target", target=target))
    offer = view.attack_offer(last.source, last.target)
    if offer is None and view.armies[last.source] < 2:
        raise ImpossibleCommand(
            _("{source} has only one army left, and one must stay", source=source)
        )
    if last.stop_at is not None:
        return _blitz(view, last.source, last.target, count or last.stop_at)
    if offer is None or offer.maximum is None:
        raise ImpossibleCommand(
            _("{target} can't be attacked from {source} now", target=target, source=source)
        )
    return AnswerCommand(offer.with_number(count or min(last.dice or offer.maximum, offer.maximum)))


def can_repeat(at: Pointer) -> bool:
    """Return True if the last attack can be repeated."""
    try:
        return at.last_attack is not None and bool(repeat(at))
    except CommandError:
        return False


def place_rest(at: Pointer) -> Intent:
    """Place the rest of the starting armies automatically."""
    decision = at.view.decision
    if isinstance(decision, ToPlace):
        return AnswerCommand(PlaceRemaining(decision.seat))
    if isinstance(decision, ToClaim):
        raise ImpossibleCommand(
            _("{place} places the rest of your starting armies, once all territories are claimed")
        )
    raise ImpossibleCommand(
        _("{place} places the rest of your starting armies, while the board is set up")
    )


def _blitz(view: View, source: int, target: int, stop_at: int) -> AnswerCommand:
    assert view.decision is not None, "an attack is pending"
    _expect_blitz(view, source, stop_at)
    return AnswerCommand(Blitz(view.decision.seat, source, target, stop_at))


def _expect_blitz(view: View, source: int, stop_at: int) -> None:
    """Raise ``ImpossibleCommand`` for a blitz that would stop at once."""
    if view.armies[source] <= stop_at:
        armies = pluralize(view.armies[source], "army")
        raise ImpossibleCommand(
            _(
                "{name} has only {armies}: nothing to blitz with",
                name=_name(view, source),
                armies=armies,
            )
        )


def _answer_with_territory(view: View, cursor: int, count: int | None) -> Intent:
    """Choose the territory under the cursor for an action with a single territory."""
    offers = [offer for offer in view.offers if len(offer.action.aims) == 1]
    here = [offer for offer in offers if offer.action.aims == (cursor,)]
    if here:
        return _choose(here, view, count)
    # The game explains why this is refused.
    return AnswerCommand(_aim_at(offers[0].action, cursor))


def _aim_at(action: Action, *territories: int) -> Action:
    """Return the same action, pointed at other territories."""
    return replace(action, **dict(zip(pointed_fields(type(action)), territories, strict=True)))


def _remainder_message(view: View, territory: int, armies: int) -> str:
    """Return why some armies can't be placed on this territory; empty if all can."""
    match view.decision:
        case ToPlace(most=maximum, neutral=neutral):
            due = neutral if view.owner[territory] == view.neutral else maximum
        case _:
            due = view.armies_to_place
    if armies >= due:
        return ""
    limit = view.ruleset.limits.territory
    is_full = limit is not None and view.armies[territory] + armies >= limit
    template = N_("{placed} placed; {territory} takes no more of them, {left} left")
    if is_full:
        template = N_("{placed} placed; {territory} is full, {left} left")
    elif getattr(view.decision, "must_trade", False):
        template = N_("{placed} placed; trade a set before you place the last one")
    return _(template, placed=armies, territory=_name(view, territory), left=due - armies)


def _name(view: View, territory: int) -> str:
    return view.board.territories[territory].name


def _choose(offers: Sequence[Offer], view: View, count: int | None) -> Intent:
    """Choose one of the offers for the same territories; ask for missing values first."""
    offer = offers[0]
    action = offer.action
    if len(offers) > 1:
        return OpenChoice(tuple(offers))
    if action.confirm or offer.maximum is None or offer.minimum is None:
        return AnswerCommand(action)
    if count is None and action.number != "ask":
        count = offer.maximum if action.number == "most" else offer.minimum
    if count is not None or offer.maximum == offer.minimum:
        return AnswerCommand(offer.with_number(count if count is not None else offer.minimum))
    return AskNumber(
        action.kind, _number_question(action, view), offer.minimum, offer.maximum, offer.with_number
    )


def _number_question(action: Action, view: View) -> str:
    """Return the question for the number of an action."""
    unit = slots_of(type(action))[action.number_field or ""].unit or "number"
    what = capitalize(pluralize(2, unit).removeprefix("2 "))
    match [_name(view, territory) for territory in action.aims]:
        case [territory]:
            return _("{what} for {territory}", what=what, territory=territory)
        case [source, target]:
            return _("{what} from {source} to {target}", what=what, source=source, target=target)
    return what


def _choose_territory(view: View, cursor: int, source: int | None, count: int | None) -> Intent:
    """Choose the territory under the cursor: as a source, or as a target if a source is chosen."""
    pairs: dict[tuple[int, ...], list[Offer]] = {}
    for offer in view.offers:
        if len(offer.action.aims) == 2:
            pairs.setdefault(offer.action.aims, []).append(offer)
    if not pairs and any(len(offer.action.aims) == 1 for offer in view.offers):
        return _answer_with_territory(view, cursor, count)
    if source is not None and (source, cursor) in pairs:
        return _choose(pairs[source, cursor], view, count)
    if cursor == source:
        return SelectSource(None)
    can_start = any(start == cursor for start, _ in pairs)
    own = view.owner[cursor] == view.acting_seat
    if own and source is not None and isinstance(view.decision, ToFortify):
        return _refuse_own_target(view, cursor, source, can_start)
    if can_start:
        return SelectSource(cursor, aim_hint(view, cursor))
    if sources := [start for start, target in pairs if target == cursor]:
        return _select_strongest(view, sources, cursor, source, count)
    if own:
        if any(offer.action.aims == (cursor,) for offer in view.offers):
            return _answer_with_territory(view, cursor, count)
        raise ImpossibleCommand(_why_no_source(view, cursor))
    if source is not None and pairs:
        (sample, *_others), *_rest = pairs.values()
        # The game explains why this is refused.
        return AnswerCommand(_aim_at(sample.action, source, cursor))
    return _attack_from_beside(view, cursor)


def _select_strongest(
    view: View, sources: Sequence[int], target: int, old_source: int | None, count: int | None
) -> Intent:
    """Select the source with most armies for a target, instead of one that can't reach it."""
    best = max(sources, key=lambda territory: view.armies[territory])
    message = _(
        "From {name} ({armies}); {{act}} again to continue",
        name=_name(view, best),
        armies=view.armies[best],
    )
    message = _("{message} with {number}", message=message, number=count) if count else message
    return SelectSource(best, _out_of_reach_note(view, target, old_source) + message, count)


def _why_no_source(view: View, territory: int) -> str:
    """Return why nothing can be done from a player's own territory."""
    name = _name(view, territory)
    if view.armies[territory] < 2:
        return _("{name} has only one army, and one must stay", name=name)
    if isinstance(view.decision, ToFortify):
        return _("{territory} has no other territory of yours in reach", territory=name)
    return _("{territory} has no enemy in reach", territory=name)


def _attack_from_beside(view: View, target: int) -> Intent:
    """Attack from the strongest own territory beside a target; the game says why it can't.

    Raises:
        ImpossibleCommand: If there is none, or the decision is not about attacks.
    """
    beside = [
        start
        for start in view.territories_of(view.acting_seat)
        if target in view.board.neighbours[start]
    ]
    if beside and isinstance(view.decision, ToAttack):
        strongest = max(beside, key=lambda territory: view.armies[territory])
        return AnswerCommand(best_attack(view, strongest, target))
    name = _name(view, target)
    if view.acting_seat == view.neutral:
        army = _(view.rules.neutral.name)
        problem = _("no territory of the {army} can reach {target}", army=army, target=name)
        raise ImpossibleCommand(problem)
    raise ImpossibleCommand(_("none of your territories can reach {target}", target=name))


def _out_of_reach_note(view: View, target: int, source: int | None) -> str:
    """Return the start of a message if the chosen source can't reach a target, else nothing."""
    if source is None:
        return ""
    return _(
        "you can't reach {target} from {source}. ",
        target=_name(view, target),
        source=_name(view, source),
    )


def _refuse_own_target(view: View, territory: int, source: int, can_start: bool) -> Intent:
    """Refuse a player's own territory as a target, or make it the source if it can be one.

    Raises:
        ImpossibleCommand: If it can't be a source.
    """
    name, limit = _name(view, territory), view.ruleset.limits.territory
    if limit is not None and view.armies[territory] >= limit:
        reason = _("{name} is full", name=name)
    else:
        reason = _(
            "you can't reach {target} from {source}", target=name, source=_name(view, source)
        )
    if not can_start:
        raise ImpossibleCommand(reason)
    return SelectSource(territory, _("{reason}: it is the source now", reason=reason))
