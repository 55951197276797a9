"""Limits for strangers: wrong codes, and connections that have not logged in."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Generic, TypeVar

MAX_WRONG_CODES = 10
"""After this many wrong codes from one address within ``WRONG_CODE_SECONDS``, its codes are
refused without a check."""

MAX_WRONG_CODES_IN_ALL = 500
"""After this many wrong codes from all addresses within ``WRONG_CODE_SECONDS``, all codes are
refused without a check."""

WRONG_CODE_SECONDS = 600.0
"""Seconds after which a wrong code is forgotten."""

MAX_WAITING = 10
"""Connections of one address that may be logging in at once."""

MAX_WAITING_IN_ALL = 100
"""Connections that may be logging in at once."""

Connection = TypeVar("Connection")


def address_group(address: str) -> str:
    """Return the address by which a client is counted; for IPv6, the /64 network of its site.

    >>> address_group("192.0.2.7"), address_group("2001:db8::1"), address_group("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if parsed.version == 4:
        return str(parsed)
    mapped = parsed.ipv4_mapped
    return str(mapped or ip_network((int(parsed), 64), strict=False))


class WrongCodes:
    """Counts recent wrong codes, by address and in total, and blocks more of them at a limit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._recent: deque[tuple[float, str]] = deque()

    def is_blocked(self, address: str) -> bool:
        """Return True if a code from this address must not be read now."""
        while self._recent and self._recent[0][0] <= self._clock() - WRONG_CODE_SECONDS:
            self._recent.popleft()
        of_address = sum(other == address for _, other in self._recent)
        return of_address >= MAX_WRONG_CODES or len(self._recent) >= MAX_WRONG_CODES_IN_ALL

    def add(self, address: str) -> None:
        """Count a wrong code."""
        self._recent.append((self._clock(), address))


class WaitingConnections(Generic[Connection]):
    """The connections that have not logged in.

    If there are too many, an old connection is closed, not the new one, so that silent connections
    can't shut friends out. It comes from the new connection's address if that has too many,
    otherwise from the address with the most. Connections that have not named a user go first.
    """

    def __init__(self) -> None:
        self._addresses: dict[Connection, str] = {}
        self._with_user: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._addresses)

    def add(self, connection: Connection, address: str) -> Connection | None:
        """Add a connection; return the one that must be closed for it, if any."""
        self._addresses[connection] = address
        count = Counter(self._addresses.values())
        if count[address] > MAX_WAITING:
            crowded = address
        elif len(self) > MAX_WAITING_IN_ALL:
            count[address] -= 1  # The new connection does not count.
            crowded = max(count, key=lambda group: count[group])
        else:
            return None
        others = (other for other in self._addresses if other != connection)
        candidates = [other for other in others if self._addresses[other] == crowded]
        closed = min(candidates, key=lambda other: other in self._with_user)
        self.remove(closed)
        return closed

    def note_user(self, connection: Connection) -> None:
        """Note that a connection has named a user, so it is not silent."""
        if connection in self._addresses:
            self._with_user.add(connection)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that has logged in, or is closed."""
        self._addresses.pop(connection, None)
        self._with_user.discard(connection)
