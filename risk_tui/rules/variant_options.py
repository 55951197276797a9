"""The options of variants: the part of a ruleset that grows with every variant.

A variant registers its section under its key, which is also the name of its module. A ruleset lists
the variants that it plays under ``variants``; others are not played, so old files stay valid when
variants are added. Reading a ruleset imports the variants that it lists, so callers need not
import them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Protocol, Self

from pydantic import create_model
from pydantic_core import core_schema

from risk_tui.boards.board import Board
from risk_tui.data.crash_log import source_place
from risk_tui.data.language import _, did_you_mean
from risk_tui.errors import DeclarationError, RulesetError
from risk_tui.rules.combat import NO_EXTRA_DICE, ExtraDieRolls
from risk_tui.rules.fields import Section, choice_field
from risk_tui.rules.roll_odds import FightBalance


class VariantSection(Section):
    """The options of a variant. Each has a default, so that older files stay valid."""

    replaces: ClassVar[tuple[str, ...]] = ()
    """Parts of a ruleset, and values as ``part.key``, that the rule book omits with the variant.

    The variant makes them irrelevant or describes them itself. ``leaves_out`` returns them, and may
    add others that depend on the ruleset.
    """
    brings_goal: ClassVar[bool] = False
    """True if the variant adds a way to win besides being the last player left."""
    paragraph: ClassVar[str] = ""
    """A paragraph for players: the variant's effect on the game, and advice for playing it."""
    least_players: ClassVar[int] = 2
    most_players: ClassVar[int] = 6
    fight_option: ClassVar[str] = ""
    """The option of ``risk-tui odds`` that applies ``extra_die_rolls``; empty for none."""

    played: bool

    @property
    def extra_die_rolls(self) -> ExtraDieRolls:
        """The rolls with one more defence die, for odds with the ``fight_option``."""
        return NO_EXTRA_DICE

    @property
    def balance(self) -> FightBalance | None:
        """The changed chances of fights settled in one step; ``None`` if fights are rolled."""
        return None

    @property
    def matches_dice(self) -> bool:
        """True if an attack needs at least as many dice as the defender may roll."""
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
        """Return how many secret missions it adds, at least, for a number of players."""
        return 0

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        return _(self.paragraph)

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        return self.replaces

    def as_played(self, part: Section) -> Section:
        """Return a part of the ruleset with the numbers that the variant changes."""
        return part

    def fitted_to(self, board: Board) -> Self:
        """Return the options without the names that a board lacks."""
        return self


def played_field(sentence: str) -> Any:
    """Declare the field ``played`` of a variant; ``sentence`` describes the variant."""
    return choice_field(
        "Whether this variant is played.",
        default=True,
        quiet="false",
        true=sentence,
        false="It is not played.",
    )


class RegisteredVariant(Protocol):
    """The part of a variant that rulesets use; ``risk_tui.engine.variant`` documents it."""

    key: str
    title: str
    options: type[VariantSection] | None
    excludes: Mapping[str, str]

    def incompatibility(self, ruleset: Any) -> str:
        """Return why the variant conflicts with the ruleset's other values; empty if not."""


_REGISTERED: dict[str, RegisteredVariant] = {}


def register_variant(variant: RegisteredVariant) -> None:
    """Register a variant with its options.

    Raises:
        TypeError: If its options do not declare ``played``, or one has no default.
    """
    section = variant.options
    if section is not None:
        if section.model_fields["played"].is_required():
            name = section.__name__
            raise TypeError(
                f'{name} does not describe the variant: played: bool = played_field("…")'
            )
        for name, field in section.model_fields.items():
            if field.is_required():
                raise TypeError(
                    f"{section.__name__}.{name} needs a default: files may leave it out"
                )
    _REGISTERED[variant.key] = variant


