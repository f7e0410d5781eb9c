"""Where one condition decides, it alone makes the difference."""

from __future__ import annotations

from itertools import product

import pytest

from headjudge.semantics.symbolic.terms import Kind, Pool, Term, Variable, evaluate
from headjudge.vectors.conditions import _both_ways


def switches(pool: Pool, count: int) -> list[Term]:
    return [pool.variable(Kind.SLOT, index, 0, 1, boolean=True) for index in range(count)]


def wholes() -> list[tuple[Pool, list[Term], Term]]:
    pool = Pool()
    a, b, c, d = every = switches(pool, 4)
    return [
        (pool, every, pool.and_(a, b)),
        (pool, every, pool.or_(a, pool.not_(b), c)),
        (pool, every, pool.and_(a, pool.or_(b, c), pool.not_(d))),
        (pool, every, pool.or_(pool.and_(a, b), pool.and_(c, pool.not_(d)))),
        (pool, every, pool.not_(pool.and_(a, pool.or_(pool.not_(b), pool.and_(c, d))))),
    ]


@pytest.mark.parametrize("number", range(5))
def test_a_condition_decides_where_its_opposite_gives_the_opposite(number: int) -> None:
    pool, every, whole = wholes()[number]
    names = [one for one in every if isinstance(one, Variable)]
    ways = list(_both_ways(pool, whole, pool.true))
    decided: list[Variable] = []
    for so, not_so in zip(ways[::2], ways[1::2], strict=True):
        met = set()
        for values in product((0, 1), repeat=len(names)):
            here = dict(zip(names, values, strict=True))
            if not evaluate(so, here):
                continue
            # There is one condition whose other value makes the other case, and the whole.
            others = [{**here, one: 1 - here[one]} for one in names]
            flips = [
                one
                for one, other in zip(names, others, strict=True)
                if evaluate(not_so, other) and evaluate(whole, other) != evaluate(whole, here)
            ]
            met.update(flips[:1])
            assert len(flips) == 1
        decided.extend(met)
    assert set(decided) == pool.variables(whole)
    assert len(decided) == len(ways) // 2
