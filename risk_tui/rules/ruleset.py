"""The model of a ruleset: the rules of an edition of Risk, as data.

Most fields have no default, so a ruleset file has every value. The sentence for players about
a value is the description of its field, so the shown rules and the JSON schema agree.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, TypeAlias

from pydantic import Field, PrivateAttr, ValidationError, ValidationInfo, model_validator

from risk_tui.data.documents import Document, KeyPath, read_document
from risk_tui.data.language import N_, _, did_you_mean
from risk_tui.errors import RulesetError
from risk_tui.rules.cards import CardsSection
from risk_tui.rules.combat import CombatSection, with_matched_dice
from risk_tui.rules.fields import Section, Text, heading_of, yaml_text
from risk_tui.rules.fortifying import FortifySection
from risk_tui.rules.reinforcing import LimitsSection, ReinforcementsSection
from risk_tui.rules.roll_odds import FightBalance
from risk_tui.rules.set_up import BoardSection, PlayersSection, SetUpSection, TwoPlayersSection
from risk_tui.rules.titles import MAX_TITLE
from risk_tui.rules.variant_options import VariantOptions, variant_conflicts
from risk_tui.rules.winning import (
    CapitalsSection,
    MissionsSection,
    ObjectivesSection,
    VictorySection,
)


class SourceLocations(dict[KeyPath, str]):
    """The file and line of each value of a ruleset, for errors that only a board reveals.

    All instances are equal, so that rulesets with equal values are equal.
    """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SourceLocations)

    def place(self, path: KeyPath) -> str:
        """Return the file and line of a value, or of the nearest table around it."""
        while path and path not in self:
            path = path[:-1]
        return self.get(path, "the rules")


Conflict: TypeAlias = "tuple[str, ...]"
"""A contradiction between values, as the arguments of ``InconsistentRules``."""


class InconsistentRules(ValueError):
    """Values contradict each other; ``paths`` are the values that may be wrong.

    Args:
        key: The value that the message names, as ``section.key``.
        problem: The rest of the message.
        others: Other values that may be wrong.
    """

    def __init__(self, key: str, problem: str, *others: str) -> None:
        # Sentences about variants name them by their titles.
        super().__init__(problem if key.startswith("variants.") else f"'{key}' {problem}")
        self.paths: tuple[KeyPath, ...] = tuple(tuple(path.split(".")) for path in (key, *others))


class Ruleset(Section):
    """The complete, valid rules of an edition."""

    _places: SourceLocations = PrivateAttr(default_factory=SourceLocations)

    ruleset: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="The ruleset's name.")
    title: Text = Field(min_length=1, max_length=MAX_TITLE, description="Its title.")
    family: Text = Field(min_length=1, max_length=40, description="The group that it is listed in.")
    about: Text = Field(min_length=1, max_length=1000, description="A paragraph about it.")
    version: int = Field(ge=1, description="Counts changes of this file.")
    sources: dict[Text, Text] = Field(description="Where each part is documented.")
    players: PlayersSection
    two_players: TwoPlayersSection
    board: BoardSection
    setup: SetUpSection
    reinforce: ReinforcementsSection
    limits: LimitsSection
    cards: CardsSection
    combat: CombatSection
    fortify: FortifySection
    missions: MissionsSection
    capitals: CapitalsSection
    objectives: ObjectivesSection
    victory: VictorySection
    variants: VariantOptions = Field(
        default_factory=VariantOptions, description="The variants that are played."
    )

    @model_validator(mode="after")
    def _check_consistency(self, info: ValidationInfo) -> Ruleset:
        context = info.context or {}
        conflicts = chain(
            self._player_conflicts(),
            self._set_up_conflicts(),
            self._card_conflicts(),
            self._star_conflicts(),
            self._combat_conflicts(),
            self._mission_conflicts(),
            self._objective_conflicts(),
            self._variant_conflicts(has_begun=context.get("has_begun", False)),
        )
        for key, problem, *others in conflicts:
            raise InconsistentRules(key, problem, *others)
        return self

    def _player_conflicts(self) -> Iterator[Conflict]:
        minimum, maximum = self.players.least, self.players.most
        if minimum > maximum:
            yield "players.least", _("is greater than 'most'")
        for count in range(minimum, maximum + 1):
            if count not in self.setup.armies:
                yield "setup.armies", _("says nothing for {count} players", count=count)
            if self.capitals.played and count not in (self.capitals.to_win or {count: 1}):
                yield "capitals.to_win", _("says nothing for {count} players", count=count)
        for count, capitals in (self.capitals.to_win or {}).items():
            if self.capitals.played and capitals >= count:
                yield (
                    "capitals.to_win",
                    _("asks for more capitals than {count} players have", count=count),
                )
        if self.two_players.third_army != "none":
            if minimum > 2:
                yield "two_players.third_army", _("needs a game for two players"), "players.least"
            if self.capitals.played:
                yield "two_players.third_army", _("does not go with capitals"), "capitals.played"

    def _set_up_conflicts(self) -> Iterator[Conflict]:
        setup = self.setup
        if setup.first == "last to claim" and setup.allocation != "claim":
            yield (
                "setup.first",
                _("is 'last to claim', but territories are dealt"),
                "setup.allocation",
            )
        if setup.first == "first out of cards" and setup.allocation != "deal":
            yield (
                "setup.first",
                _("is 'first out of cards', but territories are claimed"),
                "setup.allocation",
            )
        if setup.first_armies == "stars" and self.cards.sets != "stars":
            yield "setup.first_armies", _("needs cards that show stars"), "cards.sets"
        if setup.first_armies == "stars" and setup.placing == "none":
            yield "setup.first_armies", _("needs armies that are placed"), "setup.placing"
        if self.reinforce.counted == "territories and cities" and not setup.cities:
            yield "reinforce.counted", _("counts cities, but there are none"), "setup.cities"
        if self.reinforce.armies_for_a_capital and not self.capitals.played:
            yield "reinforce.armies_for_a_capital", _("needs capitals"), "capitals.played"
        if self.reinforce.one_go_each and self.reinforce.continent_armies == "in the continent":
            yield (
                "reinforce.one_go_each",
                _("does not go with armies tied to their continent"),
                "reinforce.continent_armies",
            )

    def _card_conflicts(self) -> Iterator[Conflict]:
        cards = self.cards
        if not cards.escalating:
            yield "cards.escalating", _("needs at least one value")
        if not any(cards.escalating) and not cards.escalating_step:
            yield "cards.escalating", _("never brings any armies")
        for key, needed in _SYMBOLS.items():
            missing = needed - set(getattr(cards, key))
            if missing:
                yield f"cards.{key}", _("lacks {missing}", missing=", ".join(sorted(missing)))
        if cards.elimination_trade_to >= cards.elimination_trade_at:
            yield (
                "cards.elimination_trade_to",
                _("must be less than 'elimination_trade_at'"),
                "cards.elimination_trade_at",
            )
        if cards.elimination_trade_fewer and not cards.elimination_trade_more:
            yield (
                "cards.elimination_trade_fewer",
                _("needs 'elimination_trade_more'"),
                "cards.elimination_trade_more",
            )
        if cards.forced_when == "at once" and cards.forced_at is None:
            yield "cards.forced_when", _("is 'at once', but nothing is forced"), "cards.forced_at"
        if cards.award == "none with an objective" and not self.objectives.played:
            yield "cards.award", _("speaks of objectives, but there are none"), "objectives.played"
        if cards.trade_when == "whole turn" and self.reinforce.when == "after attacks":
            yield (
                "cards.trade_when",
                _("places armies between attacks, but armies are placed after them"),
                "reinforce.when",
            )

    def _star_conflicts(self) -> Iterator[Conflict]:
        cards = self.cards
        if cards.sets != "stars":
            return
        if self.combat.reroll:
            yield (
                "combat.reroll",
                _("must be false: with stars the territory is irrelevant"),
                "cards.sets",
            )
        if not cards.star_values:
            yield "cards.star_values", _("needs at least one value")
        values = [armies for _stars, armies in sorted(cards.star_values.items())]
        if values != sorted(values):
            yield "cards.star_values", _("gives less for more stars")
        if cards.territory_bonus != "none":
            yield (
                "cards.territory_bonus",
                _("must be 'none': with stars the territory is irrelevant"),
                "cards.sets",
            )

    def _combat_conflicts(self) -> Iterator[Conflict]:
        combat = self.combat
        needed = combat.armies_for_three_dice
        if combat.defence_dice == 3 and needed is None:
            yield (
                "combat.defence_dice",
                _("is 3, but 'armies_for_three_dice' says they are never rolled"),
                "combat.armies_for_three_dice",
            )
        if combat.defence_dice < 3 and needed is not None:
            yield (
                "combat.armies_for_three_dice",
                _("speaks of a third die, but there is none"),
                "combat.defence_dice",
            )
        if needed is not None and needed < combat.armies_for_two_dice:
            yield (
                "combat.armies_for_three_dice",
                _("is less than 'armies_for_two_dice'"),
                "combat.armies_for_two_dice",
            )
        if combat.defence_choice == "seen" and combat.defence_dice == 1:
            yield "combat.defence_choice", _("has no effect with one die"), "combat.defence_dice"

    def _mission_conflicts(self) -> Iterator[Conflict]:
        missions, least = self.missions, self.player_limits[0]
        if not missions.played:
            return
        if least < 3:
            yield "players.least", _("must be 3 or more with secret missions"), "missions.played"
        available = missions.available(self, least)
        if available < missions.each * least:
            problem = _(
                "deals {dealt} missions, and there are {available}; add some to "
                "'missions.continents' or 'missions.territories'",
                dealt=missions.each * least,
                available=available,
            )
            yield "missions.each", problem

    def _objective_conflicts(self) -> Iterator[Conflict]:
        missions, objectives, capitals = self.missions, self.objectives, self.capitals
        if not objectives.played:
            return
        if missions.played and missions.each > 1:
            yield "missions.each", _("must be 1 if objectives are played"), "objectives.played"
        lists = (
            objectives.continents,
            objectives.territories,
            objectives.conquests,
            objectives.cities,
            objectives.capitals,
        )
        if sum(len(goals) for goals in lists) < objectives.to_win:
            yield "objectives.to_win", _("asks for more than there are")
        for key in ("own_capital", "capitals"):
            if getattr(objectives, key) and not capitals.played:
                yield f"objectives.{key}", _("needs capitals"), "capitals.played"
        if objectives.cities and max(objectives.cities) > self.setup.cities:
            yield "objectives.cities", _("asks for more cities than there are"), "setup.cities"

    def _variant_conflicts(self, *, has_begun: bool) -> Iterator[Conflict]:
        for key, other, problem in variant_conflicts(self, has_begun=has_begun):
            yield f"variants.{key}", problem, other
        least, most = self.player_limits
        if least > most:
            keys = ", ".join(self.variants.played)
            yield (
                "players.most",
                _(
                    "allows no number of players: {least} or more are needed ({keys})",
                    least=least,
                    keys=keys,
                ),
            )

    @property
    def played_variants(self) -> dict[str, Section]:
        """The options of the variants that are played, sorted by key.

        Some variants are older than the section ``variants``; their options are in other sections.
        """
        older: dict[str, tuple[bool, Section]] = {
            "allied_army": (self.two_players.third_army == "allied", self.two_players),
            "capitals": (self.capitals.played, self.capitals),
            "changed_dice": (self.combat.reroll or self.combat.commander, self.combat),
            "declared_turns": (self.reinforce.exclusive, self.reinforce),
            "objectives": (self.objectives.played, self.objectives),
        }
        played = {key: section for key, (is_played, section) in older.items() if is_played}
        return dict(sorted({**played, **self.variants.played}.items()))

    @property
    def player_limits(self) -> tuple[int, int]:
        """The fewest and most players that the edition and all played variants allow."""
        least, most = self.players.least, self.players.most
        for variant in self.variants.played.values():
            least, most = max(least, variant.least_players), min(most, variant.most_players)
        return least, most

    def ends_with_elimination(self, players: int | None) -> bool:
        """Return True if a game is over as soon as one of the players is eliminated."""
        return players == 2 or any(
            variant.ends_with_elimination for variant in self.variants.played.values()
        )

    @property
    def fights(self) -> CombatSection:
        """The combat section, with ``matches_dice`` set if a variant requires that."""
        if any(variant.matches_dice for variant in self.variants.played.values()):
            return with_matched_dice(self.combat)
        return self.combat

    @property
    def balance(self) -> FightBalance | None:
        """The changed chances of fights settled in one step; ``None`` if fights are rolled."""
        balances = (variant.balance for variant in self.variants.played.values())
        return next(filter(None, balances), None)

    @property
    def most_to_follow(self) -> int | None:
        """The most armies that move into a conquered territory; ``None`` for any number."""
        limits = [variant.most_to_follow for variant in self.variants.played.values()]
        return min(filter(None, (self.limits.territory, *limits)), default=None)

    @property
    def places(self) -> SourceLocations:
        """The file and line of each value."""
        return self._places

    def set_places(self, places: SourceLocations) -> Ruleset:
        """Set the file and line of the values, and return this ruleset."""
        self._places = places
        return self

    def error_at(self, path: KeyPath, problem: object) -> RulesetError:
        """Return an error about the value at a path, with its file and line."""
        key = ".".join(map(str, path[: 3 if path[0] == "variants" else 2]))
        return RulesetError(f"{self._places.place(path)}: '{key}': {problem}")

    def sections(self) -> Iterator[tuple[str, str, Section]]:
        """Yield each section as (key, heading, section), in the order of the rule book."""
        for key in type(self).model_fields:
            part = getattr(self, key)
            if isinstance(part, Section):
                yield key, heading_of(type(part)), part
        for key, variant in self.variants.sections.items():
            yield f"variants.{key}", heading_of(type(variant)), variant


_SYMBOLS = {
    "by_type": {"artillery", "infantry", "cavalry", "mixed"},
    "stars": {"artillery", "infantry", "cavalry", "joker"},
}


MAX_EXTENDS = 8
"""The most rulesets that a ruleset extends, directly or through others."""


def parse_ruleset(
    text: str,
    *,
    source: str,
    find: Callable[[str], tuple[str, str]] | None = None,
    has_begun: bool = False,
) -> Ruleset:
    """Read a ruleset from YAML text.

    With ``extends: NAME``, the text only has the keys that differ from another ruleset.

    Args:
        source: The file's name for messages.
        find: Returns the source and text of a ruleset by its name; ``None`` if the text may not
            extend another ruleset.
        has_begun: True if a game has begun by it; see ``variant_conflicts``.

    Raises:
        RulesetError: If it is invalid; the message has the file, line, key and allowed values.
    """
    documents = [_document(text, source)]
    seen = [source]
    while (parent := documents[-1].data.pop("extends", None)) is not None:
        path: KeyPath = ("extends",)
        child = documents[-1]
        if not isinstance(parent, str) or find is None:
            raise _error_at([child], path, _("'extends' names another ruleset"))
        parent_source, parent_text = find(parent)
        if parent_source in seen:
            raise _error_at([child], path, _("'extends: {parent}' goes in a circle", parent=parent))
        if len(seen) > MAX_EXTENDS:
            problem = _("a ruleset extends at most {most} others", most=MAX_EXTENDS)
            raise _error_at([child], path, problem)
        seen.append(parent_source)
        documents.append(_document(parent_text, parent_source))
    data: dict[str, Any] = {}
    for document in reversed(documents):
        data = _merge(data, document.data)
    return _validate(data, documents, has_begun=has_begun)


def ruleset_from_data(data: object, *, source: str, has_begun: bool = False) -> Ruleset:
    """Make a ruleset from plain data, such as that in a saved game.

    Args:
        source: The name of the data for messages.
        has_begun: True if a game has begun by it; see ``variant_conflicts``.

    Raises:
        RulesetError: If it is invalid.
    """
    if not isinstance(data, dict):
        raise RulesetError(_("{source}: a ruleset is a table of keys", source=source))
    return _validate(data, [Document(source, data)], has_begun=has_begun)


def ruleset_to_data(ruleset: Ruleset) -> dict[str, Any]:
    """Return the ruleset as plain data for ``ruleset_from_data``."""
    data = ruleset.model_dump(mode="json")
    if not data["variants"]:
        del data["variants"]  # Files without variants keep their older format.
    if not data["board"]["maps"]:
        del data["board"]["maps"]
    return data


def _document(text: str, source: str) -> Document:
    document = read_document(text, source=source)
    if not isinstance(document.data, dict):
        raise RulesetError(
            _("{source}: a ruleset is a table of keys (ruleset, title, setup, …)", source=source)
        )
    return document


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``base`` with the values of ``over``; tables in both are merged."""
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        are_tables = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merge(merged[key], value) if are_tables else value
    return merged


