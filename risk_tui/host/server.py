"""The SSH server: it lets friends in and gives them a session at their tables.

Strangers are limited: in wrong codes, and in connections that have not logged in.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import asyncssh

from risk_tui.data import crash_log
from risk_tui.data.clean_text import printable
from risk_tui.data.environment import HOSTED
from risk_tui.data.files import PRIVATE, read_file, reason, write_new
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.host.forks import ForkServer, Request
from risk_tui.host.tables import HostedTable, open_hosted_table
from risk_tui.host.visit import DEFAULT_SIZE, Visit
from risk_tui.saves.errors import SaveError
from risk_tui.saves.guest_list import WATCHERS, GuestList, Place, host_folder, make_host_folder

if TYPE_CHECKING:
    from risk_tui.host.keeper import KeeperProcess

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


LOGIN_SECONDS = 90
"""Seconds that a friend has to log in, because typing a code takes a while."""

MAX_FRIENDS = 64
"""The most connections of friends at once."""

MAX_CONNECTIONS_PER_LOGIN, MAX_CONNECTIONS_OF_WATCHERS = 3, 20
"""The most connections with one login name at once; for a new one, the oldest is closed."""

MAX_ATTEMPTS = 20
"""The most keys and codes that one connection may try."""

MAX_KEYS = 5
"""The most keys that are stored with a code, because a client may offer many."""

ALIVE_SECONDS, ALIVE_COUNT = 5, 3
"""The seconds of a silent period, and the number of periods after which a connection is closed."""

MAX_KEY_BYTES = 16_384
"""The most bytes of the file with the host's key."""

REFRESH_SECONDS = 2.0
"""Seconds between two checks for changes of the guest list."""


@dataclass
class Admission:
    """The places that a friend's key or code opened."""

    host: Host
    login: str
    """The login name, in small letters."""
    key: str
    """The fingerprint of the key; empty if a code opened the places."""
    places: list[Place]

    def refresh(self) -> bool:
        """Update the places after changes of the guest list.

        Returns:
            False if the friend has to leave: from then on, if a place was closed to this friend;
            also if none is left.

        Raises:
            SaveError: If the guest list can't be read.
        """
        places = [place for place in self.host.places(self.login) if self._is_open(place)]
        if set(self.places) - set(places):
            return False
        self.places = places
        return bool(places)

    def _is_open(self, place: Place) -> bool:
        guests = self.host.guests
        if self.key:
            return guests.has_key(place, self.key)
        if place in self.places:
            return guests.invitation(place).is_open
        return any(guests.has_same_code(place, own) for own in self.places)


class Friend(Protocol):
    """A connection of a friend who has logged in."""

    @property
    def admission(self) -> Admission:
        """The places that are open to the friend."""

    def close(self, notice: str) -> None:
        """End the connection, and tell the friend why."""


@dataclass
class Host:
    """The state that all connections share."""

    games: Sequence[Path]
    """The games that the host named; games that were started from them are served too."""
    guests: GuestList
    forks: ForkServer
    environment: Mapping[str, str]
    """The environment of the friends' programs, with the host's own folders."""
    log: Callable[[str], None]
    guests_may_create: bool = False
    keeper: KeeperProcess | None = None
    wrong_codes: WrongCodes = field(default_factory=WrongCodes)
    waiting: WaitingConnections[FriendConnection] = field(default_factory=WaitingConnections)
    friends: list[Friend] = field(default_factory=list)
    """Connections that are logged in, the oldest first."""
    _tables: dict[Path, HostedTable] = field(default_factory=dict)
    _revision: bytes = b""
    """The revision of the guest list that ``_tables`` has."""

    @property
    def tables(self) -> list[HostedTable]:
        """The tables that are served."""
        with suppress(SaveError):
            self._add_new_tables()
        return list(self._tables.values())

    def _add_new_tables(self) -> None:
        """Add new tables of the guest list, if it has changed."""
        revision = self.guests.revision()
        if revision == self._revision:
            return
        for game in self.guests.with_successors(self.games):
            if game not in self._tables:
                with suppress(RiskError):
                    self._tables[game] = open_hosted_table(game)
        self._revision = revision

    def add_friend(self, friend: Friend) -> None:
        """Add a connection that has logged in; close the oldest if its login name has too many."""
        admission = friend.admission
        is_watcher = all(place.name == WATCHERS for place in admission.places)
        limit = MAX_CONNECTIONS_OF_WATCHERS if is_watcher else MAX_CONNECTIONS_PER_LOGIN
        same = [other for other in self.friends if other.admission.login == admission.login]
        for other in same[: max(len(same) + 1 - limit, 0)]:
            other.close(_("This visit has ended, because your name came in again elsewhere."))
        self.friends.append(friend)

    def places(self, login: str) -> list[Place]:
        """Return the places of a login name at all tables."""
        found = (table.place(login) for table in self.tables)
        return [place for place in found if place is not None]

    def use_code(self, code: str, login: str, keys: Sequence[str], address: str) -> list[Place]:
        """Open the places of a login name that a typed code is for; count and log a wrong code.

        Args:
            code: The code as typed.
            login: The login name as typed.
            keys: Fingerprints of the offered keys, which replace the code.
            address: The address of the client.

        Returns:
            The opened places; empty if the code is wrong.

        Raises:
            SaveError: If the guest list can't be read, which is logged too.
        """
        try:
            opened = self.guests.use_code(code, self.places(login), keys)
        except SaveError as error:
            self.log(str(error))
            raise
        if not opened:
            self.count_wrong_code(login, address)
        return opened

    def count_wrong_code(self, login: str, address: str) -> None:
        """Count and log a wrong code."""
        self.wrong_codes.add(address)
        self.log(_("a wrong code for {who}", who=describe_client(login, address)))


