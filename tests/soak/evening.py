"""An evening: five friends, who connect in different ways, play a mission game.

Ann uses a key; Ben and Cleo use codes, Cleo in line mode; Dan has 80 by 24 characters; Eve uses a
browser. They place armies and talk; Ann and Ben agree on a truce, and the clock decides for Dan.
Then bots continue for them, which keep no truce. Two friends lose their connections and return, the
host is restarted, and after the game two friends start a rematch.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyte

from risk_tui.data.settings import Settings
from risk_tui.engine.decisions import ToPlace
from risk_tui.saves.save_file import read_summary
from risk_tui.saves.talk import ACCEPT, BROKEN, LATE, TalkLine
from risk_tui.saves.talk import TRUCE as OFFER
from risk_tui.table.seats import COLOURS, Seat
from risk_tui.table.table import Table
from tests.host.server import Friend, HostServer
from tests.new_games import create_table
from tests.ssh.server import Line, free_port
from tests.waiting import wait_for

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")

PLACED = 10
"""The number of armies that the friends place."""

CLOCK = 20
"""Seconds for a decision."""

TRUCE = 20
"""The rounds of the truce between Ann and Ben."""

LATER_ROUND = 3
"""The round in which two friends lose their connections, two before the host is restarted."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""


def run(options: argparse.Namespace) -> int:
    """Play the evening; return 1 after a fault."""
    with tempfile.TemporaryDirectory(prefix="risk-evening-") as folder:
        evening = Evening(Path(folder))
        try:
            evening.run()
        except (AssertionError, TimeoutError) as error:
            print(f"evening: {error}")
            return 1
        finally:
            evening.close()
    return 0


