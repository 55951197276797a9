"""The hosted tables as pages in a browser, for the same friends and join codes as over SSH.

A friend logs in with a form; after that a cookie replaces the code until the server ends. Each page
has its own program, whose screen is shown by the script of textual-serve. Strangers get no program.
"""

from __future__ import annotations

import asyncio
import secrets
import shlex
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from html import escape
from pathlib import Path

import textual_serve
from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from risk_tui.data import language
from risk_tui.data.language import _
from risk_tui.host.forks import SHUTDOWN_SECONDS
from risk_tui.host.lobby import SeatChoice, describe_table
from risk_tui.host.server import (
    MAX_FRIENDS,
    Admission,
    Host,
    address_group,
    describe_client,
    friend_environment,
    wrong_code_notice,
)
from risk_tui.host.visit import clamped_size
from risk_tui.saves.errors import SaveError
from risk_tui.saves.guest_list import WATCHERS, login_names

MAX_CONNECTIONS = 300
"""The most connections of browsers; for a new one, the oldest without a game is closed."""

MAX_SESSIONS, MAX_SESSIONS_PER_LOGIN = 200, 20
"""The most browsers that are logged in, in all and with one login name.

For a new one, the oldest has to log in again.
"""

MAX_FORM_BYTES, MAX_MESSAGE_BYTES = 4_096, 65_536
"""The most bytes of a form, and of one message from a page."""

COOKIE = "risk-tui"

_STATIC = Path(textual_serve.__file__).with_name("static")

_FONT = "16px 'Roboto Mono', ui-monospace, monospace"

_HEAD = f"""\
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>risk-tui</title>
<style>
  @font-face {{ font-family: "Roboto Mono";
    src: url("/static/fonts/RobotoMono-VariableFont_wght.ttf"); }}
  body {{ background: #0c181f; color: #e6e6e6; font: {_FONT}; margin: 0; }}
  main {{ max-width: 46em; margin: 15vh auto; padding: 0 1em; }}
  a, button {{ color: #9fd0ff; }}
  input, button {{ font: inherit; background: #12232d; color: inherit; padding: .3em; }}
  label {{ display: block; margin: 1em 0; }}
  .closed {{ display: none; }}
  .-closed .closed {{ display: block; }}
  .-closed .textual-terminal {{ display: none; }}
</style>
"""

_TERMINAL = """\
<link rel="stylesheet" href="/static/css/xterm.css">
<script src="/static/js/textual.js"></script>
<body>
<main class="closed"><p>{left}</p>
<p><a href="">{back}</a> · <a href="/tables">{tables}</a></p></main>
<div id="terminal" class="textual-terminal" data-session-websocket-url="{socket}"
  data-font-size="{size}"></div>
"""

_FORM = """\
<main><h1>risk-tui</h1><p>{message}</p>
<form method="post" action="/login">
<label>{your_name} <input name="name" autocomplete="username" value="{name}" autofocus></label>
<label>{join_code} <input name="code" type="password" autocomplete="current-password"></label>
<button>{come_in}</button></form></main>
"""


class OpenPage:
    """A page with a game, which counts as a connection of a friend."""

    def __init__(self, admission: Admission, close: Callable[[], Awaitable[object]]) -> None:
        self.admission, self._close = admission, close
        self._closing: asyncio.Task[object] | None = None

    def close(self, notice: str) -> None:
        """End the page, which has words of its own for that."""
        self._closing = asyncio.ensure_future(self._close())


