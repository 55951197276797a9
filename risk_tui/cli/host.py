"""``risk-tui host``: serve tables to friends over SSH, and manage who may join them."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, closing, nullcontext, suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from queue import Full, Queue
from threading import Thread
from typing import TYPE_CHECKING

import risk_tui
from risk_tui.cli.clock_and_talk import check_clock_options, set_clock_and_talk
from risk_tui.cli.options import LOOPBACK
from risk_tui.data import language
from risk_tui.data.clean_text import printable
from risk_tui.data.environment import install_command, prepare_imports
from risk_tui.data.language import _, pluralize
from risk_tui.data.settings import check_settings, load_settings
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from risk_tui.host.forks import Request
    from risk_tui.host.server import Host
    from risk_tui.host.tables import HostedTable
    from risk_tui.saves.guest_list import GuestList

MAX_LOG_LINES = 1_000
"""The maximum number of log lines that wait to be printed; further ones are dropped."""

_SHARED_MODULES = (
    *("importlib.metadata", "textual.layouts.factory", "textual.pilot", "textual.scrollbar"),
    *("risk_tui.host.lobby", "risk_tui.line_mode.session", "risk_tui.tui.app"),
    *("risk_tui.tui.game.game_screen", "risk_tui.tui.screens.start"),
    "risk_tui.tui.terminal.driver",
)
"""Modules that most visits need; they are imported before forking, to share their memory."""


def host(options: argparse.Namespace) -> int | None:
    """Serve tables, or manage who may join them."""
    subcommands = {"codes": _make_codes, "who": _list_guests, "revoke": _revoke}
    first, *rest = options.words or [""]
    if first not in subcommands:
        return _serve(options)
    subcommands[first](rest)
    return None


# Serving


def _serve(options: argparse.Namespace) -> int:
    for port in (options.port, options.web or 0):
        if not 0 <= port <= 65_535:
            raise RiskError(_("a port is a number up to 65535, not {port}", port=port))
    if find_spec("asyncssh") is None:
        raise RiskError(
            _("this needs asyncssh: {install_command}", install_command=install_command("host"))
        )
    from risk_tui.host.forks import ForkServer
    from risk_tui.host.keeper import KeeperProcess
    from risk_tui.host.tables import find_hosted_tables
    from risk_tui.saves.guest_list import GuestList

    check_clock_options(options)
    games = [table.game for table in find_hosted_tables(options.words)]
    if options.clock or options.turn_clock or options.no_talk:
        from risk_tui.table.table import Table

        for game in games:
            with closing(Table.stand_in(game)) as table:
                set_clock_and_talk(table, options)
    notice, log = _describe_notifications(), _start_log_thread()
    environment = {**os.environ, "PYTHONUTF8": "1"}  # Visits get only a part of it.
    # Started first, so that it imports its modules while this process continues.
    forks = ForkServer(_python_command("fork_visits()"), environment)
    keeper_command = _python_command("keep_tables(*sys.argv[1:])")
    keeper = KeeperProcess([*keeper_command, language.current(), *map(str, games)], log)
    try:
        import asyncio

        from risk_tui.host.server import Host, host_key, listen, serve

        guests, key = GuestList(), host_key()
        listener = listen(options.address, options.port)
        guests.set_server(_public_host_name(options.address), listener.getsockname()[1])
        may_create = options.guests_may_create
        host = Host(games, guests, forks, environment, log, may_create, keeper)
        start_pages, web = _prepare_pages(host, options.web)
        lines = [
            *_invitations(host.tables, guests),
            _("The host's key: {fingerprint}", fingerprint=key.get_fingerprint()),
            *web,
            *_warnings(options.address),
            *notice,
            _("Friends can come until you press Ctrl+C"),
        ]
        return asyncio.run(
            serve(host, key, listener, start_pages, lambda: print(*lines, sep="\n", flush=True))
        )
    finally:
        keeper.stop()
        forks.stop()


def _prepare_pages(
    host: Host, port: int | None
) -> tuple[Callable[[], AbstractAsyncContextManager[object]], list[str]]:
    """Prepare the server for browsers.

    Args:
        host: The tables to serve.
        port: The port on this machine for browsers; ``None`` for no such server.

    Returns:
        A function that starts it, as a context manager, and the lines to print about it.

    Raises:
        RiskError: If textual-serve is not installed, or the port is taken.
    """
    if port is None:
        return nullcontext, []
    if find_spec("textual_serve") is None:
        raise RiskError(
            _(
                "this needs textual-serve: {install_command}",
                install_command=install_command("host,web"),
            )
        )
    from risk_tui.host.pages import Pages
    from risk_tui.host.server import listen

    listener = listen(LOOPBACK, port)
    address = f"http://localhost:{listener.getsockname()[1]}"
    return lambda: Pages(host).serve(listener), [
        _("In a browser, with the same codes: {address}", address=address)
    ]


def _describe_notifications() -> list[str]:
    """Return a line about notifying absent players; an empty list if the settings have none.

    Raises:
        RiskError: If the settings about it can't be read.
    """
    from risk_tui.host.notify import split_command

    check_settings("notify", "notify_minutes")
    settings = load_settings()
    if not (words := split_command(settings.notify)):
        return []
    minutes = settings.notify_minutes
    return [
        _(
            "Absent players are told of their move by {command}, at most once in {minutes}",
            command=printable(words[0]),
            minutes=pluralize(minutes, "minute"),
        )
    ]


def keep_tables(host_language: str, *games: str) -> None:
    """Run the keeper of the served games until standard input is closed.

    It is the main function of a process of its own, see ``risk_tui.host.keeper``.

    Args:
        host_language: The language of the log, and of the questions that players are sent.
        games: The files of the games.
    """
    prepare_imports()
    language.use(host_language)
    from risk_tui.host.keeper import run_keeper
    from risk_tui.host.notify import Notifier, split_command
    from risk_tui.saves.guest_list import GuestList, make_host_folder

    settings, guests = load_settings(), GuestList()
    log = partial(print, flush=True)
    notifier = Notifier(
        split_command(settings.notify),
        settings.notify_minutes,
        make_host_folder() / "notified.json",
        log,
    )
    run_keeper(lambda: guests.with_successors([Path(game) for game in games]), notifier, log, 0)


def _start_log_thread() -> Callable[[str], None]:
    """Return a function that leaves the printing of a line to a thread.

    A slow terminal can't delay a game then.
    """
    pending: Queue[str] = Queue(MAX_LOG_LINES)

    def print_pending() -> None:
        while True:
            line = pending.get()
            with suppress(OSError, ValueError):
                print(line, flush=True)

    def log(line: str) -> None:
        with suppress(Full):
            pending.put_nowait(line)

    Thread(target=print_pending, daemon=True).start()
    return log


def _invitations(tables: Sequence[HostedTable], guests: GuestList) -> Iterator[str]:
    """Yield the lines to send to friends, table by table.

    A friend with neither a code nor a key gets a new code.
    """
    from risk_tui.host.tables import invitation_line

    for table in tables:
        yield _("{game}: send each friend their line", game=printable(table.game.stem))
        for login, place in table.places.items():
            invitation, note = guests.invitation(place), ""
            if invitation.has_code:
                note = _("with the code sent before")
            elif invitation.is_open:
                note = _("with their key")
            yield f"  {invitation_line(place, login, guests, note)}"
        yield ""


def _public_host_name(address: str) -> str:
    """Return the address for friends: this machine's name if ``address`` means all networks."""
    try:
        return socket.gethostname() if ip_address(address).is_unspecified else address
    except ValueError:
        return address


