"""Strangers can neither guess codes nor keep friends out."""

from __future__ import annotations

import pytest

from risk_tui.host.server import (
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
    connections: WaitingConnections[int] = WaitingConnections()
    for number in range(MAX_WAITING):
        assert connections.add(number, "a") is None
    connections.note_user(0)
    assert connections.add(100, "b") is None
    assert connections.add(101, "a") == 1
    assert connections.add(102, "a") == 2
    assert len(connections) == MAX_WAITING + 1


def test_new_connection_is_always_accepted() -> None:
    connections: WaitingConnections[int] = WaitingConnections()
    for number in range(MAX_WAITING):
        connections.add(number, "a")
        connections.note_user(number)
    assert connections.add(100, "a") == 0


def test_full_server_accepts_a_new_address() -> None:
    connections: WaitingConnections[int] = WaitingConnections()
    for number in range(MAX_WAITING_IN_ALL):
        connections.add(number, str(number))
    assert connections.add(1000, "friend") == 0


def test_crowd_never_displaces_a_friend() -> None:
    connections: WaitingConnections[int] = WaitingConnections()
    for number in range(MAX_WAITING_IN_ALL - 1):
        assert connections.add(number, str(number)) is None
    assert connections.add(1000, "friend") is None
    assert connections.add(1001, "crowd") == 0
    connections.note_user(1000)
    for number in range(50):
        closed = connections.add(2000 + number, "crowd")
        assert closed not in (None, 1000)
    assert len(connections) == MAX_WAITING_IN_ALL


def test_connections_that_logged_in_do_not_count() -> None:
    connections: WaitingConnections[int] = WaitingConnections()
    for number in range(10 * MAX_WAITING):
        assert connections.add(number, "a") is None
        connections.note_user(number)
        connections.remove(number)
        # Late notes about a removed connection have no effect.
        connections.note_user(number)
        connections.remove(number)
    assert len(connections) == 0