def wrong_code_notice() -> str:
    """Return what a friend can do whose name or code is wrong."""
    return _(
        "Wrong name or code. A code that was used with an SSH key is no longer valid; ask the "
        "host for a new one."
    )


def describe_client(login: str, address: str) -> str:
    """Return a client's login name and address, in words for the log."""
    return _("{login} from {address}", login=printable(login, 40), address=printable(address, 60))


class FriendConnection(asyncssh.SSHServer):
    """One connection, which lets a friend in by a key or a code, or refuses.

    Keys that are not on the guest list are refused but remembered. If the right code follows on
    this connection, they open the place at the next visit.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._login = ""
        self._offered: dict[str, None] = {}
        self._attempts = 0
        self._key = ""
        """The fingerprint of a key that opens a place, if the client proves that it has the key."""
        self._places: list[Place] = []
        """The places that a key or a code opened."""
        self.admission = Admission(host, "", "", [])
        """The opened places; empty until the friend has logged in."""
        self._visit: Visit | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._address = address_group(peer[0] if peer else "")
        closed = self._host.waiting.add(self, self._address)
        if closed is not None:
            closed.close("")

    def connection_lost(self, exc: Exception | None) -> None:
        self._host.waiting.remove(self)
        if self in self._host.friends:
            self._host.friends.remove(self)
            self._host.log(_("{who} has left", who=self.who))

    @property
    def who(self) -> str:
        """The friend's login name and address, in words for the log."""
        return describe_client(self._login, self._address)

    def close(self, notice: str) -> None:
        """End the connection, after a notice to the friend if there is one."""
        if self._visit is not None:
            self._visit.hang_up(notice)
        self._connection.abort()

    # Logging in

    def begin_auth(self, username: str) -> bool:
        self._login, self._key, self._places = username, "", []
        self._host.waiting.note_user(self)
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._key = ""
        if not self._may_try():
            return False
        fingerprint = key.get_fingerprint()
        if any(self._opens(place, fingerprint) for place in self._host.places(username)):
            self._key = fingerprint
            return True
        if len(self._offered) < MAX_KEYS:
            self._offered[fingerprint] = None
        return False

    def _opens(self, place: Place, key: str) -> bool:
        try:
            return self._host.guests.has_key(place, key)
        except SaveError as error:
            self._host.log(str(error))
            return False

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]] | bool:
        if not self._may_try():
            return False
        if self._host.wrong_codes.is_blocked(self._address):
            self._show(_("Too many wrong codes. Try again in a few minutes."))
            return False
        return (
            "",
            "",
            "",
            [(_("Join code for {username}: ", username=printable(username, 40)), False)],
        )

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        host = self._host
        if host.wrong_codes.is_blocked(self._address) or len(responses) != 1:
            return False
        try:
            opened = host.use_code(responses[0], username, list(self._offered), self._address)
        except SaveError:
            self._show(_("The guest list can't be read now; ask the host."))
            return False
        if opened:
            self._key, self._places = "", opened
        else:
            self._show(wrong_code_notice())
        return bool(opened)

    def _show(self, text: str) -> None:
        """Show a text to a client that is logging in."""
        self._connection.send_auth_banner("\r\n".join([*wrap(text, DEFAULT_SIZE[0] - 1), ""]))

    def _may_try(self) -> bool:
        self._attempts += 1
        if self._attempts > MAX_ATTEMPTS:
            self._connection.abort()
        return self._attempts <= MAX_ATTEMPTS

    def auth_completed(self) -> None:
        host = self._host
        host.waiting.remove(self)
        if self._key:
            with suppress(SaveError):
                self._places = [
                    place
                    for place in host.places(self._login)
                    if host.guests.prove_key(place, self._key)
                ]
        self.admission = Admission(host, self._login.casefold(), self._key, self._places)
        host.add_friend(self)
        host.log(
            _("{who} logged in with a key", who=self.who)
            if self._key
            else _("{who} logged in with a code", who=self.who)
        )

    # The session, which is all that a friend gets

    def session_requested(self) -> Visit | bool:
        full = len(self._host.friends) > MAX_FRIENDS
        login, places = self.admission.login, self.admission.places
        if self._visit is not None or not places or full:
            return False
        may_create = self._host.guests_may_create
        request = Request(login, places, self._key, self._closed_places(places), may_create)
        environment = friend_environment(self._host.environment, login)
        self._visit = Visit(
            self._host.forks,
            request,
            environment,
            lambda: self._host.count_wrong_code(login, self._address),
            self._connection.close,
        )
        return self._visit

    def _closed_places(self, open_places: list[Place]) -> list[Place]:
        """Return the other places, including watchers', that a code opens for the friend's key."""
        host = self._host
        if not self._key or host.wrong_codes.is_blocked(self._address):
            return []
        seen = {place.game for place in open_places}
        watching = [Place(table.game, WATCHERS) for table in host.tables if table.game not in seen]
        return [
            place
            for place in dict.fromkeys([*host.places(self._login), *watching])
            if place not in open_places and host.guests.invitation(place).has_code
        ]


