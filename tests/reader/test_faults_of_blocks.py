"""Every fault in a block is reported with its place, what is wrong and what to write."""

from __future__ import annotations

import pytest

from tests.reader.documents import faults_of

MAY = "@may\ndef lay(player):\n    return "
WHEN = "@when\ndef lay(player):\n    "
DEEP = "this is nested more than 40 levels deep — give parts of it a name of their own"


def fault_of(text: str, info: str = "python rule") -> str:
    """The one fault of a block."""
    (fault,) = faults_of(text, info)
    return fault


def test_an_unknown_name_is_a_fault() -> None:
    assert fault_of(MAY + "player == turm") == (
        "3:22: unknown-name: `turm` stands for nothing — write `turn`?"
    )
    assert fault_of(MAY + "bar > 1") == (
        "3:12: unknown-name: `bar` stands for nothing — declare it in a block, or correct it"
    )
    assert fault_of(MAY + "foo(player)") == (
        "3:12: unknown-name: there is no helper `foo` — declare it with `def`, or correct it"
    )
    assert fault_of(MAY + "stack[0].owned") == (
        "3:12: unknown-name: `Layer` has no part `owned` — write one of `owner`, `late`"
    )
    assert fault_of(WHEN + "windw = True\n    turn = windw + 1") == (
        "4:12: wrong-type: a `bool` stands where a number is needed — write a number"
    )


def test_a_name_that_is_never_read_is_a_fault() -> None:
    assert fault_of(WHEN + "pases = 1") == (
        "3:5: unused-name: `pases` is never used — did you mean the field `passes`?"
    )
    assert fault_of(WHEN + "foo = 1\n    passes = 1") == (
        "3:5: unused-name: `foo` is never used — use it, or leave the line out"
    )
    assert fault_of("@step\ndef go():\n    pases = 1\n    needs(empty())") == (
        "3:5: unused-name: `pases` is never used — did you mean the field `passes`?"
    )
    assert fault_of("def go():\n    for p in players:\n        hands = 1") == (
        "3:9: unused-name: `hands` is never used — did you mean the field `hand`?"
    )
    assert fault_of(MAY.replace("return ", "pases = 1\n    return True")) == (
        "3:5: unused-name: `pases` is never used — use it, or leave the line out"
    )
    assert fault_of("def f(p):\n    q = next_player(p)\n    return p == turn") == (
        "2:5: unused-name: `q` is never used — use it, or leave the line out"
    )
    assert fault_of(
        "@never\ndef f(p):\n    q = turn\n    needs(empty())\n    return p == turn"
    ) == ("3:5: unused-name: `q` is never used — use it, or leave the line out")


def test_a_name_is_read_where_it_is_known() -> None:
    assert fault_of(WHEN + "if empty():\n        i = 1\n    i = 2\n    passes = i") == (
        "4:9: unused-name: `i` is never used — use it, or leave the line out"
    )
    assert faults_of(WHEN + "i = 1\n    if empty():\n        passes = i") == []
    assert faults_of(WHEN + "i = 1\n    for p in players:\n        hand[p] += i") == []
    assert faults_of("@step\ndef go():\n    i = len(stack)\n    needs(i > 0)") == []
    assert faults_of("def f():\n    i = 1\n    j = i\n    return j") == []
    assert faults_of(WHEN + "for p in players:\n        passes += 1") == []


def test_one_slip_is_one_fault() -> None:
    assert fault_of("def f():\n    newest = 1\n    return newset") == (
        "3:12: unknown-name: `newset` stands for nothing — write `newest`?"
    )
    assert fault_of(WHEN + "player = turn") == (
        "3:5: name-taken: `player` is already a name that has a value here — choose another name"
    )
    assert fault_of(WHEN + "i = 1\n    i = 2\n    passes = i") == (
        "4:5: name-taken: `i` is already a name that has a value here — choose another name"
    )