class Pages:
    """The web server: a form to log in, the friend's tables, and a page for each game."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._admissions: dict[str, Admission] = {}
        """The friends who are logged in, by the token in their cookie."""
        self._busy: set[object] = set()
        """The connections of pages with a game."""
        app = web.Application(client_max_size=MAX_FORM_BYTES)
        app.add_routes(
            [
                web.get("/", self._show_start),
                web.post("/login", self._log_in),
                web.get("/tables", self._show_tables),
                web.get("/play/{table}/{how:sit|watch}", self._show_game),
                web.get("/ws/{table}/{how:sit|watch}", self._serve_game),
                web.static("/static", _STATIC),
            ]
        )
        app.on_response_prepare.append(_add_headers)
        self._runner = web.AppRunner(app, access_log=None)

    @asynccontextmanager
    async def serve(self, listener: socket.socket) -> AsyncIterator[None]:
        """Open a context in which browsers that connect to a socket are served."""
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(self._new_connection, sock=listener)
        try:
            yield
        finally:
            listening.close()
            await self._runner.cleanup()

    def _new_connection(self) -> asyncio.Protocol:
        server = self._runner.server
        assert server is not None
        if len(server.connections) >= MAX_CONNECTIONS:
            idle = (other for other in server.connections if other not in self._busy)
            if (oldest := next(idle, None)) is not None:
                oldest.force_close()
        protocol = server()
        assert isinstance(protocol, asyncio.Protocol)
        return protocol

    # Logging in

    async def _show_start(self, request: web.Request) -> web.Response:
        admission = self._admission(request)
        if admission is None:
            return _form(_("Your host sent you a name and a code."))
        raise web.HTTPSeeOther("/play/1/sit" if len(admission.places) == 1 else "/tables")

    async def _log_in(self, request: web.Request) -> web.Response:
        form = await request.post()
        name, code = str(form.get("name", "")).strip(), str(form.get("code", ""))
        host, address = self._host, _address(request)
        if host.wrong_codes.is_blocked(address):
            return _form(_("Too many wrong codes. Try again in a few minutes."), name, 429)
        try:
            # Friends also type the name that the others see, such as Zoë for zoe.
            (login,) = login_names([name])
            opened = host.use_code(code, login, [], address)
        except SaveError:
            return _form(_("The guest list can't be read now; ask the host."), name, 503)
        if not opened:
            return _form(wrong_code_notice(), name, 403)
        who = describe_client(login, address)
        host.log(_("{who} logged in with a code, in a browser", who=who))
        own = [token for token, other in self._admissions.items() if other.login == login]
        if len(own) >= MAX_SESSIONS_PER_LOGIN:
            del self._admissions[own[0]]
        elif len(self._admissions) >= MAX_SESSIONS:
            del self._admissions[next(iter(self._admissions))]
        token = secrets.token_urlsafe(32)
        self._admissions[token] = Admission(host, login, "", opened)
        answer = web.HTTPSeeOther("/")
        answer.set_cookie(COOKIE, token, httponly=True, samesite="Lax", secure=_is_secure(request))
        raise answer

    def _admission(self, request: web.Request) -> Admission | None:
        """Return the admission of a browser's friend, if it is still valid."""
        admission = self._admissions.get(request.cookies.get(COOKIE, ""))
        with suppress(SaveError):
            if admission is not None and admission.refresh():
                return admission
        return None

    # Tables

    async def _show_tables(self, request: web.Request) -> web.Response:
        admission = self._admission(request)
        if admission is None:
            raise web.HTTPSeeOther("/")
        rows = []
        for number, place in enumerate(admission.places, 1):
            sit = ""
            if place.name != WATCHERS:
                sit = f'<a href="/play/{number}/sit">{escape(_("sit down"))}</a> · '
            watch = f'<a href="/play/{number}/watch">{escape(_("watch"))}</a>'
            rows.append(f"<li>{escape(describe_table(place.game))}<br>{sit}{watch}</li>")
        return _page(f"<main><h1>{escape(_('Your tables'))}</h1><ol>{''.join(rows)}</ol></main>")

    def _choice(self, request: web.Request, admission: Admission) -> SeatChoice:
        """Return the choice that a page shows; redirect the browser if there is no such table."""
        numbered = {str(number): place for number, place in enumerate(admission.places, 1)}
        place = numbered.get(request.match_info["table"])
        if place is None:
            raise web.HTTPSeeOther("/tables")
        return SeatChoice.at(place, watches=request.match_info["how"] == "watch")

    async def _show_game(self, request: web.Request) -> web.Response:
        admission = self._admission(request)
        if admission is None:
            raise web.HTTPSeeOther("/")
        self._choice(request, admission)  # For its check.
        if len(self._host.friends) >= MAX_FRIENDS:
            message = _("All places for visitors are taken; try again later.")
            return _page(f"<main><p>{escape(message)}</p></main>", 503)
        scheme = "wss" if _is_secure(request) else "ws"
        path = request.path.removeprefix("/play")
        socket = f"{scheme}://{request.host}/ws{path}"
        size = request.query.get("fontsize", "")
        size = size if size.isdecimal() and len(size) < 3 else "16"
        terminal = _fill(
            _TERMINAL,
            socket=socket,
            size=size,
            left=_("The page has left the table. The game is saved at every step."),
            back=_("Come back"),
            tables=_("All tables"),
        )
        return _page(terminal)

    async def _serve_game(self, request: web.Request) -> web.WebSocketResponse:
        admission = self._admission(request)
        origin = request.headers.get("Origin", "")
        if admission is None or origin.partition("://")[2] != request.host:
            raise web.HTTPForbidden
        choice = self._choice(request, admission)
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=MAX_MESSAGE_BYTES)
        await socket.prepare(request)

        async def close() -> None:
            await socket.close()

        page = OpenPage(admission, close)
        if len(self._host.friends) >= MAX_FRIENDS:
            await close()
            return socket
        self._host.add_friend(page)
        self._busy.add(request.protocol)
        service = AppService(
            _command(admission.login, choice),
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=close,
            download_manager=DownloadManager(),
        )
        try:
            query = request.query
            await service.start(*_size(query.get("width"), query.get("height")))
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    await _pass_on(message.json(), service, socket)
        except (ValueError, TypeError, KeyError, IndexError, RecursionError, ConnectionError):
            pass  # Not a message of our pages, or the browser has gone.
        finally:
            self._host.friends.remove(page)
            self._busy.discard(request.protocol)
            await _end(service)
            await close()
        return socket