def _validate(data: dict[str, Any], documents: list[Document], *, has_begun: bool) -> Ruleset:
    try:
        context = {"has_begun": has_begun}
        ruleset = Ruleset.model_validate(_with_tuples(data), context=context)
        return ruleset.set_places(_places(documents))
    except ValidationError as error:
        problems: list[Any] = list(error.errors())
        # A misspelt key is both unknown and missing; naming the unknown one is more helpful.
        unknown = [problem for problem in problems if problem["type"] == "extra_forbidden"]
        problem = (unknown or problems)[0]
        path: KeyPath = tuple(problem["loc"])
        paths = (path,)
        if problem["type"] == "value_error":
            paths = getattr(problem["ctx"]["error"], "paths", paths)
        raise _error_at(
            documents, _path_to_report(documents, paths), _describe(problem, path)
        ) from None


def _places(documents: list[Document]) -> SourceLocations:
    """Return the file and line of every value.

    A value comes from the first file in the chain of ``extends`` that has it.
    """
    places = SourceLocations({(): documents[0].source})
    for document in reversed(documents):
        for path, line in document.lines.items():
            places[path] = f"{document.source}, line {line}"
    return places


def _path_to_report(documents: list[Document], paths: tuple[KeyPath, ...]) -> KeyPath:
    """Return the one of ``paths`` that the first of the documents sets; by default the first."""
    for document in documents:
        for path in paths:
            if path in document.lines:
                return path
    return paths[0]