def friend_environment(own: Mapping[str, str], login: str) -> dict[str, str]:
    """Return the environment of a friend's programs, with a settings folder of their own."""
    settings = host_folder() / "settings" / login
    return {**own, HOSTED: login, "XDG_CONFIG_HOME": str(settings)}


def host_key() -> asyncssh.SSHKey:
    """Return the host's key, which is created at the first call.

    Raises:
        RiskError: If it can't be read or written.
    """
    path = make_host_folder() / "host_key"
    try:
        with suppress(FileExistsError):
            if not path.exists():
                write_new(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        if path.stat().st_mode & 0o777 & ~PRIVATE:
            raise RiskError(_("others can read {path}; close it with: chmod 600 {path}", path=path))
        return asyncssh.import_private_key(read_file(path, MAX_KEY_BYTES))
    except OSError as error:
        raise RiskError(f"{path}: {reason(error)}") from None
    except asyncssh.KeyImportError:
        raise RiskError(_("{path} has no key; delete it to make a new one", path=path)) from None


def listen(address: str, port: int) -> socket.socket:
    """Return a socket that listens at an address and port.

    Raises:
        RiskError: If the address is invalid, or the system refuses it.
    """
    try:
        family, _kind, _protocol, _canonical, where = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # Without this, ``::`` would accept no IPv4.
        dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        return socket.create_server(where[:2], family=family, backlog=100, dualstack_ipv6=dual)
    except socket.gaierror as error:
        cause = error.strerror or _("unknown address")
    except OSError as error:
        # Python adds the address to the message.
        cause = os.strerror(error.errno) if error.errno else str(error)
    except UnicodeError:
        cause = _("no such address")
    raise RiskError(
        _(
            "can't listen on {address} port {port}: {cause}",
            address=printable(address),
            port=port,
            cause=cause,
        )
    )


async def serve(
    host: Host,
    key: asyncssh.SSHKey,
    listener: socket.socket,
    start_pages: Callable[[], AbstractAsyncContextManager[object]],
    on_ready: Callable[[], object],
) -> int:
    """Let friends in until a signal comes; return the exit code.

    Args:
        host: The state that all connections share.
        key: The host's key.
        listener: The socket where SSH clients connect.
        start_pages: Opens a context in which browsers are served too.
        on_ready: Called when friends can connect and a signal can end the server cleanly.
    """
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_log_fault)
    stopped: asyncio.Future[int] = loop.create_future()
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, _stop, stopped, number)
    asyncssh.set_log_level("CRITICAL")
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # It warns of closed connections.
    server = await asyncssh.listen(
        sock=listener,
        server_factory=lambda: FriendConnection(host),
        server_host_keys=[key],
        server_version="risk-tui",
        config=None,
        encoding=None,
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        gss_host=None,
        password_auth=False,
        host_based_auth=False,
        compression_algs=["none"],
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=ALIVE_SECONDS,
        keepalive_count_max=ALIVE_COUNT,
    )
    checking = asyncio.create_task(_check_friends(host))
    try:
        async with start_pages():
            on_ready()
            return await stopped
    finally:
        checking.cancel()
        server.close()
        for friend in list(host.friends):
            friend.close(
                _("The host has stopped. Nothing is lost: connect again when the host is back.")
            )
        await asyncio.sleep(0)


def _stop(stopped: asyncio.Future[int], number: int) -> None:
    if not stopped.done():
        stopped.set_result(0 if number == signal.SIGTERM else 128 + number)


async def _check_friends(host: Host) -> None:
    """End visits of friends who lost a place, and restart the keeper if it died."""
    checked = b""
    while True:
        await asyncio.sleep(REFRESH_SECONDS)
        if host.keeper is not None:
            host.keeper.restart_if_dead()
        revision = host.guests.revision()
        if revision == checked:
            continue
        with suppress(SaveError):  # The next check tries again.
            for friend in list(host.friends):
                if not friend.admission.refresh():
                    friend.close(_("The host closed your place; ask the host for a new code."))
            checked = revision


def _log_fault(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    error = context.get("exception")
    if isinstance(error, Exception):
        crash_log.log_fault(error)
