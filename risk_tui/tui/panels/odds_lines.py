"""The odds of the territory under the cursor, as lines of the panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from risk_tui.data.language import _, join_and, pgettext, pluralize
from risk_tui.engine.decisions import DiceDecision, ToDefend, ToOccupy, ToReinforce
from risk_tui.engine.view import View
from risk_tui.odds import position_odds
from risk_tui.odds.campaign import CampaignPlan
from risk_tui.odds.position_odds import FightOdds, Threat, total_chance
from risk_tui.rules.combat import DICE_POWER_TEXTS
from risk_tui.text.words import average, average_armies, percent
from risk_tui.text.wrapping import wrap
from risk_tui.tui.text_widgets import filled_text
from risk_tui.tui.theme.styles import DIM, NARROW, STRONG, WARNING

ROWS = 4
"""Lines for the odds if there is room."""

SHORT_ROWS = 2
"""Lines for the odds if there is little room."""

_FULL, _EMPTY = "█", "·"


@dataclass(frozen=True, slots=True)
class OddsQuery:
    """A question about the territory under the cursor and an attack on it.

    Args:
        territory: The territory under the cursor.
        source: The territory chosen to act from, if any.
        stop_at: The typed number, if any: the armies at which a blitz stops, or those to place.
        private: True if no other player sees the screen, so that odds can reveal the hand.
    """

    territory: int
    source: int | None = None
    stop_at: int | None = None
    private: bool = False


def odds_lines(view: View, query: OddsQuery, width: int, rows: int = ROWS) -> list[Text]:
    """Return the lines for the odds of a territory, most important first; empty if it has none.

    During an occupation, ``view`` must be the position after the proposed armies have moved in. If
    there are few ``rows``, the next roll takes one line instead of two.
    """
    decision = view.decision
    if isinstance(decision, ToDefend):
        return _defence_lines(view, decision, width)
    if isinstance(decision, ToOccupy) and view.armies[decision.target]:
        return _occupation_lines(view, decision, width)
    if isinstance(decision, DiceDecision):
        return _unchanged_dice_lines(view, decision, width)
    seat = position_odds.acting_or_own_seat(view)
    if view.owner[query.territory] == seat:
        return _threat_lines(view, seat, query, width)
    source, target = query.source, query.territory
    if not position_odds.is_possible_target(view, seat, target):
        return []
    is_far = source not in view.board.neighbours[target]
    if source is None or (is_far and view.attack_offer(source, target) is None):
        source = position_odds.strongest_source(view, target, seat)
    return [] if source is None else _fight_lines(view, source, query, width, rows)


def _occupation_lines(view: View, decision: ToOccupy, width: int) -> list[Text]:
    """Return the threats to both ends of a conquest after moving in, and the best next attack."""
    board, ends = view.board.territories, (decision.target, decision.source)
    line, gap = Text(_(" may fall:") if width >= NARROW else _(" falls"), DIM), ""
    for territory in ends:
        threat = position_odds.threat(view, view.owner[territory], territory)
        danger = threat.chance if threat is not None else 0
        style = WARNING if danger >= position_odds.RISKY else STRONG
        armies = f" {view.armies[territory]}" if width >= NARROW else ""
        fall = percent(0) if threat is None else _threat_chance(threat)
        if position_odds.unknown_threat(view, view.owner[territory], territory):
            fall = "?"
        line.append(f"{gap} {board[territory].code}{armies} ", DIM).append(fall, style)
        gap = "," if width >= NARROW else ""
    attack = position_odds.best_attack(view, ends)
    if attack is None:
        return [line]
    source, target = board[attack.source].code, board[attack.target].code
    chance = _approximate_sign(attack) + percent(attack.conquest.chance)
    words = (
        _(" next: {source} takes {target} ", source=source, target=target)
        if width >= NARROW
        else _(" {source} takes {target} ", source=source, target=target)
    )
    return [line, Text(words, DIM).append(chance, STRONG)]


def _unchanged_dice_lines(view: View, decision: DiceDecision, width: int) -> list[Text]:
    """Return the chance that the target falls if the dice on the table stay unchanged."""
    losses = view.rules.combat.losses(decision.attack, decision.defence)
    chance = position_odds.chance_after_losses(view, decision.source, decision.target, losses)
    if chance is None:
        return []
    words = _("chance it falls") if width >= NARROW else _("falls")
    text = position_odds.sign_after_losses(view, decision.source, decision.target) + percent(chance)
    return [Text(f" {words} ", DIM).append(text, STRONG)]


def campaign_lines(
    view: View, plans: Sequence[CampaignPlan], width: int, *, partial: bool = False
) -> list[Text]:
    """Return the chance of a plan for one or more stacks; empty without ``plans``.

    ``partial`` is True if the plan leaves out some of the requested territories.
    """
    if not plans:
        return []
    chance = total_chance(plans)
    wide = width >= NARROW
    word = _("this part") if partial else _("plan")
    sign = "~" if any(position_odds.uncounted_changes(view, plans)) else ""
    line = Text(f" {word} ", DIM).append(sign + percent(chance), STRONG)
    conquests = sum(plan.odds.mean_territories for plan in plans)
    territories = sum(len(plan.territories) for plan in plans)
    if wide:
        line.append(" ").append_text(_bar(chance, width - line.cell_len - 2))
    counts = {"number": average(conquests), "territories": territories}
    mean = (
        _(" takes {number} of {territories} on average", **counts)
        if wide
        else _(" {number} of {territories} on average", **counts)
    )
    lines = [line, Text(mean, DIM)]
    if len(plans) > 1:
        lines.append(Text(_(" by {stacks}", stacks=pluralize(len(plans), "stack")), DIM))
    elif plans[0].odds.left and chance and position_odds.is_garrison_known(view):
        end = view.board.territories[plans[0].territories[-1]]
        left = average_armies(plans[0].odds.mean_left)
        places = (end.name, end.code)
        words = [_(" {armies} left in {territory}", armies=left, territory=name) for name in places]
        lines.append(_first_that_fits([*words, _(" {armies} left", armies=left)], width))
    return lines


def _fight_lines(view: View, source: int, query: OddsQuery, width: int, rows: int) -> list[Text]:
    odds = position_odds.fight(view, source, query.territory, private=query.private)
    if odds is None:
        return _unknown_lines(position_odds.why_unknown(view, (source,), query.territory), width)
    is_other_source = query.source is not None and query.source != source
    lines = [_conquest_line(view, odds, width, is_other_source=is_other_source)]
    if odds.attack_cost:
        words = (
            _(" −{armies} at once before any roll", armies=odds.attack_cost),
            _(" −{armies} at once", armies=odds.attack_cost),
        )
        lines.append(_first_that_fits(words, width, WARNING))
    if query.stop_at is not None and 1 < query.stop_at < view.armies[source]:
        cut_short = position_odds.fight(
            view, source, query.territory, stop_at=query.stop_at, private=query.private
        )
        assert cut_short is not None, "there is an army to spare"
        lines.append(_stop_line(cut_short, query.stop_at, width))
    lines += _dice_powers_lines(odds, width)
    as_table = len(lines) + 2 <= rows
    return [
        *lines,
        *(_next_roll_table(odds, width) if as_table else [_next_roll_line(odds, width)]),
        _total_losses_line(odds, width),
    ]


def _unknown_lines(reason: str, width: int) -> list[Text]:
    """Return the lines that say why there are no odds; empty without a ``reason``."""
    if not reason:
        return []
    whole = _(" odds unknown: {reason}", reason=reason)
    if cell_len(whole) <= width:
        return [Text(whole, DIM)]
    words = (_(" odds unknown:"), *(f" {line}" for line in wrap(reason, width - 1)))
    return [Text(line, DIM) for line in words]


def _conquest_line(view: View, fight: FightOdds, width: int, *, is_other_source: bool) -> Text:
    """Return the chance of conquest, and the armies left then, including the one that stays.

    A narrow line names the source only if ``is_other_source``: it is not the chosen one.
    """
    conquest = fight.conquest
    chance = _approximate_sign(fight) + percent(conquest.chance)
    left = average(conquest.mean_survivors + 1) if conquest.chance else ""
    code = view.board.territories[fight.source].code
    takes = _(" {source} ({armies}) takes it ", source=code, armies=view.armies[fight.source])
    if width < NARROW and is_other_source:
        return Text(takes, DIM).append(chance, STRONG)
    if width < NARROW:
        line = Text(_(" falls "), DIM).append(chance, STRONG)
        words = _(", {armies} left", armies=left)
        if line.cell_len + cell_len(words) > width:
            words = pgettext("short", " left {armies}", armies=left)
        return line.append(words if left else "", DIM)
    line = Text(takes, DIM).append(chance, STRONG).append(" ")
    tails = _(" {armies} left", armies=left), pgettext("short", " left {armies}", armies=left)
    tail = _first_that_fits(tails if left else ("",), width - line.cell_len - 1)
    room = width - line.cell_len - tail.cell_len - 1
    return line.append_text(_bar(conquest.chance, room)).append_text(tail)


def _approximate_sign(fight: FightOdds) -> str:
    """Return ``~`` if the chance leaves out changes of dice, else an empty string."""
    return "~" if fight.possible_changes != fight.conquest.changes else ""


def _bar(chance: float, width: int) -> Text:
    full = round(chance * max(width, 0))
    return Text(_FULL * full, STRONG).append(_EMPTY * (max(width, 0) - full), DIM)


def _next_roll_chances(fight: FightOdds) -> list[tuple[str, str]]:
    """Return the attacker's possible losses in the next roll with their chances."""
    roll = fight.next_roll
    losses = sorted({loss.attacker_losses for loss in roll.outcomes})
    return [(str(loss), percent(roll.chance(loss))) for loss in losses]


