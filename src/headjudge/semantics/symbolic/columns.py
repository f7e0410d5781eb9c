"""Terms over NumPy columns: one array per slot, one entry per situation.

A :class:`Program` is a straight line of array operations, one per term, with every
intermediate array dropped after its last use. A :class:`Codec` packs rows into sortable
keys: one unsigned integer where the bits fit into 32 or 64, else big-endian bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from headjudge.semantics.symbolic.layout import Slot
from headjudge.semantics.symbolic.terms import (
    And,
    AtMost,
    Constant,
    Equal,
    Ite,
    Minus,
    Not,
    Or,
    Plus,
    Term,
    Unknown,
    Variable,
    children,
    in_order,
)

Array = npt.NDArray[Any]
_WORD = 64


def dtype_for(low: int, high: int) -> np.dtype[Any]:
    """The smallest signed type that holds the interval."""
    for candidate in (np.int8, np.int16, np.int32):
        info = np.iinfo(candidate)
        if info.min <= low and high <= info.max:
            return np.dtype(candidate)
    return np.dtype(np.int64)


def _type_of(term: Term) -> np.dtype[Any]:
    return np.dtype(bool) if term.boolean else dtype_for(term.low, term.high)


@dataclass(frozen=True, slots=True)
class _Line:
    """One operation: where its result goes, and which registers are free after it."""

    target: int
    run: Callable[[list[Any]], Any]
    free: tuple[int, ...]


class Program:
    """Evaluates terms over columns."""

    def __init__(self, roots: Sequence[Term]) -> None:
        order = in_order(roots)
        register = {term.serial: index for index, term in enumerate(order)}
        last: dict[int, int] = {}
        for index, term in enumerate(order):
            for part in children(term):
                last[register[part.serial]] = index
        kept = {register[root.serial] for root in roots}
        frees: dict[int, list[int]] = {}
        for used, index in last.items():
            if used not in kept:
                frees.setdefault(index, []).append(used)
        self._inputs = [
            (register[term.serial], term) for term in order if isinstance(term, Variable)
        ]
        self.variables = frozenset(term for _, term in self._inputs)
        self._size = len(order)
        self._roots = [register[root.serial] for root in roots]
        self._root_terms = list(roots)
        self._constants: list[tuple[int, Any]] = []
        self._lines: list[_Line] = []
        for index, term in enumerate(order):
            match term:
                case Constant():
                    self._constants.append((index, _type_of(term).type(term.value)))
                case Variable():
                    pass
                case _:
                    parts = [register[part.serial] for part in children(term)]
                    run = _operation(term, parts)
                    self._lines.append(_Line(index, run, tuple(frees.get(index, ()))))

    def __call__(self, columns: Mapping[Variable, Array], count: int) -> list[Array]:
        """One array of ``count`` entries per root, from one array per variable."""
        registers: list[Any] = [None] * self._size
        for index, variable in self._inputs:
            registers[index] = columns[variable]
        for index, value in self._constants:
            registers[index] = value
        for line in self._lines:
            registers[line.target] = line.run(registers)
            for free in line.free:
                registers[free] = None
        results = []
        for index, term in zip(self._roots, self._root_terms, strict=True):
            result = registers[index]
            if not isinstance(result, np.ndarray) or result.ndim == 0:
                result = np.full(count, result, dtype=_type_of(term))
            results.append(result)
        return results


def _operation(term: Term, parts: list[int]) -> Callable[[list[Any]], Any]:
    dtype = _type_of(term)
    match term:
        case Not():
            (a,) = parts
            return lambda r: np.logical_not(r[a])
        case And():
            return lambda r: _connect(np.logical_and, r, parts)
        case Or():
            return lambda r: _connect(np.logical_or, r, parts)
        case Equal():
            a, b = parts
            return lambda r: np.equal(r[a], r[b])
        case AtMost():
            a, b = parts
            return lambda r: np.less_equal(r[a], r[b])
        case Plus():
            a, b = parts
            return lambda r: np.add(r[a], r[b], dtype=dtype, casting="unsafe")
        case Minus():
            a, b = parts
            return lambda r: np.subtract(r[a], r[b], dtype=dtype, casting="unsafe")
        case Ite():
            test, a, b = parts
            return lambda r: np.where(r[test], r[a], r[b])
        case Constant() | Variable() | Unknown():
            raise TypeError("a leaf is no operation")


def _connect(ufunc: np.ufunc, registers: list[Any], parts: list[int]) -> Array:
    result: Array = ufunc(registers[parts[0]], registers[parts[1]])
    for part in parts[2:]:
        result = ufunc(result, registers[part])
    return result


class Codec:
    """Packs rows of slots into keys and back."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = tuple(slots)
        self._types = tuple(
            np.dtype(bool) if slot.boolean else dtype_for(slot.low, slot.high) for slot in slots
        )
        self._masks = tuple(np.uint64((1 << slot.bits) - 1) for slot in slots)
        self._places: list[tuple[int, int]] = []
        word, used = 0, 0
        for slot in slots:
            if used + slot.bits > _WORD:
                word, used = word + 1, 0
            self._places.append((word, used))
            used += slot.bits
        self.words = word + 1
        self.bits = sum(slot.bits for slot in slots)
        self.dtype: np.dtype[Any]
        if self.words > 1:
            self.dtype = np.dtype(f"S{8 * self.words}")
        elif used <= 32:  # noqa: PLR2004 - half a word
            self.dtype = np.dtype(np.uint32)
        else:
            self.dtype = np.dtype(np.uint64)

    def pack(self, columns: Sequence[Array]) -> Array:
        """The keys of rows given by columns."""
        count = len(columns[0]) if columns else 0
        words = [np.zeros(count, dtype=np.uint64) for _ in range(self.words)]
        self._write(words, enumerate(columns))
        return self._join(words)

    def repack(self, keys: Array, changed: Sequence[tuple[int, Array]]) -> Array:
        """The same keys with some slots (by index) replaced by columns."""
        words = [word.copy() for word in self._split(keys)]
        for index, _ in changed:
            word, shift = self._places[index]
            words[word] &= ~(self._masks[index] << np.uint64(shift))
        self._write(words, changed)
        return self._join(words)

    def _write(self, words: list[Array], columns: Iterable[tuple[int, Array]]) -> None:
        for index, column in columns:
            slot, (word, shift) = self.slots[index], self._places[index]
            if not self._masks[index]:
                continue
            offset = column if slot.low == 0 else column.astype(np.int64) - slot.low
            words[word] |= offset.astype(np.uint64) << np.uint64(shift)

    def _join(self, words: list[Array]) -> Array:
        if self.words == 1:
            return words[0].astype(self.dtype, copy=False)
        # Big-endian, so that bytes sort as the numbers do.
        rows = np.stack(words, axis=1).astype(">u8")
        return np.ascontiguousarray(rows).view(self.dtype).reshape(len(words[0]))

    def _split(self, keys: Array) -> list[Array]:
        if self.words == 1:
            return [keys.astype(np.uint64, copy=False)]
        raw = np.ascontiguousarray(keys).view(">u8").reshape(len(keys), self.words)
        return [raw[:, index].astype(np.uint64) for index in range(self.words)]

    def unpack(self, keys: Array) -> list[Array]:
        """The columns of keys."""
        count = len(keys)
        words = self._split(keys)
        columns = []
        rows = zip(self.slots, self._types, self._masks, self._places, strict=True)
        for slot, dtype, mask, (word, shift) in rows:
            if not mask:
                columns.append(np.full(count, slot.low, dtype=dtype))
                continue
            value = (words[word] >> np.uint64(shift)) & mask
            column = value.astype(dtype)
            if slot.low != 0 and not slot.boolean:
                column = column + dtype.type(slot.low)
            columns.append(column)
        return columns

    def rows(self, keys: Array) -> list[tuple[int, ...]]:
        """The rows of a few keys, as numbers."""
        columns = self.unpack(keys)
        return [tuple(int(column[index]) for column in columns) for index in range(len(keys))]

    def keys(self, rows: Sequence[tuple[int, ...]]) -> Array:
        """The keys of a few rows."""
        table = np.array(rows, dtype=np.int64).reshape(len(rows), len(self.slots))
        return self.pack([table[:, index] for index in range(len(self.slots))])


def contains(known: Array, keys: Array) -> Array:
    """Which keys are in the sorted array ``known``."""
    if len(known) == 0:
        return np.zeros(len(keys), dtype=bool)
    index = np.searchsorted(known, keys)
    index[index == len(known)] = 0
    found: Array = known[index] == keys
    return found
