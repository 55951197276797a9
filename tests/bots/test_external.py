"""Bots that are programs, by the protocol of ``docs/bot-protocol.md``, or come with packages."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from risk_tui.bots import external_bot, external_process, make_bot
from risk_tui.bots.base import BotFault, BotStopped, Choice, is_offered
from risk_tui.bots.external_bot import (
    ExternalBot,
    decide_message,
    game_message,
    label_of,
    read_answer,
    read_hello,
)
from risk_tui.bots.external_messages import FROM_BOT, TO_BOT, schema
from risk_tui.bots.external_process import read_message
from risk_tui.bots.guarded import MAX_FAULTS, GuardedBot, TimedBot
from risk_tui.bots.reasons import WinsContinent
from risk_tui.cli import main
from risk_tui.cli.bots import CheckResult
from risk_tui.engine.actions import Action, Attack, Claim, EndPhase, Trade
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import Decision
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from tests.editions import SOME
from tests.engine.positions import BOARD, US, at, position
from tests.extent import few
from tests.fuzz.mutate import VALUES
from tests.waiting import PATIENCE, wait_for

ROOT = Path(__file__).parents[2]
EXAMPLE = f"{sys.executable} {ROOT / 'docs' / 'bots' / 'example_bot.py'}"

_HELLO = '{"type":"hello","protocol":1,"name":"Trial"}'
_PROGRAM = """import json, os, sys, time
print({hello!r}, flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] != "decide":
        continue
    action = {{k: v for k, v in m["actions"][0].items() if k not in ("number", "most")}}
    answer = {{"type": "action", "id": m["id"], "action": action}}
    {answer}
