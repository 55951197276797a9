"""``dataclass`` as the standard library has it, but light for frozen classes.

The standard one compiles six methods for each of two hundred classes, in half a millisecond and ten
kilobytes. Here frozen classes share all but ``__init__``, compiled when it is first called.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from inspect import get_annotations
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, **options: bool) -> Any:
        """Make a class a dataclass; the options are those of the standard library."""
        if options.get("frozen") and options.keys() <= {"frozen", "slots"}:
            return lambda cls: _frozen(cls, slots=options.get("slots", False))
        return dataclasses.dataclass(cls, **options)


def _frozen(cls: type, *, slots: bool) -> type:
    """A class as a frozen dataclass, with all that the standard library asks of one."""
    all_fields = _fields(cls)
    real = tuple(all_fields.values())
    added = {name: it for name, it in _SHARED.items() if cls.__dict__.get(name) is None}
    added["__dataclass_fields__"] = all_fields
    added["__match_args__"] = tuple(it.name for it in real if it.init and not it.kw_only)
    added["_compared"] = _getter(it.name for it in real if it.compare)
    hashed = (it for it in real if (it.compare if it.hash is None else it.hash))
    added["_hashed"] = _getter(it.name for it in hashed)
    made = _with_slots(cls, all_fields.keys(), added) if slots else _with(cls, added)

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        init = _compile_init(made)
        made.__init__ = init  # type: ignore[misc]
        init(self, *values, **named)

    if "__init__" not in cls.__dict__:
        made.__init__ = __init__  # type: ignore[misc]
    return made


def _with(cls: type, added: Mapping[str, object]) -> type:
    """A class with more attributes, and without those that only declare fields."""
    for name, value in dict(cls.__dict__).items():
        if isinstance(value, Field):
            delattr(cls, name)
    for name, value in added.items():
        setattr(cls, name, value)
    return cls


def _with_slots(cls: type, names: Collection[str], added: Mapping[str, object]) -> type:
    """A class made anew with more attributes, and a slot for each of the names."""
    inherited = {name for base in cls.__mro__ for name in base.__dict__.get("__slots__", ())}
    kept = {
        name: value
        for name, value in cls.__dict__.items()
        if name not in names and name not in ("__dict__", "__weakref__")
    }
    own = {"__slots__": tuple(name for name in names if name not in inherited)}
    made: type = type(cls)(cls.__name__, cls.__bases__, kept | own | dict(added))
    made.__qualname__ = cls.__qualname__
    return made


def _fields(cls: type) -> dict[str, Field[Any]]:
    """The fields of a class by their names, inherited ones first."""
    all_fields: dict[str, Field[Any]] = {}
    for base in reversed(cls.__mro__[1:]):
        if "__dataclass_fields__" in base.__dict__:
            all_fields |= {it.name: it for it in fields(base)}
    for name, annotation in get_annotations(cls).items():
        if not str(annotation).startswith(("ClassVar", "typing.ClassVar")):
            all_fields[name] = _field(name, annotation, cls.__dict__.get(name, MISSING))
    return all_fields


def _field(name: str, annotation: object, given: Any) -> Field[Any]:
    """A field as it is declared: without or with a default, or with ``field()``."""
    described = Field.__new__(Field)
    for attribute in Field.__slots__:  # as copy() does, but in a fifth of its time
        setattr(described, attribute, getattr(_STANDARD_FIELD, attribute))
    described.name, described.type = name, annotation
    if isinstance(given, Field):
        for option in ("default", "default_factory", "init", "repr", "hash", "compare"):
            setattr(described, option, getattr(given, option))
        described.kw_only = given.kw_only is True
    elif type(given).__hash__ is None:
        raise ValueError(f"{name} would share its default: use default_factory")
    else:
        described.default = given
    return described


def _getter(names: Iterable[str]) -> Callable[[object], Any]:
    """A function that gets these attributes of an object."""
    names = tuple(names)
    return attrgetter(*names) if names else type


def _compile_init(cls: Any) -> Callable[..., None]:
    """The method that sets the fields of an object, with their defaults."""
    parameters: list[str] = []
    keywords: list[str] = []
    body: list[str] = []
    known: dict[str, Any] = {"_MISSING": MISSING}
    for field in fields(cls):
        name, default, value = field.name, "", field.name
        if field.default is not MISSING:
            known[f"_default_{name}"] = field.default
            default = f"=_default_{name}"
        elif field.default_factory is not MISSING:
            known[f"_make_{name}"] = field.default_factory
            default, value = "=_MISSING", f"_make_{name}() if {name} is _MISSING else {name}"
        elif not field.init:
            continue
        if field.init:
            (keywords if field.kw_only else parameters).append(f"{name}{default}")
        # The descriptor of a slot is twice as quick as object.__setattr__.
        slot = getattr(cls, name, None)
        known[f"_set_{name}"] = getattr(slot, "__set__", None) or _setter(name)
        body.append(f"_set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    signature = ", ".join(["self", *parameters, *(["*", *keywords] if keywords else [])])
    exec(f"def __init__({signature}):\n " + "\n ".join(body or ["pass"]), known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _setter(name: str) -> Callable[[object, object], None]:
    return lambda instance, value: object.__setattr__(instance, name, value)


def _equal(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    compared = self._compared
    return compared(self) == compared(other)


def _hash(self: Any) -> int:
    return hash(self._hashed(self))


def _represent(self: Any) -> str:
    shown = (f"{it.name}={getattr(self, it.name)!r}" for it in fields(self) if it.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse_to_set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _get_state(self: Any) -> list[object]:
    return [getattr(self, it.name) for it in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for it, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, it.name, value)


@dataclasses.dataclass(frozen=True)
class _Standard:
    """A frozen dataclass of the standard library, for what it knows of its own."""

    field: int


(_STANDARD_FIELD,) = fields(_Standard)
_SHARED: dict[str, Any] = {
    "__eq__": _equal,
    "__hash__": _hash,
    "__repr__": _represent,
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _get_state,
    "__setstate__": _set_state,
    "__dataclass_params__": _Standard.__dataclass_params__,  # type: ignore[attr-defined]
}
"""What every frozen dataclass has in common."""
