"""A syntax tree as text, laid out to be read.

The standard library's ``ast.unparse`` writes everything on one line and not quite the same
in every version of Python. Only the nodes that a model consists of are known here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

WIDTH = 100
STEP = "    "

(CONDITIONAL, OR, AND, NOT, COMPARISON, BAR, ARITHMETIC, SIGN, ATOM) = range(9)

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.BitOr: "|",
    ast.And: "and",
    ast.Or: "or",
    ast.Not: "not ",
    ast.USub: "-",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.NotIn: "not in",
}


def text(module: ast.Module) -> str:
    """The text of a module: functions and classes apart, long lines broken."""
    written: list[str] = []
    for index, one in enumerate(module.body):
        apart = isinstance(one, ast.FunctionDef | ast.ClassDef)
        after = index > 0 and isinstance(module.body[index - 1], ast.FunctionDef | ast.ClassDef)
        if index:
            written.append("\n\n" if apart or after else "\n" if index < 3 else "")  # noqa: PLR2004
        written.append("\n".join(statement(one, "")) + "\n")
    return "".join(written)


# ------------------------------------------------------------------------- statements


def statement(one: ast.stmt, pad: str) -> list[str]:
    """The lines of a statement."""
    match one:
        case ast.Expr(ast.Constant(str(words))):
            return [pad + docstring(words)]
        case ast.Expr(value):
            return led(pad, "", value)
        case ast.ImportFrom(module, names):
            inside = [alias.name for alias in names]
            return [*bracketed(f"{pad}from {module} import (", inside, ")", pad)]
        case ast.Assign([target], value):
            return led(pad, f"{flat(target)} = ", value)
        case ast.AugAssign(target, op, value):
            return led(pad, f"{flat(target)} {sign(op)}= ", value)
        case ast.AnnAssign(target, annotation):
            return [f"{pad}{flat(target)}: {flat(annotation)}"]
        case ast.Return(value) if value is not None:
            return led(pad, "return ", value)
        case ast.Pass():
            return [f"{pad}pass"]
        case ast.If():
            return branch(one, pad, "if")
        case ast.For(target, iterated, body):
            head = led(pad, f"for {flat(target)} in ", iterated, ":")
            return [*head, *block(body, pad)]
        case ast.FunctionDef():
            return function(one, pad)
        case ast.ClassDef(name, bases, _, body, decorators):
            above = [line for each in decorators for line in led(pad, "@", each)]
            heirs = f"({', '.join(map(flat, bases))})" if bases else ""
            return [*above, f"{pad}class {name}{heirs}:", *block(spaced(body), pad)]
        case _:
            raise TypeError(f"no way to write {type(one).__name__}")


def spaced(body: Sequence[ast.stmt]) -> list[ast.stmt | None]:
    """A body with a blank line after its docstring."""
    return [body[0], None, *body[1:]] if len(body) > 1 else list(body)


def block(body: Iterable[ast.stmt | None], pad: str) -> list[str]:
    """An indented block."""
    return [line for one in body for line in ([""] if one is None else statement(one, pad + STEP))]


def branch(one: ast.If, pad: str, keyword: str) -> list[str]:
    """An ``if`` with its ``elif`` and ``else``."""
    lines = [*led(pad, f"{keyword} ", one.test, ":"), *block(one.body, pad)]
    match one.orelse:
        case []:
            return lines
        case [ast.If() as other]:
            return [*lines, *branch(other, pad, "elif")]
        case _:
            return [*lines, f"{pad}else:", *block(one.orelse, pad)]


def function(one: ast.FunctionDef, pad: str) -> list[str]:
    """A function."""
    parameters = [
        argument.arg + ("" if argument.annotation is None else f": {flat(argument.annotation)}")
        for argument in one.args.args
    ]
    returns = "" if one.returns is None else f" -> {flat(one.returns)}"
    head = bracketed(f"{pad}def {one.name}(", parameters, f"){returns}:", pad)
    return [*head, *block(one.body, pad)]


def bracketed(opening: str, inside: Sequence[str], closing: str, pad: str) -> list[str]:
    """Brackets on one line if they fit, else with one item a line.

    An import's brackets are left out where all its names fit on the line.
    """
    line = opening + ", ".join(inside) + closing
    if opening.endswith("import ("):
        line = line.replace("(", "").replace(")", "")
    if len(line) <= WIDTH or not inside:
        return [line]
    return [opening, *(f"{pad}{STEP}{one}," for one in inside), pad + closing]


def led(pad: str, lead: str, value: ast.expr, tail: str = "") -> list[str]:
    """A statement's line: something before an expression and something after."""
    written = laid_out(value, pad, len(pad) + len(lead), len(tail))
    if isinstance(value, ast.BoolOp) and "\n" in written:
        written = f"({written})"
    return f"{pad}{lead}{written}{tail}".split("\n")


