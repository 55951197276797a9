"""Changing a die before it counts: rerolls by card, and the commander (US 1980, FAQ part 2).

Played if the ruleset's combat section says so. Also rates such changes for bots, in armies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, EndPhase, Offer
from risk_tui.engine.context import GameContext, PhaseHandler, commanding_seat
from risk_tui.engine.decisions import Choice, Decision, DiceDecision
from risk_tui.engine.declarations import Card, Face, Flag, Seat, declare
from risk_tui.engine.events import DiceRolled, Event
from risk_tui.engine.hooks import Answer, Answers, BotCandidate
from risk_tui.engine.phases.battle import ask_or_resolve, resolve
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.errors import NotASet, WrongNumber, WrongPhase
from risk_tui.rules.combat import (
    NO_DICE_CHANGES,
    SIX,
    CombatRules,
    CombatSection,
    DiceChanges,
    changed_die,
)


@declare
class Reroll(Action):
    """Show a card of either territory and reroll one of the seat's dice, with this face."""

    kind = "reroll"
    summary = "show a card of either territory and roll a die again"
    advice = "show {card} and roll the {face} again"
    verb = "roll a die again"
    face: Face
    card: Card


@declare
class RerollTheirs(Action):
    """Show a card of either territory and have the defender's die with this face rerolled."""

    kind = "rerolldefence"
    summary = "show a card and make the defender reroll a die"
    advice = "show {card} and make the defender reroll the {face}"
    verb = "make the defender reroll a die"
    face: Face
    card: Card


@declare
class UseCommander(Action):
    """Let the commander turn one of the seat's dice, with this face, to a six."""

    kind = "command"
    typed = "commander", "co"
    number = "least"
    summary = "turn a die to a six, once a turn (without a face: the lowest)"
    advice = "turn the {face} to a six"
    verb = "use the commander"
    face: Face


@declare
class ToChangeDice(DiceDecision):
    """Change one of the dice before they count, or keep them all.

    ``may_reroll`` means that the hand holds a card of either territory; every player with a card is
    asked, so that the question reveals nothing. ``may_command`` means that the commander may still
    turn one of the dice to a six.
    """

    kind = "alter"
    asks = {
        "none": "{seat}: {attack} v {defence}; you hold neither card",
        "both": "{seat}: {attack} v {defence}: reroll a die by its card, "
        "let the commander make one a six, or stand",
        "may_reroll": "{seat}: {attack} v {defence}: reroll a die by its card, or stand",
        "may_command": "{seat}: {attack} v {defence}: let the commander make one a six, or stand",
        "": "{seat}: {attack} v {defence}: change a die, or stand",
    }
    choices = {
        Action: Choice(
            "the dice",
            "With a card of either territory you can reroll a die; your commander can turn one "
            "into a six once a turn, as the rules allow.",
        ),
        EndPhase: Choice("let stand", "The dice count as they are."),
    }
    secret = {"may_reroll": False}
    may_reroll: Flag
    may_command: Flag

    def conditions(self, reader: int | None) -> Collection[str]:
        if reader != self.seat:
            return ()
        changes = Decision.conditions(self, reader)
        return {0: ["none"], 2: ["both"]}.get(len(changes), changes)


@declare
class DieRerolled(Event):
    """A seat showed a card and rolled a die again."""

    is_irreversible = True
    long = "{seat} shows {card} and rolls a {before} again: {after}"
    short = "{seat} rerolls {before}: {after}"
    seat: Seat
    card: Card
    before: Face
    after: Face

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        return ((self.seat, self.after),)


@declare
class TheirDieRerolled(DieRerolled):
    """A seat showed a card, and a die of the defender was rolled again."""

    long = "{seat} shows {card}, and a {before} of the defender is rolled again: {after}"
    short = "{seat} rerolls their {before}: {after}"


@declare
class DieTurned(Event):
    """A seat's commander turned a die to a six."""

    long = "{seat}'s commander turns a {before} to a 6"
    short = "{seat} commands {before} to 6"
    seat: Seat
    before: Face


FACES = range(1, SIX + 1)
_CONQUEST_VALUE = 2.0
"""The value of conquering a territory with this roll, in armies."""


def gain(view: View, decision: ToChangeDice, action: Action) -> float:
    """Return the expected gain of an answer in armies."""
    match action:
        case UseCommander(face):
            return _gain_with_six(view, decision, face)
        case Reroll(face):
            rerolls = [
                replace(decision, attack=changed_die(decision.attack, face, after))
                for after in FACES
            ]
        case RerollTheirs(face):
            rerolls = [
                replace(decision, defence=changed_die(decision.defence, face, after))
                for after in FACES
            ]
        case _:
            return _gain_of_dice(view, decision)
    return sum(_gain_after(view, reroll) for reroll in rerolls) / len(FACES)


def _gain_of_dice(view: View, decision: ToChangeDice) -> float:
    """Return the gain of the dice without a change."""
    lost, killed = CombatRules.losses(decision.attack, decision.defence)
    return killed - lost + _CONQUEST_VALUE * (killed >= view.armies[decision.target])


