"""``risk-tui ssh-setup``: lines of authorized_keys, by which keys open seats over a machine's sshd.

It prints them and changes nothing. They allow a seat at one game: no shell, no command, no file and
no forwarding. ``risk-tui host`` needs none of this.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import printable
from risk_tui.data.files import read_file, reason
from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError
from risk_tui.table.seats import WATCH

if TYPE_CHECKING:
    import argparse

    from risk_tui.table.seats import Seat

MAX_KEY = 16_384
"""The most bytes of a public key's file; the longest RSA keys have about 3,000."""

_KEY_FIELDS = {
    "ssh-ed25519": 2,
    "ssh-rsa": 3,
    "ecdsa-sha2-nistp256": 3,
    "ecdsa-sha2-nistp384": 3,
    "ecdsa-sha2-nistp521": 3,
    "sk-ssh-ed25519@openssh.com": 3,
    "sk-ecdsa-sha2-nistp256@openssh.com": 4,
}
"""The types of keys, and the number of fields in the body of each, including its type."""

_HEADING = N_(
    """\
# Nothing has been changed. Add these lines to ~/.ssh/authorized_keys of an account that can run the
# program and write the game. A friend then plays with:  ssh ACCOUNT@HOST
"""
)


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``ssh-setup``."""
    parser.description = _(
        "Print lines of authorized_keys by which friends play over this machine's sshd, each with "
        "a key that fixes the seat. It changes nothing. 'risk-tui host' needs no sshd."
    )
    parser.add_argument("game", help=_("a game: its name, the start of its name, or a file"))
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="WHO=FILE",
        help=_(
            "a player, by name or else by colour, and their public key's file; may be given often"
        ),
    )
    parser.add_argument(
        "--watch",
        action="append",
        default=[],
        metavar="FILE",
        help=_("the public key of a watcher; may be given often"),
    )
    parser.add_argument("--program", metavar="PATH", help=_("the program that friends are given"))
    parser.set_defaults(run=_setup)


def _setup(options: argparse.Namespace) -> int:
    from risk_tui.host.tables import read_seats
    from risk_tui.saves.folder import find_game

    path = find_game(options.game).resolve()
    seats = read_seats(path)
    people = [seat for seat in seats if seat.is_person]
    if not people:
        raise RiskError(_("{path} has only bots", path=path.name))
    join = f"{_quoted_word(_program(options.program))} join {_quoted_word(path)}"
    lines = _key_lines(join, people, _keys_by_seat(options.key, options.watch, seats))
    print("\n".join([_(_HEADING), *lines]))
    return 0


def _keys_by_seat(
    pairs: Sequence[str], watchers: Sequence[str], seats: Sequence[Seat]
) -> dict[str, list[str]]:
    """Read the public keys of each player and of those who watch.

    Returns:
        The keys by what ``join --seat`` is given for them. That is a name: a key is its owner's in
        the next game too, where another player may have the colour.

    Raises:
        RiskError: For an unknown player, a bot, a word that could mean two players, a bad key, or
            a key of two players.
    """
    from risk_tui.table.seats import designate, seat_named

    files: list[tuple[str, str]] = []
    for pair in pairs:
        who, equals, file = pair.partition("=")
        if not (equals and who and file):
            raise RiskError(
                _("--key needs WHO=FILE, as in Ann=ann.pub, not {pair!a}", pair=pair[:80])
            )
        seat = seats[seat_named(who, seats, unambiguous=True)]
        if not seat.is_person:
            raise RiskError(
                _("{seat} is a bot in this game, which needs no key", seat=printable(seat.name))
            )
        files.append((designate(seat.name), file))
    files += [(WATCH, file) for file in watchers]
    keys: dict[str, list[str]] = {}
    owners: dict[str, str] = {}
    for owner, file in files:
        key = read_key(Path(os.path.expanduser(file)))  # noqa: PTH111
        body = key.split()[1]
        if owners.setdefault(body, owner) != owner:
            raise RiskError(
                _("{file} is another player's key too; a key has one seat", file=printable(file))
            )
        keys.setdefault(owner, []).append(key)
    return keys


def _key_lines(join: str, people: Sequence[Seat], keys_by_seat: dict[str, list[str]]) -> list[str]:
    """Return the lines of authorized_keys: the keys of players and watchers, or placeholders."""
    from risk_tui.table.seats import designate

    lines = []
    names = {designate(seat.name): printable(seat.name) for seat in people} | {WATCH: "watchers"}
    for seat, name in names.items():
        allowed = f'restrict,pty,command="exec {join} --seat {shlex.quote(seat)} --take"'
        lines.append(f"# {name}")
        keys = keys_by_seat.get(seat)
        lines += [f"{allowed} {key}" for key in keys or ()]
        if not keys:
            lines.append(f"#{allowed} " + _("HERE THE LINE IN THE .pub FILE OF {name}", name=name))
    return lines


def read_key(path: Path) -> str:
    """Return the public key in a file as ``TYPE BODY COMMENT``, safe for sshd.

    Raises:
        RiskError: If the file is not exactly one line with one key and no options.
    """
    where = printable(path)
    try:
        data = read_file(path, MAX_KEY + 1)
    except (OSError, ValueError) as error:
        problem = reason(error) if isinstance(error, OSError) else _("not a name of a file")
        raise RiskError(
            _("the key {where} cannot be read: {problem}", where=where, problem=problem)
        ) from None
    if len(data) > MAX_KEY:
        raise RiskError(_("{where} is too long for a public key", where=where))
    if b"PRIVATE KEY" in data:
        raise RiskError(
            _("{where} is a private key, which must stay secret; give its .pub file", where=where)
        )
    lines = [line for line in re.split(rb"[\r\n]+", data) if line.strip()]
    if len(lines) != 1:
        raise RiskError(
            _(
                "{where} must hold one line with one public key; it has {lines_count}",
                where=where,
                lines_count=len(lines),
            )
        )
    kind, _rest, rest = lines[0].decode("ascii", "replace").strip().partition(" ")
    if kind not in _KEY_FIELDS:
        kinds = ", ".join(_KEY_FIELDS)
        raise RiskError(
            _(
                "{where} must begin with the type of a public key: one of {kinds}",
                where=where,
                kinds=kinds,
            )
        )
    text, _rest, comment = rest.strip().partition(" ")
    body = _body(text, kind)
    if body is None:
        raise RiskError(_("{where} does not hold a whole {kind} key", where=where, kind=kind))
    plain = re.sub(r"[^A-Za-z0-9@._+-]+", "-", comment).strip("-")[:60]
    return f"{kind} {body} {plain}".rstrip()


def _body(text: str, kind: str) -> str | None:
    """Return the body of a key in base64 if it is complete and of that type, else ``None``."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    fields, rest = [], data
    while len(rest) >= 4:
        size = 4 + int.from_bytes(rest[:4], "big")
        if len(rest) < size:
            return None
        fields.append(rest[4:size])
        rest = rest[size:]
    if rest or len(fields) != _KEY_FIELDS[kind] or not all(fields) or fields[0] != kind.encode():
        return None
    return base64.b64encode(data).decode("ascii")


def _program(path_text: str | None) -> Path:
    """Return the path of the program.

    Raises:
        RiskError: If it can't be run.
    """
    running = Path(sys.argv[0])
    if path_text is None and running.name != "risk-tui":
        running = Path(sys.executable).with_name("risk-tui")
    path = Path(os.path.expanduser(path_text or running)).absolute()  # noqa: PTH111
    try:
        can_run = path.is_file() and os.access(path, os.X_OK)
    except (OSError, ValueError):
        can_run = False
    if not can_run:
        raise RiskError(
            _(
                "there is no program {path}; say where it is with --program PATH",
                path=printable(path),
            )
        )
    return path


def _quoted_word(path: Path) -> str:
    """Return a path as one word for sshd and the shell.

    Raises:
        RiskError: If that is impossible.
    """
    text = str(path)
    for char in text:
        if char in "'\"\\" or not char.isprintable():
            raise RiskError(
                _(
                    "sshd and the shell would not read {text} alike because of {char!a}; give it "
                    "a plainer name",
                    text=printable(text),
                    char=char,
                )
            )
    return shlex.quote(text)