"""


@pytest.fixture
def started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., ExternalBot]]:
    """Return a function that starts a bot which runs the code ``answer`` for every decision."""
    bots: list[ExternalBot] = []
    monkeypatch.setattr(external_bot, "HELLO_LIMIT", PATIENCE)
    monkeypatch.setattr(external_process, "HURRIED_LIMIT", PATIENCE)

    def start(answer: str, limit: float = PATIENCE, hello: str = _HELLO) -> ExternalBot:
        file = tmp_path / f"bot{len(bots)}.py"
        file.write_text(_PROGRAM.format(hello=hello, answer=answer), "utf-8")
        bots.append(ExternalBot(f"{sys.executable} {file}", limit))
        return bots[-1]

    yield start
    for bot in bots:
        bot.close()


def second_decision() -> tuple[View, Decision]:
    """Return the second decision of a game, to claim a territory, and the view of its seat."""
    game = Game(GameSetup(BOARD, US, 3), seeded_chance(1))
    game.apply(game.legal_actions()[0].action)
    assert game.decision is not None
    return game.view(game.decision.seat), game.decision


SAY = "print(json.dumps(answer), flush=True)"


def test_a_program_plays_by_the_actions_that_it_is_offered(
    started: Callable[..., ExternalBot],
) -> None:
    view, decision = second_decision()
    reason = "answer['reason'] = dict(kind='wins', continent=2)"
    bot = started(f"{reason}; {SAY}")
    choice = bot.consider(view, decision)
    assert choice.action == view.offers[0].action
    assert choice.reason == WinsContinent(2)
    assert bot.player == "external:trial"


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("print('hello', flush=True)", "not JSON: hello"),
        ("print('\\x1b[2J' * 9, flush=True)", r"not JSON: \\x1b"),
        ("print('[' * 60000, flush=True)", "not JSON"),
        ("print('9' * 60000, flush=True)", "not JSON|no object"),
        ("print('[1]', flush=True)", "not an object"),
        ("answer['id'] = 'x'; " + SAY, "without the id 1"),
        ("answer['action'] = None; " + SAY, 'without an "action"'),
        ("action['do'] = 'surrender'; " + SAY, "not a known action"),
        ("action['territory'] = True; " + SAY, "True as the territory"),
        ("action['territory'] = -1; " + SAY, "-1 as the territory"),
        ("action['more'] = 1; " + SAY, "is no claim"),
        ("os.write(1, b'x' * 70000)", "line of more than 64 KB"),
        ("os.write(1, b'\\n' * 3000000)", "writes too much"),
        ("sys.exit(3)", "ended with exit code 3"),
        ("sys.stderr.write('a\\x1b[31m\\nno licence\\n'); sys.exit(1)", r"1: no licence"),
        ("os.kill(os.getpid(), 9)", "killed by signal 9"),
    ],
)
def test_invalid_answer_is_described_in_one_line(
    started: Callable[..., ExternalBot], answer: str, problem: str
) -> None:
    with pytest.raises(BotFault) as fault:
        started(answer).choose(*second_decision())
    assert re.search(problem, fault.value.with_details)
    assert len(fault.value.with_details) < 200


def test_a_program_that_is_late_is_passed_over_and_its_late_answer_too(
    started: Callable[..., ExternalBot],
) -> None:
    view, decision = second_decision()
    late = "m['id'] == 1 and sys.stdin.readline()"
    second = "m['id'] == 1 and print(json.dumps(answer | {'id': 2}), flush=True)"
    bot = started(f"{late}; {SAY}; {second}", limit=0.2)
    with pytest.raises(BotFault, match=r"no answer in 0\.2 s"):
        bot.choose(view, decision)
    bot.limit = PATIENCE
    assert bot.choose(view, decision) == view.offers[0].action


def test_a_program_that_thinks_can_be_hurried_and_ended(
    started: Callable[..., ExternalBot],
) -> None:
    bot = started("m = json.loads(sys.stdin.readline()); assert m['type'] == 'hurry'; " + SAY)
    view, decision = second_decision()
    answers: list[object] = []
    thinker = Thread(target=lambda: answers.append(bot.choose(view, decision)))
    thinker.start()
    while thinker.is_alive():
        bot.hurry()
        thinker.join(0.01)
    assert answers == [view.offers[0].action]

    def think() -> None:
        with pytest.raises(BotStopped, match="was ended"):
            bot.choose(view, decision)
        answers.append("ended")

    thinker = Thread(target=think)
    thinker.start()
    bot.close()
    thinker.join()
    assert answers[-1] == "ended"
    thinker = Thread(target=think, daemon=True)
    thinker.start()
    thinker.join(PATIENCE)
    assert not thinker.is_alive(), "it does not wait for a program that has ended"


_CHILDREN = {
    "a child": "subprocess.Popen(['sleep', '1000'])",
    "a session of its own": "subprocess.Popen(['sleep', '1000'], start_new_session=True)",
    "without the environment": "subprocess.Popen(['/bin/sleep', '1000'], env={}, "
    "start_new_session=True)",
    "an orphan": "subprocess.Popen([sys.executable, '-c', 'import subprocess as s; "
    "print(s.Popen([\\'sleep\\', \\'1000\\'], start_new_session=True, stdout=s.DEVNULL).pid)'], "
    "stdout=subprocess.PIPE)",
}
"""Ways to start something that outlives its parent."""


@pytest.mark.parametrize("kind", _CHILDREN)
def test_closing_ends_whatever_a_program_has_started(
    started: Callable[..., ExternalBot], tmp_path: Path, kind: str
) -> None:
    if kind != "a child" and not Path("/proc/self/environ").exists():
        pytest.skip("only Linux says what was started by what")
    pid = tmp_path / "pid"
    number = "child.communicate()[0].decode()" if kind == "an orphan" else "str(child.pid)"
    bot = started(
        f"import subprocess; child = {_CHILDREN[kind]}; "
        f"open({str(pid)!r}, 'w').write({number}); " + SAY
    )
    bot.choose(*second_decision())
    child = int(pid.read_text())
    os.kill(child, 0)
    bot.close()

    def is_gone() -> bool:
        status = Path(f"/proc/{child}/stat")
        try:
            return not status.exists() or status.read_text().split()[2] == "Z"
        except OSError:
            return True

    wait_for(is_gone, "the end of the child")


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("/no/such/bot", "cannot start: No such file"),
        ("false", "ended with exit code 1"),
        ("'oops", "cannot be read: No closing quotation"),
        ("", "is empty"),
        ("echo hi", "not JSON: hi"),
        ("echo '{}'", 'does not begin with a message of the type "hello"'),
        ('echo \'{"type":"hello","protocol":7}\'', "speaks version 7 of the protocol"),
        ('echo \'{"type":"hello"}\'', "speaks version null of the protocol"),
        ("echo $HOME `id` > /tmp/x", r"not JSON: \$HOME `id` > /tmp/x"),
    ],
)
def test_a_program_that_does_not_start_is_refused(command: str, problem: str) -> None:
    with pytest.raises(RiskError, match=problem):
        ExternalBot(command)


def test_what_a_program_is_called() -> None:
    assert label_of("My Bot!", "./x") == "my-bot"
    assert label_of("", "./My_bot.py --deep") == "my-bot"
    assert label_of("\x1b[2J" * 50, "./x")[:4].isprintable()
    assert label_of("  ", "/-/-") == "bot"
    assert len(label_of("x" * 900, "")) <= 24


# What is sent


def test_messages_match_the_schema_and_show_only_own_cards_and_missions() -> None:
    for name in few(SOME, 6):
        rules = load_ruleset(name)
        game = Game(GameSetup(load_board(rules.board.home), rules, 3), seeded_chance(7))
        bot = make_bot("recruit", 7)
        for number in range(1, 200):
            decision = game.decision
            if decision is None:
                break
            view = game.view(decision.seat)
            if number % 25 == 1:
                message = decide_message(number, view, decision, 5.0).to_data()
                TO_BOT.validate_json(json.dumps(message), strict=True)
                start = game_message(view, "s").to_data()
                TO_BOT.validate_json(json.dumps(start), strict=True)
                assert message["view"]["hand"] == list(view.hand)
                assert [it["number"] for it in message["view"]["missions"]] == list(view.missions)
                for offer, data in zip(view.offers, message["actions"], strict=True):
                    data = {k: v for k, v in data.items() if k not in ("number", "most")}
                    answer = {"type": "action", "id": number, "action": data}
                    FROM_BOT.validate_python(answer)
                    assert read_answer(answer, view).action == offer.action
            game.apply(bot.choose(view, decision))


def test_memories_are_sent_under_the_keys_of_their_variants() -> None:
    """The variant of several Earths runs after revolt, though its key sorts before it."""
    changes: dict[str, object] = {"variants.earths.earths": 2, "variants.revolt.share": 3}
    rules = with_house_rules(load_ruleset("us-1993"), changes)
    view = Game(GameSetup(BOARD, rules, 3), seeded_chance(7)).view(0)
    assert view.decision is not None
    sent = decide_message(1, view, view.decision, 5.0).to_data()["view"]["variants"]
    assert sent["earths"] is None
    assert not sent["revolt"]["asked"]


def test_bot_does_not_learn_the_seed_of_the_dice(started: Callable[..., ExternalBot]) -> None:
    bot = started(SAY)
    bot.use_seed("secret/0")
    assert "secret" not in bot._seed
    view, _ = second_decision()
    assert "secret" not in json.dumps(game_message(view, bot._seed).to_data())


# Untrusted bots


class _Bad:
    """A bot that returns or raises the given values in turn, after calling those that it can."""

    def __init__(self, *answers: object) -> None:
        self.answers = [*answers]
        self.closed = False

    def choose(self, view: View, decision: Decision) -> object:
        answer = self.answers.pop(0)
        if callable(answer):
            answer = answer()
        if issubclass(type(answer), BaseException):
            raise answer  # type: ignore[misc]
        return answer

    def close(self) -> None:
        self.closed = True


class _BadWithReasons(_Bad):
    """A bot that also has a method for reasons, and can't be hurried."""

    consider = _Bad.choose

    def hurry(self) -> None:
        raise SystemExit