class Browser:
    """Eve's browser, with the form and the script of a page."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._socket: Any = None

    @property
    def text(self) -> str:
        """The text on the page."""
        return "\n".join(self._screen.display)

    def log_in(self, name: str, code: str) -> None:
        """Type the code into the form, and open the page of the first table."""
        self._call(self._log_in(name, code))

    def press(self, text: str) -> None:
        """Type on the page."""
        self._call(self._socket.send_json(["stdin", text]))

    def close(self) -> None:
        """Close the page, and the browser."""
        if self._socket is not None:
            self._call(self._socket.close())
            self._call(self._session.close())
            self._socket = None

    def _call(self, call: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(call, self._loop).result(60)

    async def _log_in(self, name: str, code: str) -> None:
        import aiohttp

        self._screen = pyte.Screen(120, 36)
        self._session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        form = {"name": name, "code": code}
        async with self._session.post(f"{self._url}/login", data=form) as page:
            found = re.search(r'url="ws(://[^"]+)"', await page.text())
            assert found is not None, f"no page for {name}: {page.status}"
        address = f"http{found[1]}?width=120&height=36"
        self._socket = await self._session.ws_connect(address, origin=self._url)
        self._reading = asyncio.create_task(self._read(self._socket))

    async def _read(self, socket: Any) -> None:
        stream = pyte.ByteStream(self._screen)
        async for message in socket:
            if isinstance(message.data, bytes):
                stream.feed(message.data)


class Evening:
    """The host, the terminals of the friends, and the events of the evening."""

    def __init__(self, folder: Path) -> None:
        self._began = time.monotonic()
        self._game = folder / "evening.risk"
        seats = [Seat(name, COLOURS[number], "person", "most") for number, name in enumerate(NAMES)]
        create_table(seats, "us-1993-mission", path=self._game).close()
        self._web = free_port()
        options = ["--web", str(self._web), "--clock", f"{CLOCK}s"]
        self._server = HostServer(folder, [self._game], options=options)
        for name in NAMES:  # the settings of each friend
            file = folder / f"data/risk-tui/host/settings/{name.lower()}/risk-tui/settings.json"
            file.parent.mkdir(parents=True)
            file.write_text(json.dumps(asdict(Settings(pace="instant", defence="most"))))
        self._server.start()
        self._codes = dict(re.findall(r"  (\w+): ssh .* code (\S+)", "\n".join(self._server.lines)))
        self._lines: dict[str, Line] = {}
        self._browser = Browser(f"http://127.0.0.1:{self._web}")

    def close(self) -> None:
        """End all."""
        for line in self._lines.values():
            with line:
                pass
        self._browser.close()
        self._server.stop()

    def run(self) -> None:
        """Play the evening.

        Raises:
            AssertionError: After a fault.
        """
        for name in NAMES:
            self._come(name, with_code=True)
        self._say("all five are at the table")
        for _ in range(PLACED):
            self._place()
        self._say(f"{PLACED} armies placed by hand")
        self._talk()
        self._leave_dan_to_the_clock()
        for name in NAMES:
            self._type(name, "bot mira yes")
        self._wait_for_round(LATER_ROUND)
        for name in ("Ann", "Ben"):
            self._lines.pop(name).drop()
        self._say(f"Ann and Ben cut off in round {self._round()}")
        for name in ("Ann", "Ben"):
            began = time.monotonic()
            self._come(name, with_code=name != "Ann")
            self._say(f"{name} back in {time.monotonic() - began:.1f} s")
        self._wait_for_round(LATER_ROUND + 2)
        steps = self._steps()
        self._server.stop()
        self._browser.close()
        for line in self._lines.values():
            line.drop()
        self._lines.clear()
        assert self._steps() >= steps, "steps are lost"
        self._server.start()
        self._say(f"host started again in round {self._round()}")
        for name in NAMES:
            self._come(name, with_code=name not in ("Ann", "Dan"))
        self._say("all five are back")
        self._wait(self._is_over, "the end of the game")
        winners = read_summary(self._game).winners
        self._say(f"{' and '.join(winners)} won in round {self._round()}, {self._steps()} steps")
        breakers = [NAMES[line.seat] for line in self._said(BROKEN)]
        self._say(f"the truce was broken by {breakers[0]}" if breakers else "the truce held")
        self._meet_again()

    def _come(self, name: str, *, with_code: bool) -> None:
        """Connect a friend in their own way."""
        code = self._codes[name]
        if name == "Eve":
            self._browser.log_in("eve", code)
            self._wait_for_page("? help", "Keep it secret")
            return
        friend = Friend(self._server, name.lower(), has_key=name in ("Ann", "Dan"))
        columns, rows = (80, 24) if name == "Dan" else (120, 36)
        variables = {"TERM": "dumb"} if name == "Cleo" else {}
        line = Line(friend, friend.login, columns=columns, rows=rows, **variables)  # type: ignore[arg-type]
        if with_code:
            line.wait(f"code for {friend.login}: ")
            line.press(code, "enter")
        first = ("Type help",) if name == "Cleo" else ("? help", "Keep it secret")
        line.until(lambda: any(text in line.text for text in first), f"{name}'s table")
        self._lines[name] = line

    def _wait_for_page(self, *texts: str) -> None:
        """Wait for Eve's page to show one of some texts."""
        page = self._browser
        try:
            wait_for(lambda: any(text in page.text for text in texts), " or ".join(texts))
        except AssertionError as error:
            raise AssertionError(f"{error}; Eve's page:\n{page.text}") from None

    def _type(self, name: str, command: str) -> None:
        if name == "Eve":
            self._browser.press(f":{command}\r")
        elif name == "Cleo":
            self._lines[name].press(f"{command}\n")
        else:
            self._lines[name].press(f":{command}", "enter")

    def _place(self) -> None:
        """Let the friend to move place an army."""
        table = Table.join(self._game)
        decision, steps = table.decision, table.steps
        assert isinstance(decision, ToPlace)
        name = table.seats[decision.seat].name
        own = table.board.territories[table.view(None).territories_of(decision.seat)[0]].name
        table.close()
        self._close_mission(name)
        time.sleep(0.5)  # Keys before a new question can be seen are dropped.
        self._type(name, f"place {own}")
        wait_for(lambda: self._steps() > steps, f"{name}'s army on {own}")

    def _talk(self) -> None:
        """Let Ann greet all, and make a truce with Ben."""
        self._type("Ann", "say good evening")
        for name in ("Ben", "Cleo", "Dan"):
            self._lines[name].until(
                lambda name=name: "good evening" in self._lines[name].text, f"a greeting to {name}"
            )
        self._type("Ann", f"truce ben {TRUCE}")
        wait_for(lambda: self._said(OFFER), "the offer of a truce")
        time.sleep(1)
        self._type("Ben", "accept")
        wait_for(lambda: self._said(ACCEPT), "a truce")
        self._say("Ann has greeted all, and made a truce with Ben")

    def _leave_dan_to_the_clock(self) -> None:
        """Place armies until it is Dan's turn, and wait until his time is up."""
        while self._asked() != "Dan":
            self._place()
        wait_for(lambda: self._said(LATE), "the clock to play for Dan")
        (line,) = self._said(LATE)
        assert NAMES[line.seat] == "Dan", f"{NAMES[line.seat]} was late"
        self._say(f"Dan's time was up, and {line.text} has placed for him")

    def _asked(self) -> str:
        with closing(Table.join(self._game)) as table:
            assert table.decision is not None
            return table.seats[table.decision.seat].name

    def _said(self, kind: str) -> list[TalkLine]:
        """Return the lines of a kind beside the game."""
        with closing(Table.join(self._game)) as table:
            lines = [*table.ledger.talk, *table.talk.broken_truces(None)]
            return [line for line in lines if line.kind == kind]

    def _close_mission(self, name: str) -> None:
        """Close a friend's mission, which covers the board before their first decision."""
        if name == "Eve":
            self._wait_for_page("Eve: place", "Keep it secret")
            time.sleep(1)  # Keys before the mission can be read are dropped.
            if "Keep it secret" in self._browser.text:
                self._browser.press("\x1b")
            self._wait_for_page("Eve: place")
        elif name != "Cleo":
            line = self._lines[name]
            own = f"{name}: place"
            line.until(lambda: own in line.text or "Keep it secret" in line.text, own)
            wait_for(lambda: self._closes(line, own), own)

    def _closes(self, line: Line, question: str) -> bool:
        """Close the mission if it is open; return True if the question is shown."""
        line.read(0.5)
        if "Keep it secret" in line.text:
            line.press("escape")
        return question in line.text

    def _steps(self) -> int:
        with closing(Table.join(self._game)) as table:
            return table.steps

    def _round(self) -> int:
        return read_summary(self._game).round

    def _wait_for_round(self, number: int) -> None:
        self._wait(lambda: self._round() >= number or self._is_over(), f"round {number}")

    def _is_over(self) -> bool:
        return bool(read_summary(self._game).winners)

    def _wait(self, condition: Any, what: str) -> None:
        """Wait for a condition while all terminals are read."""
        deadline = time.monotonic() + 1200
        while not condition():
            assert time.monotonic() < deadline, f"never saw {what}"
            for line in self._lines.values():
                line.read(0.05)

    def _meet_again(self) -> None:
        """Let two friends ask for a rematch, and check that they are at one table."""
        for name in ("Ann", "Dan"):
            self._lines[name].wait("won")
            self._lines[name].press("escape")
            self._lines[name].press("\x12")
            self._lines[name].wait("PLACE")
        game = self._server.guests.rematch_of(self._game.resolve())
        assert game is not None, "there is no rematch"
        seated = {seat for seat in NAMES if seat in self._seated(game)}
        assert seated == {"Ann", "Dan"}, f"at the rematch: {seated}"
        self._say("Ann began the next game, and Dan joined it")

    def _seated(self, game: Path) -> list[str]:
        from risk_tui.saves.folder import SavedGame

        return list(SavedGame(game, read_summary(game)).at_table())

    def _say(self, what: str) -> None:
        print(f"evening: {time.monotonic() - self._began:6.1f} s  {what}", flush=True)
