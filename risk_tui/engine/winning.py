"""The parts of a ruleset that say how a game is won."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from risk_tui.engine.sections import Name
from risk_tui.engine.telling import Section, says

Few = Annotated[int, Field(ge=1, le=42)]

MOST_ROUNDS = 10_000

ANY = "any"
"""Stands for a continent of one's own choice."""


class Holding(Section):
    """Territories to hold."""

    territories: Few = says("Hold {value} territories.")
    armies: Few = says("At least {value} armies on each.")

    def __str__(self) -> str:
        each = f" with {self.armies} armies or more on each" if self.armies > 1 else ""
        return f"{self.territories} territories{each}"


class Missions(Section):
    """Secret missions."""

    played: bool = says(
        "Missions.",
        quiet="false",
        true="Every player is dealt a secret mission; whoever fulfils it wins.",
        false="There are no secret missions.",
    )
    each: Annotated[int, Field(ge=1, le=4)] = says(
        "Each player has {value} missions, shows at most one a turn, and wins with all of them.",
        ("played", True),
        quiet="1",
        **{"1": "Each player has one mission."},
    )
    destroy: bool = says(
        "Destroying a colour.",
        ("played", True),
        true="For each colour in play there is a mission to destroy it.",
        false="No mission is to destroy a colour.",
    )
    continents: tuple[tuple[Name, ...], ...] = says(
        "Missions are to hold continents: {value}.",
        ("played", True),
        none="No mission is about continents.",
    )
    territories: tuple[Holding, ...] = says(
        "Missions are to hold a number of territories: {value}.",
        ("played", True),
        none="No mission is about a number of territories.",
    )
    instead: Holding = says(
        "Whose mission is to destroy himself, or can no longer be fulfilled, has to hold {value} "
        "instead.",
        ("played", True),
    )
    kill_credit: Literal["last blow", "anyone"] = says(
        "Who may destroy a colour.",
        ("played", True),
        **{
            "last blow": "A colour must be destroyed by the mission's owner himself: its last "
            "army counts.",
            "anyone": "A colour may be destroyed by anybody.",
        },
    )
    eliminated: Literal["hidden", "shown"] = says(
        "An eliminated player's mission.",
        ("played", True),
        hidden="An eliminated player's mission stays secret.",
        shown="An eliminated player's mission is shown.",
    )
    unused: Literal["hidden", "shown"] = says(
        "Unused missions.",
        ("played", True),
        hidden="The missions that nobody was dealt stay secret.",
        shown="The missions that nobody was dealt are shown.",
    )


class Capitals(Section):
    """Capitals."""

    played: bool = says(
        "Capitals.",
        quiet="false",
        true="Before the first turn every player chooses one of his territories as his capital, "
        "in secret; all are shown together.",
        false="There are no capitals.",
    )
    to_win: dict[int, Annotated[int, Field(ge=1, le=5)]] | None = says(
        "Whoever holds his own capital and enough of the others' wins; by the number of "
        "players: {value}.",
        ("played", True),
        none="Capitals alone win nothing.",
    )
    lost: Literal["plays on", "is out", "hands over"] = says(
        "Whoever loses his capital.",
        ("played", True),
        **{
            "plays on": "Whoever loses his capital plays on.",
            "is out": "Whoever loses his capital is out; his armies stay as neutral ones.",
            "hands over": "Whoever loses his capital is out; all that he had is his conqueror's.",
        },
    )
    cards: Literal["set aside", "in the deck"] = says(
        "The capitals' cards.",
        ("played", True),
        **{
            "set aside": "The capitals' cards are set aside; they never make a set.",
            "in the deck": "The capitals' cards stay in the deck.",
        },
    )


class Objectives(Section):
    """Objectives."""

    played: bool = says(
        "Objectives.",
        quiet="false",
        true="There are objectives for everybody. Whoever has reached one when his attacks are "
        "over takes it, at most one a turn; nobody else can take it any more.",
        false="There are no objectives.",
    )
    continents: tuple[tuple[Name, ...], ...] = says(
        "Objectives are to hold continents: {value}.",
        ("played", True),
        none="No objective is about continents.",
    )
    territories: tuple[Holding, ...] = says(
        "Objectives are to hold a number of territories: {value}.",
        ("played", True),
        none="No objective is about a number of territories.",
    )
    conquests: tuple[Few, ...] = says(
        "Objectives are to conquer so many territories in one turn: {value}.",
        ("played", True),
        none="No objective is about conquests.",
    )
    cities: tuple[Few, ...] = says(
        "Objectives are to hold so many cities: {value}.",
        ("played", True),
        none="No objective is about cities.",
    )
    capitals: tuple[Few, ...] = says(
        "Objectives are to hold so many capitals of others: {value}.",
        ("played", True),
        none="No objective is about capitals.",
    )
    to_win: Few = says("Whoever has taken {value} objectives wins.", ("played", True))
    own_capital: bool = says(
        "The own capital.",
        ("played", True),
        true="He must hold his own capital to win.",
        false="Whether he holds his own capital does not matter.",
    )


class Victory(Section):
    """Winning."""

    when: Literal["any turn", "own turn", "start of turn", "end of turn"] = says(
        "When the game can be won.",
        **{
            "any turn": "The last player left wins. The game can be won in anybody's turn; "
            "if two have won at once, whose turn it is comes first.",
            "own turn": "The last player left wins. The game is won only in a turn of one's own.",
            "start of turn": "The last player left wins. Otherwise the game is won only at the "
            "start of a turn of one's own.",
            "end of turn": "The last player left wins. Otherwise the game is won only at the "
            "end of a turn of one's own.",
        },
    )
    hold_a_round: bool = says(
        "Holding a victory.",
        quiet="false",
        true="Whoever has won says so at the end of his turn, and wins if it still holds when his "
        "next turn starts.",
        false="Nothing has to be held any longer.",
    )
    turn_limit: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = says(
        "After {value} rounds whoever holds the most territories wins (then the most armies).",
        quiet="none",
        none="There is no limit to the number of turns.",
    )