async def _pass_on(
    message: list[object], service: AppService, socket: web.WebSocketResponse
) -> None:
    """Pass a message from a page to its program."""
    kind = message[0]
    if kind == "stdin":
        await service.send_bytes(str(message[1]).encode())
    elif kind == "resize" and isinstance(size := message[1], dict):
        await service.set_terminal_size(*_size(size["width"], size["height"]))
    elif kind == "ping":
        await socket.send_json(["pong", message[1]])
    elif kind == "blur":
        await service.blur()
    elif kind == "focus":
        await service.focus()


async def _end(service: AppService) -> None:
    """End a page's program; kill it if it does not end within ``SHUTDOWN_SECONDS`` seconds."""
    with suppress(Exception):  # textual-serve raises what its pipes raise.
        await asyncio.wait_for(service.stop(), SHUTDOWN_SECONDS)
    # textual-serve has no way to end a program that does not answer.
    if (process := getattr(service, "_process", None)) is None:
        return
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), SHUTDOWN_SECONDS)
        return
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def _command(login: str, choice: SeatChoice) -> str:
    """Return the command of the program that a page shows."""
    environment = friend_environment({}, login)
    words = [
        *("exec", "env", *(f"{name}={value}" for name, value in environment.items())),
        *(sys.executable, "-P", "-m", "risk_tui", *choice.command),
    ]
    # The program's last lines are for a terminal; textual-serve would print them at the host.
    return f"{shlex.join(words)} 2>/dev/null"


def _size(width: object, height: object) -> tuple[int, int]:
    return clamped_size(max(int(str(width)), 0), max(int(str(height)), 0))


def _address(request: web.Request) -> str:
    """Return the address under which a browser's wrong codes are counted.

    A proxy on this machine passes the address on in a header.
    """
    remote = request.remote or ""
    if address_group(remote) in ("127.0.0.1", "::/64"):
        remote = request.headers.get("X-Forwarded-For", remote).rpartition(",")[2].strip()
    return address_group(remote)


def _is_secure(request: web.Request) -> bool:
    return request.headers.get("X-Forwarded-Proto", request.scheme) == "https"


def _form(message: str, name: str = "", status: int = 200) -> web.Response:
    form = _fill(
        _FORM,
        message=message,
        name=name[:100],
        your_name=_("Your name"),
        join_code=_("Join code"),
        come_in=_("Come in"),
    )
    return _page(form, status)


def _fill(template: str, **texts: str) -> str:
    """Return a template with its texts, which are escaped for HTML."""
    return template.format(**{name: escape(text) for name, text in texts.items()})


def _page(body: str, status: int = 200) -> web.Response:
    start = f'<!DOCTYPE html>\n<html lang="{language.current().replace("_", "-")}">\n'
    return web.Response(text=start + _HEAD + body, content_type="text/html", status=status)


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"
    response.headers["Referrer-Policy"] = "no-referrer"