def _next_roll_table(fight: FightOdds, width: int) -> list[Text]:
    """Return the attacker's losses in the next roll, and their chances below them."""
    chances = _next_roll_chances(fight)
    lead = _(" next roll: lose") if width >= NARROW else _(" lose")
    column = 5 if cell_len(lead) + 5 * len(chances) <= width else 4
    line = Text(lead, DIM).append("".join(loss.rjust(column) for loss, _ in chances))
    below = "".join(chance.rjust(column) for _, chance in chances)
    return [line, Text(" " * cell_len(lead) + below, DIM)]


def _next_roll_line(fight: FightOdds, width: int) -> Text:
    """Return the chances of the attacker's losses in the next roll."""
    losses, chances = zip(*_next_roll_chances(fight), strict=True)
    short = f"{'/'.join(losses)} {'/'.join(chance.rstrip('%') for chance in chances)}%"
    words = (
        _(" next roll: lose {chances}", chances=short),
        _(" lose {chances}", chances=short),
        f" {short}",
    )
    return _first_that_fits(words, width)


def _first_that_fits(texts: Sequence[str], width: int, style: Style = DIM) -> Text:
    """Return the first text that fits, or else the last. The longest should come first."""
    return Text(next((text for text in texts if cell_len(text) <= width), texts[-1]), style)