def _with_tuples(data: dict[str, Any]) -> dict[str, Any]:
    """Turn lists into tuples and numeric keys into numbers; JSON has neither."""

    def convert(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                int(key) if re.fullmatch("[0-9]{1,3}", str(key)) else key: convert(item)
                for key, item in value.items()
            }
        if isinstance(value, list):
            return tuple(convert(item) for item in value)
        return value

    return {key: convert(value) for key, value in data.items()}


def _describe(problem: Any, path: KeyPath) -> str:
    """Return a problem that pydantic found at a path, as a line for players."""
    key = ".".join(str(step) for step in path)
    kind = problem["type"]
    if kind == "extra_forbidden":
        hint = did_you_mean(path[-1], _keys_at(path[:-1]))
        if path[:-1] == ("variants",):
            return _("this version has no variant '{path}'; {hint}", path=path[-1], hint=hint)
        return _("unknown key '{key}'; {hint}", key=key, hint=hint)
    if kind == "missing" and isinstance(path[-1], int):
        return _("'{key}': write pairs, as in [[Alaska, Peru]]", key=".".join(map(str, path[:-2])))
    if kind == "missing" and len(path) == 1:
        return _(
            "the key '{key}' is missing; 'extends: us-1993' takes such keys from that ruleset",
            key=key,
        )
    if kind == "missing":
        return _("the key '{key}' is missing", key=key)
    if kind == "value_error":
        reason = problem["ctx"]["error"]
        return str(reason) if isinstance(reason, InconsistentRules) else f"'{key}': {reason}"
    expected = _(_EXPECTED.get(kind, "")) or re.sub(r"^\w+ should ", "must ", problem["msg"])
    value = _written(problem["input"])
    if not path:
        return _("a key {expected}", expected=expected)
    if path[-1] == "[key]":
        return _(
            "'{key}': the key {text} {expected}",
            key=".".join(map(str, path[:-2])),
            text=value,
            expected=expected,
        )
    return f"'{key}': {value} {expected}"


