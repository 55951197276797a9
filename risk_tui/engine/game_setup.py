"""The start of a game, and the adaptation of an edition to another board."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Any

from risk_tui.boards.board import Board, BoardMissions
from risk_tui.data.language import _, join_or
from risk_tui.engine.chance import Chance
from risk_tui.engine.context import GameContext
from risk_tui.engine.game_rules import Rules, make_rules
from risk_tui.engine.hooks import ExtraSeat
from risk_tui.engine.state import State
from risk_tui.engine.variant import Variant, bind_hooks, neutral_seat, overlaid_board, play_variants
from risk_tui.errors import RiskError
from risk_tui.rules.fields import heading_of
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.titles import translated_title
from risk_tui.rules.winning import ANY, MissionsSection, ObjectivesSection, TerritoryHolding


def fitted_to(ruleset: Ruleset, board: Board) -> Ruleset:
    """Adapt a ruleset to a board.

    The options of variants drop the names that the board lacks. On the edition's own board nothing
    else changes. On another board, overlays are applied as far as they fit, the board sets the
    starting armies, and it has no more cities than fit. Its own missions replace those that need
    continents or territories it lacks.

    Raises:
        RiskError: If the ruleset is not for that board, or needs missions that the board lacks.
    """
    section = ruleset.board
    if section.maps and board.name not in section.maps:
        raise RiskError(
            _(
                "{ruleset} is played on {maps}, not on {board}",
                ruleset=translated_title(ruleset.title),
                maps=join_or(section.maps),
                board=board.name,
            )
        )
    if (variants := ruleset.variants.fitted_to(board)) is not ruleset.variants:
        changed_variants = ruleset.model_copy(update={"variants": variants})
        ruleset = changed_variants.set_places(ruleset.places)
    if board.name == section.home:
        return ruleset
    overlay = section.overlay.without_missing_parts(board.below or board)
    goals: dict[str, MissionsSection | ObjectivesSection] = {
        "missions": ruleset.missions,
        "objectives": ruleset.objectives,
    }
    instead = ruleset.missions.instead.territories
    fitted = {
        key: _fitted_goals(part, instead, translated_title(ruleset.title), board)
        for key, part in goals.items()
        if part.played
    }
    update: dict[str, object] = {key: part for key, part in fitted.items() if part != goals[key]}
    cities, count = ruleset.setup.cities, len(board.territories)
    setup: dict[str, object] = {"armies": ruleset.setup.armies | dict(board.armies)}
    if cities > count:  # About a third of the classic board has cities.
        setup["cities"] = fewer = count // 3
        goal = fitted.get("objectives", ruleset.objectives)
        numbers = tuple(max(1, number * fewer // cities) for number in ruleset.objectives.cities)
        update["objectives"] = goal.model_copy(update={"cities": numbers})
    changed_setup = ruleset.setup.model_copy(update=setup)
    if changed_setup != ruleset.setup:
        update["setup"] = changed_setup
    if overlay != section.overlay:
        changed = {item.name: getattr(overlay, item.name) for item in fields(overlay)}
        update["board"] = section.model_copy(update=changed)
    if not update:
        return ruleset
    return ruleset.model_copy(update=update).set_places(ruleset.places)


def _fitted_goals(
    section: MissionsSection | ObjectivesSection, instead: int, title: str, board: Board
) -> MissionsSection | ObjectivesSection:
    """Return a section of goals for which the board has the continents and territories.

    The board's own missions replace the section's if the board lacks any continent that it names,
    or has too few territories.

    Args:
        instead: The number of territories of the ruleset's default mission, which corresponds to
            the number in the board's missions.

    Raises:
        RiskError: If the ruleset needs the board's own missions and it has none.
    """
    known = {*board.continent_numbers, ANY}
    named = {name.casefold() for names in section.continents for name in names}
    numbers = [holding.territories for holding in section.territories]
    if isinstance(section, MissionsSection):
        numbers.append(section.instead.territories)
    most = max(numbers, default=0)
    if named <= known and most <= len(board.territories):
        return section
    missions = board.missions
    if missions is None:
        raise RiskError(
            _(
                "the missions of {title} do not fit {board}, which defines none of its own; "
                "choose another map",
                title=title,
                board=_(board.title),
            )
        )

    def scale_to_board(holding: TerritoryHolding) -> TerritoryHolding:
        territories = max(1, round(holding.territories * missions.territories / instead))
        return holding.model_copy(update={"territories": min(territories, len(board.territories))})

    update: dict[str, object] = {
        "continents": _continent_missions(missions, board, len(section.continents)),
        "territories": tuple(map(scale_to_board, section.territories)),
    }
    if isinstance(section, MissionsSection):
        update["instead"] = scale_to_board(section.instead)
    return section.model_copy(update=update)


def _continent_missions(
    missions: BoardMissions, board: Board, count: int
) -> tuple[tuple[str, ...], ...]:
    """Return ``count`` missions to hold continents: the board's, then single ones, then pairs."""
    names = [continent.key for continent in board.continents if continent.exists]
    choices = [*missions.continents, *((name,) for name in names), *combinations(names, 2)]
    return tuple(dict.fromkeys(choices))[:count]


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The start of a game: a board, a ruleset and a number of seats.

    The ruleset is adapted to the board. The board then includes the overlays of the ruleset and its
    variants.

    Raises:
        RiskError: If the ruleset is not for that many seats, or names anything that the board
            lacks.
    """

    board: Board
    ruleset: Ruleset
    seats: int
    colours: tuple[str, ...] = ()
    """The colours of the seats, if the ruleset distinguishes them."""
    rules: Rules = field(init=False, repr=False, compare=False)
    variants: tuple[Variant[Any], ...] = field(init=False, repr=False, compare=False)
    """The variants in play."""

    def __post_init__(self) -> None:
        least, most = self.ruleset.player_limits
        if not least <= self.seats <= most:
            limiting = self._name_of_player_limit()
            players = least if least == most else _("{least} to {most}", least=least, most=most)
            raise RiskError(
                _(
                    "{limiting} is for {players} players, not {seats}",
                    limiting=limiting,
                    players=players,
                    seats=self.seats,
                )
            )
        object.__setattr__(self, "ruleset", fitted_to(self.ruleset, self.board))
        object.__setattr__(self, "board", overlaid_board(self.ruleset, self.board))
        neutral = neutral_seat(self.ruleset, self.seats)
        extra = []
        if neutral.name:
            extra.append(ExtraSeat(neutral.name, neutral.invitation, attacks=neutral.attacks))
        variants = play_variants(self.ruleset, self.board, self.seats, self.seats + len(extra))
        object.__setattr__(self, "variants", variants)
        extra += [seat for variant in variants for seat in variant.extra_seats()]
        hooks = bind_hooks(variants)
        rules = make_rules(
            self.ruleset, self.board, self.seats, hooks, neutral, tuple(extra), self.colours
        )
        object.__setattr__(self, "rules", rules)
        self._check_room()
        self._check_missions()

    def make_context(self, state: State, chance: Chance) -> GameContext:
        """Make the context in which phases change a state."""
        return GameContext(self.board, self.seats, self.neutral, self.rules, state, chance)

    @property
    def neutral(self) -> int | None:
        """The seat of the neutral army, or ``None``."""
        return self.seats if self.rules.neutral.name else None

    @property
    def army_seats(self) -> int:
        """The number of seats with armies, including those beyond the players'."""
        return self.seats + len(self.rules.extra_seats)

    def _name_of_player_limit(self) -> str:
        """Return the name of the variant or edition that excludes this number of players."""
        limiting = (
            variant
            for variant in self.ruleset.variants.played.values()
            if not variant.least_players <= self.seats <= variant.most_players
        )
        variant = next(limiting, None)
        if variant is None:
            return translated_title(self.ruleset.title)
        return f"'{heading_of(type(variant))}'"

    def _check_room(self) -> None:
        """Raise ``RiskError`` unless the board has room for all armies and cities."""
        count, rules = len(self.board.territories), self.rules
        if count < self.army_seats:
            raise RiskError(
                _(
                    "{board} has {count} territories, too few for {seats} players",
                    board=_(self.board.title),
                    count=count,
                    seats=self.seats,
                )
            )
        per_seat = -(-count // self.army_seats)
        limits = map(self.ruleset.limits.pieces_of, self.colours or ("",))
        pieces = min(filter(None, limits), default=None)
        if pieces is not None and pieces * self.board.earths <= per_seat:
            raise RiskError(
                _(
                    "a limit of {pieces} pieces is too low: {seats} players hold {per_seat} "
                    "territories each and would have no army to attack with",
                    pieces=pieces,
                    seats=self.seats,
                    per_seat=per_seat,
                )
            )
        if rules.set_up.cities > count:
            raise RiskError(
                _(
                    "{board} is too small for {cities} cities",
                    board=_(self.board.title),
                    cities=rules.set_up.cities,
                )
            )

    def _check_missions(self) -> None:
        """Raise ``RiskError`` unless there are missions for all players."""
        missions = self.rules.missions
        if len(missions.deck) < missions.per_player * self.seats:
            raise RiskError(
                _(
                    "{ruleset} has {deck_count} missions, too few for {seats} players with "
                    "{per_player} each",
                    ruleset=translated_title(self.ruleset.title),
                    deck_count=len(missions.deck),
                    seats=self.seats,
                    per_player=missions.per_player,
                )
            )