# ------------------------------------------------------------------------ expressions


def laid_out(value: ast.expr, pad: str, column: int, tail: int) -> str:
    """An expression, broken into lines if it does not fit."""
    whole = flat(value)
    if column + len(whole) + tail <= WIDTH:
        return whole
    inner = pad + STEP
    match value:
        case ast.Call(called, arguments, keywords) if not generating(arguments):
            parts = [laid_out(one, inner, len(inner), 1) for one in arguments]
            for keyword in keywords:
                lead = f"{keyword.arg}="
                parts.append(lead + laid_out(keyword.value, inner, len(inner) + len(lead), 1))
            return broken(f"{flat(called)}(", parts, ")", pad)
        case ast.Tuple(items) | ast.List(items):
            parts = [laid_out(one, inner, len(inner), 1) for one in items]
            opening, closing = ("(", ")") if isinstance(value, ast.Tuple) else ("[", "]")
            return broken(opening, parts, closing, pad)
        case ast.Dict(keys, values):
            parts = []
            for key, entry in zip(keys, values, strict=True):
                lead = "" if key is None else f"{flat(key)}: "
                parts.append(lead + laid_out(entry, inner, len(inner) + len(lead), 1))
            return broken("{", parts, "}", pad)
        case ast.Call(called, [ast.GeneratorExp() as one], []):
            return f"{flat(called)}(\n{inner}{generator(one)}\n{pad})"
        case ast.BoolOp(op, operands):
            parts = [chained_laid_out(one, op, inner) for one in operands]
            return f"\n{inner}" + f"\n{inner}{sign(op)} ".join(parts) + f"\n{pad}"
        case ast.UnaryOp(ast.Not(), ast.BoolOp() as operand):
            return f"not ({laid_out(operand, pad, WIDTH, 0)})"
        case ast.Compare(left, [op], [ast.Tuple() as right]):
            lead = f"{flat(left, BAR)} {sign(op)} "
            return lead + laid_out(right, pad, column + len(lead), tail)
        case _:
            return whole


def chained_laid_out(one: ast.expr, op: ast.boolop, pad: str) -> str:
    """An operand on a line of its own, broken further if it does not fit."""
    taken = len(pad) + len(sign(op)) + 1
    whole = chained(one, op)
    if taken + len(whole) <= WIDTH:
        return whole
    written = laid_out(one, pad, taken, 0)
    return f"({written})" if isinstance(one, ast.BoolOp) else written


def chained(one: ast.expr, op: ast.boolop) -> str:
    """An operand; an ``and`` inside an ``or`` is put in brackets for the reader."""
    level = ATOM if isinstance(one, ast.BoolOp) else AND if isinstance(op, ast.And) else OR
    return flat(one, level if isinstance(one, ast.BoolOp) else level + 1)


def broken(opening: str, parts: Sequence[str], closing: str, pad: str) -> str:
    """Brackets with one item a line."""
    if not parts:
        return opening + closing
    inside = "".join(f"{pad}{STEP}{part},\n" for part in parts)
    return f"{opening}\n{inside}{pad}{closing}"


def generating(arguments: Sequence[ast.expr]) -> bool:
    """Whether a call's only argument is a generator expression."""
    return len(arguments) == 1 and isinstance(arguments[0], ast.GeneratorExp)


