"""Reports on demand: the board in words, and the advice of the strongest bot."""

from __future__ import annotations

from collections.abc import Sequence

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import bot_name, strongest_bot
from risk_tui.bots.base import Choice
from risk_tui.commands.names import names_of
from risk_tui.commands.odds_report import campaign_through
from risk_tui.commands.wording import end_label
from risk_tui.data.language import N_, _, capitalize, colon, join_and, pgettext, pluralize
from risk_tui.engine.actions import Action, Attack, EndPhase
from risk_tui.engine.declarations import slots_of, templates_of
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.table.seats import Seat, seat_on
from risk_tui.table.talk import Talk
from risk_tui.text.words import FILLERS, Wording, describe_goal, fill, percent


def board_page(view: View, seats: Sequence[Seat], earth: int | None = None) -> list[str]:
    """Return the players, then every territory by continent with its owner and armies.

    Args:
        view: The view of the player who asks.
        seats: The seats of the game.
        earth: Limits the territories to those of one of several Earths, by its number from 0.
    """
    board = view.board
    lines = [_player_line(view, number, seats[number]) for number in view.listed_seats()]
    lines += _earth_lines(view, seats)
    for continent in board.continents if earth is None else board.continents_on(earth):
        holder = continent.holder(view.owner, view.outside_continents)
        slots = {"continent": continent.name, "armies": pluralize(continent.bonus, "army")}
        heading = _("{continent}, {armies} a turn", **slots)
        if holder != NO_SEAT:
            name = seats[holder].name
            heading = _("{continent}, {armies} a turn, held by {name}", **slots, name=name)
        lines += ["", heading]
        lines += [
            f"  {_territory_line(view, territory, seats)}" for territory in continent.territories
        ]
    goals = public_goal_lines(view, seats)
    return [*lines, "", *goals] if goals else lines


def _earth_lines(view: View, seats: Sequence[Seat]) -> list[str]:
    """Return an empty line and each seat's share of each Earth, if there are several."""
    board = view.board
    if board.earths == 1:
        return []
    lines = [""]
    for earth in range(board.earths):
        here = board.territories_on(earth)
        holders = [
            _(
                "{name} {territories} with {armies}",
                name=seat.name,
                territories=pluralize(len(own), "territory"),
                armies=pluralize(sum(view.armies[territory] for territory in own), "army"),
            )
            for number, seat in enumerate(seats)
            if (own := [territory for territory in here if view.owner[territory] == number])
        ]
        is_hidden = any(territory in view.unseen for territory in here)
        text = ", ".join(holders) or (_("not seen") if is_hidden else _("free"))
        lines.append(_("Earth {earth}: {text}", earth=earth + 1, text=text))
    return lines


def territory_page(view: View, territory: int, seats: Sequence[Seat]) -> list[str]:
    """Return a territory with all territories linked to it."""
    board = view.board
    numbers = board.continents_by_territory[territory]
    continents = join_and([board.continents[number].name for number in numbers])
    lines = [
        _(
            "{territory_line}; {continents}. Linked to:",
            territory_line=_territory_line(view, territory, seats),
            continents=continents,
        )
    ]
    for other in board.linked[territory]:
        link = (min(territory, other), max(territory, other))
        line = _territory_line(view, other, seats)
        if other not in board.neighbours[territory]:
            line = _("{territory}, one way from there", territory=line)
        elif other not in board.approaches[territory]:
            line = _("{territory}, one way to there", territory=line)
        elif link in board.sea_lanes:
            line = _("{territory}, by sea", territory=line)
        lines.append(f"  {line}")
    return lines


def public_goal_lines(view: View, seats: Sequence[Seat]) -> list[str]:
    """Return the public goals: which are open, and which player reached the others."""
    lines = []
    for public_goals in view.public_goals():
        lines.append(
            _(
                "{goals}, {needed} to win",
                goals=capitalize(_(public_goals.name)),
                needed=public_goals.needed,
            )
        )
        for goal, taker in public_goals.goals:
            words = describe_goal(goal, seats, view.board)
            if taker is not None and public_goals.are_personal:
                lines.append(f"  {seats[taker].name}: {words}")
            else:
                state = _("open") if taker is None else _("taken by {seat}", seat=seats[taker].name)
                lines.append(f"  {words}: {state}")
    return lines


def _territory_line(view: View, territory: int, seats: Sequence[Seat]) -> str:
    name = names_of(view.board).with_code(territory) + _symbols(view, territory, seats)
    owner = view.owner[territory]
    if owner == NO_SEAT:
        return f"{name}: {_('not seen') if territory in view.unseen else _('free')}"
    holder = seats[owner].name
    if view.colour(territory):
        holder += f" ({pgettext('colour', seat_on(view, seats, territory).colour)})"
    if view.status[owner] in ("out", "resigned"):
        holder = _("{name}, neutral", name=holder)
    armies = pluralize(view.armies[territory], "army")
    if territory in view.unseen:
        armies = _("armies not seen")
    return f"{name}: {holder}, {armies}"