def guarded(bot: object, told: list[str]) -> GuardedBot:
    """Return the guard of a package's bot."""
    timed = TimedBot(bot)  # type: ignore[arg-type]
    return GuardedBot(timed, make_bot("recruit", 1), "Ben", "bad", told.append)


def test_another_bot_answers_for_one_that_fails_and_that_is_told_once() -> None:
    view, decision = second_decision()
    legal = view.offers[3].action
    told: list[str] = []
    late = BotFault("gave no answer")
    bad = _Bad(late, legal, late, late, late, legal)
    bot = GuardedBot(bad, make_bot("recruit", 1), "Ben", "bad", told.append)  # type: ignore[arg-type]
    for _ in range(2 + MAX_FAULTS):
        assert is_offered(bot.choose(view, decision), view.offers)
    assert told == [
        "Ben's player, bad, gave no answer: a built-in bot answered",
        "Ben's player, bad, gave no answer: a built-in bot takes over",
    ]
    assert bad.closed
    bot.choose(view, decision)
    assert bad.answers == [legal], "it is asked no more"


@pytest.mark.parametrize(
    "fault",
    [
        Trade((7, 8, 9)),
        Trade(("7", 8, 9)),  # type: ignore[arg-type]
        BotFault("ended with exit code 1", "KeyError: 789"),
        KeyError(789),
    ],
)
def test_faults_of_bots_show_no_cards_at_the_table(fault: object) -> None:
    view, decision = second_decision()
    told: list[str] = []
    bot = guarded(_Bad(fault), told)
    bot.choose(view, decision)
    assert len(told) == 1
    assert not set("789") & set(told[0])