def _written(value: object) -> str:
    """Return a short text for a value, as it would be written in a file."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return reprlib.repr(list(value) if isinstance(value, tuple) else value)


_EXPECTED = {
    "bool_type": N_("must be true or false"),
    "dict_type": N_("must be a table of keys"),
    "int_type": N_("must be a whole number"),
    "model_type": N_("must be a table of keys"),
    "string_pattern_mismatch": N_("must be small letters, digits and hyphens, at most 40"),
    "string_type": N_("must be text"),
    "string_unicode": N_("must be valid Unicode text"),
    "tuple_type": N_("must be a list"),
}


def _keys_at(path: KeyPath) -> list[str]:
    """Return the valid keys of the table at a path."""
    model: Any = Ruleset
    for step in path:
        field = getattr(model, "model_fields", {}).get(step)
        model = field.annotation if field is not None else None
        if model is VariantOptions:
            model = VariantOptions.fields()
    return list(getattr(model, "model_fields", {}))


def _error_at(documents: list[Document], path: KeyPath, problem: str) -> RulesetError:
    """Return an error with the file and line of a path, or of the nearest table around it."""
    return RulesetError(f"{_places(documents).place(path)}: {problem}")


def first_difference(ruleset: Ruleset, values: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a sentence for players about the first of ``values`` that a ruleset does not have.

    Args:
        ruleset: The ruleset.
        values: The values that it should have, by section and key.

    Returns:
        An empty string if the ruleset has all values.
    """
    for name, wanted in values.items():
        section = getattr(ruleset, name)
        for key, value in wanted.items():
            if getattr(section, key) != value:
                words = yaml_text(value) if isinstance(value, dict) else str(value).lower()
                if value == ():
                    words = _("an empty list")
                return _("'{name}.{key}' has to be {words}", name=name, key=key, words=words)
    return ""
