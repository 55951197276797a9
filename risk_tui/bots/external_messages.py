"""The messages of the bot protocol: these models give both the JSON sent and the schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from risk_tui.bots.reasons import REASONS

PROTOCOL: Literal[1] = 1
"""The version of the protocol. It changes with the meaning of messages, but not if keys are added:
bots ignore unknown keys."""

_Seat = Annotated[int, Field(ge=0, description="the number of a seat")]
_MaybeSeat = Annotated[int | None, Field(description="a seat's number; null: no player")]
_Territory = Annotated[int, Field(ge=0, description="an index into the territories of the board")]
_Card = Annotated[int, Field(ge=0, description="an index into the deck of the board")]


class Message(BaseModel):
    """A message to a bot, or a part of one."""

    model_config = ConfigDict(extra="forbid")

    def to_data(self) -> dict[str, Any]:
        """Return the message as plain data, without the keys that were not set."""
        return self.model_dump(exclude_unset=True)


class _Open(BaseModel):
    """A message that may have more keys; the reader ignores unknown ones."""

    model_config = ConfigDict(extra="allow")


class Hello(Message):
    """To the bot, first: the program that asks, and its version of the protocol."""

    type: Literal["hello"]
    protocol: Literal[1]
    program: str


class Territory(Message):
    name: str
    code: str = Field(description="two letters")
    continent: int = Field(description="an index into continents")
    neighbours: list[_Territory]


class Continent(Message):
    name: str
    bonus: int
    territories: list[_Territory]


class Card(Message):
    symbol: str
    territory: int | None = Field(description="null on a joker")


class Board(Message):
    name: str
    territories: list[Territory]
    continents: list[Continent]
    deck: list[Card]


class Game(Message):
    """To the bot, before its first decision in a game, and when the board changes: no answer."""

    type: Literal["game"]
    board: Board
    ruleset: dict[str, Any] = Field(description="as `risk-tui rules show NAME --json` prints it")
    seats: int = Field(description="how many, including armies without a player")
    seat: _Seat = Field(description="the bot's own")
    seed: str = Field(description="for reproducible play; it is not the seed of the dice")


class Battle(Message):
    source: int | None = Field(description="null: from outside the board")
    target: _Territory
    dice: int = Field(description="how many the attacker rolls")
    attack: list[int]
    defence: list[int]


class Mission(_Open):
    number: int
    kind: str = Field(description="destroy, continents, territories …; other keys are its fields")


class View(Message):
    """All that the seat may know. Lists are indexed by territory or by seat."""

    seat: _MaybeSeat
    phase: str
    turn: _Seat = Field(description="whose turn it is; other seats may decide during it")
    acting_seat: _Seat = Field(description="whose armies act: the seat in turn, or one that is led")
    first: _Seat
    order: list[_Seat] = Field(description="the order of turns; empty: by seat number")
    round: int = Field(description="0 during setup")
    owner: list[_MaybeSeat] = Field(description="by territory")
    armies: list[int] = Field(description="by territory")
    status: list[Literal["playing", "eliminated", "out", "resigned", "neutral"]]
    card_counts: list[int] = Field(description="by seat")
    hand: list[_Card] = Field(description="the seat's own cards")
    missions: list[Mission] = Field(description="the seat's own, as they apply now")
    missions_done: list[list[int]] = Field(description="by seat: those shown as reached")
    cities: list[_Territory]
    beaten_by: list[int | Literal["gone"] | None] = Field(
        description="by seat: who took its last territory"
    )
    victory_announced: list[bool]
    unplaced: list[int] = Field(description="by seat: starting armies still to be placed")
    discard: list[_Card]
    cards_set_aside: list[_Card]
    deck_count: int
    armies_to_place: int
    armies_outside: int
    continent_bound_armies: list[int] = Field(
        description="how many of them have to go to each continent"
    )
    conquests_this_turn: int
    territory_bonus_received: int
    sets_traded: int
    battle: Battle | None
    winners: list[_Seat]
    neutral: _MaybeSeat
    outside_continents: list[_Territory]
    unseen: list[_Territory] = Field(
        description="where the seat does not see the armies (0), and perhaps not the owner (null)"
    )
    variants: dict[str, Any] = Field(description="what each variant in play remembers, by its key")
    income: list[int] = Field(description="by seat: armies for a turn that began now, no cards")


class Decision(_Open):
    kind: str = Field(description="claim, place, reinforce, trade, attack, defend, occupy …")
    seat: _Seat


class Offer(_Open):
    """An action that is legal now; its other keys are the fields of the action."""

    do: str
    number: str | None = Field(None, description="the field whose value may be raised")
    most: int | None = Field(None, description="the greatest value of that field")


class Decide(Message):
    """To the bot: a decision that is due. It has to be answered in time."""

    type: Literal["decide"]
    id: int = Field(ge=1)
    time_limit: float = Field(description="seconds")
    decision: Decision
    view: View
    actions: list[Offer] = Field(min_length=1)


class Hurry(Message):
    """To the bot: people are waiting. It has to answer within a second."""

    type: Literal["hurry"]
    id: int


class Quit(Message):
    """To the bot: exit now. It is killed soon after."""

    type: Literal["quit"]


class HelloAnswer(_Open):
    """From the bot, in answer to hello."""

    type: Literal["hello"]
    protocol: Literal[1]
    name: str = Field("", description="its name in game files")


class ChosenAction(_Open):
    """One of the actions offered, its keys number and most left out."""

    do: str


class Reason(_Open):
    """Why, for the log: a kind, and a number for each of its slots."""

    kind: str = Field(json_schema_extra={"enum": [*REASONS]})
    seat: int | None = None
    continent: int | None = None
    territory: int | None = None
    cards: int | None = None


class ActionAnswer(_Open):
    """From the bot, in answer to decide."""

    type: Literal["action"]
    id: int
    action: ChosenAction
    reason: Reason | None = None


TO_BOT: TypeAdapter[Any] = TypeAdapter(
    Annotated[Hello | Game | Decide | Hurry | Quit, Field(discriminator="type")]
)
"""Any message to a bot."""

FROM_BOT: TypeAdapter[Any] = TypeAdapter(
    Annotated[HelloAnswer | ActionAnswer, Field(discriminator="type")]
)
"""Any message from a bot."""


def schema() -> dict[str, Any]:
    """Return the JSON schema of all messages, those to a bot and those from it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The protocol for bots of risk-tui, version {PROTOCOL}",
        "to_bot": TO_BOT.json_schema(),
        "from_bot": FROM_BOT.json_schema(),
    }
