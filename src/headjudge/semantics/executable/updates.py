"""What one clause changes in one step, written down and not yet done.

A function of a model reads the situation ``now`` and writes into ``to``; several clauses
write into updates of their own, which take effect together.
"""

from __future__ import annotations

from typing import Self, cast

from headjudge.semantics.executable.layout import (
    Entries,
    Items,
    Layout,
    Leaf,
    Native,
    Node,
    Parts,
    Path,
)
from headjudge.semantics.executable.operators import Table, UndefinedValue

Place = str | tuple[str | int, ...]


class Updates:
    """The updates of one clause, in the order in which it makes them.

    ``to["turn"] = 1`` writes a field and ``to["hand", player] -= 1`` adds to an entry;
    ``to["chain"].append(item)`` and ``to["chain"].pop()`` change a list;
    ``to["priority"].keep()`` says that a field stays as it is.
    """

    __slots__ = ("_layout", "_now", "appended", "kept", "removed", "sums", "writes")

    def __init__(self, layout: Layout, now: Table) -> None:
        """Nothing yet."""
        self._layout = layout
        self._now = now
        self.writes: list[tuple[Path, Leaf, Native]] = []
        self.sums: list[tuple[Path, Leaf, int, int]] = []
        self.removed: list[tuple[Path, int]] = []
        self.appended: list[tuple[Path, Native]] = []
        self.kept: list[Path] = []

    def __getitem__(self, place: Place) -> Target:
        """The place, to add to it, to change a list, or to keep it."""
        return Target(self, *self._find(place))

    def __setitem__(self, place: Place, value: object) -> None:
        """Write a value; one for all entries, where it is no ``Each`` itself."""
        if isinstance(value, Target):
            return
        path, node, _ = self._find(place)
        self._write(path, node, value)

    def __bool__(self) -> bool:
        """Whether anything has been written, added, removed, appended or kept."""
        return bool(self.writes or self.sums or self.removed or self.appended or self.kept)

    def fields(self) -> set[str]:
        """The fields of which it speaks."""
        paths = [
            *(write[0] for write in self.writes),
            *(share[0] for share in self.sums),
            *(removal[0] for removal in self.removed),
            *(appended[0] for appended in self.appended),
            *self.kept,
        ]
        return {cast("str", path[0]) for path in paths}

    def _find(self, place: Place) -> tuple[Path, Node, Native]:
        path = (place,) if isinstance(place, str) else place
        name = cast("str", path[0])
        node = self._layout.nodes[name]
        value = getattr(self._now, self._layout.attributes[name])
        if len(path) == 1:
            return path, node, value
        way: list[str | int] = [name]
        for head in path[1:]:
            match node:
                case Parts(of) if value is not None:
                    attribute, node = of[cast("str", head)]
                    value = getattr(value, attribute)
                    way.append(head)
                case Entries(_, of) | Items(_, _, of):
                    node = of
                    index = cast("int", head)
                    value = value[index]
                    way.append(int(index) if index >= 0 else index + self._length(way))
                case _:
                    raise UndefinedValue
        return tuple(way), node, value

    def _length(self, way: list[str | int]) -> int:
        _, _, items = self._find(tuple(way))
        return len(items)

    def _write(self, path: Path, node: Node, value: Native) -> None:
        match node:
            case Leaf():
                self.writes.append((path, node, value))
            case Entries(count, of):
                entries = value if isinstance(value, list) else [value] * count
                for index, entry in enumerate(entries):
                    self._write((*path, index), of, entry)
            case Parts(of):
                for name, (attribute, part) in of.items():
                    self._write((*path, name), part, getattr(value, attribute))
            case Items():
                raise TypeError("a list is changed by append and pop")

    def _add(self, path: Path, node: Node, value: Native, amount: int) -> None:
        match node:
            case Leaf() if value is not None:
                self.sums.append((path, node, value, amount))
            case Entries(_, of):
                for index, entry in enumerate(value):
                    self._add((*path, index), of, entry, amount)
            case _:
                raise UndefinedValue

    def _keep(self, path: Path, node: Node, value: Native) -> None:
        match node:
            case Items(_, _, of):
                self.kept.append(path)
                for index, entry in enumerate(value):
                    self._keep((*path, index), of, entry)
            case Entries(_, of):
                for index, entry in enumerate(value):
                    self._keep((*path, index), of, entry)
            case _:
                self._write(path, node, value)


class Target:
    """One place that a clause changes otherwise than by writing a value."""

    __slots__ = ("_node", "_path", "_to", "_value")

    def __init__(self, to: Updates, path: Path, node: Node, value: Native) -> None:
        """A place of the updates ``to``."""
        self._to = to
        self._path = path
        self._node = node
        self._value = value

    def __iadd__(self, amount: int) -> Self:
        """Add to a number, or to every number of an ``Each``."""
        self._to._add(self._path, self._node, self._value, amount)
        return self

    def __isub__(self, amount: int) -> Self:
        """Take from a number."""
        return self.__iadd__(-amount)

    def append(self, value: object) -> None:
        """Put a value at the end of a list."""
        if not cast("Items", self._node).fits(value):
            raise UndefinedValue
        self._to.appended.append((self._path, value))

    def pop(self, index: int = -1) -> None:
        """Remove an item by its index in the situation read."""
        at = index + len(self._value) if index < 0 else index
        if not 0 <= at < len(self._value):
            raise UndefinedValue
        self._to.removed.append((self._path, at))

    def keep(self) -> None:
        """Say that the place stays as it is."""
        self._to._keep(self._path, self._node, self._value)  # noqa: SLF001
