"""Attacks on a hosted table: break-outs of a friend, guessed codes and silent connections."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from risk_tui.host.server import MAX_WRONG_CODES_IN_ALL
from risk_tui.saves.guest_list import make_code
from tests.host.server import Friend, HostServer
from tests.processes import kilobytes
from tests.ssh.server import make_key

from .host import Visitor
from .players import new_game

SECONDS = 20
"""Seconds after which the client of an attempt is killed."""

FLOOD_BYTES = 20_000_000
"""The most bytes by which a flood may increase the memory of the server."""

GAME_WORDS = (b"Type help", b"Risk, US 1993")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    group = parser.add_argument_group("strangers")
    group.add_argument("--codes", type=int, default=10_000, help="wrong codes (10,000)")
    group.add_argument("--silent", type=int, default=200, help="silent connections (200)")


def run(options: argparse.Namespace) -> int:
    """Attack a host in every way; return 1 if an attack had an effect."""
    with tempfile.TemporaryDirectory(prefix="risk-strangers-") as folder:
        game = Path(folder) / "war.risk"
        new_game(game, 2, 2)
        server = HostServer(Path(folder), [game])
        server.start()
        try:
            target = Target(server, game)
            faults = BreakOuts(target).run()
            faults += try_silence(target, options.silent)
            faults += asyncio.run(try_codes(target, options.codes, random.Random(options.seed)))
        finally:
            server.stop()
    return int(bool(faults))


class Target:
    """A host, and Ann, who has a key there."""

    def __init__(self, server: HostServer, game: Path) -> None:
        self.server, self.game, self.base = server, game, server.base
        self.ann, self.ben = server.let_in(game, "Ann"), server.let_in(game, "Ben")

    def run(self, *words: str, typed: bytes = b"", **variables: str) -> bytes:
        """Run a client of Ann; return its output."""
        with subprocess.Popen(
            ["ssh", *self.ann.client("ann", "-o", "BatchMode=yes"), *words],
            env=dict(os.environ) | {"TERM": "dumb"} | variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            try:
                return process.communicate(typed, SECONDS)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return process.communicate()[0]

    def memory(self) -> int:
        """Return the bytes of memory that the server uses."""
        return 1024 * kilobytes(self.server.process.pid, "VmRSS")

    def is_serving(self, friend: Friend) -> bool:
        """Check whether a friend who comes by key is at the table in time."""
        visitor = Visitor(friend)
        try:
            return visitor.wait_for(SECONDS) is not None
        finally:
            visitor.cut()


class BreakOuts:
    """Attempts of a friend to get more than the game.

    ``tests/host/test_fence.py`` tries commands, copies of files and forwarded connections.
    """

    def __init__(self, target: Target) -> None:
        self._target, self._base = target, target.base
        self._mark = self._base / "mark"
        self._trap = self._base / "trap.py"
        self._trap.write_text(f"open({str(self._mark)!r}, 'w')\n", encoding="ascii")

    def run(self) -> int:
        """Try everything; return the number of faults."""
        count = faults = 0
        files = self._files()
        for name, problem in self._attempts():
            count += 1
            if self._mark.exists():
                problem = f"a command was run; {problem}"
                self._mark.unlink()
            if new := self._files() - files:
                problem = f"new files: {new}; {problem}"
            if self._target.server.process.poll() is not None:
                problem = "the server has died"
            faults += bool(problem)
            print(f"  {name}: {problem or 'nothing'}", flush=True)
        faults += not self._target.is_serving(self._target.ann)
        self._target.server.wait_empty()
        print(f"strangers: {count} break-out attempts, {faults} with an effect", flush=True)
        return faults

    def _files(self) -> set[str]:
        kept = ("known_hosts", "control", "bob")
        found = {str(path.relative_to(self._base)) for path in self._base.rglob("*")}
        own = ("data/risk-tui", "cache", "state", "config")
        return {name for name in found if not name.startswith((*kept, *own)) and "war." not in name}

    def _attempts(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each attempt, and its effect if it had one."""
        yield from self._variables()
        yield from self._sessions()
        yield from self._names()
        yield from self._at_the_table()

    def _variables(self) -> Iterator[tuple[str, str]]:
        target = self._target
        evil = (
            f"SetEnv=LD_PRELOAD={self._trap} PYTHONSTARTUP={self._trap} PYTHONPATH={self._base} "
            f"TEXTUAL_DRIVER=trap PATH={self._base} HOME={self._base} RISK_TUI_HOSTED=ben "
            f"XDG_DATA_HOME={self._base}/evil XDG_CONFIG_HOME={self._base}/evil SHELL={self._trap}"
        )
        yield "variables", self._see("-o", evil)
        before = target.memory()
        many = " ".join(f"V{number}={'x' * 1000}" for number in range(100))
        problem = self._see("-o", f"SetEnv={many}")
        grown = target.memory() - before
        yield "100 variables of 1,000 bytes", problem or _unless(grown < FLOOD_BYTES, b"%d" % grown)
        yield "10,000 variables of 10,000 bytes", asyncio.run(_flood_variables(target))
        for term in ("../../../etc/passwd", "$(id)", "x" * 10_000, "x\x1b]0;evil\x07"):
            said = target.run("-tt", "ann@127.0.0.1", typed=b"quit\n", TERM=term)
            yield f"TERM {term[:20]!r}", _unless(b"uid=" not in said and b"root:" not in said, said)
        yield "200,000 sizes of the terminal", asyncio.run(_flood_sizes(target))

    def _sessions(self) -> Iterator[tuple[str, str]]:
        target, control = self._target, self._base / "control"
        master = Visitor(target.ann, "-M", "-S", str(control))
        master.wait_for(SECONDS)
        later = ("-S", str(control), "-O", "forward", "-R", "0:127.0.0.1:1")
        said = target.run(*later, "ann@127.0.0.1")
        yield "a forward later on", _unless(b"ailed" in said or b"refused" in said, said)
        master.cut()
        for option in (
            "Ciphers=3des-cbc",
            "MACs=hmac-md5",
            "KexAlgorithms=diffie-hellman-group1-sha1",
        ):
            said = target.run("-tt", "-o", option, "ann@127.0.0.1", typed=b"quit\n")
            yield option, _unless(not any(word in said for word in GAME_WORDS), said)
        for method in ("password", "hostbased", "gssapi-with-mic", "none"):
            options = ("-o", "PubkeyAuthentication=no", "-o", f"PreferredAuthentications={method}")
            said = target.run("-tt", *options, "ann@127.0.0.1")
            yield f"login by {method}", _unless(b"ermission denied" in said, said)
        other = make_key(self._base, "bob")
        said = target.run("-tt", "-o", f"IdentityFile={other}", "-i", str(other), "ben@127.0.0.1")
        yield "another one's name", _unless(b"ermission denied" in said, said)
        yield "new keys at every kilobyte", self._see("-o", "RekeyLimit=1K")

    def _names(self) -> Iterator[tuple[str, str]]:
        names = (
            *("root", "ann;id", "../../x", "-oProxyCommand=id", "ann\u202e", "a\nb", "a\x1b[2Jb"),
            *("x" * 1_000, "x" * 100_000),
        )
        for name in names:
            with contextlib.suppress(ValueError, OSError):
                said = self._target.run("-tt", "-l", name, "127.0.0.1", typed=b"quit\n")
                entered = any(word in said for word in GAME_WORDS)
                yield f"login name {name[:20]!r}", _unless(not entered, said)

    def _at_the_table(self) -> Iterator[tuple[str, str]]:
        mark = self._mark
        lines = (
            f"!touch {mark}",
            f"save {mark}",
            f"export {mark}",
            f"bot cmd:'touch {mark}' ann",
            "bot external:x",
            f"story {mark}",
            "sit ben",
            "free ann",
            "invite ben",
            "new",
            "rematch",
            f"$(touch {mark})",
            f"`touch {mark}`",
        )
        for line in lines:
            yield f"typed: {line[:40]}", self._see(typed=line)
        for sign, name in ((3, "C"), (26, "Z"), (28, "\\"), (4, "D"), (17, "Q"), (19, "S")):
            yield f"Ctrl+{name}", self._see(raw=bytes([sign]) + f"\ntouch {mark}\n".encode())
        junk = random.Random(1).randbytes(1_000_000)
        yield "a million random bytes", self._see(raw=junk)
        yield "a line without an end", self._see(raw=b"x" * 2_000_000)

    def _see(self, *options: str, typed: str = "", raw: bytes = b"", **variables: str) -> str:
        """Let Ann sit down and type; return a problem if others were harmed."""
        visitor = Visitor(self._target.ann, *options, **variables)
        if visitor.wait_for(SECONDS) is None:
            visitor.cut()
            return f"no game: {visitor.text[-200:]!r}"
        visitor.send(typed.encode() + b"\n" if typed else raw)
        time.sleep(0.7)
        visitor.cut()
        self._target.server.wait_empty()
        return _unless(b"uid=" not in visitor.text, visitor.text)