def _warnings(address: str) -> Iterator[str]:
    """Yield warnings if only this machine can connect, or the server runs as root."""
    try:
        is_local = ip_address(address).is_loopback
    except ValueError:
        is_local = address == "localhost"
    if is_local:
        yield _("Only this machine can reach it; to let others in, add: --address 0.0.0.0")
    if os.geteuid() == 0:
        yield _("This runs as root; an ordinary account is safer")


def _python_command(call: str) -> list[str]:
    """Return the command of a process that calls a function of this module."""
    root = str(Path(risk_tui.__file__).parents[1])
    program = f"import sys; sys.path.append({root!r}); from risk_tui.cli import host; host.{call}"
    return [sys.executable, "-P", "-c", program]


def fork_visits() -> None:
    """Run the fork server: import the modules that visits need, then fork at each request."""
    prepare_imports()
    for module in _SHARED_MODULES:
        import_module(module)
    from rich.cells import cell_len

    from risk_tui.host.forks import serve_forks
    from risk_tui.rules.library import load_board, own_folder

    # Both load tables when they are first called, so call them before forking.
    cell_len("\N{BOX DRAWINGS LIGHT HORIZONTAL}")
    load_board(str(own_folder("maps") / "classic.yaml")).validate_pictures()
    serve_forks(_serve_visit)


