"""Strangers can neither guess codes nor keep friends out."""

from __future__ import annotations

import pytest

from risk_tui.host.limits import (
    MAX_WAITING,
    MAX_WAITING_IN_ALL,
    MAX_WRONG_CODES,
    MAX_WRONG_CODES_IN_ALL,
    WRONG_CODE_SECONDS,
    WaitingConnections,
    WrongCodes,
    address_group,
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_wrong_codes_block_their_address_for_a_while() -> None:
    clock = Clock()
    codes = WrongCodes(clock)
    for _ in range(MAX_WRONG_CODES):
        assert not codes.is_blocked("a")
        codes.add("a")
    assert codes.is_blocked("a")
    assert not codes.is_blocked("b")
    clock.now = WRONG_CODE_SECONDS
    assert not codes.is_blocked("a")


def test_wrong_codes_of_many_addresses_block_all() -> None:
    clock = Clock()
    codes = WrongCodes(clock)
    for number in range(MAX_WRONG_CODES_IN_ALL):
        codes.add(str(number))
    assert codes.is_blocked("a")
    clock.now = WRONG_CODE_SECONDS
    assert not codes.is_blocked("a")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("", "hostile\x1b", True),
    ],
)
def test_addresses_of_one_site_are_counted_together(one: str, other: str, same: bool) -> None:
    assert (address_group(one) == address_group(other)) is same


def test_silent_connection_is_closed_for_a_new_one_of_its_address() -> None:
    lines: WaitingConnections[int] = WaitingConnections()
    for number in range(MAX_WAITING):
        assert lines.add(number, "a") is None
    lines.note_user(0)
    assert lines.add(100, "b") is None
    assert lines.add(101, "a") == 1
    assert lines.add(102, "a") == 2
    assert len(lines) == MAX_WAITING + 1


def test_new_connection_is_always_accepted() -> None:
    lines: WaitingConnections[int] = WaitingConnections()
    for number in range(MAX_WAITING):
        lines.add(number, "a")
        lines.note_user(number)
    assert lines.add(100, "a") == 0
    alone: WaitingConnections[int] = WaitingConnections()
    for number in range(MAX_WAITING_IN_ALL):
        alone.add(number, str(number))
    assert alone.add(1000, "friend") == 0


def test_crowded_address_makes_room_for_others() -> None:
    lines: WaitingConnections[int] = WaitingConnections()
    count = 0
    for address in range(MAX_WAITING_IN_ALL - 1):
        assert lines.add(count := count + 1, str(address)) is None
    assert lines.add(1000, "friend") is None
    assert lines.add(1001, "crowd") == 1
    lines.note_user(1000)
    for number in range(50):
        closed = lines.add(2000 + number, "crowd")
        assert closed not in (None, 1000)
    assert len(lines) == MAX_WAITING_IN_ALL


def test_connections_that_logged_in_do_not_count() -> None:
    lines: WaitingConnections[int] = WaitingConnections()
    for number in range(10 * MAX_WAITING):
        assert lines.add(number, "a") is None
        lines.note_user(number)
        lines.remove(number)
        lines.note_user(number)
        lines.remove(number)
    assert len(lines) == 0
