"""Actions that nothing in the program mentions: one for each kind of thing that can be chosen.

``Errands`` is a phase that asks for one of them after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from risk_tui.engine.actions import ACTIONS, Action, Offer
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import DECISIONS, Choice, Decision
from risk_tui.engine.declarations import Armies, Card, Face, Seat, Slot, Territory
from risk_tui.engine.phases import PHASES
from risk_tui.engine.state import Phase
from tests.engine.positions import at, card


def declared(kind: str, summary: str, *, confirm: str = "", **fields: object) -> type[Action]:
    """Return an action with these fields by their meanings."""
    members = {"kind": kind, "summary": summary, "confirm": confirm, "__annotations__": fields}
    return dataclass(frozen=True, slots=True)(type(kind.title(), (Action,), members))


Drop = declared("drop", "drop armies from the air", territory=Territory, armies=Armies)
Ferry = declared(
    "ferry", "ferry armies over the sea", source=Territory, target=Territory, armies=Armies
)
Raze = declared("raze", "raze a territory", confirm="Raze {territory}?", territory=Territory)
HARD = Annotated[bool, Slot("choice", words=("mildly", "hard"))]
Tax = declared("tax", "tax a territory", territory=Territory, hard=HARD)
PEACE = Annotated[bool, Slot("choice", words=("war", "peace"))]
Swear = declared("swear", "swear peace or war", peace=PEACE)
Gamble = declared("gamble", "bet a card on a face", face=Face, card=Card)
Bid = declared("bid", "bid armies", armies=Armies)
Hail = declared("hail", "hail a player", whom=Seat)
Linger = declared("linger", "do nothing")


@dataclass(frozen=True, slots=True)
class ToRun(Decision):
    """Run an errand."""

    kind = "errand"
    part_of = "fortify"
    asks = "{seat}: run an errand, {left} to go"
    heading = "{#left} to go"
    choices = {Action: Choice("run it")}
    left: Annotated[int, Slot("number", unit="errand")]


KINDS = (Drop, Ferry, Raze, Tax, Swear, Gamble, Bid, Hail, Linger)
UKRAINE, SCANDINAVIA, BRAZIL = map(at, ("Ukraine", "Scandinavia", "Brazil"))

STEPS: tuple[tuple[list[Offer], str, str, Action], ...] = (
    (
        [Offer(Drop(UKRAINE, 1), 5), Offer(Drop(BRAZIL, 1), 3)],
        "BR enter backspace 2 enter",
        "drop 2 brazil",
        Drop(BRAZIL, 2),
    ),
    (
        [Offer(Ferry(UKRAINE, SCANDINAVIA, 1), 4), Offer(Ferry(UKRAINE, BRAZIL, 1), 2)],
        "UK enter SC 3 enter",
        "ferry 3 uk sc",
        Ferry(UKRAINE, SCANDINAVIA, 3),
    ),
    ([Offer(Raze(BRAZIL)), Offer(Raze(UKRAINE))], "UK enter y", "raze ukraine", Raze(UKRAINE)),
    (
        [Offer(Tax(BRAZIL, hard=False)), Offer(Tax(BRAZIL, hard=True))],
        "BR enter 2",
        "tax hard brazil",
        Tax(BRAZIL, hard=True),
    ),
    (
        [Offer(Swear(peace=False)), Offer(Swear(peace=True))],
        "enter 2",
        "swear peace",
        Swear(peace=True),
    ),
    (
        [Offer(Gamble(6, card("Alaska"))), Offer(Gamble(5, card("Peru")))],
        "enter 5",
        "gamble 5 2",
        Gamble(5, card("Peru")),
    ),
    ([Offer(Bid(1), 6)], "4 enter", "bid 4", Bid(4)),
    ([Offer(Hail(1)), Offer(Hail(2))], "enter 2", "hail 3", Hail(2)),
    ([Offer(Linger())], "enter", "linger", Linger()),
)
"""The offers, the keys and the line that choose an action, and the action."""


class Errands:
    """The phase: it asks for every step, then for the first again."""

    def __init__(self) -> None:
        self.done: list[Action] = []

    def _offers(self, context: GameContext) -> list[Offer]:
        return STEPS[len(self.done) % len(STEPS)][0]

    def _decision(self, context: GameContext) -> Decision:
        return ToRun(context.state.turn, len(STEPS) - len(self.done))

    def _do(self, context: GameContext, action: Action) -> None:
        self.done.append(action)

    def handler(self) -> PhaseHandler:
        """The handler of the phase."""
        return PhaseHandler(
            decision=self._decision,
            offers=self._offers,
            actions=dict.fromkeys(KINDS, self._do),
            prompt="run your errand first",
        )


def running() -> Iterator[Errands]:
    """Let the phase stand in place of fortifying."""
    errands, before = Errands(), PHASES[Phase.FORTIFY]
    for kind in KINDS:
        ACTIONS.register(kind)
    DECISIONS.register(ToRun)
    PHASES[Phase.FORTIFY] = errands.handler()  # type: ignore[index]
    yield errands
    PHASES[Phase.FORTIFY] = before  # type: ignore[index]
    for kind in (*KINDS, ToRun):
        del (DECISIONS if kind is ToRun else ACTIONS)[kind.kind]