def _serve_visit(request: Request, on_wrong_code: Callable[[], None]) -> int:
    """Let a friend choose a table and play at it; return the exit code."""
    from risk_tui.cli import main
    from risk_tui.host.lobby import WRONG_CODES_EXIT, Lobby, TooManyWrongCodes
    from risk_tui.saves.guest_list import GuestList

    try:
        choice = Lobby(request, GuestList(), sys.stdin, sys.stdout, on_wrong_code).choose()
    except RiskError as error:
        print(f"risk-tui: {printable(error)}", file=sys.stderr, flush=True)
        return WRONG_CODES_EXIT if isinstance(error, TooManyWrongCodes) else 2
    if choice is None:
        return 0
    plain = ["--plain"] if os.environ.get("TERM") == "dumb" else []
    sys.argv = ["risk-tui", *choice.command, *plain]
    return main()


# Guest list


def _find_table(words: Sequence[str], usage: str) -> HostedTable:
    """Return the hosted table that the first word names.

    Raises:
        RiskError: If there is no word, or no such game; ``usage`` is the form of the command.
    """
    from risk_tui.host.tables import find_hosted_tables

    if not words:
        raise RiskError(_("which game? {usage}", usage=usage))
    return find_hosted_tables(words[:1])[0]


def _make_codes(words: Sequence[str]) -> None:
    from risk_tui.host.tables import invitation_line
    from risk_tui.saves.guest_list import WATCHERS, GuestList

    table = _find_table(words, "risk-tui host codes GAME [PLAYER ...]")
    guests = GuestList()
    places = [table.find_place(word) for word in words[1:]]
    if not places:
        places = [
            place
            for place in table.places.values()
            if place.name != WATCHERS and not guests.invitation(place).proven_keys
        ]
    if not places:
        raise RiskError(_("every player has a key; name the players who need a new code"))
    for place in places:
        print(invitation_line(place, table.login(place.name), guests))


def _list_guests(words: Sequence[str]) -> None:
    from risk_tui.host.lobby import describe_table
    from risk_tui.host.tables import find_hosted_tables, place_title
    from risk_tui.saves.guest_list import GuestList

    guests = GuestList()
    for table in find_hosted_tables(words):
        print(describe_table(table.game))
        for login, place in table.places.items():
            print(f"  {place_title(place)} ({login}): {guests.invitation(place).ways}")


def _revoke(words: Sequence[str]) -> None:
    from risk_tui.host.tables import place_title
    from risk_tui.saves.guest_list import GuestList

    usage = "risk-tui host revoke GAME PLAYER"
    table = _find_table(words, usage)
    if len(words) != 2:
        raise RiskError(_("which player? {usage}", usage=usage))
    place = table.find_place(words[1])
    title = place_title(place)
    if not GuestList().revoke(place):
        raise RiskError(_("{place_title}: there is no code or key to take away", place_title=title))
    print(_("{place_title} can no longer join", place_title=title))