def test_a_wrong_type_is_a_fault() -> None:
    assert fault_of(MAY + "turn") == (
        "3:12: wrong-type: a `Player` stands where a `bool` is needed — "
        "write a condition, such as `x == y` or `x > 0`"
    )
    assert fault_of(MAY + "turn == stage") == (
        "3:20: wrong-type: a `Stage` stands beside a `Player` — write two values of one type"
    )
    assert fault_of(MAY + "turn + 1 > 2") == (
        "3:12: wrong-type: a `Player` stands where a number is needed — "
        "a seat is no number: use `next_player` and `distance`"
    )
    assert fault_of(WHEN + "turn = nobody") == (
        "3:12: wrong-type: `nobody` stands where a `Player` is needed — "
        "write a `Player`, or declare it `Maybe[Player]`"
    )
    assert fault_of(WHEN + "stage = late") == (
        "3:13: unknown-name: `late` stands for nothing — declare it in a block, or correct it"
    )


def test_a_wrong_number_of_arguments_is_a_fault() -> None:
    assert fault_of(MAY + "empty(player)") == (
        "3:12: wrong-arguments: `empty` takes 0, and gets 1 — write `empty` with no arguments"
    )
    assert fault_of(MAY + "Layer(turn) in stack") == (
        "3:12: wrong-arguments: `Layer` takes 2, and gets 1 — write `Layer` with 2 arguments"
    )
    assert fault_of(MAY + "next_player(turn, turn) == turn") == (
        "3:12: wrong-arguments: `next_player` takes 1, and gets 2 — "
        "write `next_player` with 1 argument"
    )


def test_an_action_without_move_or_step_is_a_fault() -> None:
    assert fault_of("def jump(player: Player):\n    needs(empty())\n    turn = player") == (
        "1:1: action-without-kind: `jump` has needs, and neither @move nor @step — "
        "put `@move` or `@step` above `def jump`"
    )
    assert fault_of("def jump(p):\n    turn = p\n\n@may\ndef jump():\n    return True") == (
        "5:1: action-without-kind: `jump` is a helper and no action — "
        "put `@move` or `@step` above its `def jump`"
    )


def test_a_norm_on_an_unknown_action_is_a_fault() -> None:
    assert fault_of("@may\ndef fly(player):\n    return player == turn") == (
        "2:1: unknown-action: there is no action and no tag `fly` — declare it with @move or @step"
    )
    assert fault_of('@when("lay", "act")\ndef f():\n    turn = 0') == (
        "1:2: unknown-action: there is no action and no tag `act` — write `acts`?"
    )
    assert fault_of('@must\n@before("lays")\ndef resolve():\n    return empty()') == (
        "2:2: unknown-action: there is no action and no tag `lays` — write `lay`?"
    )


def test_a_norm_names_parameters_of_its_actions_only() -> None:
    assert fault_of("@may\ndef lay(playr):\n    return playr == turn") == (
        "2:9: unknown-parameter: `lay` has no parameter `playr` — write one of `player`, `late`"
    )
    assert fault_of("@may\ndef lay(player: Player):\n    return True") == (
        "2:17: forbidden-form: a parameter of a norm has the type that the action gives it — "
        "write `player` alone"
    )


def test_a_parameter_of_several_actions_has_one_type() -> None:
    text = "@step\ndef go(late: Range[0, 1]): pass\n\n@only('lay', 'go')\ndef f(late):\n"
    assert fault_of(text + "    return True") == (
        "5:7: different-parameters: `late` is `bool` in `lay`, and `Range[0, 1]` in `go` — "
        "write one function for each action"
    )


def test_a_value_outside_its_type_is_a_fault() -> None:
    assert fault_of("class State:\n    a: Range[0, 2] = 3") == (
        "2:22: value-outside-type: 3 is no value of `Range[0, 2]` — "
        "write a value inside it, or widen the type"
    )
    assert fault_of("class State:\n    a: Player = 2") == (
        "2:17: value-outside-type: there is no seat 2 with 2 players — write a seat from 0 to 1"
    )
    assert fault_of("class State:\n    a: Stock[scope.cards] = -1") == (
        "2:29: value-outside-type: -1 is no value of `Stock[scope.cards]` — "
        "write a value inside it, or widen the type"
    )
    assert fault_of(WHEN + "passes = 1 if empty() else 4") == (
        "3:32: value-outside-type: 4 is no value of `Range[0, 3]` — "
        "write a value inside it, or widen the type"
    )