def _unless(good: bool, said: bytes) -> str:
    return "" if good else repr(said[-200:])


def _connect(target: Target) -> Any:
    """Open a connection of Ann."""
    import asyncssh

    return asyncssh.connect(
        "127.0.0.1",
        target.server.port,
        username="ann",
        client_keys=[str(make_key(target.base, "ann"))],
        known_hosts=None,
        config=None,
    )


async def _flood_variables(target: Target) -> str:
    """Send a hundred million bytes of variables before a shell is asked for."""
    before = target.memory()
    async with _connect(target) as connection:
        names = {f"V{number}": "x" * 10_000 for number in range(10_000)}
        process = await connection.create_process(term_type="dumb", env=names)
        shown = await asyncio.wait_for(process.stdout.readuntil("Type help"), SECONDS)
    grown = target.memory() - before
    return _unless("Risk" in shown and grown < FLOOD_BYTES, b"%d bytes more" % grown)


async def _flood_sizes(target: Target) -> str:
    """Change a terminal's size as fast as possible, while another friend comes."""
    async with _connect(target) as connection:
        process = await connection.create_process(term_type="xterm")
        coming = asyncio.create_task(asyncio.to_thread(target.is_serving, target.ben))
        for number in range(200_000):
            process.change_terminal_size(80 + number % 100, 24)
            if number % 100 == 0:
                await asyncio.sleep(0)
                if process.is_closing():  # The server has cut it off.
                    break
        return _unless(await coming, b"a friend could not come")


