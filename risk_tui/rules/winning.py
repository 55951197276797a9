"""Winning and elimination: missions, objectives, capitals, victory.

Capitals follow FAQ Q2.2.2, and the cards of eliminated players FAQ Q2.5.3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from risk_tui.boards.board import Board
from risk_tui.data.language import _, pluralize
from risk_tui.rules.cards import CardsSection
from risk_tui.rules.fields import Name, Section, choice_field

ANY = "any"
"""The name of any continent of the player's choice, in a mission."""

SmallNumber = Annotated[int, Field(ge=1, le=52)]


class TerritoryHolding(Section):
    """Territories to hold."""

    per_earth: ClassVar[tuple[str, ...]] = ("territories",)

    territories: SmallNumber = choice_field("Hold {value} {territory|territories}.")
    armies: SmallNumber = choice_field("At least {value} {army|armies} on each.")

    def __str__(self) -> str:
        territories = pluralize(self.territories, "territory")
        if self.armies < 2:
            return territories
        return _(
            "{territories} with {armies} or more on each",
            territories=territories,
            armies=pluralize(self.armies, "army"),
        )


class MissionsSection(Section):
    """Secret missions."""

    per_earth: ClassVar[tuple[str, ...]] = ("territories", "instead")

    played: bool = choice_field(
        "Missions.",
        quiet="false",
        true="Each player is dealt a secret mission; complete it to win.",
        false="There are no secret missions.",
    )
    each: Annotated[int, Field(ge=1, le=4)] = choice_field(
        "Each player has {value} missions, shows at most one a turn, and wins with all of them.",
        ("played", True),
        quiet="1",
        **{"1": "Each player has one mission."},
    )
    dealt: Literal["before territories", "after territories"] = choice_field(
        "When missions are dealt.",
        ("played", True),
        quiet="before territories",
        **{
            "before territories": "Missions are dealt before the territories are shared out.",
            "after territories": "Missions are dealt once all territories are shared out.",
        },
    )
    destroy: bool = choice_field(
        "Destroying a colour.",
        ("played", True),
        true="There is a mission to destroy each colour in play; its own player may be dealt "
        "it too.",
        false="The standard deck has no missions to destroy a colour.",
    )
    continents: tuple[tuple[Name, ...], ...] = choice_field(
        "There {is a mission|are missions} to hold continents: {value}.",
        ("played", True),
        none="The standard deck has no continent missions.",
    )
    territories: tuple[TerritoryHolding, ...] = choice_field(
        "There {is a mission|are missions} to hold a number of territories: {value}.",
        ("played", True),
        none="The standard deck has no missions to hold a number of territories.",
    )
    instead: TerritoryHolding = choice_field(
        "A player who cannot destroy the colour of their mission, or no longer can, must hold "
        "{value} instead.",
        ("destroy", True),
    )
    kill_credit: Literal["last blow", "anyone"] = choice_field(
        "Who may destroy a colour.",
        ("destroy", True),
        **{
            "last blow": "The mission's owner must destroy the colour's last army themselves.",
            "anyone": "It does not matter who destroys the colour.",
        },
    )
    eliminated: Literal["hidden", "shown"] = choice_field(
        "An eliminated player's mission.",
        ("played", True),
        hidden="Secret missions of eliminated players stay secret.",
        shown="Secret missions of eliminated players are shown.",
    )
    unused: Literal["hidden", "shown"] = choice_field(
        "Unused missions.",
        ("played", True),
        hidden="The missions that were not dealt stay secret.",
        shown="The missions that were not dealt are shown.",
    )

    def available(self, ruleset: Any, players: int) -> int:
        """Return how many missions the deck has, at least, for a number of players."""
        own = self.destroy * players + len(self.continents) + len(self.territories)
        variants = ruleset.variants.played.values()
        added: int = sum(variant.missions_added(players) for variant in variants)
        return own + added

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        least, most = ruleset.player_limits
        counts = range(least, most + 1) if players is None else (players,)
        if any(variant.missions_added(least) for variant in ruleset.variants.played.values()):
            kinds = ("destroy", "continents", "territories")
            yield from (f"missions.{kind}" for kind in kinds if not getattr(self, kind))
        if all(self.available(ruleset, count) <= self.each * count for count in counts):
            yield "missions.unused"
        if ruleset.ends_with_elimination(players):
            yield "missions.eliminated"


