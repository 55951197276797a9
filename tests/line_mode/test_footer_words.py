"""Labels of the footer can be typed: they work, or the answer says what to type instead."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from risk_tui.commands.all_commands import all_commands, parse
from risk_tui.commands.names import CommandError, ImpossibleCommand, UnreadableCommand
from risk_tui.data import language
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import DECISIONS
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase
from risk_tui.engine.view import View
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.tui.dialogs.choices import choices
from risk_tui.tui.panels import bars
from tests.engine.positions import position
from tests.new_games import SEATS
from tests.variants.mixtures import choose

STEPS = 400
"""The most steps of a game that are searched for decisions."""

RULESETS = (
    *("airlift", "capital-die", "castle", "interdiction", "nuclear", "retreat", "revolt"),
    *("tactical", "uk-old", "us-1980-experts"),
)
"""Rulesets that have every kind of decision between them, except ``retaliate``."""


@cache
def views_by_decision() -> dict[str, View]:
    """Return a view of the asked seat for each kind of decision."""
    return dict(_found())


def _found() -> Iterator[tuple[str, View]]:
    seen = set()
    for name in RULESETS:
        rules = load_ruleset(name)
        game = Game(
            GameSetup(load_board(rules.board.home), rules, max(3, rules.players.least)),
            seeded_chance(1),
        )
        rng = random.Random(1)
        for _ in range(STEPS):
            decision = game.decision
            if decision is None:
                break
            if decision.kind not in seen:
                seen.add(decision.kind)
                yield decision.kind, game.view(decision.seat)
            game.apply(choose(game.legal_actions(), rng))


def words_of(view: View) -> list[str]:
    """Return the words beside the keys."""
    return [hint.meaning for hint in bars.footer(view, True, None, can_repeat=True)]


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("code", language.languages())
def test_every_footer_label_is_a_command_or_names_one(code: str) -> None:
    language.use(code)
    # No game of these comes to a second nuclear strike.
    assert DECISIONS.keys() - views_by_decision() == {"retaliate"}, "other rulesets have them"
    commands = all_commands()
    for kind, view in views_by_decision().items():
        usages = tuple(each.usage_text(view) for each in commands.values())
        for word in words_of(view):
            try:
                parse(word, view)
            except (UnreadableCommand, ImpossibleCommand) as told:
                assert not re.search(r"[{}]", str(told)), (kind, word, str(told))
                names_one = commands["help"].own_name() in str(told) or str(told).endswith(usages)
                assert names_one, (kind, word, str(told))
            except CommandError as error:
                pytest.fail(f"{kind}: {word!r}: {error}")


def test_footer_labels_without_a_territory_are_carried_out() -> None:
    assert parse("End", views_by_decision()["attack"]).answer == EndPhase()  # type: ignore[attr-defined]
    game = position({"Ann": {"Ukraine": 3}}, phase=Phase.REINFORCE, armies_to_place=3)
    view = game.view(0)
    with pytest.raises(UnreadableCommand, match="'all here' is a map key; in line mode"):
        parse("all  here", view)
    with pytest.raises(UnreadableCommand, match="reinforce"):
        parse("jump", view)
    with pytest.raises(UnreadableCommand, match="nothing to skip"):
        parse("skip ahead", view)
    assert type(parse("reinforce all ukraine", view)).__name__ == "ReinforceCommand"


@pytest.mark.usefixtures("english_again")
def test_answers_name_cards_in_the_language() -> None:
    language.use("de")
    view = views_by_decision()["spy"]
    held = choices(view, SEATS)
    assert "Verstärkung abwerfen" in [answer.words for answer in held.answers]