def try_silence(target: Target, count: int) -> int:
    """Let friends come while strangers hold connections on which they say nothing."""
    lines = []
    try:
        for _ in range(count):
            lines.append(socket.create_connection(("127.0.0.1", target.server.port)))
        began = time.monotonic()
        is_in = target.is_serving(target.ann)
        seconds = time.monotonic() - began
    finally:
        for line in lines:
            line.close()
    print(f"strangers: {count} silent connections; a friend was in after {seconds:.1f} s: {is_in}")
    return not is_in


async def try_codes(target: Target, count: int, rng: random.Random) -> int:
    """Guess codes from many addresses while a friend plays."""
    import asyncssh

    code = target.server.new_code(target.game, "Ben")
    asked = entered = 0

    class Guesser(asyncssh.SSHClient):
        def kbdint_auth_requested(self) -> str:
            return ""

        def kbdint_challenge_received(self, *_: object) -> list[str]:
            nonlocal asked
            asked += 1
            return [make_code()]

    async def guess(number: int) -> None:
        nonlocal entered
        address = f"127.{1 + number // 60_000}.{number // 250 % 240}.{1 + number % 250}"
        with contextlib.suppress(asyncssh.Error, OSError):
            async with asyncssh.connect(
                "127.0.0.1",
                target.server.port,
                local_addr=(address, 0),
                username="ben",
                client_factory=Guesser,
                client_keys=None,
                known_hosts=None,
                config=None,
            ):
                entered += 1

    # The friend's line answers all the time.
    friend = Visitor(target.ann)
    await asyncio.to_thread(friend.wait_for, SECONDS)
    slowest, tried, began = 0.0, 0, time.monotonic()
    while tried < count:
        await asyncio.gather(*(guess(tried + number) for number in range(min(20, count - tried))))
        tried += min(20, count - tried)
        if tried % 500 == 0:
            slowest = max(slowest, await asyncio.to_thread(friend.seconds_to_answer))
    seconds = time.monotonic() - began
    friend.cut()
    by_key = await asyncio.to_thread(target.is_serving, target.ann)
    right = await asyncio.to_thread(_type_code, target, code)
    print(
        f"strangers: {tried:,} connections with wrong codes in {seconds:.0f} s, {asked:,} codes "
        f"read (limit {MAX_WRONG_CODES_IN_ALL}), {entered} entered; the friend at the table had "
        f"answers within {slowest:.2f} s; by key one comes in meanwhile: {by_key}, by code: {right}"
    )
    return entered + (not by_key) + right + (asked > MAX_WRONG_CODES_IN_ALL + 20)


def _type_code(target: Target, code: str) -> bool:
    """Check whether the right code is read, from another address."""
    options = ("-o", "PubkeyAuthentication=no", "-o", "BatchMode=no", "-tt", "-l", "ben")
    asking = {"SSH_ASKPASS": f"{target.base}/ask", "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0"}
    ask = Path(asking["SSH_ASKPASS"])
    ask.write_text(f"#!/bin/sh\necho {code}\n", encoding="ascii")
    ask.chmod(0o755)
    said = target.run(*options, "127.0.0.1", **asking)
    return any(word in said for word in GAME_WORDS)
