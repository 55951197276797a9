"""The layer over the map: odds, a plan, and the latest moves of other players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from risk_tui.commands.odds_report import OddsReport, campaign_through, expect_attackers
from risk_tui.data.language import _
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.odds import position_odds
from risk_tui.odds.campaign import CampaignPlan, territories_of
from risk_tui.odds.position_odds import CampaignPath, TurnPlan, expected_campaigns
from risk_tui.table.seats import Seat, seat_on
from risk_tui.table.table import Table
from risk_tui.text.recap import Recap
from risk_tui.tui.map.renderer import LabelFrame, TerritoryStyle
from risk_tui.tui.theme import palette

_MIN_DANGER = 0.15
"""The minimum chance to fall, 0 to 1, at which land counts as endangered."""

_DANGERS = (
    (position_odds.RISKY, palette.HIGH_RISK, "#"),
    (_MIN_DANGER, palette.MEDIUM_RISK, "+"),
    (0.0, palette.SAFE, "."),
)
"""Minimum chances to fall, with the colour of such land and its pattern if there are no colours."""

_UNKNOWN = (palette.UNKNOWN, "?")
"""The colour and the pattern of land that falls with an unknown chance."""

_QUIET_TEXTURE = (" .", "  ")
"""The pattern of land that belongs to others."""


@dataclass(frozen=True, slots=True)
class OverlayState:
    """The odds that are drawn: the threats, and the campaigns of a plan."""

    shows_threats: bool = False
    plan: TurnPlan = field(default_factory=TurnPlan)
    partial: bool = False
    """True if the plan takes only a part of the requested territories."""

    def campaigns(self, view: View) -> list[CampaignPlan]:
        """Return the remaining parts of the drawn campaigns, computed with the current armies.

        A plan is for one turn, and ends with the attacks of that turn.
        """
        return expected_campaigns(view, self.plan.remaining(view))

    def apply_to(
        self,
        styles: list[TerritoryStyle],
        view: View,
        seats: Sequence[Seat],
        campaigns: Sequence[CampaignPlan],
    ) -> list[TerritoryStyle]:
        """Return the styles of all territories, changed by campaigns and, if shown, by threats."""
        result = _threat_styles(styles, view, seats) if self.shows_threats else styles.copy()
        for campaign in campaigns:
            result[campaign.source] = replace(
                result[campaign.source],
                foreground=palette.INK,
                label_background=palette.ROUTE,
                bold=True,
                frame=LabelFrame.SOURCE,
            )
            for territory, chance in zip(
                campaign.territories, campaign.odds.reached[1:], strict=True
            ):
                label = _label(view, seats, territory, _percent(chance))
                result[territory] = replace(
                    result[territory],
                    label=label,
                    foreground=palette.GOLD,
                    label_background=palette.INK,
                    bold=True,
                    frame=LabelFrame.TARGET,
                )
        return result


class Overlay:
    """The odds and the arrows on the map of one game screen, for the player who decides there."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.state = OverlayState()
        self._arrows: tuple[tuple[int, int], ...] = ()
        self._arrow_steps = 0
        """The number of steps of the game when the arrows were drawn."""

    # Requests of a player

    def toggle_threats(self) -> str:
        """Show the threats on the map, or hide them. Return a message about it."""
        self.state = replace(self.state, shows_threats=not self.state.shows_threats)
        message = _("Chance that each territory falls to its strongest neighbour; {threats}: hide")
        return message if self.state.shows_threats else _("The map shows armies again")

    def mark(self, view: View, cursor: int, source: int | None) -> str:
        """Mark the territory under the cursor as the next target of a campaign.

        If it is the last one marked, it is unmarked instead. A territory of the acting player
        starts a new campaign.

        Args:
            view: The current view.
            cursor: The territory under the cursor.
            source: The territory to start from if none is marked; ``None`` is the player's
                strongest one beside the target.

        Returns:
            A message about the campaign.

        Raises:
            RiskError: If no territory can start the campaign, or the campaign is impossible.
        """
        previous = self._unforked_path(view)
        if len(previous) == 1 and view.armies[previous[0]] < 2:
            previous = ()  # The source was marked before other attacks took its armies.
        if previous and cursor == previous[-1]:
            marked = previous[:-1]
        elif view.owner[cursor] == position_odds.acting_or_own_seat(view):
            expect_attackers(view, cursor)
            marked = (cursor,)
        else:
            marked = (*(previous or (_find_start(view, cursor, source),)), cursor)
        path, message = _campaign_and_message(view, marked)
        self._draw((path,) if path is not None else ())
        return message

    def show_odds(self, report: OddsReport) -> str:
        """Show the campaigns of a report, and return its short message."""
        self._draw(
            tuple((campaign.source, campaign.branches) for campaign in report.campaigns),
            report.partial,
        )
        return report.short

    def show_moves(self, news: Recap | None) -> None:
        """Draw the moves of a recap as arrows; ``None`` hides all arrows."""
        self._arrow_steps, self._arrows = self._table.steps, news.moves if news is not None else ()

    def hide_moves(self) -> None:
        """Hide all arrows."""
        self._arrows = ()

    def clear(self) -> None:
        """Hide all odds on the map."""
        self.state = OverlayState()

    def _draw(self, paths: tuple[CampaignPath, ...], partial: bool = False) -> None:
        self.state = replace(self.state, plan=TurnPlan(paths), partial=partial)

    def _unforked_path(self, view: View) -> tuple[int, ...]:
        """Return the source and targets of the first drawn campaign without a fork, if any."""
        for source, branches in self.state.plan.remaining(view):
            path = [source]
            while len(branches) == 1:
                path.append(branches[0].territory)
                branches = branches[0].branches
            if not branches:
                return tuple(path)
        return ()

    # Drawing

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        """The moves to draw, as sources and targets; none after the game has continued."""
        return self._arrows if self._arrow_steps == self._table.steps else ()

    def plan_at(self, view: View, territory: int) -> tuple[CampaignPath, ...]:
        """Return the remaining part of the drawn plan; empty if a territory is not in the plan."""
        plan = self.state.plan
        if not any(
            territory in (source, *territories_of(branches)) for source, branches in plan.campaigns
        ):
            return ()
        return tuple(path for path in plan.remaining(view) if path[1])

    def can_fight(self, view: View, cursor: int) -> bool:
        """Return True if the blitz key would fight the drawn plan at the cursor."""
        return isinstance(view.decision, ToAttack) and bool(self.plan_at(view, cursor))


