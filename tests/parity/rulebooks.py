"""Random small rulebooks: every form of the language, thrown together."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

HEADER = """# Random

```toml rulebook
title = "Random"
edition = "1"
players = { min = 2, max = 3 }
{golden}
[scope]
room = 2
stock = 1

[roles]
over = "over"
```

**1.1** State.

```python rule
class Kind(Enum): X, Y, Z

class Item(Record):
    owner: Player
    kind: Kind
    flag: bool

class State:
    a: bool = False
    b: bool = True
    n: Range[0, 3] = 1
    p: Player = 0
    m: Told[Maybe[Player]] = nobody
    k: Kind = X
    each: Each[Player, Range[0, 2]] = 0
    flags: Each[Kind, bool] = False
    items: List[Item, scope.room]
    seats: List[Player, 2]
    s: Each[Player, Stock[scope.stock]]
    over: bool = False
"""

CLAUSES = ("2.1", "2.2", "2.3", "2.4")


class Writer:
    """Writes one random rulebook."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = 0

    def fresh(self, stem: str) -> str:
        """A name that nobody has."""
        self.names += 1
        return f"{stem}{self.names}"

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    # -------------------------------------------------------------- expressions

    def player(self, names: dict[str, str], depth: int = 2) -> str:
        mine = [name for name, type_ in names.items() if type_ == "player"]
        choices = ["p", "0", "1", *mine, *mine]
        if depth:
            inner = self.player(names, depth - 1)
            choices += [
                f"next_player({inner})",
                f"({inner} if {self.truth(names, depth - 1)} else {self.player(names, depth - 1)})",
                "m",
                self.over("first({0} for {0} in players if {1})", "player", names, 0),
                f"seats[{self.index('seats')}]",
                f"items[{self.index('items')}].owner",
            ]
        return self.pick(*choices)

    def over(self, form: str, type_: str, names: dict[str, str], depth: int) -> str:
        """A generator expression: a fresh name for {0}, a condition on it for {1}."""
        name = self.fresh(type_[0])
        return form.format(name, self.truth({**names, name: type_}, depth))

    def index(self, name: str) -> str:
        return self.pick("0", "1", "-1", "-2", f"len({name}) - 1", "n")

    def kind(self, names: dict[str, str]) -> str:
        mine = [name for name, type_ in names.items() if type_ == "kind"]
        return self.pick("k", "X", "Y", "Z", f"items[{self.index('items')}].kind", *mine)

    def number(self, names: dict[str, str], depth: int = 2) -> str:
        mine = [name for name, type_ in names.items() if type_ == "number"]
        choices = ["n", "0", "1", "2", "len(items)", "len(seats)", "players", *mine, *mine]
        if depth:
            player = self.player(names, depth - 1)
            less = self.number(names, depth - 1)
            choices += [
                f"each[{player}]",
                f"s[{player}]",
                f"({less} + {self.number(names, depth - 1)})",
                f"({less} - {self.number(names, depth - 1)})",
                self.over("sum({0} for {0} in each if {1})", "number", names, 0),
                self.over("count({1} for {0} in items)", "item", names, 0),
                self.over("last({0} for {0} in indices(items) if {1})", "number", names, 0),
                f"distance(p, {player})",
                f"({less} if {self.truth(names, depth - 1)} else {self.number(names, depth - 1)})",
                "twice(n)",
            ]
        return self.pick(*choices)

    def truth(self, names: dict[str, str], depth: int = 2) -> str:
        mine = [name for name, type_ in names.items() if type_ == "truth"]
        choices = ["a", "b", *mine, *mine]
        for name, type_ in names.items():
            if type_ == "item":
                choices += [f"{name}.flag", f"{name}.kind == X", f"{name}.owner == p"]
        if depth:
            one = self.truth(names, depth - 1)
            two = self.truth(names, depth - 1)
            choices += [
                f"({one} and {two})",
                f"({one} or {two})",
                f"not {one}",
                f"{self.player(names, depth - 1)} == m",
                f"{self.player(names, depth - 1)} == {self.player(names, depth - 1)}",
                f"m != {self.pick('nobody', self.player(names, 0))}",
                self.comparison(names, depth - 1),
                f"0 < {self.number(names, depth - 1)} <= 2",
                f"{self.kind(names)} in (X, Z)",
                f"flags[{self.kind(names)}]",
                self.over("any({1} for {0} in players)", "player", names, depth - 1),
                self.over("all({1} for {0} in items if {0}.kind != Y)", "item", names, depth - 1),
                "p in seats",
                f"items[{self.index('items')}].flag",
                *([] if "who" in names else [f"odd({self.player(names, 0)})"]),
            ]
        return self.pick(*choices)

    def comparison(self, names: dict[str, str], depth: int) -> str:
        op = self.pick("<", "<=", ">", ">=", "==", "!=")
        return f"{self.number(names, depth)} {op} {self.number(names, depth)}"

    # --------------------------------------------------------------- statements

    def item(self, names: dict[str, str]) -> str:
        return f"Item({self.player(names, 1)}, {self.kind(names)}, {self.truth(names, 0)})"

    def statement(self, names: dict[str, str], depth: int = 1) -> list[str]:
        simple: list[Callable[[], str]] = [
            lambda: f"a = {self.truth(names)}",
            lambda: f"b = {self.truth(names, 1)}",
            lambda: f"n = {self.number(names, 1)}",
            lambda: f"n {self.pick('+=', '-=')} {self.number(names, 0)}",
            lambda: f"p = {self.player(names)}",
            lambda: f"m = {self.pick('nobody', self.player(names, 1), 'm')}",
            lambda: f"k = {self.kind(names)}",
            lambda: f"each[{self.player(names, 1)}] {self.pick('=', '+=', '-=')} n",
            lambda: f"each[{self.player(names, 1)}] {self.pick('+=', '-=')} 1",
            lambda: "each = 1",
            lambda: f"flags[{self.kind(names)}] = {self.truth(names, 1)}",
            lambda: f"s[{self.player(names, 1)}] {self.pick('-=', '+=', '=')} 1",
            lambda: f"items.append({self.item(names)})",
            lambda: f"items.append({self.item(names)})",
            lambda: f"seats.append({self.player(names, 1)})",
            lambda: "items.pop()",
            lambda: f"items.pop({self.pick('0', '1', 'n', '-1', 'len(items) - 1')})",
            lambda: "seats.pop(0)",
            lambda: f"items[{self.index('items')}].flag = {self.truth(names, 1)}",
            lambda: f"items[{self.index('items')}].kind = {self.kind(names)}",
            lambda: f"seats[{self.index('seats')}] = {self.player(names, 0)}",
            lambda: f"keeps({self.pick('m', 'n', 'items', 'each', 'k')})",
            lambda: "over = True",
            lambda: f"shift({self.player(names, 0)})",
        ]
        if depth and self.chance(0.4):
            inner = [f"    {line}" for line in self.block(names, depth - 1)]
            form = self.random.randrange(3)
            if form == 0:
                return [f"if {self.truth(names)}:", *inner]
            if form == 1:
                other = [f"    {line}" for line in self.block(names, depth - 1)]
                return [f"if {self.truth(names, 1)}:", *inner, "else:", *other]
            name = self.fresh("r")
            wider = {**names, name: "player"}
            body = [f"        {line}" for line in self.block(wider, depth - 1)]
            return [f"for {name} in players:", f"    if {self.truth(wider, 1)}:", *body]
        return [self.random.choice(simple)()]

    def block(self, names: dict[str, str], depth: int = 1) -> list[str]:
        lines: list[str] = []
        name, first = "", ""
        if self.chance(0.2):
            name = self.fresh("here")
            first = f"{name} = {self.number(names, 1)}"
            names = {**names, name: "number"}
        for _ in range(self.random.randint(1, 2)):
            lines.extend(self.statement(names, depth))
        return [first, *lines, *looked_at(name, lines)] if name else lines

    # ------------------------------------------------------------------ the book

    def action(self, name: str, parameters: dict[str, tuple[str, str]], kind: str) -> list[str]:
        names = {parameter: type_ for parameter, (type_, _) in parameters.items()}
        said = ", ".join(f"{parameter}: {of}" for parameter, (_, of) in parameters.items())
        lines = [f"@{kind}", f"def {name}({said}):"]
        if self.chance(0.3):
            lines.append(f"    early = {self.number(names, 1)}")
            names["early"] = "number"
        count = self.random.randint(0, 2)
        rest = [f"    needs({self.truth(names)})" for _ in range(count)]
        rest.extend(f"    {line}" for line in self.block(names))
        if "early" in names:
            rest.extend(f"    {line}" for line in looked_at("early", rest))
        return [*lines, *rest]

    def norm(
        self, name: str, parameters: dict[str, tuple[str, str]], kind: str, to: str
    ) -> list[str]:
        used = {p: t for p, (t, _) in parameters.items() if self.chance(0.6)}
        lines = [f'@{kind}("{to}")']
        if self.chance(0.25):
            lines.append(f'@overrides("{self.pick(*CLAUSES)}")')
        if kind == "must" and to == "act" and self.chance(0.3):
            lines.append('@before("turn")')
        lines.append(f"def {name}({', '.join(used)}):")
        if self.chance(0.2):
            lines.append(f"    if {self.truth(used, 1)}:")
            lines.append(f"        return {self.truth(used, 1)}")
        lines.append(f"    return {self.truth(used)}")
        return lines

    def consequence(
        self, name: str, parameters: dict[str, tuple[str, str]], kind: str, to: str
    ) -> list[str]:
        used = {p: t for p, (t, _) in parameters.items() if self.chance(0.6)}
        lines = [f'@{kind}("{to}")']
        if self.chance(0.25):
            lines.append(f'@overrides("{self.pick(*CLAUSES)}")')
        lines.append(f"def {name}({', '.join(used)}):")
        lines.extend(f"    {line}" for line in self.block(used))
        return lines

    def claim(self, number: int) -> list[str]:
        kind = self.pick("always", "never", "sometimes", 'never("every")', "always")
        names = {"v": "player"} if self.chance(0.6) else {}
        about = "v" if names else "p"
        parts = [
            self.truth(names),
            f"{self.pick('can', 'legal')}(act({about}))",
            f"{self.pick('can', 'legal')}(t({about}))",
            "legal(turn())",
        ]
        if self.chance(0.5):
            parts += [
                f"doing({self.pick('act', 'other', 't')}({about}))",
                f"next({self.truth(names, 1)})",
                f"next(n) {self.pick('<', '==')} {self.number(names, 0)}",
                "next(can(other(p)))",
            ]
        lines = [f"@{kind}", f"def claim{number}({', '.join(names)}):"]
        if self.chance(0.4):
            lines.append(f"    needs({self.random.choice(parts)})")
        one, two = self.random.choice(parts), self.random.choice(parts)
        lines.append(f"    return {one} {self.pick('and', 'or')} {two}")
        return lines

    def book(self) -> str:
        actions = {
            "act": ({"player": ("player", "Player"), "x": ("number", "Range[0, 1]")}, 'move("t")'),
            "turn": ({"c": ("kind", "Kind"), "y0": ("truth", "bool")}, "step"),
            "other": ({"player": ("player", "Player")}, 'move("t")'),
        }
        blocks: dict[str, list[list[str]]] = {clause: [] for clause in CLAUSES}

        def put(lines: list[str]) -> None:
            # A clause does not override itself.
            said = "".join(lines)
            free = [clause for clause in CLAUSES if f'overrides("{clause}")' not in said]
            blocks[self.pick(*free)].append(lines)

        put(["def odd(who: Player):", f"    return {self.truth({'who': 'player'}, 1)}"])
        put(["def twice(x: int):", "    if x > 2:", "        return x", "    return x + x"])
        put(
            [
                "def shift(who: Player):",
                *(
                    f"    {line}"
                    for line in self.statement({"who": "player"}, 0)
                    if "shift" not in line
                ),
                "    a = not a",
            ]
        )
        for name, (parameters, kind) in actions.items():
            put(self.action(name, parameters, kind))
            first = "must" if kind == "step" else "may"
            put(self.norm(f"{first}_{name}", parameters, first, name))
        number = 0
        for _ in range(self.random.randint(2, 6)):
            number += 1
            to = self.pick("act", "turn", "other")
            kind = self.pick("may", "must_not", "only", "must", "must_not")
            put(self.norm(f"norm{number}", actions[to][0], kind, to))
        for _ in range(self.random.randint(2, 6)):
            number += 1
            to = self.pick("act", "turn", "other")
            kind = self.pick("when", "then", "when")
            put(self.consequence(f"what{number}", actions[to][0], kind, to))
        for _ in range(3):
            number += 1
            put(self.claim(number))
        golden = 'golden_rule = "must_not"\n' if self.chance(0.2) else ""
        text = [HEADER.replace("{golden}", golden) + "```\n"]
        for clause, parts in blocks.items():
            text.append(f"**{clause}** Words.\n")
            if parts:
                code = "\n\n".join("\n".join(lines) for lines in parts)
                text.append(f"```python rule\n{code}\n```\n")
        return "\n".join(text)


def looked_at(name: str, lines: list[str]) -> list[str]:
    """Lines that read a local name and do nothing, where nothing else reads it."""
    read = any(re.search(rf"\b{name}\b", line) for line in lines)
    return [] if read else [f"if {name} > 0:", "    pass"]


def random_rulebook(random: Random) -> str:
    """One random rulebook as Markdown."""
    return Writer(random).book()
