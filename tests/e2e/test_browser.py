"""The program on a page in a browser, by a server of Textual."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from risk_tui.tui.terminal import browser_page
from risk_tui.tui.terminal.browser_page import show_on_page
from risk_tui.tui.theme.palette import FREE, RGB, SEA, SEAT_COLOURS, tint
from tests.e2e.terminal import PROGRAM
from tests.ssh.server import free_port
from tests.tui.tables import new_table
from tests.waiting import PATIENCE

GAME = ("new", "--players", "Ann,Ben,Cid")
BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or ""


@pytest.fixture
def page_environment(tmp_path: Path) -> dict[str, str]:
    """The variables that a server of Textual sets, in an environment without a terminal."""
    env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return env | {
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "COLUMNS": "120",
        "ROWS": "36",
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }


def read_until(program: subprocess.Popen[bytes], wanted: bytes) -> bytes:
    """Read the output of a program until it has a text; return it."""
    assert program.stdout is not None
    written = b""
    while wanted not in written:
        ready, _, _ = select.select([program.stdout], [], [], PATIENCE)
        data = os.read(program.stdout.fileno(), 1 << 16) if ready else b""
        assert data, (wanted, written[-500:])
        written += data
    return written


def ink(colour: RGB) -> bytes:
    """Return the code of a background colour of 24 bits."""
    return "48;2;{};{};{}".format(*colour).encode()


@contextlib.contextmanager
def page(
    environment: dict[str, str], *command: str, code: int = 2
) -> Iterator[subprocess.Popen[bytes]]:
    """Open a context with a program on a page; closing the page ends it with a code."""
    pipe = subprocess.PIPE
    words = [PROGRAM, *command]
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as program:
        try:
            yield program
            assert program.poll() is None, "the page would be empty"
            closing = b'{"type": "quit"}'
            program.communicate(b"M" + len(closing).to_bytes(4, "big") + closing)
            assert program.returncode == code
        finally:
            program.kill()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (("join", "war.risk", "--seat", "Dora"), b"unknown seat 'Dora'"),
        (("resume", "no-such-game"), b"there is no saved game named"),
        (("jion", "war.risk"), b"unknown command 'jion'"),
        (("join", "war.risk", "--plain"), b"--plain doesn't work in a browser"),
    ],
    ids=["seat", "game", "command", "lines"],
)
def test_page_says_why_there_is_no_game(
    page_environment: dict[str, str], tmp_path: Path, command: tuple[str, ...], reason: bytes
) -> None:
    game = str(new_table(tmp_path / "war.risk").path)
    words = [game if word == "war.risk" else word for word in command]
    with page(page_environment, *words) as program:
        shown = read_until(program, b"Close this page")
        assert shown.startswith(b"__GANGLION__\n")
        assert reason in b" ".join(shown.split())


@pytest.mark.parametrize("command", [("--help",), ("docs",)], ids=["help", "docs"])
def test_page_without_a_screen_says_so(
    page_environment: dict[str, str], command: tuple[str, ...]
) -> None:
    with page(page_environment, *command, code=0) as program:
        shown = read_until(program, b"Close this page")
        assert shown.startswith(b"__GANGLION__\n")
        assert b"opens no screen" in b" ".join(shown.split())


def test_page_has_all_colours_accepts_keys_and_reports_the_end(
    page_environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "war.risk"
    new_table(path).close()
    with page(page_environment, "join", str(path), "--seat", "Ann") as program:
        begun = read_until(program, b"CLAIM")
        assert ink(SEA) in begun
        assert "▛".encode() in begun
        assert program.stdin is not None
        program.stdin.write(b"D" + (1).to_bytes(4, "big") + b":")
        program.stdin.flush()
        read_until(program, b"Tab")  # It is in the help of the command line.
        path.unlink()
        shown = read_until(program, b"Close this page")
        assert b"war.risk" in shown and b'{"type": "exit"}' not in shown


def test_page_keeps_names_with_hyphens_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    monkeypatch.setattr(browser_page._Page, "is_blank", True)
    monkeypatch.setenv("COLUMNS", "40")
    with Path(os.devnull).open() as closed, os.fdopen(writing, "wb") as page:
        monkeypatch.setattr(sys, "__stdin__", closed)
        monkeypatch.setattr(sys, "__stdout__", page)
        show_on_page("that game is over; watch: risk-tui join ann-ben-cid-2026-11-25")
    shown = os.read(reading, 4_096)
    os.close(reading)
    assert b"ann-ben-cid-2026-11-25" in shown
    assert b"risk-tui" in shown


# In a real browser


@pytest.fixture
def server(tmp_path: Path, page_environment: dict[str, str]) -> Iterator[str]:
    """The address of a server whose pages show a new game."""
    pytest.importorskip("textual_serve")
    if not BROWSER:
        pytest.skip("no browser is installed")
    port = free_port()
    code = (
        "import sys; from textual_serve.server import Server; "
        "Server(sys.argv[1], host='127.0.0.1', port=int(sys.argv[2])).serve()"
    )
    env = page_environment | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = " ".join([PROGRAM, *GAME])
    process = subprocess.Popen(
        [sys.executable, "-c", code, command, str(port)], env=env, stdout=subprocess.DEVNULL
    )
    yield f"http://127.0.0.1:{port}/"
    process.terminate()
    process.wait()


COUNT_COLOURS = """new Promise(done => {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = image.width; canvas.height = image.height;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const bytes = context.getImageData(0, 0, image.width, image.height).data, found = {};
    for (let at = 0; at < bytes.length; at += 4) {
      const colour = bytes.slice(at, at + 3).join();
      found[colour] = (found[colour] || 0) + 1;
    }
    done(found);
  };
  image.onerror = () => done({});
  image.src = "data:image/png;base64,%s";
})"""


class Page:
    """A page in a headless browser, controlled by the browser's protocol."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._calls = 0

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method of the browser; return an empty result while the page changes."""
        self._calls += 1
        await self._socket.send_json({"id": self._calls, "method": method, "params": parameters})
        while True:
            answer = await self._socket.receive_json(timeout=PATIENCE)
            if answer.get("id") == self._calls:
                return dict(answer.get("result", {}))

    async def press_enter(self) -> None:
        """Click on the page to focus it, and press Enter."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.call(
                "Input.dispatchMouseEvent", type=kind, x=5, y=5, button="left", clickCount=1
            )
        for kind in ("keyDown", "keyUp"):
            await self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key="Enter",
                windowsVirtualKeyCode=13,
                text="\r" if kind == "keyDown" else "",
            )

    async def shows(self, *colours: RGB) -> None:
        """Wait until one of some colours covers at least a territory."""
        wanted = {",".join(map(str, colour)) for colour in colours}
        async with asyncio.timeout(PATIENCE):
            while True:
                picture = (await self.call("Page.captureScreenshot")).get("data", "")
                answer = await self.call(
                    "Runtime.evaluate",
                    expression=COUNT_COLOURS % picture,
                    awaitPromise=True,
                    returnByValue=True,
                )
                found = answer.get("result", {}).get("value", {})
                if max((found.get(colour, 0) for colour in wanted), default=0) > 300:
                    return


async def test_browser_shows_the_map_in_full_colour(server: str, tmp_path: Path) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    browser = await asyncio.create_subprocess_exec(
        BROWSER,
        *("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,850"),
        *("--remote-debugging-port=0", f"--user-data-dir={tmp_path / 'browser'}", "about:blank"),
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert browser.stderr is not None
        line = b""
        while b"DevTools listening on" not in line:
            line = await asyncio.wait_for(browser.stderr.readline(), PATIENCE)
        host = line.decode().split("ws://")[1].split("/")[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://{host}/json") as answer:
                pages = await answer.json(content_type=None)
            address = next(each for each in pages if each["type"] == "page")
            async with session.ws_connect(
                address["webSocketDebuggerUrl"], max_msg_size=0
            ) as connection:
                page = Page(connection)
                async with asyncio.timeout(PATIENCE):
                    while "errorText" in await page.call("Page.navigate", url=server):
                        pass  # The server is still starting.
                await page.shows(SEA)
                await page.shows(tint(FREE, "choice"))
                await page.press_enter()
                await page.shows(*(tint(each, "quiet") for each in SEAT_COLOURS.values()))
    finally:
        with contextlib.suppress(ProcessLookupError):
            browser.kill()
        await browser.wait()