def load_variant(key: object) -> None:
    """Import the variant with this key, if there is one.

    Variants import this package, so they can't be imported at the top of this module.

    Raises:
        RulesetError: If the module has an error, such as an invalid declaration.
    """
    if not (isinstance(key, str) and key.isidentifier()) or key.startswith("_"):
        return
    module = f"{_VARIANTS}.{key}"
    try:
        import_module(module)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            return
        place = "" if isinstance(error, SyntaxError) else f" ({source_place(error, module)})"
        raise RulesetError(
            _("the variant {key!r} can't be loaded: {error}", key=key, error=f"{error}{place}")
        ) from error
    if key not in _REGISTERED:
        raise RulesetError(_("no variant in variants/{key}.py has the key {key!r}", key=key))


@cache
def load_variants() -> None:
    """Import every variant; later calls do nothing.

    Raises:
        DeclarationError: If a variant excludes one that does not exist.
    """
    from pkgutil import iter_modules

    for module in iter_modules(import_module(_VARIANTS).__path__):
        load_variant(module.name)
    for key, variant in list(_REGISTERED.items()):
        for other in variant.excludes:
            if other not in _REGISTERED:
                hint = did_you_mean(other, list(_REGISTERED))
                raise DeclarationError(f"{key!r} excludes {other!r}, an unknown variant; {hint}")


_VARIANTS = "risk_tui.variants"


def variant_title(key: str) -> str:
    """Return the name of a variant for players."""
    load_variant(key)
    return _REGISTERED[key].title


def variant_conflicts(ruleset: Any, *, has_begun: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the conflicts of a ruleset's variants with each other or the rest.

    Args:
        has_begun: True if a game has begun by it. Then variants may exclude each other, because
            they perhaps did not yet when it began.

    Yields:
        The variant's key, the conflicting value of the ruleset, and a sentence.
    """
    keys = list(ruleset.played_variants)
    for key in keys:
        load_variant(key)
    played = {key: _REGISTERED[key] for key in keys}
    for key, variant in played.items():
        for other, reason in variant.excludes.items():
            if other in played and not has_begun:
                both = _(
                    "{variant} cannot be combined with {played}",
                    variant=_(variant.title),
                    played=_(played[other].title),
                )
                yield key, f"variants.{other}", f"{both}: {_(reason)}"
    for key, variant in played.items():
        if incompatibility := variant.incompatibility(ruleset):
            yield key, "variants", f"{_(variant.title)}: {incompatibility}"


@cache
def _model(keys: tuple[str, ...]) -> type[Section]:
    """Return the model of the ``variants`` table, with a field for each of these variants."""
    sections: dict[str, Any] = {
        key: (options, options.model_construct(played=False))
        for key in keys
        if (options := _REGISTERED[key].options) is not None
    }
    return create_model("Variants", __base__=Section, **sections)


def _import_listed_variants(value: object) -> tuple[str, ...]:
    """Import the variants in a ``variants`` table; return the keys that exist, sorted."""
    if not isinstance(value, Mapping):
        return ()
    for key in value:
        load_variant(key)
    return tuple(sorted(key for key in value if key in _REGISTERED))


class VariantOptions:
    """The ``variants`` of a ruleset: the sections of all variants, played or not."""

    __slots__ = ("_played", "_sections")

    def __init__(self, value: object = None) -> None:
        if isinstance(value, VariantOptions):
            value = value._sections
        model = _model(_import_listed_variants(value))
        table = model.model_validate({} if value is None else value)
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
        """The section of every variant by its key; reading this imports all variants."""
        return {
            key: self._sections.get(key, field.default)
            for key, field in self.fields().model_fields.items()
        }

    @property
    def played(self) -> Mapping[str, VariantSection]:
        """The sections of the played variants by their keys."""
        return self._played

    @classmethod
    def fields(cls) -> type[Section]:
        """Return the model of the ``variants`` table, with a field for every variant."""
        load_variants()
        return _model(tuple(sorted(_REGISTERED)))

    def fitted_to(self, board: Board) -> VariantOptions:
        """Return the options without the names that a board lacks."""
        fitted = {key: section.fitted_to(board) for key, section in self._played.items()}
        return self if fitted == self._played else VariantOptions(self._sections | fitted)

    def to_data(self) -> dict[str, Any]:
        """Return the played variants as plain data."""
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
        return handler(cls.fields().__pydantic_core_schema__)