def test_helpers_that_call_one_another_in_a_circle_are_a_fault() -> None:
    text = "def f(x):\n    return g(x)\n\ndef g(x):\n    return f(x)\n\ndef k(x):\n    return f(x)"
    assert fault_of(text) == (
        "1:1: helpers-in-a-circle: `f` calls `g` calls `f` — write one of them without the other"
    )
    assert fault_of("def f(x):\n    f(x)\n    turn = x") == (
        "1:1: helpers-in-a-circle: `f` calls `f` — write one of them without the other"
    )


def test_obligations_that_go_before_one_another_in_a_circle_are_a_fault() -> None:
    text = """
@step
def one(): pass

@must
@before("one")
def resolve(): return True

@must
@before("resolve")
def one(): return True
"""
    assert fault_of(text) == (
        "7:1: before-in-a-circle: this asks for `resolve` before `one` before `resolve` — "
        "leave one of the `@before` out"
    )


CURE = "finish the line, indent it as the others, and close every bracket"


def test_incomplete_python_is_a_fault() -> None:
    assert fault_of(MAY + "(player == turn") == (
        f"3:12: bad-python: this is no complete Python: '(' was never closed — {CURE}"
    )
    assert fault_of("@may\ndef lay(player):") == (
        "2:17: bad-python: this is no complete Python: "
        f"expected an indented block after function definition — {CURE}"
    )


def test_what_stands_in_a_block_that_cannot_be_parsed_is_no_unknown_name() -> None:
    text = "def helper(p)\n    return True\n```\n\n```python rule\n" + MAY + "helper(player)"
    (fault,) = faults_of(text)
    assert fault.startswith("1:14: bad-python")


