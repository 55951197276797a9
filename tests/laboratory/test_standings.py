"""Pairings, ratings, rankings of rulesets, and verdicts of sequential tests."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from risk_tui.errors import RiskError
from risk_tui.laboratory import statistics
from risk_tui.laboratory.statistics import (
    Ratings,
    SequentialTest,
    best_by_criterion,
    judge_match,
    pairings,
    ruleset_figures,
)
from tests.laboratory.matches import short_match
from tests.laboratory.test_summary import result

if TYPE_CHECKING:
    from risk_tui.laboratory.one_game import PlayedGame
    from risk_tui.laboratory.runner import Laboratory


def test_all_bots_meet() -> None:
    assert len(pairings("abcde", 2)) == 10
    assert len(pairings("abcde", 4)) == 5
    assert pairings("ab", 4) == [tuple("aaab"), tuple("aabb"), tuple("abbb")]


def test_more_wins_give_a_higher_rating_and_more_games_certainty() -> None:
    pytest.importorskip("openskill", reason="the extra 'ratings' is not installed")
    # Mira wins three games of four; in odd ones she has the first seat.
    games = []
    for number in range(1, 101):
        winner = (number + 1 + (number % 4 == 0)) % 2
        places = (1, 2) if winner == 0 else (2, 1)
        games.append(result(number, (winner,), places=places))
    few, many = (Ratings().rate(islice(games, count)) for count in (8, 100))
    assert list(many) == ["mira", "oskar"]
    assert many["mira"].interval[0] > many["oskar"].interval[1]
    for bot in few:
        assert many[bot].deviation < few[bot].deviation


def test_bot_on_all_seats_keeps_its_rating() -> None:
    pytest.importorskip("openskill", reason="the extra 'ratings' is not installed")
    alone = Ratings().rate([result(1, (0,), bots=("mira", "mira"))])
    assert alone["mira"].mean == pytest.approx(25)


def test_missing_openskill_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(statistics, "import_module", fail)
    with pytest.raises(RiskError, match="ratings need the package openskill"):
        Ratings()


def test_verdict_does_not_depend_on_which_games_end_first(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = SequentialTest(0.5, 0.8)
    match = short_match(("toni", "recruit"))
    played: list[tuple[object, PlayedGame]] = []
    run_games = statistics.run_games

    def backwards(games: object, laboratory: Laboratory) -> list[tuple[object, PlayedGame]]:
        played[:] = list(run_games(islice(games, 12), laboratory))  # type: ignore[arg-type]
        return sorted(played, key=lambda item: -item[1].result.number)

    monkeypatch.setattr(statistics, "run_games", backwards)
    verdict = judge_match(match, "toni", test, 12, laboratory)
    monkeypatch.setattr(statistics, "run_games", run_games)
    assert judge_match(match, "toni", test, 12, laboratory) == verdict
    wins = [
        game.result.wins_of("toni")
        for _, game in sorted(played, key=lambda item: item[1].result.number)
    ]
    assert verdict.wins == sum(wins[: verdict.games])
    assert test.verdict(verdict.wins, verdict.games) is verdict.beats


def test_no_verdict_after_the_most_games(laboratory: Laboratory) -> None:
    verdict = judge_match(short_match(), "recruit", SequentialTest(0.5, 0.51), 3, laboratory)
    assert (verdict.beats, verdict.games, verdict.wins) == (None, 3, 3)


def test_rulesets_are_ranked_by_their_figures() -> None:
    quick = ruleset_figures("quick", 2, [result(n, (1,), leaders=0) for n in (1, 2)])
    slow = ruleset_figures("slow", 2, [result(n, (n % 2,), leaders=7) for n in (3, 4, 5, 6)])
    assert (quick.rounds_median, slow.rounds_median) == (10, 40)
    assert (quick.first_player_advantage, slow.first_player_advantage) == (0.5, 0)
    endless = ruleset_figures("endless", 2, [result(1, ())])
    best = best_by_criterion([slow, endless, quick])
    assert best is not None
    assert (best.quick, best.balanced, best.swingy) == ("quick", "slow", "slow")
    assert best_by_criterion([endless]) is None


def test_unfinished_games_have_no_length() -> None:
    figures = ruleset_figures("endless", 2, [result(1, ()), result(2, (0,))])
    assert (figures.games, figures.unfinished, figures.rounds_median) == (2, 1, 20)


def test_stopped_test_has_no_verdict(laboratory: Laboratory) -> None:
    laboratory.stopping = lambda: True
    verdict = judge_match(short_match(), "recruit", SequentialTest(0.5, 0.6), 100, laboratory)
    assert (verdict.beats, verdict.stopped) == (None, True)