def test_nonsense_beside_an_action_is_left_out() -> None:
    view, _ = second_decision()
    action = {"do": "claim", "territory": view.offers[0].action.aims[0]}
    for value in (*VALUES, 1.5, -0.1, -(10**400)):
        message = {"type": "action", "action": action, "reason": value, "more": value}
        choice = read_answer(message, view)
        assert choice.action == view.offers[0].action
        assert choice.reason is None
        message["reason"] = {"kind": "eliminates", "seat": 1, "cards": value}
        reason = read_answer(message, view).reason
        assert reason is None or reason.cards is None or 0 <= reason.cards < 1000  # type: ignore[attr-defined]


class _Quits:
    """What a package's bot may do to end the program that asks it."""

    def __getattribute__(self, name: str) -> Any:
        raise SystemExit

    def __repr__(self) -> str:
        raise SystemExit


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        *((answer, "without an action") for answer in (None, 7, Choice(None), Choice(Claim))),
        (Choice(Claim("0")), "chose an invalid action"),
        (Choice(Claim(10**5000)), "failed: ValueError"),
        (Choice(Attack(0, 1, 3)), "chose an illegal action"),
        *((error, error.__name__) for error in (SystemExit, KeyboardInterrupt, GeneratorExit)),
        *((error, error.__name__) for error in (CancelledError, BaseException)),
        *((_Quits, "SystemExit"), (lambda: Choice(_Quits()), "SystemExit")),
        (lambda: Choice(EndPhase(), _Quits()), "SystemExit"),
    ],
)
@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_fault_of_a_bot_of_a_package_is_described(answer: object, problem: str) -> None:
    """It never ends the program, and another bot answers."""
    view, decision = second_decision()
    told: list[str] = []
    bot = guarded(_BadWithReasons(answer), told)
    bot.hurry()
    assert is_offered(bot.choose(view, decision), view.offers)
    (notice,) = told
    assert problem in notice


@pytest.mark.parametrize("version", [True, 1.0, "1", [1], None])
def test_version_of_the_protocol_is_a_whole_number(version: object) -> None:
    with pytest.raises(BotFault, match="of the protocol"):
        read_hello({"type": "hello", "protocol": version})


@pytest.mark.parametrize("answered", [True, 1.0, "1"])
def test_id_of_an_answer_is_a_whole_number(answered: object) -> None:
    with pytest.raises(BotFault, match="without the id 1"):
        read_message(json.dumps({"type": "action", "id": answered}).encode(), 1)


def test_a_bot_of_a_package_may_fail_or_never_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("risk_tui.bots.guarded.HURRIED_LIMIT", 0.05)
    view, decision = second_decision()

    class Endless:
        def choose(self, view: View, decision: Decision) -> object:
            hurried.hurry()
            while not over:
                time.sleep(0.01)
            return view.offers[0].action

    over: list[bool] = []
    hurried = TimedBot(Endless(), limit=PATIENCE)  # type: ignore[arg-type]
    with pytest.raises(BotFault, match=r"ZeroDivisionError$"):
        TimedBot(_Bad(ZeroDivisionError("by zero"))).choose(view, decision)  # type: ignore[arg-type]
    with pytest.raises(BotStopped, match="no answer"):
        TimedBot(Endless(), limit=0.05).choose(view, decision)  # type: ignore[arg-type]
    with pytest.raises(BotStopped, match="did not answer quickly"):
        hurried.choose(view, decision)
    over.append(True)