def _stop_line(fight: FightOdds, stop_at: int, width: int) -> Text:
    """Return the chance of conquest if the attack stops at a number of armies."""
    conquest = fight.conquest
    chance = _approximate_sign(fight) + percent(conquest.chance)
    if width < NARROW:
        return Text(_(" at {number}: falls {chance}", number=stop_at, chance=chance), DIM)
    if not conquest.chance:
        return Text(_(" stop at {number}: {chance}", number=stop_at, chance=chance), DIM)
    left = average(conquest.mean_survivors + 1)
    words = _(
        " stop at {number}: {chance}, {armies} left", number=stop_at, chance=chance, armies=left
    )
    return Text(words, DIM)


def _dice_powers_lines(fight: FightOdds, width: int) -> list[Text]:
    """Return a line with the powers over dice that the odds include and leave out, if any."""
    counted, left_out = list[str](), list[str]()
    for words, is_possible, is_counted in zip(
        DICE_POWER_TEXTS.values(), fight.possible_changes, fight.conquest.changes, strict=True
    ):
        if is_possible:
            (counted if is_counted else left_out).append(_(words.name))
    parts = [_("counting {powers}", powers=join_and(counted))] if counted else []
    parts += [_("without {powers}", powers=join_and(left_out))] if left_out else []
    if not parts:
        return []
    texts = (f" {', '.join(parts)}", *(f" {part}" for part in reversed(parts)))
    return [_first_that_fits(texts, width)]


