"""A rematch at a hosted table has the same players, codes and keys."""

from __future__ import annotations

import io
import shutil
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from risk_tui.data.environment import HOSTED
from risk_tui.errors import RiskError
from risk_tui.line_mode.session import LineSession
from risk_tui.saves.folder import saved_games
from risk_tui.saves.guest_list import WATCHERS, GuestList, Place
from risk_tui.saves.save_file import summary_json
from risk_tui.table.rematch import rematch
from risk_tui.table.seats import PERSON
from risk_tui.table.table import Table
from risk_tui.tui.game import remote_terminals
from tests.line_mode.keyboard import typed
from tests.new_games import finish, one_round_table
from tests.saves.games import change
from tests.tui.tables import MIDDLE, on_screen, said, seated, until


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that is over."""
    finish(one_round_table(tmp_path / "war.risk", "Ann,Zoë"))
    return tmp_path / "war.risk"


def invite(game: Path) -> str:
    """Invite Ann by a key, Zoë by a code, and watchers; return Zoë's code."""
    guests, ann = GuestList(), Place(game, "Ann")
    guests.use_code(guests.new_code(ann), [ann], ["SHA256:a"])
    guests.new_code(Place(game, WATCHERS))
    return guests.new_code(Place(game, "Zoë"))


def test_first_friend_starts_the_rematch_and_others_join_it(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, guests = invite(game), GuestList()
    monkeypatch.setenv(HOSTED, "ann")
    ann, zoe = Table.join(game, "Ann"), Table.join(game, "Zoë")
    next_ann, next_zoe = rematch(ann), rematch(zoe)
    for table in (ann, zoe, next_ann, next_zoe):
        table.close()
    following = next_ann.path.resolve()
    assert next_zoe.path.resolve() == following != game
    assert [seat.name for seat in next_ann.seats[:2]] == ["Ann", "Zoë"]
    assert len(next_ann.seating.local_people) == 1
    assert guests.has_key(Place(following, "Ann"), "SHA256:a")
    assert guests.invitation(Place(following, WATCHERS)).has_code
    assert guests.has_same_code(Place(following, "Zoë"), Place(game, "Zoë"))
    assert not guests.has_same_code(Place(following, "Ann"), Place(game, "Zoë"))
    both = [Place(game, "Zoë"), Place(following, "Zoë")]
    assert guests.use_code(code, both, ["SHA256:z"]) == both
    assert guests.with_successors([game]) == [game, following]
    with closing(Table.open(game)) as host, closing(rematch(host)) as again:
        assert again.path.resolve() == following
    following.unlink()
    assert guests.rematch_of(game) is None


def test_the_host_leaves_seats_in_a_rematch_to_friends_who_join_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "war.risk"
    finish(one_round_table(game, "Ann,Zoë,Kai"))
    invite(game)
    with ExitStack() as tables:
        zoe, kai = (
            tables.enter_context(closing(Table.join(game, name))) for name in ("Zoë", "Kai")
        )
        ann = tables.enter_context(closing(Table.open(game)))
        monkeypatch.setenv(HOSTED, "kai")
        tables.enter_context(closing(rematch(kai)))
        assert tables.enter_context(closing(rematch(ann))).seating.local_seats == {0}
        assert tables.enter_context(closing(rematch(zoe))).seating.local_seats == {1}


async def test_friends_at_a_screen_are_told_of_a_rematch(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite(game)
    monkeypatch.setenv(HOSTED, "ann")
    monkeypatch.setattr(remote_terminals, "PRESENCE_CHECK_INTERVAL", 0.0)
    async with seated(Table.join(game, "Ann"), size=MIDDLE, raise_curtain=False) as pilot:
        await until(pilot, lambda: "The game is over" in on_screen(pilot.app))
        with closing(Table.join(game, "Zoë")) as zoe, closing(rematch(zoe)):
            await until(pilot, lambda: said(pilot.app).startswith("A rematch has started"))
            assert "^R: rematch" in said(pilot.app)


def test_friend_in_line_mode_is_told_of_a_rematch(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite(game)
    monkeypatch.setenv(HOSTED, "ann")
    out = io.StringIO()

    class Lines(io.StringIO):
        """Zoë starts a rematch while Ann's program waits for a line."""

        def readline(self, size: int | None = -1, /) -> str:
            session.wake()
            assert "A rematch has started" not in out.getvalue()
            with closing(Table.join(game, "Zoë")) as zoe, closing(rematch(zoe)):
                session.wake()
                session.wake()
            return ""

    with closing(Table.join(game, "Ann")) as ann:
        session = LineSession(ann, Lines(), out, io.StringIO(), interactive=True)
        assert session.run() == 0
    assert out.getvalue().count("A rematch has started; to join it, type rematch") == 1


def test_friend_in_line_mode_starts_the_rematch(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``docs/host.md``: after a game any friend can have a rematch."""
    invite(game)
    monkeypatch.setenv(HOSTED, "ann")
    shown = typed(Table.join(game, "Ann"), "rematch", interactive=True)
    assert "type rematch" in shown.out
    assert shown.out.count("Risk, US 1993: Ann, Zoë") == 2
    assert GuestList().rematch_of(game) is not None


def test_friend_who_only_watches_is_offered_no_rematch(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite(game)
    monkeypatch.setenv(HOSTED, "eve")
    assert "rematch" not in typed(Table.join(game), "rematch", interactive=True).out


def test_guest_without_a_host_joins_the_rematch(game: Path) -> None:
    host = Table.open(game)
    for seat in (0, 1):
        host.set_player(seat, PERSON)
    host.leave_seat(1)
    guest = Table.join(game, "Zoë")
    with pytest.raises(RiskError, match="then ask again here"):
        rematch(guest)
    started = rematch(host)
    damaged = Path(shutil.copy(game, started.path.with_name("a-damaged.risk")))
    summary = replace(started.ledger.log.summary(), steps=9)
    change(damaged, "UPDATE head SET value = ? WHERE key = 'summary'", summary_json(summary, 9))
    change(damaged, "UPDATE head SET value = 'x' WHERE key = 'game'")
    assert saved_games()[0].path == damaged
    joined = rematch(guest)
    assert joined.path == started.path
    assert joined.seating.local_seats == started.seating.remote_seats == {1}
    for table in (host, guest, started, joined):
        table.close()


def test_guests_without_a_host_start_no_rematch(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(HOSTED, raising=False)
    invite(game)
    with closing(Table.join(game, "Ann")) as ann, closing(Table.join(game)) as eve:
        with pytest.raises(RiskError, match="then ask again here"):
            rematch(ann)
        monkeypatch.setenv(HOSTED, "eve")
        with pytest.raises(RiskError, match="then ask again here"):
            rematch(eve)
