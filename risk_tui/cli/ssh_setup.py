"""``risk-tui ssh-setup``: print lines of authorized_keys that let friends play over sshd.

The command changes nothing. A key with such a line opens one seat at one game: no shell, no other
command, no file and no forwarding. ``risk-tui host`` needs none of this.
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from risk_tui.cli.output import write_data
from risk_tui.data.clean_text import printable
from risk_tui.data.files import read_file, reason
from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError
from risk_tui.host.tables import read_seats
from risk_tui.saves.folder import find_game
from risk_tui.table.seats import WATCH, Seat, seat_argument, seat_by_name

MAX_KEY_BYTES = 16_384
"""The maximum size of a public key's file in bytes; the longest RSA keys have about 3,000."""

_KEY_FIELDS = {
    "ssh-ed25519": 2,
    "ssh-rsa": 3,
    "ecdsa-sha2-nistp256": 3,
    "ecdsa-sha2-nistp384": 3,
    "ecdsa-sha2-nistp521": 3,
    "sk-ssh-ed25519@openssh.com": 3,
    "sk-ecdsa-sha2-nistp256@openssh.com": 4,
}
"""The number of fields in the body of a key, by its type, which is also the first field."""

_HEADING = N_(
    """\
# Nothing has been changed. Add these lines to ~/.ssh/authorized_keys of an account that can run the
# program and write the game. A friend then plays with:  ssh ACCOUNT@HOST
"""
)


def print_setup(options: argparse.Namespace) -> None:
    """Print lines of authorized_keys for the players of a game."""
    path = find_game(options.game).resolve()
    seats = read_seats(path)
    people = [seat for seat in seats if seat.is_person]
    if not people:
        raise RiskError(_("{path} has only bots", path=path.name))
    join = f"{_quote_path(_find_program(options.program))} join {_quote_path(path)}"
    lines = _key_lines(join, people, _read_keys(options.key, options.watch, seats))
    write_data("\n".join([_(_HEADING), *lines, ""]))


def _read_keys(
    pairs: Sequence[str], watchers: Sequence[str], seats: Sequence[Seat]
) -> dict[str, list[str]]:
    """Read the public keys of players and watchers.

    Args:
        pairs: The values of ``--key``.
        watchers: The files with the keys of watchers.
        seats: The seats of the game.

    Returns:
        The keys by the value of ``join --seat`` for them. It is a player's name, never a colour,
        because the same line may be used for another game, where the colours differ.

    Raises:
        RiskError: If a player is unknown, ambiguous or a bot, or a key is invalid or belongs to
            two players.
    """
    files: list[tuple[str, str]] = []
    for pair in pairs:
        who, equals, file = pair.partition("=")
        if not (equals and who and file):
            raise RiskError(
                _("--key needs WHO=FILE, as in Ann=ann.pub, not {pair!r}", pair=pair[:80])
            )
        seat = seats[seat_by_name(who, seats, unambiguous=True)]
        if not seat.is_person:
            raise RiskError(_("{seat} is a bot, and bots need no key", seat=printable(seat.name)))
        files.append((seat_argument(seat.name), file))
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


def _key_lines(
    join: str, people: Sequence[Seat], keys_by_argument: dict[str, list[str]]
) -> list[str]:
    """Return the lines of authorized_keys, with placeholders for missing keys.

    Args:
        join: The quoted command that joins the game.
        people: The seats of people.
        keys_by_argument: The keys from ``_read_keys``.
    """
    lines = []
    names = {seat_argument(seat.name): printable(seat.name) for seat in people} | {
        WATCH: _("watchers")
    }
    for argument, name in names.items():
        key_options = f'restrict,pty,command="exec {join} --seat {shlex.quote(argument)} --take"'
        lines.append(f"# {name}")
        keys = keys_by_argument.get(argument, [])
        lines += [f"{key_options} {key}" for key in keys]
        if not keys:
            lines.append(
                f"#{key_options} " + _("PUT THE LINE FROM THE .pub FILE OF {name} HERE", name=name)
            )
    return lines


def read_key(path: Path) -> str:
    """Read the public key in a file, as ``TYPE BODY COMMENT`` with a comment that is safe for sshd.

    Raises:
        RiskError: If the file can't be read, or is not one line with one key and no options.
    """
    where = printable(path)
    try:
        data = read_file(path, MAX_KEY_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = reason(error) if isinstance(error, OSError) else _("not a valid file name")
        raise RiskError(
            _("the key {where} cannot be read: {problem}", where=where, problem=problem)
        ) from None
    if len(data) > MAX_KEY_BYTES:
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
    kind, _blank, rest = lines[0].decode("ascii", "replace").strip().partition(" ")
    if kind not in _KEY_FIELDS:
        kinds = ", ".join(_KEY_FIELDS)
        raise RiskError(
            _(
                "{where} must begin with the type of a public key: one of {kinds}",
                where=where,
                kinds=kinds,
            )
        )
    text, _blank, comment = rest.strip().partition(" ")
    body = _parse_body(text, kind)
    if body is None:
        raise RiskError(_("{where} does not hold a whole {kind} key", where=where, kind=kind))
    plain = re.sub(r"[^A-Za-z0-9@._+-]+", "-", comment).strip("-")[:60]
    return f"{kind} {body} {plain}".rstrip()


def _parse_body(text: str, kind: str) -> str | None:
    """Return the body of a key in base64; ``None`` if it is incomplete or of another type."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
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


def _find_program(path_text: str | None) -> Path:
    """Return the absolute path of ``risk-tui``: the given one, or the one that runs now.

    Raises:
        RiskError: If it is not an executable file.
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


def _quote_path(path: Path) -> str:
    """Quote a path as one word that sshd and the shell read alike.

    Raises:
        RiskError: If it has quotes, backslashes or unprintable characters.
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