class CapitalsSection(Section):
    """Capitals."""

    by_players: ClassVar[tuple[str, ...]] = ("to_win",)

    played: bool = choice_field(
        "Capitals.",
        quiet="false",
        true="Before the first turn each player secretly chooses one of their territories as a "
        "capital; all are revealed together.",
        false="No capital is chosen in secret.",
    )
    to_win: dict[int, Annotated[int, Field(ge=1, le=5)]] | None = choice_field(
        "Hold your own capital and enough opposing capitals to win: {value}.",
        ("played", True),
        none="No number of capitals wins.",
    )
    lost: Literal["plays on", "is out", "hands over"] = choice_field(
        "The loss of a capital.",
        ("played", True),
        **{
            "plays on": "A player who loses their capital plays on.",
            "is out": "A player who loses their capital is out; their armies stay as neutral ones.",
            "hands over": "A player who loses their capital is out and hands everything to the "
            "conqueror.",
        },
    )
    cards: Literal["set aside", "in the deck"] = choice_field(
        "The capitals' cards.",
        ("played", True),
        **{
            "set aside": "The capitals' cards are set aside, out of all sets.",
            "in the deck": "The capitals' cards stay in the deck.",
        },
    )

    @property
    def wins(self) -> bool:
        """True if the game can be won by capitals alone."""
        return self.played and self.to_win is not None


class Elimination:
    """The rule for the cards of an eliminated player."""

    def __init__(self, cards: CardsSection) -> None:
        self.cards_pass = cards.on_elimination != "discard"
        """True if the conqueror takes the cards, False if they are discarded."""
        self.trade_more = cards.elimination_trade_more
        """True if the conqueror may trade further sets after those that are due."""
        self._trades_at_once = cards.on_elimination == "trade"
        self._trade_at = 0 if cards.elimination_trade_fewer else cards.elimination_trade_at
        self._trade_to = cards.elimination_trade_to

    def hand_limit(self, cards: int) -> int | None:
        """Return the most cards that a conqueror with ``cards`` may keep.

        ``None`` if none may be traded now.
        """
        return self._trade_to if self._trades_at_once and cards >= self._trade_at else None


class ObjectivesSection(Section):
    """Objectives."""

    per_earth: ClassVar[tuple[str, ...]] = ("territories", "conquests")

    played: bool = choice_field(
        "Objectives.",
        quiet="false",
        true="There are public objectives. A player who meets one after attacking takes it (at "
        "most one a turn); no one else can take it then.",
        false="There are no public objectives.",
    )
    continents: tuple[tuple[Name, ...], ...] = choice_field(
        "{An objective is|Objectives are} to hold continents: {value}.",
        ("played", True),
        none="No objective is about continents.",
    )
    territories: tuple[TerritoryHolding, ...] = choice_field(
        "{An objective is|Objectives are} to hold a number of territories: {value}.",
        ("played", True),
        none="No objective is about a number of territories.",
    )
    conquests: tuple[SmallNumber, ...] = choice_field(
        "{An objective is|Objectives are} to conquer this many territories in one turn: {value}.",
        ("played", True),
        none="No objective is about conquests.",
    )
    cities: tuple[SmallNumber, ...] = choice_field(
        "{An objective is|Objectives are} to hold this many cities: {value}.",
        ("played", True),
        none="No objective is about cities.",
    )
    capitals: tuple[SmallNumber, ...] = choice_field(
        "{An objective is|Objectives are} to hold this many capitals of others: {value}.",
        ("played", True),
        none="No objective is about capitals.",
    )
    to_win: SmallNumber = choice_field(
        "A player who has taken {value} {objective|objectives} wins.", ("played", True)
    )
    own_capital: bool = choice_field(
        "Own capital.",
        ("played", True),
        true="They must hold their own capital to win.",
        false="They do not have to hold their own capital.",
    )


MAX_ROUNDS = 10_000
"""The largest turn limit, in rounds."""


class VictorySection(Section):
    """Winning."""

    when: Literal["any turn", "own turn", "start of turn", "end of turn"] = choice_field(
        "When the game can be won.",
        ("hold_a_round", False),
        **{
            "any turn": "The game can be won on any player's turn; if two players win at once, "
            "the player whose turn it is wins.",
            "own turn": "Players can win only on their own turn.",
            "start of turn": "Other goals count only at the start of the player's own turn.",
            "end of turn": "Other goals count only at the end of the player's own turn.",
        },
    )
    hold_a_round: bool = choice_field(
        "Holding a victory.",
        quiet="false",
        true="A player who has met another goal at the end of their turn wins if it still "
        "holds at the start of their next turn.",
        false="Reaching a goal wins at once.",
    )
    held_openly: bool = choice_field(
        "When a pending victory is announced.",
        ("hold_a_round", True),
        true="It is announced as soon as it is reached.",
        false="It is revealed only when the player wins.",
    )
    turn_limit: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] | None = choice_field(
        "After {value} {round|rounds} the player with the most territories wins (then the most "
        "armies).",
        quiet="none",
        none="There is no limit to the number of turns.",
    )

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        return _("A player without a territory is out of the game, and the last player left wins.")

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        goals = (ruleset.missions.played, ruleset.objectives.played, ruleset.capitals.wins)
        if any(goals) or any(variant.brings_goal for variant in ruleset.variants.played.values()):
            return ()
        # Some sentences about the time of winning are about other goals only.
        is_about_goals = self.when in ("start of turn", "end of turn")
        return (
            "victory.hold_a_round",
            "victory.held_openly",
            *(("victory.when",) if is_about_goals else ()),
        )