def flat(value: ast.expr, above: int = CONDITIONAL) -> str:
    """An expression on one line, in brackets if what is around it binds more tightly."""
    level, written = spoken(value)
    return f"({written})" if level < above else written


def spoken(value: ast.expr) -> tuple[int, str]:
    """How tightly an expression binds, and its text."""
    match value:
        case ast.Constant(str(words)):
            return ATOM, quoted(words)
        case ast.Constant(constant):
            return ATOM, repr(constant)
        case ast.Name(identifier):
            return ATOM, identifier
        case ast.Attribute(base, identifier):
            return ATOM, f"{flat(base, ATOM)}.{identifier}"
        case ast.Subscript(base, ast.Tuple(items)):
            return ATOM, f"{flat(base, ATOM)}[{', '.join(map(flat, items))}]"
        case ast.Subscript(base, index):
            return ATOM, f"{flat(base, ATOM)}[{flat(index)}]"
        case ast.Call(called, [ast.GeneratorExp() as one], []):
            return ATOM, f"{flat(called, ATOM)}({generator(one)})"
        case ast.Call(called, arguments, keywords):
            inside = [flat(one) for one in arguments]
            inside += [f"{keyword.arg}={flat(keyword.value)}" for keyword in keywords]
            return ATOM, f"{flat(called, ATOM)}({', '.join(inside)})"
        case ast.Tuple([single]):
            return ATOM, f"({flat(single)},)"
        case ast.Tuple(items):
            return ATOM, f"({', '.join(map(flat, items))})"
        case ast.List(items):
            return ATOM, f"[{', '.join(map(flat, items))}]"
        case ast.Dict(keys, entries):
            pairs = zip(keys, entries, strict=True)
            inside = [f"{flat(key)}: {flat(one)}" for key, one in pairs if key is not None]
            return ATOM, "{" + ", ".join(inside) + "}"
        case ast.GeneratorExp():
            return ATOM, f"({generator(value)})"
        case ast.UnaryOp(ast.Not(), operand):
            return NOT, f"not {flat(operand, NOT)}"
        case ast.UnaryOp(op, operand):
            return SIGN, f"{sign(op)}{flat(operand, SIGN)}"
        case ast.BinOp(left, op, right):
            level = BAR if isinstance(op, ast.BitOr) else ARITHMETIC
            return level, f"{flat(left, level)} {sign(op)} {flat(right, level + 1)}"
        case ast.BoolOp(op, operands):
            level = AND if isinstance(op, ast.And) else OR
            return level, f" {sign(op)} ".join(chained(one, op) for one in operands)
        case ast.Compare(left, [op], [right]):
            return COMPARISON, f"{flat(left, BAR)} {sign(op)} {flat(right, BAR)}"
        case ast.IfExp(test, then, orelse):
            return CONDITIONAL, f"{flat(then, OR)} if {flat(test, OR)} else {flat(orelse)}"
        case _:
            raise TypeError(f"no way to write {type(value).__name__}")


def generator(value: ast.GeneratorExp) -> str:
    """A generator expression without brackets."""
    written = flat(value.elt)
    for one in value.generators:
        written += f" for {flat(one.target)} in {flat(one.iter, OR)}"
        written += "".join(f" if {flat(condition, OR)}" for condition in one.ifs)
    return written


def sign(op: ast.AST) -> str:
    """An operator as it is written."""
    return OPERATORS[type(op)]


# ------------------------------------------------------------------------------ words


def quoted(words: str) -> str:
    """A string constant that stays on its line."""
    return '"' + escaped(words, keep="").replace('"', '\\"') + '"'


def docstring(words: str) -> str:
    """A string constant over several lines."""
    written = escaped(words, keep="\n")
    if '""' in written or written.endswith('"'):
        written = written.replace('"', '\\"')
    return f'"""{written}"""'


def escaped(words: str, *, keep: str) -> str:
    """The words with every character escaped that is not seen as itself."""
    return "".join(
        one
        if one in keep or (one.isprintable() and one != "\\")
        else "\\\\"
        if one == "\\"
        else one.encode("unicode_escape").decode("ascii")
        for one in words
    )
