"""Odds drawn on the map: how likely own territories fall, and how far a campaign comes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.errors import RiskError
from risk_tui.odds import position_odds
from risk_tui.tui.map.renderer import LabelFrame
from risk_tui.tui.theme.palette import (
    DOOMED,
    FREE,
    GOLD,
    INK,
    LABEL,
    LABEL_QUIET,
    SAFE,
    SHAKY,
    label_background,
    seat_glyph,
    tint,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from risk_tui.commands.odds_report import OddsReport
    from risk_tui.engine.view import View
    from risk_tui.odds.branching_campaign import Branch, CampaignPlan
    from risk_tui.table.seats import Seat
    from risk_tui.tui.map.renderer import TerritoryStyle

    CampaignPath: TypeAlias = tuple[int, tuple[Branch, ...]]
    """A source, and the branches that armies are to take from there."""


_NOTICED = 0.15
"""The chance to fall from which on land is in danger."""

_DANGERS = ((position_odds.RISKY, DOOMED, "#"), (_NOTICED, SHAKY, "+"), (0.0, SAFE, "."))
"""The chances from which on land has a colour and, where there are no colours, a pattern."""

_UNCONCERNED = (" .", "  ")
"""The pattern of land that belongs to others."""


@dataclass(frozen=True, slots=True)
class OverlayState:
    """What is drawn: the threats, and the paths of a campaign.

    ``partial``: these do not take all that was asked for.
    """

    threats: bool = False
    campaigns: tuple[CampaignPath, ...] = ()
    partial: bool = False


class OddsOverlay:
    """The odds on the map of one game screen, for whoever decides there."""

    def __init__(self) -> None:
        self.state = OverlayState()
        self._turn: tuple[int, int] | None = None
        """The turn that the campaign is for, once it has begun."""

    # What a player asks for

    def toggle_threats(self) -> str:
        """Show the threats on the map, or hide them again; a message about it."""
        self.state = replace(self.state, threats=not self.state.threats)
        message = "How likely your land falls to its strongest neighbours; {threats} ends this"
        return message if self.state.threats else "The armies again"

    def mark(self, view: View, cursor: int, source: int | None) -> str:
        """Mark a territory as the next one of a campaign; a message about it.

        ``source`` is where the campaign begins if no territory was marked. Raises ``RiskError``.
        """
        previous = self._unforked_path(view)
        if previous and cursor == previous[-1]:
            marked = previous[:-1]
        elif view.owner[cursor] == position_odds.acting_or_own_seat(view):
            marked = (cursor,)
        else:
            marked = (*(previous or (_start(view, cursor, source),)), cursor)
        path, message = _campaign_and_message(view, marked)
        self._draw((path,) if path is not None else ())
        return message

    def show_odds(self, report: OddsReport) -> str:
        """Show the odds that a command asked for; a message about them."""
        self._draw(
            tuple((campaign.source, campaign.branches) for campaign in report.campaigns),
            report.partial,
        )
        return report.short

    def clear(self) -> None:
        """Hide all odds on the map."""
        self.state = OverlayState()

    def _draw(self, paths: tuple[CampaignPath, ...], partial: bool = False) -> None:
        self._turn = None
        self.state = replace(self.state, campaigns=paths, partial=partial)

    def _unforked_path(self, view: View) -> tuple[int, ...]:
        """The source and the territories of the campaign that is drawn, if that does not fork."""
        for source, branches in self._paths(view):
            path = [source]
            while len(branches) == 1:
                path.append(branches[0].territory)
                branches = branches[0].branches
            if not branches:
                return tuple(path)
        return ()

    # What is seen

    def active_campaigns(self, view: View) -> list[CampaignPlan]:
        """The campaign as the armies stand now, without what has been taken already.

        It is for one turn, and over with the attacks of that turn.
        """
        return [
            position_odds.expected_campaign(view, *path) for path in self._paths(view) if path[1]
        ]

    def _paths(self, view: View) -> list[CampaignPath]:
        seat, now = position_odds.acting_or_own_seat(view), (view.turn, view.round)
        if view.turn == seat and self._turn is None:
            self._turn = now
        is_over = view.decision is None or view.decision.kind == "fortify"
        if (
            not self.state.campaigns
            or self._turn not in (None, now)
            or (is_over and view.turn == seat)
        ):
            return []
        campaigns = position_odds.campaign_map(view, seat)
        paths = [
            path
            for campaign in self.state.campaigns
            for path in _remaining_paths(view, seat, campaign)
        ]
        return [
            (source, branches)
            for source, branches in paths
            if position_odds.is_known(view, source, branches, campaigns)
        ]

    def apply_to(
        self,
        styles: list[TerritoryStyle],
        view: View,
        seats: Sequence[Seat],
        campaigns: Sequence[CampaignPlan],
    ) -> list[TerritoryStyle]:
        """The styles of the territories with the campaigns, and the threats if they are on."""
        result = _threatened(styles, view, seats) if self.state.threats else styles.copy()
        for campaign in campaigns:
            result[campaign.source] = replace(
                result[campaign.source],
                foreground=INK,
                label_background=GOLD,
                bold=True,
                frame=LabelFrame.SOURCE,
            )
            for territory, chance in zip(
                campaign.territories, campaign.campaign.reached[1:], strict=True
            ):
                label = _label(view, seats, territory, chance)
                result[territory] = replace(
                    result[territory],
                    label=label,
                    foreground=GOLD,
                    label_background=INK,
                    bold=True,
                    frame=LabelFrame.TARGET,
                )
        return result


def _threatened(
    styles: Sequence[TerritoryStyle], view: View, seats: Sequence[Seat]
) -> list[TerritoryStyle]:
    """The styles with a player's own land in the colours of danger, and all others' in grey."""
    seat = position_odds.acting_or_own_seat(view)
    threats = position_odds.threats(view, seat)
    result = []
    for territory, style in enumerate(styles):
        if view.owner[territory] != seat:
            fill = tint(FREE, "quiet")
            result.append(
                replace(
                    style,
                    fill=fill,
                    foreground=LABEL_QUIET,
                    label_background=label_background(fill),
                    bold=False,
                    frame=LabelFrame.NONE,
                    texture=_UNCONCERNED,
                )
            )
            continue
        label, chance = style.label, 0.0
        if territory in threats:
            chance = threats[territory].chance
            label = _label(view, seats, territory, chance)
        colour, sign = next(danger[1:] for danger in _DANGERS if chance >= danger[0])
        fill = tint(colour, "plain")
        result.append(
            replace(
                style,
                fill=fill,
                label=label,
                foreground=LABEL,
                label_background=label_background(fill),
                bold=chance >= _NOTICED,
                frame=LabelFrame.CHOICE if chance >= position_odds.RISKY else LabelFrame.NONE,
                texture=(sign,),
            )
        )
    return result


def _start(view: View, target: int, source: int | None) -> int:
    """Where a campaign to a target begins. Raises ``RiskError`` if there is no such territory."""
    if source is None:
        source = position_odds.strongest_source(
            view, target, position_odds.acting_or_own_seat(view)
        )
    if source is None:
        raise RiskError("begin with a territory of yours, then mark what it is to take")
    return source


def _campaign_and_message(view: View, path: Sequence[int]) -> tuple[CampaignPath | None, str]:
    """A campaign, and a message about it. Raises ``RiskError`` for one that cannot be."""
    if not path:
        return None, "No campaign"
    if len(path) > 1:
        from risk_tui.commands.odds_report import campaign_through

        report = campaign_through(view, path, far_end=True)
        return (path[0], report.campaigns[0].branches), report.short
    name = view.board.territories[path[0]].name
    message = f"A campaign from {name}: {{plan}} on what it takes next, or on where it ends"
    return (path[0], ()), message


def _remaining_paths(view: View, seat: int, path: CampaignPath) -> Iterator[CampaignPath]:
    """The paths still to be taken of one: from its source, and from what was taken already."""
    source, branches = path
    remaining = [branch for branch in branches if view.owner[branch.territory] != seat]
    if view.owner[source] == seat and view.armies[source] and (remaining or not branches):
        # The last branch that remains gets all armies.
        yield source, (*remaining[:-1], *(replace(branch, moved=None) for branch in remaining[-1:]))
    for branch in branches:
        if view.owner[branch.territory] == seat and branch.branches:
            yield from _remaining_paths(view, seat, (branch.territory, branch.branches))


def _label(view: View, seats: Sequence[Seat], territory: int, chance: float) -> str:
    """A territory's code, its owner's glyph, and a chance in two digits at most."""
    code, owner = view.board.territories[territory].code, view.owner[territory]
    number = min(99, int(chance * 100 + 0.5))
    percent = f"{number}%" if number or not chance else "<1%"
    return f"{code}{seat_glyph(seats[owner].colour)}{percent}"