OUT = "does not belong in a rulebook — leave it out"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("import os", f"1:1: forbidden-form: an import {OUT}"),
        ("from os import path", f"1:1: forbidden-form: an import {OUT}"),
        (WHEN + "import os", f"3:5: forbidden-form: an import {OUT}"),
        (
            MAY + "first(lambda: True)",
            (
                "3:12: forbidden-form: `first` needs a generator expression — "
                "write `first(… for x in …)`"
            ),
        ),
        (
            MAY + "(lambda: True)",
            "3:13: forbidden-form: a lambda does not belong in a rulebook — write a helper",
        ),
        (
            MAY + "stack.count(turn)",
            (
                "3:12: forbidden-form: a call of an attribute has no value here — "
                "call a helper by its name"
            ),
        ),
        (
            MAY + "[p for p in players]",
            (
                "3:12: forbidden-form: a list comprehension does not belong in a rulebook — "
                "use any, all, sum, count, first or last of a generator expression"
            ),
        ),
        (MAY + "{p for p in players}", f"3:12: forbidden-form: a set comprehension {OUT}"),
        (MAY + "{p: p for p in players}", f"3:12: forbidden-form: a dict comprehension {OUT}"),
        (MAY + "f'{player}'", f"3:12: forbidden-form: an f-string {OUT}"),
        (MAY + "(x := True)", f"3:13: forbidden-form: `:=` {OUT}"),
        (
            MAY + "empty(*stack)",
            (
                "3:18: forbidden-form: a starred argument does not belong in a rulebook — "
                "write the arguments one by one"
            ),
        ),
        (
            MAY + "empty(**stack)",
            (
                "3:18: forbidden-form: an argument has a name here — "
                "give the arguments in order, without names"
            ),
        ),
        (
            MAY + "player.__class__",
            "3:12: forbidden-name: `__class__` has two underscores in a row — use single ones",
        ),
        (
            MAY + "__import__('os')",
            "3:12: forbidden-name: `__import__` has two underscores in a row — use single ones",
        ),
        (
            "@may\ndef __init__():\n    return True",
            "2:1: forbidden-name: `__init__` has two underscores in a row — use single ones",
        ),
        (
            MAY + "'x'",
            "3:12: forbidden-form: a string does not belong here — write a name without quotes",
        ),
        (
            MAY + "holder is nobody",
            "3:12: forbidden-form: `is` does not belong in a rulebook — write `==`",
        ),
        (
            MAY + "holder == None",
            "3:22: forbidden-form: `None` does not belong in a rulebook — write `nobody`",
        ),
        (
            MAY + "passes * 2 > 1",
            "3:12: forbidden-form: only `+` and `-` are known — write it with these",
        ),
        (
            MAY + "-passes < 1",
            (
                "3:12: forbidden-form: this sign stands before something that is no number — "
                "write `0 - x` for a negative value"
            ),
        ),
        (
            MAY + "passes < 1.5",
            "3:21: forbidden-form: only whole numbers belong in a rulebook — write a whole number",
        ),
        (
            MAY + "stage == Stage.EARLY",
            "3:21: forbidden-form: a member is written without `Stage.` — write `EARLY`",
        ),
        (
            MAY + "stage in [EARLY]",
            (
                "3:21: forbidden-form: a list in brackets does not belong in a rulebook — "
                "write the choices in parentheses after `in`"
            ),
        ),
        (
            MAY + "0 < passes in (1, 2)",
            (
                "3:12: forbidden-form: `in` and `is` do not belong in a chain of comparisons — "
                "join two comparisons by `and`"
            ),
        ),
        (
            MAY + "stack[0:1] == stack",
            "3:18: forbidden-form: a slice does not belong in a rulebook — write one index",
        ),
        (WHEN + "while True: pass", f"3:5: forbidden-form: `while` {OUT}"),
        (WHEN + "with turn: pass", f"3:5: forbidden-form: `with` {OUT}"),
        (WHEN + "assert turn", f"3:5: forbidden-form: `assert` {OUT}"),
        (WHEN + "del turn", f"3:5: forbidden-form: `del` {OUT}"),
        (WHEN + "global turn", f"3:5: forbidden-form: `global` {OUT}"),
        (WHEN + "raise turn", f"3:5: forbidden-form: `raise` {OUT}"),
        (WHEN + "match turn:\n        case _: pass", f"3:5: forbidden-form: `match` {OUT}"),
        (WHEN + "def f(): pass", f"3:5: forbidden-form: a function inside a function {OUT}"),
        (
            WHEN + "turn, stage = 1, 2",
            (
                "3:5: forbidden-form: this writes to more or other than one name — "
                "write `name = value`"
            ),
        ),
        (
            WHEN + "stack.insert(0, turn)",
            (
                "3:5: forbidden-form: `.insert(…)` does not belong in a rulebook — "
                "lists know `append` and `pop`"
            ),
        ),
        (
            WHEN + "passes *= 2",
            "3:5: forbidden-form: only `+=` and `-=` are known — write it with these",
        ),
        (
            "class Foo(Bar): pass",
            (
                "1:1: forbidden-form: `Foo` is neither an Enum nor a Record nor the State — "
                "write `class Foo(Enum): …`"
            ),
        ),
        (
            "print(1)",
            (
                "1:1: forbidden-form: only classes and functions stand at the left edge of "
                "a block — put this into a function"
            ),
        ),
        (
            "def f(*rest):\n    return True",
            (
                "1:8: forbidden-form: parameters with `*` or `/` do not belong in a rulebook — "
                "write plain parameters"
            ),
        ),
    ],
)
def test_a_form_that_is_not_on_the_list_is_a_fault(text: str, fault: str) -> None:
    assert faults_of(text) == [fault]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "class State:\n    a: int = 1",
            "2:8: bad-type: `int` has no bounds — write them: `Range[0, 3]`",
        ),
        (
            "class State:\n    a: Player",
            "2:5: no-initial-value: `a` has no initial value — write `a: Player = …`",
        ),
        (
            "class State:\n    a: Foo = 1",
            "2:8: unknown-type: there is no type `Foo` — declare it: `class Foo(Enum): …`",
        ),
        (
            "class State:\n    a: Range[3, 1] = 1",
            "2:14: bad-type: this range is empty — write the smaller number first",
        ),
        (
            "class State:\n    a: Told[bool] = False\n    b: Maybe[Hidden[bool]] = nobody",
            (
                "3:14: bad-type: `Hidden` stands around the whole type, of fields and parameters "
                "of actions — leave it out"
            ),
        ),
        (
            "class State:\n    a: Hidden[Player] = 0",
            (
                "2:15: bad-type: `Hidden` needs an entry per player — "
                "write `Hidden[Each[Player, bool]]`"
            ),
        ),
        (
            "class State:\n    a: List[Layer, scope.foo]",
            (
                "2:20: unknown-scope: `scope.foo` is not in the header — "
                "add it under `[scope]`, or write one of: `stack`, `cards`"
            ),
        ),
        (
            "class State:\n    a: Stock[scope.stack] = scope.cards",
            (
                "2:29: not-a-constant: this is not the bound of the field's type — "
                "write a number, or the same `scope.name` as in the type"
            ),
        ),
        (
            "class State:\n    a: Player = turn",
            (
                "2:17: not-a-constant: this value has to be a constant — "
                "write a number, True, False, nobody or a member"
            ),
        ),
        (
            "class R(Record):\n    a: Layer",
            (
                "2:8: bad-type: `Layer` cannot be the type of a part of a record — "
                "write bool, Range, Player, an enum, or Maybe of these"
            ),
        ),
        (
            "class E(Enum): early",
            "1:16: bad-name: the member `early` is not in capitals — write `EARLY`",
        ),
        (
            "class E(Enum): EARLY",
            "1:16: name-taken: `EARLY` is already a member of `Stage` — choose another name",
        ),
        (
            "class E(Enum): X = 1",
            "1:16: forbidden-form: an Enum holds names only — write `ONE, OTHER`, without values",
        ),
        (
            "class State:\n    first: bool = True",
            "2:5: forbidden-name: `first` is a word of the language — choose another name",
        ),
        (
            "def turn():\n    return True",
            "1:1: name-taken: `turn` is already a field — choose another name",
        ),
        (
            "@move\ndef jump(player): pass",
            "2:10: no-type: the parameter `player` has no type — write `player: Player`, say",
        ),
        (
            "@move\ndef jump(player: Hidden[Player]): pass",
            (
                "2:1: move-without-player: the first parameter of the move `jump` is no Player — "
                "write `def jump(player: Player, …)`"
            ),
        ),
        (
            "@move\ndef jump(): pass",
            (
                "2:1: move-without-player: the first parameter of the move `jump` is no Player — "
                "write `def jump(player: Player, …)`"
            ),
        ),
        (
            "@step\ndef jump(a: Stock[3]): pass",
            (
                "2:13: bad-type: `Stock[3]` cannot be the type of a parameter of an action — "
                "write `Range[0, 3]`"
            ),
        ),
        (
            '@step("a")\ndef jump(): pass',
            "2:1: wrong-arguments: a `@step` has no tags — write `@step`",
        ),
        (
            MAY + "passes == scope.cards",
            (
                "3:22: scope-in-rule: `scope.cards` is a bound of the search and not a rule — "
                "use a field, or put this into a `python rule environment` block"
            ),
        ),
        (
            "@may\n@must\ndef lay(): return True",
            "2:2: two-decorators: `@must` stands beside `@may` — write one function for each",
        ),
        (
            '@may\n@before("resolve")\ndef lay(): return True',
            "2:2: two-decorators: `@before` does not belong here — put it beside one of @must",
        ),
        (
            '@may\n@overrides("9.9")\ndef lay(): return True',
            (
                "2:2: unknown-clause: there is no clause `9.9` — "
                "write the number of a clause of this rulebook"
            ),
        ),
        (
            '@may\n@reading("a")\ndef lay(): return True',
            (
                "2:2: wrong-arguments: `@reading` takes 2, and gets 1 — "
                'write `@reading("question", "answer")`'
            ),
        ),
        (
            "@may\ndef lay():\n    if empty():\n        return True",
            "2:1: no-return: `lay` does not return a value on every path — end it with `return …`",
        ),
        (
            "@may\ndef lay():\n    return True\n    return False",
            "4:5: never-reached: nothing gets here: everything above has returned — leave it out",
        ),
        (
            "@may\ndef lay():\n    turn = 0\n    return True",
            (
                "3:5: return-with-effects: a body that returns a value changes nothing — "
                "put this into a consequence, or leave the `return` out"
            ),
        ),
        (
            WHEN + "return True",
            (
                "3:5: return-with-effects: a body that changes the state returns nothing — "
                "leave the `return` out, or put the value into a helper"
            ),
        ),
        (
            WHEN + "needs(empty())",
            (
                "3:5: needs-in-the-wrong-place: `needs` cannot stand here — "
                "put it at the top of an action or of a claim"
            ),
        ),
        (
            "@step\ndef jump():\n    turn = 0\n    needs(empty())",
            "3:5: needs-in-the-wrong-place: this stands above a `needs` — put every `needs` first",
        ),
        (
            WHEN + "player = 1",
            (
                "3:5: name-taken: `player` is already a name that has a value here — "
                "choose another name"
            ),
        ),
        (
            WHEN + "for x in stack:\n        x.late = True",
            (
                "4:9: not-a-field: `x` is a local name and keeps its value — "
                "write to a field, such as `list[i].part = v`"
            ),
        ),
        (
            WHEN + "empty()",
            "3:5: no-effect: this line does nothing — use its value, or leave it out",
        ),
        (
            WHEN + "stack = stack",
            "3:5: wrong-type: a whole list cannot be written — use `append` and `pop`",
        ),
        (
            MAY + "can(lay(player))",
            "3:12: not-in-a-claim: `can` can be asked in claims only — write the condition itself",
        ),
        (
            "@never\ndef c(p):\n    return can(fly(p))",
            (
                "3:16: unknown-action: there is no action and no tag `fly` — "
                "declare it with @move or @step"
            ),
        ),
        (
            "@never\ndef c(p):\n    return can(lay(p, x=1))",
            "3:23: unknown-parameter: `lay` has no parameter `x` — write `lay(player, late)`",
        ),
        (
            "@any_order\ndef c():\n    pass",
            (
                "1:2: wrong-arguments: `@any_order` names nothing — "
                'write `@any_order("place", "resolve")`, say'
            ),
        ),
        (
            '@any_order("lays")\ndef c():\n    pass',
            "1:2: unknown-action: there is no action and no tag `lays` — write `lay`?",
        ),
        (
            '@any_order("lay")\ndef c(player):\n    return player == turn',
            ("2:1: no-effect: `@any_order` says all there is to say — write `def c(): pass`"),
        ),
        (
            '@always("all")\ndef c():\n    return True',
            (
                '1:2: wrong-arguments: `@always` knows only "every" — '
                'write `@always` or `@always("every")`'
            ),
        ),
        (
            '@sometimes("q")\ndef c(p):\n    return True',
            "1:2: unknown-parameter: the claim has no parameter `q` — name one of its parameters",
        ),
        (
            "@never\ndef c():\n    return True\n\n@always\ndef c():\n    return True",
            "6:1: name-taken: `c` is already a claim, in line 43 — choose another name",
        ),
    ],
)
def test_what_means_nothing_is_a_fault(text: str, fault: str) -> None:
    assert fault_of(text) == fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "1:1: bad-example: this example does nothing — write an action such as `play(A)`"),
        (
            "start(turn=C)\nlay(A)",
            (
                "1:12: value-outside-type: there is no seat 2 with 2 players — "
                "write a seat from 0 to 1"
            ),
        ),
        (
            "start(players=5)\nlay(A)",
            (
                "1:15: players-out-of-range: this rulebook is not for so many players — "
                "write a number from 2 to 4"
            ),
        ),
        (
            "start(trun=A)\nlay(A)",
            "1:7: unknown-name: there is no field `trun` — write `turn`?",
        ),
        (
            "lay(A)\nstart(turn=A)",
            "2:1: bad-example: `start` is not the first line — put it on top, once",
        ),
        (
            "lay()",
            (
                "1:1: wrong-arguments: `lay` does not say what `player` is — "
                "write `player=…`, or give the parameter a default"
            ),
        ),
        (
            "lay(A, 1)",
            (
                "1:8: wrong-type: a number stands where a `bool` is needed — "
                "write a condition, such as `x == y` or `x > 0`"
            ),
        ),
        (
            "lay(turn)",
            (
                "1:5: not-a-constant: this value has to be a constant — "
                "write a number, True, False, nobody or a member"
            ),
        ),
        (
            "resolve(hits=(1, 0, 0))",
            (
                "1:14: wrong-arguments: there are 3 entries, and 2 are needed — "
                "write one entry per `Player`"
            ),
        ),
        (
            "resolve(hits=2)",
            (
                "1:14: value-outside-type: 2 is no value of `Range[0, 1]` — "
                "write a value inside it, or widen the type"
            ),
        ),
        (
            "acts(A)",
            (
                "1:1: unknown-action: `acts` is a tag, and an example needs one action — "
                "write one of `lay`"
            ),
        ),
        (
            "illegal(A)",
            (
                "1:1: wrong-arguments: `illegal` needs one action with parentheses — "
                "write `illegal(action(…))`"
            ),
        ),
        (
            "expect(turn)",
            (
                "1:8: wrong-type: a `Player` stands where a `bool` is needed — "
                "write a condition, such as `x == y` or `x > 0`"
            ),
        ),
        (
            "x = 1",
            (
                "1:1: bad-example: this is no line of an example — "
                "write an action, `illegal(…)`, `impossible(…)` or `expect(…)`"
            ),
        ),
    ],
)
def test_an_example_holds_a_start_and_then_deeds(text: str, fault: str) -> None:
    assert fault_of(text, "python example") == fault