def _symbols(view: View, territory: int, seats: Sequence[Seat]) -> str:
    """Return the symbols on a territory in words, such as a city or a mark of a variant."""
    symbols = [
        _(mark.word)
        if mark.seat is None
        else _("{mark} of {name}", mark=_(mark.word), name=seats[mark.seat].name)
        for mark in view.marks(territory)
    ]
    return f", {join_and(symbols)}" if symbols else ""


def _player_line(view: View, number: int, seat: Seat) -> str:
    status = view.status[number]
    colour = pgettext("colour", seat.colour)
    if not (seat.is_person or status == "neutral"):
        colour = _("{colour}, computer", colour=colour)
    player = f"{seat.name} ({colour})"
    if status == "eliminated":
        return _("{name}: out of the game", name=player)
    territories = pluralize(len(view.territories_of(number)), "territory")
    if not view.sees_land_of(number):
        territories = _("{territories} seen", territories=territories)
    armies = pluralize(view.armies_of(number), "army")
    if not view.sees_armies_of(number):
        armies = _("{armies} seen", armies=armies)
    holdings = f"{player}: {territories}, {armies}"
    if status in ("out", "resigned"):
        return f"{holdings}, {_(_STATUS[status])}"
    if view.round == 0:
        return _("{player}, {number} to place", player=holdings, number=view.unplaced[number])
    if status == "neutral":
        return holdings
    cards = pluralize(view.card_counts[number], "card")
    goals = len(view.missions_done[number])
    goals += sum(public_goals.taken(number) for public_goals in view.public_goals())
    facts = [holdings, cards]
    if view.sees_land_of(number):
        facts.append(_("{armies} a turn", armies=pluralize(view.income(number), "army")))
    if goals:
        facts.append(_("{goals} reached", goals=pluralize(goals, "goal")))
    if view.victory_announced[number]:
        facts.append(_("has announced victory"))
    return ", ".join(facts)


_STATUS = {"out": N_("out"), "resigned": N_("resigned")}


def hint_line(
    choice: Choice,
    view: View,
    seats: Sequence[Seat],
    talk: Talk | None = None,
    *,
    names_bot: bool = True,
) -> str:
    """Return a hint in words: an action, the chance of a fight, the reason, and broken truces.

    Args:
        choice: The action that the bot chose; bots know of no truces.
        view: The view of the player who has to decide.
        seats: The seats of the game.
        talk: The talk at the table, with its truces.
        names_bot: True to name the bot that gives the hint.
    """
    wording = Wording(seats, view.board, view)
    text = _describe_choice(choice, view, wording)
    victims = [view.owner[target] for target in _targets(choice)]
    if talk and view.seat is not None and (partners := talk.truce_partners(view.seat, victims)):
        text = _("{hint}; you have a truce with {names}", hint=text, names=join_and(partners))
    if names_bot:
        bot = bot_name(strongest_bot())
        return _("Hint by {bot}, the strongest bot: {hint}", bot=bot, hint=text)
    return _("Hint: {hint}", hint=text)


def _targets(choice: Choice) -> list[int]:
    """Return the territories that a choice attacks or prepares to attack."""
    if isinstance(choice.action, Attack):
        return [choice.action.target]
    # The bot that gives a hint has loaded this module; other games start without it.
    from risk_tui.bots.reasons import Preparing

    return [choice.reason.territory] if isinstance(choice.reason, Preparing) else []


def _describe_choice(choice: Choice, view: View, wording: Wording) -> str:
    """Describe an action with the chance of a fight, and its reason."""
    advice = _describe_advice(choice.action, view, wording) + _chance(choice, view)
    reason = choice.reason
    if reason is None:
        return advice
    if reason.purpose:
        purpose = fill(reason.message(reason.purpose, view.seat), reason, wording)
        return _("{advice} {purpose}", advice=advice, purpose=purpose)
    return f"{advice}{colon()}{fill(reason.message(reason.words, view.seat), reason, wording)}"


def _chance(choice: Choice, view: View) -> str:
    """Return the chance to conquer an attacked territory, in brackets; empty if it is unknown.

    The strongest bot's own estimate of winning the game is not calibrated, so it is not shown.
    """
    if not isinstance(choice.action, Attack):
        return ""
    try:
        report = campaign_through(view, (choice.action.source, choice.action.target))
    except RiskError:
        return ""
    return _(" ({chance} to take it)", chance=percent(report.chance))


def _describe_advice(action: Action, view: View, wording: Wording) -> str:
    """Describe an action in the imperative: ``attack Siam from India with 3 dice``."""
    decision = view.decision
    if isinstance(action, EndPhase):
        assert decision is not None, "the action answers it"
        # A label of one English word, such as "end", would be unclear here.
        is_clear = all(" " in label for label in templates_of(decision.choices[EndPhase].label))
        if is_clear and (label := end_label(decision)):
            return label
        return _("keep your cards") if decision.kind == "trade" else _("end this phase")
    if action.advice:
        return fill(_(action.advice), action, wording)
    values = ((slot, getattr(action, name)) for name, slot in slots_of(type(action)).items())
    words = (
        "".join(FILLERS[slot.meaning](value, wording, slot, action))
        for slot, value in values
        if value is not None
    )
    return " ".join((pgettext("command", action.command_name()), *words))
