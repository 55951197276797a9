"""A ruleset as YAML, as a text record quotes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

_FLOW_WIDTH = 88
"""The maximum number of characters of a table of the rules that is written on one line."""


def ruleset_text(data: Mapping[str, Any]) -> str:
    """The plain data of a ruleset as YAML with every value, so that it needs no other file."""
    return str(
        yaml.dump(
            _restore_integer_keys(data),
            Dumper=_Dumper,
            allow_unicode=True,
            sort_keys=False,
            width=96,
        )
    )


class _Dumper(yaml.SafeDumper):
    """Writes small tables on one line, and texts that look like numbers in quotes."""


def _represent_table(dumper: _Dumper, data: dict[Any, Any]) -> yaml.Node:
    small = len(str(data)) <= _FLOW_WIDTH and not any(
        isinstance(value, dict) for value in data.values()
    )
    return dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=small)


def _represent_list(dumper: _Dumper, data: list[Any]) -> yaml.Node:
    small = len(str(data)) <= _FLOW_WIDTH and not any(
        isinstance(value, list | dict) for value in data
    )
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=small)


def _represent_text(dumper: _Dumper, data: str) -> yaml.Node:
    style = "'" if data.strip("+-.0123456789") == "" else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(dict, _represent_table)
_Dumper.add_representer(list, _represent_list)
_Dumper.add_representer(str, _represent_text)


def _restore_integer_keys(value: Any) -> Any:
    """Plain data with integers for the keys that JSON turned into texts."""
    if isinstance(value, dict):
        return {
            int(key) if str(key).isdecimal() else key: _restore_integer_keys(item)
            for key, item in value.items()
        }
    return [_restore_integer_keys(item) for item in value] if isinstance(value, list) else value
