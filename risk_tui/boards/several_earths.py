"""Several Earths: one board side by side with itself, in a ring (Risk FAQ, section 4.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.boards.overlay import OverlayError, territory_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from risk_tui.boards.board import Board, Card, Continent, Territory


def several_earths(board: Board, earths: int, joins: tuple[str, str], *, own_link: bool) -> Board:
    """A board of a number of Earths, each of which is the board.

    The first territory that is to join leads to the second one of the next Earth, in a ring; their
    link within an Earth stays only if ``own_link``. Names and codes end with the number of the
    Earth. Raises ``OverlayError`` where the board lacks a territory.
    """
    one, other = (territory_named(board, name, "joins", end) for end, name in enumerate(joins))
    if one == other:
        raise OverlayError(f"{joins[0]} cannot join itself; name two territories", "joins")
    count = len(board.territories)
    starts = range(0, earths * count, count)
    own = set() if own_link else {(min(one, other), max(one, other))}
    bridges = {
        (min(link), max(link))
        for earth, start in enumerate(starts)
        for link in [(start + one, starts[(earth + 1) % earths] + other)]
    }

    def repeated(links: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset((a + start, b + start) for start in starts for a, b in links - own)

    by_land = own and not own & board.sea_lanes
    changed = replace(
        board,
        territories=tuple(_territories(board, earths)),
        continents=tuple(_continents(board, earths)),
        links=repeated(board.links) | bridges,
        sea_lanes=repeated(board.sea_lanes) | (frozenset() if by_land else bridges),
        deck=tuple(_cards(board, starts)),
        below=board.below or board,
        earths=earths,
    )
    if cut_off := changed.cut_off():
        raise OverlayError(
            f"no chain of links leads to {cut_off[0].name}; join other territories", "joins"
        )
    return changed


def _territories(board: Board, earths: int) -> Iterator[Territory]:
    for earth in range(earths):
        for place in board.territories:
            yield replace(
                place,
                name=f"{place.name} {earth + 1}",
                code=f"{place.code}{earth + 1}",
                continent=earth * len(board.continents) + place.continent,
                also=(*_on_earth(place.also, earth), place.name, place.code),
                translations=tuple(
                    (language, each)
                    for language, name in place.translations
                    for each in _on_earth([name], earth)
                ),
            )


def _on_earth(names: Iterable[str], earth: int) -> Iterator[str]:
    """Names as they are, and with the number of an Earth."""
    return (each for name in names for each in (name, f"{name} {earth + 1}"))


def _continents(board: Board, earths: int) -> Iterator[Continent]:
    for earth in range(earths):
        start = earth * len(board.territories)
        for continent in board.continents:
            territories = tuple(start + territory for territory in continent.territories)
            yield replace(continent, name=f"{continent.name} {earth + 1}", territories=territories)


def _cards(board: Board, starts: range) -> Iterator[Card]:
    """The cards of all packs: those with territories in the order of these, then the jokers."""
    for start in starts:
        for card in board.deck:
            if card.territory is not None:
                yield replace(card, territory=start + card.territory)
    for _ in starts:
        yield from (card for card in board.deck if card.territory is None)
