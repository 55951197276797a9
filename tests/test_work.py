"""Bounds on work stop endless work and nothing else."""

from __future__ import annotations

import sys

import pytest

from tests.work import TooMuchWork, bounded_work


def test_work_within_its_bound_is_done() -> None:
    with bounded_work(1100):
        assert sum(map(abs, range(1000))) == 499_500
        assert sum(len(str(number)) for number in range(100)) == 190


def test_work_without_end_is_stopped() -> None:
    with pytest.raises(TooMuchWork, match="more than 1000 calls"), bounded_work(1000):
        while True:
            str.upper("a")
    assert sys.getprofile() is None


def test_an_error_in_the_work_passes_through() -> None:
    with pytest.raises(KeyError), bounded_work(1000):
        raise KeyError
    assert sys.getprofile() is None
