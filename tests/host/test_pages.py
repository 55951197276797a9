"""Friends log in to pages in a browser by their codes; strangers get only a form."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from risk_tui.data import language
from risk_tui.host.server import MAX_WRONG_CODES
from risk_tui.saves.guest_list import GuestList, Place
from tests.new_games import new_game
from tests.waiting import PATIENCE

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")


@dataclass
class Browser:
    """A browser with its cookies."""

    session: Any
    url: str

    async def open(self, path: str, **form: str) -> tuple[int, str, str]:
        """Open a page, or send its form; return the status, the path where that led, the text."""
        call = self.session.post if form else self.session.get
        async with call(f"{self.url}{path}", data=form or None) as answer:
            return answer.status, answer.url.path, await answer.text()

    async def connect(self, path: str, origin: str | None = None) -> Any:
        """Connect like the script of a page."""
        return await self.session.ws_connect(f"{self.url}{path}", origin=origin or self.url)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Place]:
    """Ann's places at two tables."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    games = (new_game(tmp_path / f"{name}.risk", "Ann,Ben") for name in ("war", "peace"))
    return [Place(game.resolve(), "Ann") for game in games]


@asynccontextmanager
async def browsing(places: list[Place]) -> AsyncIterator[Browser]:
    """Open a context with a host of pages, and yield a browser for it."""
    from risk_tui.host.pages import Pages
    from risk_tui.host.server import Host, listen

    games = [place.game for place in places]
    host = Host(games, GuestList(), None, {}, lambda line: None)  # type: ignore[arg-type]
    listener = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    cookies = aiohttp.CookieJar(unsafe=True)  # It stores those of numeric addresses.
    async with Pages(host).serve(listener), aiohttp.ClientSession(cookie_jar=cookies) as session:
        yield Browser(session, url)


async def log_in(browser: Browser, place: Place) -> None:
    """Log in with a new code for a place."""
    await browser.open("/login", name=place.name, code=GuestList().new_code(place))


async def closed(page: Any) -> None:
    """Wait until the server has closed a page."""
    while (await page.receive()).type not in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
        pass


async def test_wrong_codes_show_a_message_and_are_limited(places: list[Place]) -> None:
    async with browsing(places) as browser:
        for path in ("/", "/tables", "/play/1/sit"):
            assert (await browser.open(path))[1] == "/"
        for _ in range(MAX_WRONG_CODES):
            status, _, text = await browser.open("/login", name="<b>", code="0000-0000-0000")
            assert (status, "Wrong name or code" in text) == (403, True)
            assert "<b>" not in text
        code = GuestList().new_code(places[0])
        status, _, text = await browser.open("/login", name="ann", code=code)
        assert (status, "Too many wrong codes" in text) == (429, True)
        for path, origin in (("/ws/1/sit", None), ("/ws/1/watch", "http://evil.example")):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await browser.connect(path, origin)
            assert refused.value.status == 403


@pytest.mark.parametrize("typed", ["Zoë Lee", "zoe-lee", " ZOE LEE "])
async def test_friend_logs_in_by_the_name_of_the_player(typed: str, tmp_path: Path) -> None:
    zoe = Place(new_game(tmp_path / "zoe.risk", "Ann,Zoë Lee").resolve(), "Zoë Lee")
    async with browsing([zoe]) as browser:
        code = GuestList().new_code(zoe)
        assert (await browser.open("/login", name=typed, code=code))[1] == "/play/1/sit"


async def test_code_opens_the_tables_until_it_is_revoked(places: list[Place]) -> None:
    guests = GuestList()
    async with browsing(places) as browser:
        code = guests.new_code(places[0])
        assert (await browser.open("/login", name="ANN", code=code))[1] == "/play/1/sit"
        text = (await browser.open("/play/1/sit"))[2]
        assert f"ws://{browser.url[7:]}/ws/1/sit" in text
        for number in ("0", "2", "x"):
            assert (await browser.open(f"/play/{number}/sit"))[1] == "/tables"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await browser.connect("/ws/1/sit", "http://evil.example")
        guests.revoke(places[0])
        assert (await browser.open("/play/1/sit"))[1] == "/"


async def test_page_shows_the_seat_and_closes_with_its_program(places: list[Place]) -> None:
    async with browsing(places[:1]) as browser:
        await log_in(browser, places[0])
        page = await browser.connect("/ws/1/sit?width=120&height=36")
        shown = b""
        async with asyncio.timeout(PATIENCE):
            while b" ANN " not in shown:
                shown += await page.receive_bytes()
            await page.send_json(["nonsense"])
            await page.send_json(["stdin", "q"])
            await closed(page)


async def test_deeply_nested_message_closes_the_page_without_a_log(
    places: list[Place], caplog: pytest.LogCaptureFixture
) -> None:
    async with browsing(places[:1]) as browser:
        await log_in(browser, places[0])
        page = await browser.connect("/ws/1/watch?width=80&height=24")
        async with asyncio.timeout(PATIENCE):
            await page.send_str("[" * 60_000)
            await closed(page)
    assert not caplog.records


async def test_oldest_page_of_a_friend_is_closed_for_a_new_one(
    places: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.host.server.MAX_CONNECTIONS_PER_LOGIN", 1)
    async with browsing(places[:1]) as browser:
        await log_in(browser, places[0])
        first = await browser.connect("/ws/1/watch?width=80&height=24")
        async with asyncio.timeout(PATIENCE):
            second = await browser.connect("/ws/1/watch?width=80&height=24")
            await closed(first)
        assert not second.closed


async def test_friend_who_logs_in_again_and_again_logs_no_other_friend_out(
    places: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.host.pages.MAX_SESSIONS_PER_LOGIN", 1)
    monkeypatch.setattr("risk_tui.host.pages.MAX_SESSIONS", 2)
    cookies = aiohttp.CookieJar(unsafe=True)
    async with browsing(places) as ann, aiohttp.ClientSession(cookie_jar=cookies) as session:
        ben = Browser(session, ann.url)
        await log_in(ann, places[0])
        for _ in range(2):
            await log_in(ben, places[0]._replace(name="Ben"))
        assert (await ann.open("/"))[1] == "/play/1/sit"
        assert (await ben.open("/"))[1] == "/play/1/sit"


async def test_page_says_that_all_places_are_taken(
    places: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.host.pages.MAX_FRIENDS", 0)
    async with browsing(places[:1]) as browser:
        await log_in(browser, places[0])
        status, _, text = await browser.open("/play/1/sit")
        assert (status, "try again later" in text) == (503, True)


@pytest.mark.usefixtures("english_again")
async def test_pages_name_the_language_of_the_host(places: list[Place]) -> None:
    language.use("pt_BR")
    async with browsing(places) as browser:
        text = (await browser.open("/"))[2]
    assert '<html lang="pt-BR">' in text