def test_nesting_beyond_forty_levels_is_a_fault() -> None:
    cure = "or make them helpers"
    assert fault_of(MAY + "(" * 1000 + "True" + ")" * 1000) == f"3:52: too-deep: {DEEP}, {cure}"
    assert fault_of(MAY + "not " * 1000 + "True") == f"3:172: too-deep: {DEEP}, {cure}"
    assert fault_of(MAY + "0 + " * 100 + "1 > 0") == f"3:12: too-deep: {DEEP}, {cure}"
    assert fault_of(MAY + "turn" + "[0]" * 100) == f"3:12: too-deep: {DEEP}, {cure}"
    steps = "".join("    " * level + "if empty():\n" for level in range(1, 1000))
    assert fault_of("@when\ndef lay():\n" + steps[:30000]) == f"43:165: too-deep: {DEEP}, {cure}"
    returns = "    if empty():\n        return True\n" * 50
    assert fault_of(f"@may\ndef lay():\n{returns}    return False") == (
        "83:5: too-deep: this is nested more than 40 levels deep — split the helper in two"
    )


def test_a_number_beyond_a_million_is_a_fault() -> None:
    fault = "number-too-large: this number is larger than 1000000 — write a smaller one"
    assert fault_of(MAY + "passes == " + "9" * 10_000) == f"3:22: {fault}"
    assert fault_of(MAY + "passes == 1000001") == f"3:22: {fault}"
    assert fault_of("class State:\n    a: Range[0, 1000001] = 0") == f"2:17: {fault}"
    assert faults_of(MAY + "passes == 1000000") == []


