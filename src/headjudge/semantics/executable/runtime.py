"""What a generated model imports, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from headjudge.rulebook.syntax import (
    ActionKind,
    BoolType,
    ClaimKind,
    EachType,
    EnumType,
    ListType,
    MaybeType,
    NormKind,
    Number,
    NumberType,
    PlayerCount,
    PlayerType,
    RangeType,
    RecordType,
    ScopeName,
    SizeSum,
    Stage,
    StockType,
)
from headjudge.semantics.executable.claims import Questions
from headjudge.semantics.executable.operators import (
    Table,
    UndefinedValue,
    count,
    distance,
    first,
    given,
    item,
    last,
    next_player,
    position,
)
from headjudge.semantics.executable.tables import (
    ActionRule,
    ClaimRule,
    ConsequenceRule,
    FieldRule,
    NormRule,
    ParameterRule,
    Rules,
)
from headjudge.semantics.executable.updates import Updates

__all__ = [
    "ActionKind",
    "ActionRule",
    "BoolType",
    "ClaimKind",
    "ClaimRule",
    "ConsequenceRule",
    "EachType",
    "EnumType",
    "FieldRule",
    "IntEnum",
    "ListType",
    "MaybeType",
    "NormKind",
    "NormRule",
    "Number",
    "NumberType",
    "ParameterRule",
    "PlayerCount",
    "PlayerType",
    "Questions",
    "RangeType",
    "RecordType",
    "Rules",
    "ScopeName",
    "SizeSum",
    "Stage",
    "StockType",
    "Table",
    "UndefinedValue",
    "Updates",
    "count",
    "dataclass",
    "distance",
    "first",
    "given",
    "item",
    "last",
    "next_player",
    "position",
]
