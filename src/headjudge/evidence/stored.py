"""Audits as bytes, to be kept and read again: JSON, read as strictly as a stranger's.

What is written follows from the types: a tuple is a list, a value of an enum or of a class
says which. A new field or class needs nothing here. What has a type that is not known makes
an audit one that cannot be kept, and never one that is kept in part.
"""

from __future__ import annotations

import dataclasses
import json
from enum import Enum
from functools import cache
from types import GenericAlias, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from headjudge.evidence.results import Audit
from headjudge.evidence.strict import MAX_DIGITS, parse_json
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.syntax import Rulebook

_CLASS = "class"
_MEMBER = "member"
_WITHOUT = "rulebook"  # whoever asks has it
_LARGEST = 10**MAX_DIGITS - 1
_FILE = "a stored audit"


class UnfitError(ValueError):
    """An audit holds something that cannot be kept, or bytes hold no audit."""


def encode(audit: Audit) -> bytes:
    """An audit without its rulebook. Raises UnfitError."""
    document = _fields(audit, without=_WITHOUT)
    data = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    try:
        parse_json(data, _FILE)
    except UnreadableError as error:
        raise UnfitError(str(error)) from error
    return data


def decode(data: bytes, rulebook: Rulebook) -> Audit:
    """The audit of a rulebook in such bytes. Raises UnfitError."""
    try:
        found = _object(parse_json(data, _FILE).value, Audit, rulebook=rulebook)
    except (UnreadableError, RecursionError) as error:
        raise UnfitError(str(error)) from error
    if not isinstance(found, Audit):
        raise UnfitError(_FILE)
    return found


# --------------------------------------------------------------------------- writing


def _fields(value: Any, without: str = "") -> dict[str, object]:  # noqa: ANN401 - a dataclass
    names = [one.name for one in dataclasses.fields(value) if one.name != without]
    parts = {name: _plain(getattr(value, name)) for name in names}
    return {_CLASS: type(value).__name__, **parts}


def _plain(value: object) -> object:
    match value:
        case None | bool() | str():
            return value
        case Enum():
            return {_CLASS: type(value).__name__, _MEMBER: value.name}
        case int() if abs(value) <= _LARGEST:
            return value
        case tuple():
            return [_plain(one) for one in value]
        case _ if dataclasses.is_dataclass(value):
            return _fields(value)
        case _:
            raise UnfitError(f"a value of {type(value).__name__} is not kept")


# --------------------------------------------------------------------------- reading


class _AnyValue:
    """Stands for the type of a game's values, which speaks of itself."""


@cache
def _hints(of: type) -> dict[str, Any]:
    return get_type_hints(of, localns={"Value": _AnyValue})


def _object(value: object, of: type, **given: object) -> object:
    """A value of a dataclass, with just its fields."""
    if not isinstance(value, dict) or value.get(_CLASS) != of.__name__:
        raise UnfitError(f"no {of.__name__}")
    hints = _hints(of)
    names = {one.name for one in dataclasses.fields(of)} - given.keys()
    if value.keys() != names | {_CLASS}:
        raise UnfitError(f"other fields than {of.__name__} has")
    parts = {name: _typed(value[name], hints[name]) for name in names}
    return of(**parts, **given)


def _typed(value: object, hint: Any) -> object:  # noqa: ANN401 - a type in any form
    """A value of a type. Raises UnfitError."""
    if hint is _AnyValue:
        return _value(value)
    origin = get_origin(hint)
    if origin in (UnionType, Union):
        return _one_of(value, get_args(hint))
    if origin is tuple or isinstance(hint, GenericAlias):
        return _tuple(value, get_args(hint))
    if hint is NoneType and value is None:
        return None
    if hint in (bool, int, str) and type(value) is hint:
        return value
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(value, hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _object(value, hint)
    raise UnfitError(f"no {hint}")


def _one_of(value: object, hints: tuple[Any, ...]) -> object:
    for hint in hints:
        try:
            return _typed(value, hint)
        except UnfitError:
            continue
    raise UnfitError("none of several types")


def _tuple(value: object, hints: tuple[Any, ...]) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise UnfitError("no list")
    if len(hints) == 2 and hints[1] is Ellipsis:  # noqa: PLR2004 - the item, and the dots
        return tuple(_typed(one, hints[0]) for one in value)
    if len(hints) != len(value):
        raise UnfitError("a list of another length")
    return tuple(_typed(one, hint) for one, hint in zip(value, hints, strict=True))


def _member(value: object, of: type[Enum]) -> Enum:
    if isinstance(value, dict) and value.keys() == {_CLASS, _MEMBER}:
        name = value[_MEMBER]
        if value[_CLASS] == of.__name__ and name in of.__members__:
            return of.__members__[name]
    raise UnfitError(f"no {of.__name__}")


def _value(value: object) -> object:
    match value:
        case None | bool() | int():
            return value
        case list():
            return tuple(_value(one) for one in value)
        case _:
            raise UnfitError("no value of a game")