def test_helpers_that_grow_beyond_measure_are_a_fault() -> None:
    doubling = "\n".join(f"def a{i + 1}():\n    return a{i}() and a{i}()" for i in range(30))
    assert fault_of("def a0():\n    return empty()\n" + doubling) == (
        "29:1: too-large: `a14` is larger than 100000 once its helpers are written out — "
        "call fewer helpers, or make them shorter"
    )
    nested = "passes"
    for _ in range(17):
        nested = f"(1 if 0 < {nested} < 2 else 2)"
    assert fault_of(f"@may\ndef lay():\n    return {nested} > 1") == (
        "2:1: too-large: `lay` is larger than 100000 once its helpers are written out — "
        "call fewer helpers, or make them shorter"
    )


def test_every_fault_of_a_block_is_reported_in_order() -> None:
    text = MAY + "turn and foo\n\n" + WHEN + "bar()\n    turn = stage\n    passes = 9"
    places = [fault.split(" ")[0] for fault in faults_of(text)]
    assert places == ["3:12:", "3:21:", "7:5:", "8:12:", "9:14:"]


def test_columns_count_characters_and_not_bytes() -> None:
    assert fault_of('@may\ndef lay(): "é …"; return foo') == (
        "2:26: unknown-name: `foo` stands for nothing — declare it in a block, or correct it"
    )


@pytest.mark.parametrize("name", ["overrides", "restates"])
def test_a_norm_says_nothing_about_its_own_clause(name: str) -> None:
    text = f'@must_not\n@{name}("1.1")\ndef lay():\n    return empty()'
    assert fault_of(text) == (
        f"2:2: own-clause: clause 1.1 names itself in @{name} — "
        "name another clause; within one clause write one condition"
    )
