"""Local names that nothing reads: most often a field's name, misspelled."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from headjudge.rulebook.context import Context
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.names import RESERVED, FieldName


def check_used(nodes: Sequence[ast.stmt], ctx: Context, *, writes: bool) -> None:
    """Note every local name of a body that is never read.

    ``ctx`` knows the parameters and no more. ``writes``: the body may write to fields.
    """
    names = [node for statement in nodes for node in _names(statement)]
    given = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    known = given | ctx.variables.keys() | ctx.names.meanings.keys() | ctx.names.deeds.keys()
    strange = {node.id for node in names} - known - RESERVED
    _Look(ctx.faults, frozenset(strange), writes).reads(nodes, replace(ctx, faults=Faults()))


@dataclass(frozen=True, slots=True)
class _Look:
    """One walk over a body. ``strange``: names in it that stand for nothing."""

    faults: Faults
    strange: frozenset[str]
    writes: bool

    def reads(self, nodes: Sequence[ast.stmt], quiet: Context) -> set[str]:
        """The names that statements read; a name is known to the end of its statements."""
        found: list[tuple[ast.Name | None, set[str]]] = []
        for node in nodes:
            inside = self._inside(node, quiet)
            name = _local(node, quiet)
            if name is not None:
                quiet = quiet.with_variable(name.id, None)
            found.append((name, inside))
        after: set[str] = set()
        for name, inside in reversed(found):
            # Whoever reads what stands for nothing may have meant this name: one fault is enough.
            if name is not None and name.id not in after and self.strange.isdisjoint(after):
                self._fault(name, quiet)
            after |= inside
        return after

    def _inside(self, node: ast.stmt, quiet: Context) -> set[str]:
        match node:
            case ast.If(test=test):
                return {
                    *_read(test),
                    *self.reads(node.body, quiet),
                    *self.reads(node.orelse, quiet),
                }
            case ast.For(target=ast.Name(id=name), iter=domain):
                return {*_read(domain), *self.reads(node.body, quiet.with_variable(name, None))}
            case _:
                return set(_read(node))

    def _fault(self, name: ast.Name, quiet: Context) -> None:
        near = quiet.names.near_field(name.id) if self.writes else ""
        self.faults.add(
            quiet.place(name),
            "unused-name",
            f"`{name.id}` is never used",
            f"did you mean the field `{near}`?" if near else "use it, or leave the line out",
        )


def _local(node: ast.stmt, quiet: Context) -> ast.Name | None:
    """The local name that a statement gives, if nothing else is wrong with it."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name) as target]):
            field = isinstance(quiet.meaning(name), FieldName) or name in quiet.names.skipped
            return None if field or not quiet.free(target, name) else target
        case _:
            return None


def _names(node: ast.AST) -> Iterator[ast.Name]:
    return (inner for inner in ast.walk(node) if isinstance(inner, ast.Name))


def _read(node: ast.AST) -> Iterator[str]:
    """The names that are read somewhere in a node; ``+=`` reads what it adds to."""
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=name, ctx=ast.Load()) | ast.AugAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass
