"""Castle Risk for bots and dialogs: the values of cards, hidden armies and voyages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.data.language import _, pgettext, pluralize
from risk_tui.engine.actions import EndPhase, Place, Reinforce
from risk_tui.engine.decisions import ToPlace, ToReinforce
from risk_tui.engine.hooks import Answer, Answers, BotCandidate
from risk_tui.variants.castle.declarations import (
    ADMIRAL,
    DIPLOMAT,
    GENERAL,
    MARSHALL,
    REINFORCEMENTS,
    SPY,
    CastleMemory,
    DiscardFrom,
    HideArmies,
    LayReinforcements,
    LeadAttack,
    LeadDefence,
    MakeTruce,
    Sail,
    SendSpy,
    ShowArmies,
    ToDefendWithMarshall,
    ToDiscardFrom,
    ToHideArmies,
    ToPlayCards,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


_WORTH = {ADMIRAL: 4, MARSHALL: 3, REINFORCEMENTS: 2.5, GENERAL: 2, DIPLOMAT: 1.5, SPY: 1}
"""The value of discarding another seat's card, in armies, by its name."""

_SUPERIORITY = 1.6
"""The ratio of attackers to defenders from which a voyage is worthwhile."""

_GARRISON_SHARE = 0.4
"""The share of the starting armies that is placed in the castle."""

_CASTLE_VALUE = 12.0
"""The value of another castle in armies: its income, and one rival less."""


def candidates(
    view: View, decision: Decision, memory: CastleMemory, guards: Mapping[int, int]
) -> Iterator[BotCandidate]:
    """Yield the few answers worth considering, with their values in armies.

    Args:
        guards: The armies that should stay in territories of the seat.
    """
    seat = decision.seat
    match decision:
        case ToHideArmies():
            for territory in view.territories_of(seat):
                if territory not in memory.castles:
                    yield BotCandidate(HideArmies(territory), gain=_strength(view, territory))
        case ToPlayCards():
            yield BotCandidate(EndPhase(), gain=0.1)
            for offer in view.offers:
                action = offer.with_number(offer.maximum) if offer.maximum else offer.action
                yield BotCandidate(action, gain=_worth_of_card(view, memory, seat, action))
        case ToDiscardFrom():
            for card in decision.cards:
                yield BotCandidate(
                    DiscardFrom(card), gain=_WORTH.get(view.board.deck[card].name, 0)
                )
        case ToDefendWithMarshall(source=source, target=target):
            yield BotCandidate(EndPhase(), gain=0.0)
            attackers, defenders = view.armies[source] - 1, view.armies[target]
            is_castle = target in memory.castles
            is_close = attackers > defenders / 2 and defenders >= 4
            if any(isinstance(offer.action, LeadDefence) for offer in view.offers):
                gain = 3.0 if is_castle and attackers >= 2 else 1.0 if is_close else -1.0
                yield BotCandidate(LeadDefence(), gain=gain)
        case ToPlace():
            yield from _garrisons(view, memory, seat)
        case ToReinforce():
            yield from _more_guards(view, guards)
        case _:
            yield from _between_attacks(view, memory)


def _garrisons(view: View, memory: CastleMemory, seat: int) -> Iterator[BotCandidate]:
    """Yield placements of starting armies in the castle, up to its share."""
    castle = memory.castles[seat]
    share = _GARRISON_SHARE * (view.armies_of(seat) + view.unplaced[seat])
    for offer in view.offers:
        match offer.action:
            case Place(territory) if territory == castle and view.armies[castle] < share:
                action = offer.with_number(offer.maximum) if offer.maximum else offer.action
                yield BotCandidate(action, gain=_CASTLE_VALUE, attacks=True)


def _more_guards(view: View, guards: Mapping[int, int]) -> Iterator[BotCandidate]:
    """Yield placements of received armies in the castle, up to the guards that it needs."""
    for offer in view.offers:
        match offer.action:
            case Reinforce(territory):
                lacking = guards.get(territory, 0) - view.armies[territory]
                if lacking > 0 and offer.minimum is not None and offer.maximum is not None:
                    number = max(offer.minimum, min(lacking, offer.maximum))
                    yield BotCandidate(offer.with_number(number), gain=_CASTLE_VALUE, attacks=True)


def _strength(view: View, territory: int) -> float:
    """Rate the safety of a territory by its armies and own neighbours."""
    owner, neighbours = view.owner, view.board.neighbours[territory]
    own = sum(owner[other] == owner[territory] for other in neighbours)
    return view.armies[territory] + own / len(neighbours)


def _worth_of_card(view: View, memory: CastleMemory, seat: int, action: Action) -> float:
    """Return the value of playing a card before the attacks."""
    match action:
        case LayReinforcements(cards):
            return 4.0 * cards
        case MakeTruce(other):
            home = memory.castles[seat]
            threats = view.board.neighbours[home] if home != NO_TERRITORY else ()
            near = sum(view.armies[each] for each in threats if view.owner[each] == other)
            is_duel = view.status.count(view.status[seat]) == 2
            return 0.0 if is_duel else near / 2 - 1.0
        case SendSpy():
            return 0.5
        case _:
            return -1.0


def _between_attacks(view: View, memory: CastleMemory) -> Iterator[BotCandidate]:
    """Yield hidden armies to show, and a General or a promising voyage against a castle."""
    armies = view.armies
    for offer in view.offers:
        match offer.action:
            case ShowArmies():
                yield BotCandidate(offer.action, gain=3.0, attacks=True)
            case LeadAttack(source, target) if target in memory.castles:
                if armies[source] > armies[target] + 2:
                    yield BotCandidate(offer.action, gain=2.0, attacks=True)
            case Sail(source, target):
                enough = armies[source] > _SUPERIORITY * armies[target] + 2
                if enough and target in memory.castles:
                    yield BotCandidate(offer.action, gain=_CASTLE_VALUE, attacks=True)


def answers(view: View, decision: Decision, ladder: Sequence[int], laid: int) -> Answers | None:
    """Return the answers to a decision about cards; ``None`` for any other.

    Args:
        ladder: The armies for Reinforcements cards, in the order in which they are played.
        laid: The number of Reinforcements cards played so far.
    """
    match decision:
        case ToPlayCards():
            plays = [Answer(words, action) for words, action in _cards(view, ladder, laid)]
            attack = Answer(_("Start your attacks"), EndPhase())
            return Answers(
                _("Cards"), (*plays, attack), _("Play cards now or keep them for later.")
            )
        case ToDiscardFrom(cards=cards):
            by_name = {view.board.deck[card].name: card for card in reversed(cards)}
            named = [
                Answer(_("Discard {name}", name=pgettext("card", name)), DiscardFrom(card))
                for name, card in sorted(by_name.items())
            ]
            held = ", ".join(pgettext("card", view.board.deck[card].name) for card in cards)
            return Answers(_("Spy"), tuple(named), _("Their cards: {held}.", held=held))
        case _:
            return None


def _cards(
    view: View, ladder: Sequence[int], laid: int
) -> Iterator[tuple[str, LayReinforcements | MakeTruce | SendSpy]]:
    """Yield the words and the action of each way to play cards."""
    for offer in view.offers:
        match offer.action:
            case LayReinforcements():
                for count in range(1, (offer.maximum or 1) + 1):
                    armies = sum(ladder[(laid + n) % len(ladder)] for n in range(count))
                    cards = (
                        _("Reinforcements")
                        if count == 1
                        else _("{count} Reinforcements", count=count)
                    )
                    yield (
                        _("{cards}: {armies} now", cards=cards, armies=pluralize(armies, "army")),
                        LayReinforcements(count),
                    )
            case MakeTruce():
                yield _("Diplomat: a truce with {other} until your next turn"), offer.action
            case SendSpy():
                yield _("Spy: look at the cards of {other}, and discard one"), offer.action