# bot-check, and the example


def test_the_example_is_short_and_plays_by_every_ruleset(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (ROOT / "docs" / "bots" / "example_bot.py").read_text("utf-8")
    assert len(text.splitlines()) < 60
    played = few(SOME, 5)
    rules = [word for name in played for word in ("--rules", name)]
    options = ["--rounds", "1", "--json", "--time-limit", str(PATIENCE), *rules]
    assert main(["bot-check", EXAMPLE, *options]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["rules"] for row in rows] == played
    for row in rows:
        assert (row["late"], row["wrong"], row["problem"]) == (0, 0, "")
        assert row["legal"] > 0


@pytest.mark.usefixtures("english_again")
def test_the_check_is_translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = CheckResult("us-1993", legal=3, seconds=[0.0012] * 3, rounds=1)
    monkeypatch.setattr("risk_tui.cli.bots.check_bot", lambda *_, **__: result)
    for language, heading, mean in (("en", "RULES", "1.2 ms"), ("de", "REGELN", "1,2 ms")):
        assert main(["bot-check", "./mybot", "--rules", "us-1993", "--lang", language]) == 0
        first, second = capsys.readouterr().out.splitlines()
        assert first.startswith(heading)
        assert ("LONGEST" in first) == (language == "en")
        assert mean in second
        assert len(first) == len(second)


def test_a_bad_bot_fails_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.py"
    file.write_text(_PROGRAM.format(hello=_HELLO, answer="print('?', flush=True)"), "utf-8")
    ruleset = (ROOT / "rulesets/us-1993.yaml").read_text("utf-8")
    own_rules = tmp_path / "mine.yaml"
    own_rules.write_text(ruleset.replace("ruleset: us-1993", "ruleset: mine"), "utf-8")
    rules = ["--rules", str(own_rules), "--rounds", "1"]
    assert main(["bot-check", f"{sys.executable} {file}", *rules]) == 1
    assert "not JSON: ?" in capsys.readouterr().out
    for arguments, problem in (
        ([], "name a program"),
        ([EXAMPLE, "--rounds", "0"], "at least 1 round"),
        ([EXAMPLE, "--time-limit", "nan"], "--time-limit must be between 0.01 and 3600 seconds"),
        ([EXAMPLE, "--rules", "us-1994"], "us-1999"),
        (["/no/such/bot"], "cannot start"),
        (["cmd:"], "the command of the bot is empty"),
    ):
        assert main(["bot-check", *arguments]) == 2
        printed = capsys.readouterr()
        assert problem in printed.err
        assert not printed.out


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot-check", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema()
    assert json.loads((ROOT / "docs/bots/protocol.schema.json").read_text("utf-8")) == schema()


def test_messages_in_the_documentation_are_valid() -> None:
    page = (ROOT / "docs" / "bot-protocol.md").read_text("utf-8")
    lines = [
        line
        for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)
        for line in block.splitlines()
    ]
    messages = [json.loads(line) for line in lines]
    kinds = {message["type"] for message in messages}
    assert kinds == {"hello", "game", "decide", "action", "hurry", "quit"}
    for message in messages:
        if message["type"] in ("hurry", "quit") or "program" in message:
            TO_BOT.validate_python(message)
        elif message["type"] in ("hello", "action"):
            FROM_BOT.validate_python(message)


def test_a_whole_fight_may_be_an_answer() -> None:
    view = position({"Ann": {"Ukraine": 9}, "Ben": {"Ural": 5}}).view(0)
    ends = {"source": at("Ukraine"), "target": at("Ural"), "dice": 3}

    def chosen(least: list[int]) -> Action:
        action = {"do": "attack", **ends, "least": least}
        answer = {"type": "action", "id": 1, "action": action}
        return read_answer(answer, view).action

    assert chosen([3, 5]) == Attack(at("Ukraine"), at("Ural"), 3, (3, 5))
    with pytest.raises(BotFault):
        chosen([])