def _gain_with_six(view: View, decision: ToChangeDice, face: int) -> float:
    """Return the gain of a six in place of a face, less the value of keeping the commander."""
    is_long_fight = view.armies[decision.target] > 3 and view.armies[decision.source] > 5
    value_kept = 2.5 if is_long_fight else 1.0
    turned = replace(decision, attack=changed_die(decision.attack, face, SIX))
    return _gain_of_dice(view, turned) - value_kept


def _gain_after(view: View, decision: ToChangeDice) -> float:
    """Return the gain of the dice after a reroll, which the commander may follow."""
    faces = set(decision.attack) if decision.may_command else ()
    gains = [_gain_with_six(view, decision, face) for face in faces]
    return max([_gain_of_dice(view, decision), *gains])


@dataclass(frozen=True, slots=True)
class Changes(Memory):
    """The changes already made: by the commander in this turn, by a card in this battle."""

    commander_used: bool = False
    rerolled: bool = False


class ChangedDice(Variant[Changes]):
    """Dice that attackers may change before they count."""

    key = "changed_dice"
    options = None
    initial_memory = Changes()
    changes_fights = False  # Odds include its powers, or mention them.

    def _set_options(self, options: CombatSection) -> None:
        self._reroll, self._commander = options.reroll, options.commander
        self._any_die = options.reroll and options.rerolled == "any"

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "alter": PhaseHandler(
                decides=commanding_seat,
                decision=self._decision,
                offers=self._offers,
                actions={
                    Reroll: self._reroll_die,
                    RerollTheirs: self._reroll_die,
                    UseCommander: self._turn_to_six,
                    EndPhase: lambda context, action: resolve(context, context.battle),
                },
                prompt=N_("first change a die or let the dice stand"),
            )
        }

    def on_turn_start(self, context: GameContext) -> None:
        self.remember(context, Changes())

    def on_attack(self, context: GameContext, source: int, target: int, attack_cost: int) -> None:
        self.change_memory(context, rerolled=False)

    def ask_after_roll(self, context: GameContext) -> bool:
        """Ask attackers about their dice if a change is possible and could help."""
        state, battle = context.state, context.battle
        if state.acting_seat in context.hooks.acts:
            return False
        may_change = self._may_reroll(context) or self._may_command(context)
        if not may_change or not context.rules.combat.losses(battle.attack, battle.defence)[0]:
            return False
        if state.phase != "alter":
            state.phase = "alter"
            context.record_event(
                DiceRolled(
                    state.acting_seat, battle.source, battle.target, battle.attack, battle.defence
                )
            )
        return True

    def _may_reroll(self, context: GameContext) -> bool:
        """Return True if the attacker may hold a card for a reroll, as far as others know."""
        state = context.state
        if not self._reroll or self.memory(state).rerolled:
            return False
        return bool(state.hands[state.acting_seat])

    def _may_command(self, context: GameContext) -> bool:
        """Return True if the attacker's commander may still turn a die to a six in this turn."""
        state = context.state
        own_armies = state.acting_seat == state.turn
        has_commander = self._commander and not self.memory(state).commander_used and own_armies
        return has_commander and min(context.battle.attack) < SIX

    def _reroll_die(self, context: GameContext, action: Reroll | RerollTheirs) -> None:
        """Show a card of either territory and reroll a die."""
        battle, memory = context.battle, self.memory(context.state)
        if not self._reroll or memory.rerolled:
            raise WrongPhase(_("no die can be rerolled in this battle"))
        if action.card not in _reroll_cards(context):
            raise NotASet(_("you need the card of one of the two territories"))
        seat, theirs = context.state.acting_seat, isinstance(action, RerollTheirs)
        if theirs and not self._any_die:
            raise WrongPhase(_("only your own dice can be rolled again"))
        _require_face(battle.defence if theirs else battle.attack, action.face, theirs)
        (after,) = context.dice(1, (seat,))
        if theirs:
            battle.defence = changed_die(battle.defence, action.face, after)
        else:
            battle.attack = changed_die(battle.attack, action.face, after)
        self.change_memory(context, rerolled=True)
        event = TheirDieRerolled if theirs else DieRerolled
        context.record_event(event(seat, action.card, action.face, after))
        ask_or_resolve(context, battle)

    def _turn_to_six(self, context: GameContext, action: UseCommander) -> None:
        """Turn one of the attacker's dice to a six."""
        battle = context.battle
        if self.memory(context.state).commander_used:
            raise WrongPhase(_("you have already used the commander this turn"))
        _require_face(battle.attack, action.face)
        if action.face == SIX:
            raise WrongNumber(_("that die shows a six already"))
        if not self._may_command(context):
            raise WrongPhase(_("no commander leads these armies"))
        battle.attack = changed_die(battle.attack, action.face, SIX)
        self.change_memory(context, commander_used=True)
        context.record_event(DieTurned(context.state.acting_seat, action.face))
        resolve(context, battle)

    def _offers(self, context: GameContext) -> list[Offer]:
        faces = sorted(set(context.battle.attack))
        offers = []
        if self._may_reroll(context):
            cards = _reroll_cards(context)
            offers += [Offer(Reroll(face, card)) for face in faces for card in cards]
            if self._any_die:
                theirs = sorted(set(context.battle.defence))
                offers += [Offer(RerollTheirs(face, card)) for face in theirs for card in cards]
        if self._may_command(context):
            offers += [Offer(UseCommander(face)) for face in faces if face != SIX]
        return [*offers, Offer(EndPhase())]

    def _decision(self, context: GameContext) -> ToChangeDice:
        battle = context.battle
        assert battle.source is not None, "only seats that act by rule attack from outside"
        return ToChangeDice(
            seat=context.leader(context.state.acting_seat),
            source=battle.source,
            target=battle.target,
            attack=battle.attack,
            defence=battle.defence,
            may_reroll=self._may_reroll(context) and bool(_reroll_cards(context)),
            may_command=self._may_command(context),
        )

    # Views, odds and bots

    def dice_changes(
        self, view: View, source: int, target: int, private: bool
    ) -> tuple[DiceChanges, DiceChanges]:
        attacker = view.owner[source]
        if attacker >= self.seats:  # Armies without a player change no dice.
            return NO_DICE_CHANGES, NO_DICE_CHANGES
        used = self.memory(view).commander_used and attacker == view.turn
        commander = self._commander and not used
        reroll = self._reroll and bool(view.card_counts[attacker])
        certain = private and view.seat == attacker
        if certain:
            territories = {
                named for card in view.hand for named in self.board.territories_on_card(card)
            }
            reroll = reroll and not territories.isdisjoint((source, target))
        return DiceChanges(reroll, commander), DiceChanges(reroll and certain, commander)

    def answers(self, view: View, decision: Decision) -> Answers | None:
        if not isinstance(decision, ToChangeDice):
            return None
        territories = self.board.territories
        names = {
            "source": territories[decision.source].name,
            "target": territories[decision.target].name,
        }
        faces = [face for face in sorted(set(decision.attack), reverse=True) if face < SIX]
        sixes = {face: changed_die(decision.attack, face, SIX) for face in faces}
        answers = [Answer(_("Keep the dice"), EndPhase(), dice=decision.attack)]
        if decision.may_command:
            answers += [
                Answer(_("Commander"), UseCommander(face), dice=dice, spent="commander")
                for face, dice in sixes.items()
            ]
        defence = decision.defence
        lost, _killed = CombatRules.losses(decision.attack, defence)
        useful = [
            face for face, dice in sixes.items() if CombatRules.losses(dice, defence)[0] < lost
        ]
        # Offer this with any card in hand, so that the list does not reveal which ones.
        may_show_card = self._reroll and view.hand and not self.memory(view).rerolled
        theirs = sorted(set(defence), reverse=True) if self._any_die else ()
        if (useful or theirs) and may_show_card:
            answers.append(
                Answer(
                    _("Roll a die again: show a card of {source} or {target}, if held", **names),
                    next_answers=(
                        *_reroll_answers(view, Reroll, useful),
                        *_reroll_answers(view, RerollTheirs, theirs),
                    ),
                    refusal=_("You hold no card of {source} or {target}.", **names),
                )
            )
        return Answers(_("{source} attacks {target}", **names), tuple(answers))

    def candidates(self, view: View, decision: Decision) -> Sequence[BotCandidate]:
        if not isinstance(decision, ToChangeDice):
            return ()
        actions = [offer.action for offer in view.offers]
        return [
            BotCandidate(action, gain=round(gain(view, decision, action), 9))
            for action in sorted(actions, key=lambda action: not isinstance(action, EndPhase))
        ]


