"""How the updates of several clauses become one new situation.

The laws are those of the language's reference under *the step*. A part of a step (the
action with its ``@when`` clauses, or the ``@then`` clauses) is merged here; nothing here
knows which action it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from headjudge.semantics.executable.layout import Items, Layout, Leaf, Native, Path, look, put
from headjudge.semantics.executable.operators import Table
from headjudge.semantics.executable.outcomes import Clash, CutOff, Undefined
from headjudge.semantics.executable.tables import ConsequenceRule, Rules
from headjudge.semantics.executable.updates import Updates


@dataclass(frozen=True, slots=True)
class Ground:
    """What all steps of a game share; if ``bounded``, nothing may outgrow the scope."""

    rules: Rules
    layout: Layout
    bounded: bool


@dataclass(frozen=True, slots=True)
class Said:
    """The updates of one consequence."""

    rule: ConsequenceRule
    updates: Updates


@dataclass(frozen=True, slots=True)
class Entry:
    """One consequence's value for one place, or its share in a sum."""

    rule: ConsequenceRule
    value: Native


@dataclass(slots=True)
class Written:
    """All that is said of one place; ``assigning``: by whom, overridden or not."""

    leaf: Leaf
    assigning: list[ConsequenceRule] = field(default_factory=list)
    writes: list[Entry] = field(default_factory=list)
    sums: list[Entry] = field(default_factory=list)
    old: int = 0

    @property
    def total(self) -> int:
        """The value that the sums make."""
        return self.old + sum(cast("int", share.value) for share in self.sums)

    def values(self) -> list[Entry]:
        """Every value for the place, with who gives it."""
        if not self.sums:
            return self.writes
        total = self.total
        return [*self.writes, *(Entry(share.rule, total) for share in self.sums)]


@dataclass(slots=True)
class Changed:
    """All that is said of one list as a list."""

    items: Items
    removed: list[Entry] = field(default_factory=list)
    appended: list[Entry] = field(default_factory=list)
    kept: list[ConsequenceRule] = field(default_factory=list)


Places = dict[Path, Written]


@dataclass(frozen=True, slots=True)
class Merged:
    """A part of a step that went well.

    ``assigned``: what was said of places outside lists; ``wrote``: per field, the clauses;
    ``spoke``: the fields of which a clause spoke, overridden or not.
    """

    state: Table
    assigned: Places
    wrote: dict[str, set[str]]
    spoke: set[str]


