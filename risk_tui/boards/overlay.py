"""Boards derived from another: with changed links, symbols and bonuses, or repeated in a ring.

Only the graph is checked. Pictures are those of the board below, without the lanes of removed
links, and with stubs at both ends of added links. Several Earths follow FAQ section 4.12.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from risk_tui.boards.board import Board, Card, CardSymbol, Continent, Territory
from risk_tui.data.language import _, did_you_mean
from risk_tui.errors import BoardError

Pair: TypeAlias = tuple[str, str]
Link: TypeAlias = tuple[int, int]


class OverlayError(BoardError):
    """An overlay does not fit its board; ``path`` is the key, then the item if it is known."""

    def __init__(self, problem: str, *path: str | int) -> None:
        super().__init__(problem)
        self.path = path


@dataclass(frozen=True, slots=True)
class Overlay:
    """Changes to a board. Territories are identified by name or code, continents by name."""

    omitted: tuple[Pair, ...] = ()
    added: tuple[Pair, ...] = ()
    sea_lanes: tuple[Pair, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    bonuses: Mapping[str, int] = field(default_factory=dict)

    def over(self, board: Board) -> Board:
        """Return the board with these changes.

        Raises:
            OverlayError: If the changes don't fit the board.
        """
        if self == Overlay():
            return board
        omitted = self._omitted(board)
        added = self._added(board, "added", omitted, set())
        lanes = self._added(board, "sea_lanes", omitted, added)
        changed = replace(
            board,
            links=board.links - omitted | added | lanes,
            one_way=board.one_way - omitted - {link[::-1] for link in omitted},
            sea_lanes=board.sea_lanes - omitted | lanes,
            deck=self._deck(board),
            continents=tuple(
                replace(continent, bonus=bonus)
                for continent, bonus in zip(board.continents, self._bonuses(board), strict=True)
            ),
            below=board.below or board,
        )
        if cut_off := changed.cut_off():
            raise OverlayError(
                _(
                    "without those links {cut_off} is cut off on {board}; keep one of them",
                    cut_off=cut_off[0].name,
                    board=_(board.title),
                ),
                "omitted",
            )
        return changed

    def without_missing_parts(self, board: Board) -> Overlay:
        """Return the changes that fit a board: those to its territories, continents and links.

        Only names as on the board count. Codes may mean other territories on other boards.
        """
        known = {territory.key for territory in board.territories}
        links = {frozenset(board.territories[end].key for end in link) for link in board.links}

        def filter_pairs(pairs: tuple[Pair, ...], linked: bool) -> tuple[Pair, ...]:
            return tuple(
                pair
                for pair in pairs
                if known >= set(pair) and (frozenset(pair) in links) == linked
            )

        continents = {continent.key for continent in board.continents if continent.exists}
        return Overlay(
            filter_pairs(self.omitted, True),
            filter_pairs(self.added, False),
            filter_pairs(self.sea_lanes, False),
            {name: symbol for name, symbol in self.symbols.items() if name in known},
            {name: bonus for name, bonus in self.bonuses.items() if name in continents},
        )

    def _omitted(self, board: Board) -> set[Link]:
        links: set[Link] = set()
        for number, pair in enumerate(self.omitted):
            link = _link(board, pair, "omitted", number)
            if link not in board.links:
                raise OverlayError(
                    _(
                        "{board} has no link between {territory} and {other}; drop the pair",
                        board=_(board.title),
                        territory=pair[0],
                        other=pair[1],
                    ),
                    "omitted",
                    number,
                )
            links.add(link)
        return links

    def _added(self, board: Board, key: str, omitted: set[Link], added: set[Link]) -> set[Link]:
        links: set[Link] = set()
        for number, pair in enumerate(getattr(self, key)):
            link = _link(board, pair, key, number)
            if link in omitted:
                raise OverlayError(
                    _(
                        "the link between {territory} and {other} is also omitted; remove one "
                        "of the two pairs",
                        territory=pair[0],
                        other=pair[1],
                    ),
                    key,
                    number,
                )
            if link in board.links | added | links:
                raise OverlayError(
                    _(
                        "{territory} and {other} are already linked; remove the pair",
                        territory=pair[0],
                        other=pair[1],
                    ),
                    key,
                    number,
                )
            links.add(link)
        return links

    def _deck(self, board: Board) -> tuple[Card, ...]:
        cards = list(board.deck)
        for name, symbol in self.symbols.items():
            territory = territory_named(board, name, "symbols", name)
            for number, card in enumerate(cards):
                if card.territory == territory:
                    cards[number] = replace(card, symbol=CardSymbol(symbol))
        return tuple(cards)

    def _bonuses(self, board: Board) -> list[int]:
        bonuses = [continent.bonus for continent in board.continents]
        for name, bonus in self.bonuses.items():
            number = board.continent_numbers.get(name.casefold())
            if number is None:
                known = ", ".join(each.key for each in board.continents if each.exists)
                raise OverlayError(
                    _(
                        "{board} has no continent {name!r}; it has {known}",
                        board=_(board.title),
                        name=name,
                        known=known,
                    ),
                    "bonuses",
                    name,
                )
            bonuses[number] = bonus
        return bonuses


def _link(board: Board, pair: Pair, *path: str | int) -> Link:
    one, other = sorted(territory_named(board, name, *path) for name in pair)
    if one == other:
        raise OverlayError(
            _("{territory} cannot be linked with itself; name two territories", territory=pair[0]),
            *path,
        )
    return one, other


def territory_named(board: Board, text: str, *path: str | int) -> int:
    """Return the territory with a name or code, in upper or lower case.

    Raises:
        OverlayError: If there is none. Its path is ``path``.
    """
    names = {each.key.casefold(): number for number, each in enumerate(board.territories)}
    number = names.get(text.casefold(), board.territory_by_code(text))
    if number is None:
        known = [each.key for each in board.territories]
        hint = did_you_mean(text, known, _("write its name or its code, as on the map"))
        raise OverlayError(
            _(
                "{board} has no territory {text!r}; {hint}",
                board=_(board.title),
                text=text,
                hint=hint,
            ),
            *path,
        )
    return number


def several_earths(board: Board, earths: int, joins: tuple[str, str], *, own_link: bool) -> Board:
    """Return a board of several Earths, each a copy of the board, joined in a ring.

    Names and codes get the number of their Earth.

    Args:
        earths: The number of copies.
        joins: Two territories; the first links to the second on the next Earth.
        own_link: True to keep the link between the two within an Earth.

    Raises:
        OverlayError: If the board lacks a territory.
    """
    one, other = (territory_named(board, name, "joins", end) for end, name in enumerate(joins))
    if one == other:
        raise OverlayError(
            _("{join} cannot join itself; name two territories", join=joins[0]), "joins"
        )
    count = len(board.territories)
    starts = range(0, earths * count, count)
    own = set() if own_link else {(min(one, other), max(one, other))}
    bridges = {
        (min(link), max(link))
        for earth, start in enumerate(starts)
        for link in [(start + one, starts[(earth + 1) % earths] + other)]
    }

    def repeated(links: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset(
            (a + start, b + start)
            for start in starts
            for a, b in links
            if not {(a, b), (b, a)} & own
        )

    # Bridges cross water, unless they replace a link over land.
    is_land_bridge = bool(own) and own <= board.links - board.sea_lanes
    changed = replace(
        board,
        territories=tuple(_copy_territories(board, earths)),
        continents=tuple(_copy_continents(board, earths)),
        links=repeated(board.links) | bridges,
        one_way=repeated(board.one_way),
        sea_lanes=repeated(board.sea_lanes) | (frozenset() if is_land_bridge else bridges),
        deck=tuple(_copy_cards(board, starts)),
        below=board.below or board,
        earths=earths,
    )
    if cut_off := changed.cut_off():
        raise OverlayError(
            _(
                "no chain of links leads to {cut_off}; join other territories",
                cut_off=cut_off[0].name,
            ),
            "joins",
        )
    return changed


def _copy_territories(board: Board, earths: int) -> Iterator[Territory]:
    for earth in range(earths):
        for place in board.territories:
            yield replace(
                place,
                key=f"{place.key} {earth + 1}",
                code=f"{place.code}{earth + 1}",
                continent=earth * len(board.continents) + place.continent,
                also=(*_on_earth(place.also, earth), place.key, place.code),
                translations=tuple(
                    (language, each)
                    for language, name in place.translations
                    for each in _on_earth([name], earth)
                ),
            )


def _on_earth(names: Iterable[str], earth: int) -> Iterator[str]:
    """Yield each name with the number of an Earth, then without it."""
    return (each for name in names for each in (f"{name} {earth + 1}", name))


def _copy_continents(board: Board, earths: int) -> Iterator[Continent]:
    for earth in range(earths):
        start = earth * len(board.territories)
        for continent in board.continents:
            territories = tuple(start + territory for territory in continent.territories)
            yield replace(
                continent,
                key=f"{continent.key} {earth + 1}",
                territories=territories,
                translations=tuple(
                    (language, f"{name} {earth + 1}") for language, name in continent.translations
                ),
            )


def _copy_cards(board: Board, starts: range) -> Iterator[Card]:
    """Yield the cards of all packs: territory cards in board order, then the jokers."""
    for start in starts:
        for card in board.deck:
            if card.territory is not None:
                yield replace(card, territory=start + card.territory)
    for _unused in starts:
        yield from (card for card in board.deck if card.territory is None)
