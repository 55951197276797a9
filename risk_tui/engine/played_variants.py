"""The variants that a ruleset plays: made for a game, with all that they lay over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from risk_tui.boards.overlay import Overlay, OverlayError
from risk_tui.engine.hooks import NAMES, Hooks
from risk_tui.engine.variant import VARIANTS, Variant, all_variants
from risk_tui.rules.set_up import make_neutral_seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.rules.set_up import NeutralSeat


def check_exclusions() -> None:
    """Raise ``TypeError`` where a variant does not go with one that does not exist."""
    for key, variant in VARIANTS.items():
        for other in variant.excludes:
            if other not in VARIANTS:
                raise TypeError(f"{key!r} excludes {other!r}, and there is no such variant")


def count_earths(ruleset: Ruleset) -> int:
    """How many Earths a ruleset is played on."""
    counts = [variant.earths(options) for variant, options in _in_order(ruleset)]
    return max(counts, default=1)


def has_hook(ruleset: Ruleset, name: str) -> bool:
    """Whether a variant that a ruleset plays has that hook."""
    return bool(titles_with_hooks(ruleset, name))


def titles_with_hooks(ruleset: Ruleset, *names: str) -> list[str]:
    """The titles of the variants that a ruleset plays and that have any of these hooks."""
    variants = all_variants().values()
    hooked = [each for each in variants if any(_has_hook(each, name) for name in names)]
    return [each.title for each in hooked if each.options_in(ruleset) is not None]


def _has_hook(variant: type[Variant[Any]], name: str) -> bool:
    return getattr(variant, name) is not getattr(Variant, name)


def overlaid_board(ruleset: Ruleset, board: Board) -> Board:
    """The board with all that a ruleset and its variants lay over it, and nothing else.

    Raises ``RulesetError`` with the place in the ruleset's file where that does not fit the board.
    """
    board = board.below or board
    section = ruleset.board
    overlay = Overlay(
        section.omitted, section.added, section.sea_lanes, section.symbols, section.bonuses
    )
    try:
        board = overlay.over(board)
    except OverlayError as error:
        raise ruleset.error_at(("board", *error.path), error) from None
    for variant, options in _in_order(ruleset):
        try:
            board = variant.change_board(options, board)
        except OverlayError as error:
            raise ruleset.error_at(("variants", variant.key, *error.path), error) from None
    return board


def neutral_seat(ruleset: Ruleset, seats: int) -> NeutralSeat:
    """The army that nobody plays, as a ruleset and its variants have it."""
    army = make_neutral_seat(ruleset.two_players, seats)
    for variant, options in _in_order(ruleset):
        army = variant.third_army(options, army)
    return army


def _in_order(ruleset: Ruleset) -> list[tuple[type[Variant[Any]], Any]]:
    """The variants that a ruleset plays with their options: by their keys, the last ones last."""
    kinds = all_variants().values()
    variants = sorted(kinds, key=lambda variant: (variant.comes_last, variant.key))
    played = ((variant, variant.options_in(ruleset)) for variant in variants)
    return [(variant, options) for variant, options in played if options is not None]


def play_variants(
    ruleset: Ruleset, board: Board, seats: int, extra: int
) -> tuple[Variant[Any], ...]:
    """The variants that a ruleset plays, in the order in which they are asked.

    ``seats`` play; the first seat that a variant adds has the number ``extra``.
    """
    played: list[Variant[Any]] = []
    for kind, options in _in_order(ruleset):
        variant = kind(options, ruleset, board, seats, len(played), extra)
        extra += len(variant.extra_seats())
        played.append(variant)
    return tuple(played)


def bind_hooks(variants: Sequence[Variant[Any]]) -> Hooks:
    """The hooks that these variants have; each of them knows them from then on."""
    bound = {
        name: tuple(
            getattr(variant, name) for variant in variants if _has_hook(type(variant), name)
        )
        for name in NAMES
    }
    stages: dict[int, Any] = {}
    for variant in variants:
        for stage, ask in variant.before_stages().items():
            stages[stage] = (*stages.get(stage, ()), ask)
    hooks = Hooks(
        **bound,
        before_stage=stages,
        acts={
            variant.extra + number: variant.acts
            for variant in variants
            if _has_hook(type(variant), "acts")
            for number, _ in enumerate(variant.extra_seats())
        },
        after_set_up={name: ask for each in variants for name, ask in each.after_set_up().items()},
        signs=tuple(sign for variant in variants for sign in variant.signs),
    )
    for variant in variants:
        variant.hooks = hooks
    return hooks
