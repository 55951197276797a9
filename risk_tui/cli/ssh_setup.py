"""``risk-tui ssh-setup``: the lines for friends to play over SSH, each at a seat of their own.

It prints them and changes nothing. They allow a seat at one game: no shell, no command, no file and
no forwarding.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import re
import shlex
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import printable
from risk_tui.data.files import read_file, reason
from risk_tui.errors import RiskError
from risk_tui.table.seats import WATCH

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from risk_tui.table.seats import Seat

SEAT = "RISK_TUI_SEAT"
"""The variable that carries the seat from a line of authorized_keys to the program."""

LONGEST_KEY = 16_384
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

_ACCOUNT = """\
# 1. The account: it is for this table alone. As root:
#
#   useradd --create-home --shell /bin/sh --password '*' {user}
#
# A password of '*' fits nothing that anybody could type. The shell has to be a plain one: it
# starts the program. In the account's home there must be no file .ssh/environment.
#
# The game lies in a folder of its own. Both belong to {user}, and no other user may write there:
#
#   chown {user}: {folder} {game}
#   chmod 700 {folder}
#   chmod 600 {game}
#
# The account must be able to run the program and to open the game. Homes are usually closed to
# other accounts, so install the program outside them, from a folder with its source:
#
#   python3 -m venv /opt/risk-tui && /opt/risk-tui/bin/pip install .
#
# and give --program /opt/risk-tui/bin/risk-tui to this command.
{closed}
# This has to show the board:
#
#   su -s /bin/sh {user} -c {trial}
"""

_SERVER = """\
# 2. The server: a file of its own, /etc/ssh/sshd_config.d/risk-tui.conf, or else the end of
# /etc/ssh/sshd_config, where PermitUserEnvironment has to stand above the first Match.

# For the whole server: a line of authorized_keys may set this variable, and no other.
PermitUserEnvironment {seat}

Match User {user}
    # Whatever a client asks for (a shell, a command, sftp, scp), this is what it gets.
    ForceCommand exec {program} join {game} --seat "${seat}" --take
    PermitTTY yes
    PermitUserRC no
    # Nothing but keys, and only those that root has put there.
    AuthenticationMethods publickey
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    AuthorizedKeysFile {keys}
    # These take the place of what AcceptEnv allows elsewhere: colours and language, no more.
    AcceptEnv COLORTERM NO_COLOR LANG LC_*
    # DisableForwarding leaves PermitTunnel as it is, and in OpenSSH before 10.0 also X11 and the
    # agent; so each is switched off by its own name too.
    DisableForwarding yes
    X11Forwarding no
    AllowAgentForwarding no
    AllowTcpForwarding no
    AllowStreamLocalForwarding no
    PermitTunnel no
    GatewayPorts no
    MaxSessions 1
    # A line that went dead is given up after 15 seconds.
    ClientAliveInterval 5
    ClientAliveCountMax 3
"""

_KEYS = """\
# 3. The keys: one line for each, in {keys}.
# The file belongs to root; {user} may read it, but not write it:
#
#   chown root: {keys}
#   chmod 644 {keys}
"""

_CHECK = """\
# 4. See whether the server understands it (-t says nothing when all is well), and what it makes
# of it for {user}; then let it read its settings again:
#
#   sshd -t
#   sshd -T -C user={user},host=localhost,addr=127.0.0.1
#   systemctl reload ssh
#
# A friend then plays with:  ssh {user}@HOST
"""


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``ssh-setup``."""
    parser.description = (
        "Prints what an account needs with which friends play over SSH, each with a key that fixes "
        "the seat: lines for sshd_config and for authorized_keys. It changes nothing."
    )
    parser.add_argument("game", help="its name, the start of its name, or its file")
    parser.add_argument("--user", default="risk", help="the account for the table (risk)")
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="WHO=FILE",
        help="a player, by name or else by colour, and their public key's file; may be given often",
    )
    parser.add_argument(
        "--watch",
        action="append",
        default=[],
        metavar="FILE",
        help="the public key of a watcher; may be given often",
    )
    parser.add_argument("--program", metavar="PATH", help="the program that friends are given")
    parser.add_argument(
        "--part",
        choices=("sshd_config", "authorized_keys"),
        help="only these lines, to be sent to a file",
    )
    parser.set_defaults(run=_setup)


def _setup(options: argparse.Namespace) -> int:
    from risk_tui.host.tables import read_seats
    from risk_tui.saves.folder import find_game

    path = find_game(options.game).resolve()
    seats = read_seats(path)
    people = [seat for seat in seats if seat.is_person]
    if not people:
        raise RiskError(f"there are only computer players at the table of {path.name}")
    program = _program(options.program)
    names = {
        "user": _user(options.user),
        "game": _quoted_word(path),
        "folder": _quoted_word(path.parent),
        "program": _quoted_word(program),
        "seat": SEAT,
        "keys": f"/etc/ssh/authorized_keys.{options.user}",
    }
    closed = dict.fromkeys(_closed_lines(options.user, program, path))
    names["closed"] = "".join(f"#\n{line}\n" for line in closed) + "#"
    names["trial"] = shlex.quote(f"{names['program']} join {names['game']}")
    lines = _key_lines(people, _keys_by_seat(options.key, options.watch, seats))
    parts = {
        "account": _ACCOUNT,
        "sshd_config": _SERVER,
        "authorized_keys": f"{_KEYS}\n{{lines}}\n",
        "check": _CHECK,
    }
    chosen = [options.part] if options.part else list(parts)
    if not options.part:
        print("# Nothing was changed: here is what to do.\n")
    print("\n".join(parts[key].format(**names, lines=lines) for key in chosen), end="")
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
            raise RiskError(f"--key needs WHO=FILE, as in Ann=ann.pub, not {pair[:80]!a}")
        seat = seats[seat_named(who, seats, unambiguous=True)]
        if not seat.is_person:
            raise RiskError(f"{printable(seat.name)} is a bot in this game, which needs no key")
        files.append((designate(seat.name), file))
    files += [(WATCH, file) for file in watchers]
    keys: dict[str, list[str]] = {}
    owners: dict[str, str] = {}
    for owner, file in files:
        key = read_key(Path(os.path.expanduser(file)))  # noqa: PTH111
        body = key.split()[1]
        if owners.setdefault(body, owner) != owner:
            raise RiskError(f"{printable(file)} is another player's key too; a key has one seat")
        keys.setdefault(owner, []).append(key)
    return keys