class Merge:
    """One part of one step."""

    def __init__(
        self,
        ground: Ground,
        now: Table,
        said: list[Said],
        earlier: Places,
        orders: Mapping[str, tuple[str, ...]],
    ) -> None:
        """Gather what is said.

        ``earlier`` is what the first part assigned; ``orders`` gives for a list to which
        several clauses append the order of these clauses.
        """
        self._rules = ground.rules
        self._layout = ground.layout
        self._bounded = ground.bounded
        self._now = now
        self._said = said
        self._earlier = earlier
        self._orders = orders
        self._places: Places = {}
        self._lists: dict[Path, Changed] = {}
        for one in said:
            self._gather(one)
        before = [rule for place in earlier.values() for rule in place.assigning]
        if any(rule.overrides for rule in (*before, *(one.rule for one in said))):
            self._override()

    def result(self, unknown: set[str]) -> Merged | Undefined | Clash | CutOff:
        """Undefined counts before clash, and clash before cut off.

        ``unknown``: the clauses that had no value for what they write.
        """
        undefined = unknown | self._undefined()
        if undefined:
            return Undefined(self._rules.in_order(undefined))
        clashes = self._clashes()
        if clashes:
            return Clash(frozenset(clashes))
        bound = self._cut_off() if self._bounded else None
        if bound is not None:
            return CutOff(bound)
        spoke: set[str] = set().union(*(one.updates.fields() for one in self._said))
        return Merged(self._apply(), self._assigned(), self._wrote(), spoke)

    # ------------------------------------------------------------------ gathering

    def _gather(self, one: Said) -> None:
        rule, updates = one.rule, one.updates
        for path, leaf, value in updates.writes:
            place = self._place(path, leaf)
            place.assigning.append(rule)
            place.writes.append(Entry(rule, value))
        for path, leaf, old, amount in updates.sums:
            place = self._place(path, leaf)
            place.old = old
            place.sums.append(Entry(rule, amount))
        for path, index in updates.removed:
            self._list(path).removed.append(Entry(rule, index))
        for path, value in updates.appended:
            self._list(path).appended.append(Entry(rule, value))
        for path in updates.kept:
            self._list(path).kept.append(rule)

    def _place(self, path: Path, leaf: Leaf) -> Written:
        found = self._places.get(path)
        if found is None:
            found = self._places[path] = Written(leaf)
        return found

    def _list(self, path: Path) -> Changed:
        found = self._lists.get(path)
        if found is None:
            found = self._lists[path] = Changed(self._items(path))
        return found

    def _items(self, path: Path) -> Items:
        node = self._layout.nodes[cast("str", path[0])]
        for _ in path[1:]:
            node = cast("Native", node).of
        return cast("Items", node)

    def _override(self) -> None:
        """Remove what an overriding consequence writes itself, place by place.

        What the first part assigned removes in the second too. That a list is kept, and
        what is removed from it and appended to it, counts as one place.
        """
        for path, place in self._places.items():
            rules = [entry.rule for entry in (*place.writes, *place.sums)]
            if path in self._earlier:
                rules += self._earlier[path].assigning
            gone = overridden(rules)
            if gone:
                place.writes = [one for one in place.writes if one.rule.clause not in gone]
                place.sums = [one for one in place.sums if one.rule.clause not in gone]
        for changed in self._lists.values():
            rules = [entry.rule for entry in (*changed.removed, *changed.appended)]
            gone = overridden([*rules, *changed.kept])
            if gone:
                changed.kept = [one for one in changed.kept if one.clause not in gone]
                changed.removed = [one for one in changed.removed if one.rule.clause not in gone]
                changed.appended = [one for one in changed.appended if one.rule.clause not in gone]

    # ------------------------------------------------------------------- judging

    def _undefined(self) -> set[str]:
        found: set[str] = set()
        for place in self._places.values():
            found.update(
                entry.rule.clause for entry in place.writes if not place.leaf.fits(entry.value)
            )
            if place.sums:
                found.update(out_of_range(place))
        return found

    def _clashes(self) -> set[tuple[str, str, str]]:
        found: set[tuple[str, str, str]] = set()
        for path, place in self._places.items():
            values = place.values()
            name = cast("str", path[0])
            if len(values) > 1:
                first = values[0].value
                if any(entry.value != first for entry in values):
                    found.update(self._pairs(name, values))
            before = self._earlier.get(path)
            if before is not None:
                found.update(
                    self._cause(name, one.rule.clause, two.rule.clause)
                    for one in before.writes
                    for two in values
                    if one.value != two.value
                    and one.rule.clause != two.rule.clause
                    and one.rule.clause not in two.rule.overrides
                )
        for path, changed in self._lists.items():
            found.update(
                self._cause(cast("str", path[0]), keeper.clause, entry.rule.clause)
                for keeper in changed.kept
                for entry in (*changed.removed, *changed.appended)
            )
        return found

    def _pairs(self, name: str, values: list[Entry]) -> set[tuple[str, str, str]]:
        return {
            self._cause(name, one.rule.clause, two.rule.clause)
            for index, one in enumerate(values)
            for two in values[index + 1 :]
            if one.value != two.value
        }

    def _cause(self, name: str, one: str, two: str) -> tuple[str, str, str]:
        if self._rules.order[two] < self._rules.order[one]:
            one, two = two, one
        return name, one, two

    def _cut_off(self) -> str | None:
        """The name of the first bound, in the order of the fields, that is outgrown."""
        outgrown: dict[str, str] = {}
        for path, place in self._places.items():
            leaf = place.leaf
            if leaf.bound is not None:
                values = place.values()
                if values and values[0].value > cast("int", leaf.high):
                    outgrown[cast("str", path[0])] = leaf.bound
        for path, changed in self._lists.items():
            length = self._length(path, changed)
            if changed.appended and length > changed.items.capacity:
                outgrown[cast("str", path[0])] = changed.items.bound
        if not outgrown:
            return None
        return next(outgrown[name] for name in self._layout.nodes if name in outgrown)

    def _length(self, path: Path, changed: Changed) -> int:
        before = len(self._value(path))
        removed = {entry.value for entry in changed.removed}
        return before - len(removed) + len(changed.appended)

    def _value(self, path: Path) -> Native:
        name = cast("str", path[0])
        whole = getattr(self._now, self._layout.attributes[name])
        return look(whole, self._layout.nodes[name], path[1:])

    # --------------------------------------------------------------------- doing

    def _apply(self) -> Table:
        """Writes first, then removals, then appends."""
        layout = self._layout
        state = layout.copy(self._now)
        for path, place in self._places.items():
            values = place.values()
            if not values:
                continue
            name = cast("str", path[0])
            attribute, value = layout.attributes[name], values[0].value
            if len(path) > 1:
                whole = getattr(state, attribute)
                value = put(whole, layout.nodes[name], path[1:], value)
            setattr(state, attribute, value)
        for path, changed in self._lists.items():
            name = cast("str", path[0])
            whole = getattr(state, layout.attributes[name])
            items = look(whole, layout.nodes[name], path[1:])
            for index in sorted({entry.value for entry in changed.removed}, reverse=True):
                del items[index]
            items.extend(entry.value for entry in self._ordered(name, changed.appended))
        return state

    def _ordered(self, name: str, appended: list[Entry]) -> list[Entry]:
        order = self._orders.get(name)
        if order is None or len(appended) < 2:  # noqa: PLR2004
            return appended
        return sorted(appended, key=lambda entry: order.index(entry.rule.clause))

    def _assigned(self) -> Places:
        """What was assigned, or was to be, to places that are not inside a list."""
        return {
            path: place
            for path, place in self._places.items()
            if place.assigning and not self._inside_list(path)
        }

    def _inside_list(self, path: Path) -> bool:
        node: Native = self._layout.nodes[cast("str", path[0])]
        for head in path[1:]:
            if isinstance(node, Items):
                return True
            node = node.of[head][1] if isinstance(node.of, dict) else node.of
        return False

    def _wrote(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for path, place in self._places.items():
            for entry in (*place.writes, *place.sums):
                found.setdefault(cast("str", path[0]), set()).add(entry.rule.clause)
        for path, changed in self._lists.items():
            rules = [entry.rule for entry in (*changed.removed, *changed.appended)]
            for rule in (*rules, *changed.kept):
                found.setdefault(cast("str", path[0]), set()).add(rule.clause)
        return found


def overridden(rules: list[ConsequenceRule]) -> set[str]:
    """The clauses that one of these consequences, of another clause, overrides."""
    return {clause for rule in rules for clause in rule.overrides if clause != rule.clause}


def out_of_range(place: Written) -> set[str]:
    """Who took a number below its type, or brought it above."""
    total, leaf = place.total, place.leaf
    if leaf.fits(total):
        return set()
    if leaf.low is None:
        return {share.rule.clause for share in place.sums}
    sign = -1 if total < leaf.low else 1
    return {share.rule.clause for share in place.sums if share.value * sign > 0}