def _total_losses_line(fight: FightOdds, width: int) -> Text:
    lose, kill = fight.conquest.attacker_losses, fight.conquest.defender_losses
    means = {"lost": average(lose), "killed": average(kill)}
    words = (
        _(" to the end: lose {lost}, kill {killed}", **means),
        _(" lose {lost}, kill {killed}", **means),
        f" −{lose:.0f} +{kill:.0f}",
    )
    return _first_that_fits(words, width)


def _defence_lines(view: View, decision: ToDefend, width: int) -> list[Text]:
    """Return the chance that the target falls, for each number of defence dice."""
    chances, sign = position_odds.defences(view), ""
    if decision.source is not None:
        possible, _rest = position_odds.dice_changes(view, decision.source, decision.target)
        sign = "~" if any(possible) else ""
        if not chances:
            reason = position_odds.why_unknown(view, (decision.source,), decision.target)
            return _unknown_lines(reason, width)
    if width < NARROW and len(chances) > SHORT_ROWS:
        parts = [percent(chance).rstrip("%") for chance in chances.values()]
        numbers = "/".join(map(str, chances))
        percentages = f"{sign}{'/'.join(parts)}%"
        return [Text(_(" {dice}: falls {chances}", dice=numbers, chances=percentages), DIM)]
    words = _(" with {dice} it falls ") if width >= NARROW else _(" {dice}: falls ")
    lines = []
    for dice, chance in chances.items():
        line = filled_text(words, DIM, dice=Text(pluralize(dice, "die"), DIM))
        lines.append(line.append(sign + percent(chance), STRONG))
    return lines


def _threat_chance(threat: Threat) -> str:
    """Return the chance of a threat, after ``~`` if it leaves out changes of dice."""
    return ("~" if any(threat.uncounted) else "") + percent(threat.chance)


def _threat_lines(view: View, seat: int, query: OddsQuery, width: int) -> list[Text]:
    """Return the chance that the player's own territory falls, now and with more armies.

    Only the strongest neighbour counts.
    """
    threat = position_odds.threat(view, seat, query.territory)
    if threat is None:
        return _unknown_lines(position_odds.unknown_threat(view, seat, query.territory), width)
    style = WARNING if threat.chance >= position_odds.RISKY else STRONG
    attacker = view.board.territories[threat.source]
    chance, armies = _threat_chance(threat), view.armies[threat.source]
    places = (attacker.name, attacker.code)
    words = [_(" {source} ({armies}) takes it ", source=name, armies=armies) for name in places]
    lines = [_first_that_fits(words, width - len(chance)).append(chance, style)]
    if isinstance(view.decision, ToReinforce) and view.decision.armies and view.acting_seat == seat:
        more = query.stop_at or view.decision.armies
        reinforced = position_odds.threat(view, seat, query.territory, more)
        assert reinforced is not None, "a threat remains when armies are added"
        chance = _threat_chance(reinforced)
        lines.append(Text(_(" with {number} more: {chance}", number=more, chance=chance), DIM))
    return lines
