"""A cache of parsed style sheets for all apps of a process."""

from __future__ import annotations

from functools import cache
from typing import Any

from pytest import MonkeyPatch
from textual.css import stylesheet
from textual.css.model import RuleSet
from textual.css.tokenize import Token

_parse, _tokenize_values = stylesheet.parse, stylesheet.tokenize_values


class _Tokens(dict[str, "list[Token]"]):
    """Tokens of variables, which are compared by identity."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


@cache
def _tokens(values: frozenset[tuple[str, str]]) -> _Tokens:
    return _Tokens(_tokenize_values(dict(values)))


@cache
def _rules(*arguments: Any, **options: Any) -> list[RuleSet]:
    return list(_parse(*arguments, **options))


def parse_once(monkeypatch: MonkeyPatch) -> None:
    """Let Textual reuse the rules of a sheet that was parsed before with the same variables.

    Rules are looked up by identity, which is faster without a method in Python.
    """
    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)
    monkeypatch.setattr(
        stylesheet, "tokenize_values", lambda values: _tokens(frozenset(values.items()))
    )
    monkeypatch.setattr(stylesheet, "parse", _rules)