def _threat_styles(
    styles: Sequence[TerritoryStyle], view: View, seats: Sequence[Seat]
) -> list[TerritoryStyle]:
    """Return the styles with a player's own land in the colours of danger and the rest in grey."""
    seat = position_odds.acting_or_own_seat(view)
    threats = position_odds.threats(view, seat)
    unknown = position_odds.unknown_threats(view, seat)
    result = []
    for territory, style in enumerate(styles):
        is_own, label, chance = view.owner[territory] == seat, style.label, 0.0
        if is_own and territory in threats:
            chance = threats[territory].chance
            label = _label(view, seats, territory, _percent(chance))
        colour, *tile = next(danger[1:] for danger in _DANGERS if chance >= danger[0])
        if not is_own:
            colour, *tile = palette.NO_RISK, *_QUIET_TEXTURE
        elif territory in unknown:
            label, (colour, *tile) = _label(view, seats, territory, "?"), _UNKNOWN
        fill = palette.tint(colour, "plain")
        result.append(
            replace(
                style,
                fill=fill,
                label=label,
                foreground=palette.LABEL if is_own else palette.LABEL_QUIET,
                label_background=palette.label_background(fill),
                bold=chance >= _MIN_DANGER,
                frame=LabelFrame.CHOICE if chance >= position_odds.RISKY else LabelFrame.NONE,
                texture=tuple(tile),
                shade="plain",
            )
        )
    return result


def _find_start(view: View, target: int, source: int | None) -> int:
    """Return the territory from which a campaign to a target starts.

    Raises:
        RiskError: If there is no such territory.
    """
    if source is None:
        source = position_odds.strongest_source(
            view, target, position_odds.acting_or_own_seat(view)
        )
    if source is None:
        raise RiskError(_("start on one of your territories, then mark its targets"))
    return source


def _campaign_and_message(view: View, path: Sequence[int]) -> tuple[CampaignPath | None, str]:
    """Return a campaign and a message about it.

    Args:
        path: The source and the targets; without any there is no campaign.

    Raises:
        RiskError: If the campaign is impossible.
    """
    if not path:
        return None, _("No plan")
    if len(path) > 1:
        report = campaign_through(view, path, far_end=True)
        return (path[0], report.campaigns[0].branches), report.short
    name = view.board.territories[path[0]].name
    message = _("Plan from {name}: press {{plan}} on the next target or the last one", name=name)
    return (path[0], ()), message


def _label(view: View, seats: Sequence[Seat], territory: int, text: str) -> str:
    """Return a label: a territory's code, its owner's glyph, and a text in place of its armies."""
    code, seat = view.board.base_territory(territory).code, seat_on(view, seats, territory)
    return f"{code}{palette.seat_glyph(seat.colour)}{text}"


def _percent(chance: float) -> str:
    """Return a chance in percent, at most 99."""
    number = min(99, int(chance * 100 + 0.5))
    return f"{number}%" if number or not chance else "<1%"
