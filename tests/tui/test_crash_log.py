"""The crash log, which contains no secrets."""

from __future__ import annotations

import platform
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

import risk_tui
from risk_tui.data import crash_log
from risk_tui.data.crash_log import (
    MAX_LOG_SIZE,
    describe,
    fault_message,
    log_fault,
    log_path,
    report_fault,
)

CANARY = "Kamtschatka17"


def caught(kind: type[BaseException] = KeyError) -> BaseException:
    """A fault with a secret in its message, its notes, its cause and its variables."""
    card = CANARY
    try:
        try:
            {}[card]
        except KeyError as error:
            problem = kind(card, {card: card})
            problem.add_note(card)
            raise problem from error
    except BaseException as error:
        return error


def deep(levels: int) -> None:
    """Call itself, and fail at the end."""
    if levels:
        deep(levels - 1)
    raise ValueError(CANARY)


def test_crash_log_has_places_and_types_but_no_values() -> None:
    text = describe(caught(AssertionError))
    assert "builtins.AssertionError" in text
    assert "builtins.KeyError" in text
    assert "test_crash_log.py, line" in text
    assert "in caught" in text
    assert CANARY not in text


@pytest.mark.parametrize("kind", ["link", "second name"])
def test_crash_log_overwrites_no_other_file(kind: str, tmp_path: Path) -> None:
    log, letter = log_path(), tmp_path / "letter"
    log.parent.mkdir(parents=True)
    letter.write_text("a letter")
    if kind == "link":
        log.symlink_to(letter)
    else:
        log.hardlink_to(letter)
    assert log_fault(caught()) is None
    assert letter.read_text() == "a letter"


def test_crash_log_includes_nested_errors() -> None:
    wrapper = RuntimeError(CANARY)
    wrapper.error = caught(ZeroDivisionError)  # type: ignore[attr-defined]
    text = describe(ExceptionGroup(CANARY, [wrapper, TypeError(CANARY)]))
    kinds = ("ExceptionGroup", "RuntimeError", "ZeroDivisionError", "KeyError", "TypeError")
    assert all(kind in text for kind in kinds)
    assert CANARY not in text


def test_crash_log_of_cycles_and_deep_recursion_is_short() -> None:
    one, other = KeyError(), ValueError()
    one.__cause__, other.__cause__ = other, one
    assert describe(one).splitlines() == ["builtins.KeyError", "builtins.ValueError"]
    with pytest.raises(ValueError, match=CANARY) as fall:
        deep(500)
    assert len(describe(fall.value).splitlines()) < 70


def test_crash_log_is_appended_bounded_and_private() -> None:
    for _ in range(2):
        assert log_fault(caught()) == log_path()
    text = log_path().read_text()
    assert text.count("risk-tui ") == 2
    for package in ("textual", "rich"):
        assert f"{package.title()} {version(package)}," in text
    assert f"Python {platform.python_version()}" in text
    log_path().write_text("x" * (MAX_LOG_SIZE + 1))
    log_path().chmod(0o600)
    log_fault(caught())
    assert log_path().stat().st_size < 5_000
    assert log_path().with_name("fault.log.1").stat().st_size == MAX_LOG_SIZE + 1
    assert stat.S_IMODE(log_path().stat().st_mode) == 0o600


def test_unwritable_crash_log_raises_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash_log, "log_path", lambda: tmp_path / "no\0folder" / "fault.log")
    assert log_fault(caught()) is None
    assert fault_message(caught(), None) == "risk-tui crashed (KeyError)"


MISTAKES = {
    "cards = [1, 2": "SyntaxError: '[' was never closed, {file}:2",
    "crds": "NameError: crds, {file}:2",
    "from risk_tui.errors import RiskErorr": "ImportError: cannot import name 'RiskErorr' from",
    "import rsk": "ModuleNotFoundError: No module named 'rsk', {file}:2",
    "import math; math.py": "AttributeError: module.py, {file}:2",
    "len()": "TypeError: len() takes exactly one argument (0 given), {file}:2",
}
"""Lines with mistakes of a developer, and what is said of a module with such a line."""


@pytest.mark.parametrize("line", MISTAKES)
def test_mistake_in_the_source_is_told_in_a_line(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "mistaken.py"
    module.write_text(f"\n{line}\n")
    monkeypatch.setattr(risk_tui, "__path__", [str(tmp_path)])
    with pytest.raises(Exception) as mistake:
        import_module("risk_tui.mistaken")
    said = MISTAKES[line].format(file=module)
    message = report_fault(mistake.value)
    assert message.startswith(f"risk-tui crashed ({said}")
    assert message.endswith(f"; the details are in {log_path()}")
    assert "\n" not in message
    kind, words = said.split(", ")[0].split(": ", 1)
    assert f"builtins.{kind}: {words}" in log_path().read_text()
    assert f"{module}, line 2" in log_path().read_text()


def test_message_of_an_error_in_a_game_is_never_shown() -> None:
    assert CANARY not in fault_message(caught(TypeError), None)
    assert CANARY not in fault_message(caught(AttributeError), None)


def test_development_mode_shows_a_traceback() -> None:
    """``python -X dev`` is for developers, who see the values too."""
    command = [sys.executable, "-X", "dev", "-W", "ignore", "-c", DEVELOPED]
    shown = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert shown.startswith("Traceback (most recent call last):\n")
    assert "NameError: name 'crds' is not defined" in shown
    assert shown.splitlines()[-1].startswith("risk-tui crashed (NameError: crds, ")


DEVELOPED = """
from risk_tui import cli
cli.load_settings = lambda: crds
cli.main(["keys"])
"""


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    """Python's hooks as the program sets them, put back afterwards; the faults of threads."""
    for module, name in (("sys", "excepthook"), ("sys", "unraisablehook")):
        monkeypatch.setattr(f"{module}.{name}", None)
    monkeypatch.setattr("threading.excepthook", None)
    found: list[BaseException] = []
    crash_log.install_hooks(found.append)
    yield found


def test_uncaught_errors_print_nothing(
    hooks: list[BaseException], capfd: pytest.CaptureFixture[str]
) -> None:
    thread = threading.Thread(target=deep, args=(1,))
    thread.start()
    thread.join()
    assert [type(each) for each in hooks] == [ValueError]

    class Careless:
        def __del__(self) -> None:
            raise ValueError(CANARY)

    Careless()
    assert "Careless.__del__" in log_path().read_text()
    assert CANARY not in log_path().read_text()
    assert capfd.readouterr() == ("", "")