def _reroll_answers(
    view: View, kind: type[Reroll] | type[RerollTheirs], faces: Iterable[int]
) -> Iterator[Answer]:
    """Yield an answer to reroll a die with each of these faces, if there is a card for it."""
    is_own = kind is Reroll
    words = (
        _("Roll the {face} again, by the card {card}")
        if is_own
        else _("Make them reroll a {face}, with {card}")
    )
    actions = [offer.action for offer in view.offers if isinstance(offer.action, kind)]
    for face in faces:
        answers = [Answer(words, action) for action in actions if action.face == face]
        if is_own and len(answers) > 1:
            yield Answer(_("Roll the {face} again", face=face), next_answers=tuple(answers))
        else:
            yield from answers[:1]


def _require_face(dice: Sequence[int], face: int, theirs: bool = False) -> None:
    """Raise ``WrongNumber`` unless one of these dice shows that face."""
    if face not in dice:
        slots = {"face": face, "faces": " ".join(map(str, dice))}
        if theirs:
            raise WrongNumber(_("no die shows {face}; the defender's dice: {faces}", **slots))
        raise WrongNumber(_("no die shows {face}; your dice: {faces}", **slots))


def _reroll_cards(context: GameContext) -> list[int]:
    """Return the cards in hand for one of the two territories."""
    state, battle = context.state, context.battle
    territories = {battle.source, battle.target}
    territories_on_card, hand = context.board.territories_on_card, state.hands[state.acting_seat]
    return [card for card in hand if not territories.isdisjoint(territories_on_card(card))]
