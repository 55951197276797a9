"""The options of the variants: the part of a ruleset that grows with every variant there is.

A variant registers its section under its key. A ruleset names under ``variants`` those that are
played; a key that it does not name is not played, so a new variant leaves old files valid. All
variants are imported when the first ruleset is read, so a program needs to import none itself.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from pydantic import create_model
from pydantic_core import core_schema

from risk_tui.rules.combat import ALL_ALIKE, FirstRolls
from risk_tui.rules.fields import Section, choice_field

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from risk_tui.boards.board import Board
    from risk_tui.rules.balanced_fight import Balance


class VariantSection(Section):
    """The options of a variant. Each has a default, so that files from before it stay valid."""

    replaces: ClassVar[tuple[str, ...]] = ()
    """Parts of a ruleset, and values as ``part.key``, that games with it do not go by, or about
    which its own sentences say all. ``leaves_out`` adds what depends on other values."""
    brings_goal: ClassVar[bool] = False
    """Whether the game can be won by it otherwise than as the last player left."""
    paragraph: ClassVar[str] = ""
    """What becomes of the game by it, and how one plays well, for players."""
    least_players: ClassVar[int] = 2
    most_players: ClassVar[int] = 6

    fight_option: ClassVar[str] = ""
    """The option of ``risk-tui odds`` that counts its ``first_rolls``, if it has any."""

    played: bool

    @property
    def first_rolls(self) -> FirstRolls:
        """The rolls in which a defender may roll one die more, where its ``fight_option`` holds."""
        return ALL_ALIKE

    @property
    def balance(self) -> Balance | None:
        """How the chances of fights that are fought in one step are changed, if they are."""
        return None

    @property
    def matches_dice(self) -> bool:
        """True if an attack has no fewer dice than the defender may roll."""
        return False

    @property
    def most_to_follow(self) -> int | None:
        """The most armies that move into a conquered territory; ``None`` for any number."""
        return None

    @property
    def ends_with_elimination(self) -> bool:
        """True if the game is over as soon as one player is eliminated."""
        return False

    def missions_added(self, players: int) -> int:
        """Return how many secret missions it adds at least for a number of players."""
        return 0

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        return self.paragraph

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        return self.replaces

    def as_played(self, part: Section) -> Section:
        """A part of the ruleset with the numbers that games with the variant go by."""
        return part

    def fitted_to(self, board: Board) -> Self:
        """Return the options without the names that a board lacks."""
        return self


def played_field(sentence: str) -> Any:
    """Declare the field that says whether a variant is played; ``sentence`` says what it is."""
    return choice_field(
        "Whether this variant is played.",
        default=True,
        quiet="false",
        true=sentence,
        false="It is not played.",
    )


class RegisteredVariant(Protocol):
    """What rulesets have to know of a variant; ``risk_tui.engine.variant`` says what it means."""

    key: str
    title: str
    options: type[VariantSection] | None
    excludes: Mapping[str, str]

    def options_in(self, ruleset: Any) -> Any:
        """Its options in a ruleset; ``None`` where it is not played."""

    def objection(self, ruleset: Any) -> str:
        """Why it cannot be played by the other values of a ruleset."""


_REGISTERED: dict[str, RegisteredVariant] = {}


def register_variant(variant: RegisteredVariant) -> None:
    """Register a variant with its options."""
    section = variant.options or VariantSection
    for name, field in section.model_fields.items() if variant.options else ():
        if field.is_required():
            raise TypeError(f"{section.__name__}.{name} needs a default: files do not name it")
    _REGISTERED[variant.key] = variant
    _model.cache_clear()


def load_variants() -> None:
    """Import every variant that there is; later calls do nothing.

    Variants need rulesets, so this module can import them only when it is called.
    """
    import_module("risk_tui.registry")


def _registered() -> Mapping[str, RegisteredVariant]:
    """Return all variants by their keys."""
    load_variants()
    return _REGISTERED


def variant_title(key: str) -> str:
    """The name of a variant for players."""
    return _registered()[key].title


def contradictions(ruleset: Any) -> Iterator[tuple[str, str, str]]:
    """How the variants of a ruleset contradict each other or the rest.

    Each as the key of the variant, the value of the ruleset that it does not go with, and a
    sentence.
    """
    played = {
        key: variant
        for key, variant in _registered().items()
        if variant.options_in(ruleset) is not None
    }
    for key, variant in played.items():
        for other, reason in variant.excludes.items():
            if other in played:
                both = f"{variant.title} does not go with {played[other].title}"
                yield key, f"variants.{other}", f"{both}: {reason}"
    for key, variant in played.items():
        if objection := variant.objection(ruleset):
            yield key, "variants", f"{variant.title}: {objection}"


@cache
def _model() -> type[Section]:
    """The table of all variants, each with its options."""
    sections: dict[str, Any] = {
        key: (variant.options, variant.options.model_construct(played=False))
        for key, variant in sorted(_registered().items())
        if variant.options is not None
    }
    return create_model("Variants", __base__=Section, **sections)


class VariantOptions:
    """The ``variants`` of a ruleset: the sections of all variants, played or not."""

    __slots__ = ("_played", "_sections")

    def __init__(self, value: object = None) -> None:
        if isinstance(value, VariantOptions):
            value = value._sections
        table = _model().model_validate({} if value is None else value)
        self._sections: dict[str, VariantSection] = {
            key: getattr(table, key) for key in type(table).model_fields
        }
        self._played = {key: section for key, section in self._sections.items() if section.played}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariantOptions) and self.played == other.played

    def __hash__(self) -> int:
        return hash(tuple(self.played))

    def __repr__(self) -> str:
        return f"VariantOptions({self.played!r})"

    @property
    def sections(self) -> dict[str, VariantSection]:
        """The section of every variant by its key."""
        return self._sections

    @property
    def played(self) -> Mapping[str, VariantSection]:
        """The sections of the variants that are played, by their keys."""
        return self._played

    @classmethod
    def fields(cls) -> type[Section]:
        """The model of the table, for the keys that it knows."""
        return _model()

    def fitted_to(self, board: Board) -> VariantOptions:
        """Return the options without the names that a board lacks."""
        fitted = {key: section.fitted_to(board) for key, section in self._played.items()}
        return self if fitted == self._played else VariantOptions(self._sections | fitted)

    def to_data(self) -> dict[str, Any]:
        """The variants that are played as plain data."""
        return {
            key: section.model_dump(mode="json", exclude={"played"})
            for key, section in self.played.items()
        }

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls,
            serialization=core_schema.plain_serializer_function_ser_schema(cls.to_data),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return handler(_model().__pydantic_core_schema__)