def _key_lines(people: Sequence[Seat], keys_by_seat: dict[str, list[str]]) -> str:
    """Return the lines of authorized_keys: the keys of players and watchers, or placeholders."""
    from risk_tui.table.seats import designate

    lines = []
    names = {designate(seat.name): printable(seat.name) for seat in people} | {WATCH: "watchers"}
    for seat, name in names.items():
        allowed = f'restrict,pty,environment="{SEAT}={seat}"'
        lines.append(f"# {name}")
        keys = keys_by_seat.get(seat)
        lines += [f"{allowed} {key}" for key in keys or ()]
        if not keys:
            lines.append(f"#{allowed} HERE THE LINE IN THE .pub FILE OF {name}")
    return "\n".join(lines)


def read_key(path: Path) -> str:
    """Return the public key in a file as ``TYPE BODY COMMENT``, safe for sshd.

    Raises:
        RiskError: If the file is not exactly one line with one key and no options.
    """
    where = printable(path)
    try:
        data = read_file(path, LONGEST_KEY + 1)
    except (OSError, ValueError) as error:
        problem = reason(error) if isinstance(error, OSError) else "not a name of a file"
        raise RiskError(f"the key {where} cannot be read: {problem}") from None
    if len(data) > LONGEST_KEY:
        raise RiskError(f"{where} is too long for a public key")
    if b"PRIVATE KEY" in data:
        raise RiskError(f"{where} is a private key, which must stay secret; give its .pub file")
    lines = [line for line in re.split(rb"[\r\n]+", data) if line.strip()]
    if len(lines) != 1:
        raise RiskError(f"{where} must hold one line with one public key; it has {len(lines)}")
    kind, _, rest = lines[0].decode("ascii", "replace").strip().partition(" ")
    if kind not in _KEY_FIELDS:
        kinds = ", ".join(_KEY_FIELDS)
        raise RiskError(f"{where} must begin with the type of a public key: one of {kinds}")
    text, _, comment = rest.strip().partition(" ")
    body = _body(text, kind)
    if body is None:
        raise RiskError(f"{where} does not hold a whole {kind} key")
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


def _user(name: str) -> str:
    """Return an account's name that is not a pattern for sshd.

    Raises:
        RiskError: If it is.
    """
    if not re.fullmatch(r"[a-z_][a-z0-9_-]{0,31}", name):
        raise RiskError(f"an account's name is like risk or risk-2, not {name[:80]!a}")
    return name


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
            f"there is no program {printable(path)}; say where it is with --program PATH"
        )
    return path


def _closed_lines(user: str, program: Path, game: Path) -> Iterator[str]:
    """Yield warnings if the account can't reach the program or the folder of the game."""
    needed = [("run the program", program), ("reach the folder of the game", game.parent.parent)]
    needed += [("run the program", path) for path in interpreters(program)]
    for purpose, path in needed:
        closed = closed_path(path, user)
        if closed is not None:
            yield f"# {user} can't {purpose} as it is: {printable(closed)} is closed to others."


def interpreters(program: Path) -> Iterator[Path]:
    """Yield the interpreter in a script's first line, if any."""
    with contextlib.suppress(OSError), program.open("rb") as file:
        words = file.readline(4_096).decode(errors="replace").removeprefix("#!").split()
        if words and words[0].startswith("/"):
            yield Path(words[0])


def closed_path(path: Path, user: str) -> Path | None:
    """Find a file or folder that an account may not run or enter.

    Returns:
        The topmost folder, or the file itself; ``None`` if all are accessible. An account that does
        not exist yet has the rights of others.
    """
    import pwd

    try:
        account = pwd.getpwnam(user)
    except KeyError:
        account = None
    for file in (path, path.resolve()):
        for each in (*reversed(file.parents), file):
            try:
                state = each.stat()
            except OSError:
                return each
            allowed = stat.S_IXOTH
            if account and state.st_gid == account.pw_gid:
                allowed = stat.S_IXGRP
            if account and state.st_uid == account.pw_uid:
                allowed = stat.S_IXUSR
            if not state.st_mode & allowed:
                return each
    return None


def _quoted_word(path: Path) -> str:
    """Return a path as one word for sshd and the shell.

    Raises:
        RiskError: If that is impossible.
    """
    text = str(path)
    for char in text:
        if char in "'\"\\" or not char.isprintable():
            raise RiskError(
                f"sshd and the shell would not read {printable(text)} alike because of {char!a}; "
                "give it a plainer name"
            )
    return shlex.quote(text)
