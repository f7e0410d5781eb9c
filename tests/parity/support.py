"""Two semantics side by side: the executable model and the terms of one rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import z3
from hypothesis import strategies as st

from headjudge.engines.explore.expand import instances
from headjudge.rulebook import setting, under_reading
from headjudge.rulebook.syntax import (
    BoolType,
    ClaimKind,
    EachType,
    EnumType,
    ListType,
    MaybeType,
    PlayerType,
    RangeType,
    RecordType,
    Rulebook,
    Setting,
    StockType,
    Type,
)
from headjudge.rulebook.values import Ruling, Situation, Value, size
from headjudge.semantics.executable import After, Clash, CutOff, Game, Undefined, build
from headjudge.semantics.symbolic.claims import Claims
from headjudge.semantics.symbolic.columns import Codec, Program
from headjudge.semantics.symbolic.constraints import Constraints, Moment, value_of
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term, Variable, evaluate

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Pair:
    """One rulebook in one setting, in both semantics."""

    rulebook: Rulebook
    setting: Setting
    game: Game
    system: System


def first_reading(rulebook: Rulebook) -> Rulebook:
    return under_reading(rulebook, {q: answers[0] for q, answers in rulebook.readings()})


def pair(
    rulebook: Rulebook,
    scope: dict[str, int],
    players: int | None = None,
    *,
    permission_wins: bool = False,
) -> Pair:
    where = setting(rulebook, players=players, scope=scope)
    ruling = Ruling(permission_wins)
    game = Game(build(rulebook), where, ruling=ruling)
    return Pair(rulebook, where, game, lower(rulebook, where, ruling))


def values_of(type_: Type, where: Setting) -> st.SearchStrategy[Value]:
    match type_:
        case BoolType():
            return st.booleans()
        case RangeType(low, high):
            return st.integers(where.value(low), where.value(high))
        case StockType(capacity):
            return st.integers(0, where.value(capacity))
        case PlayerType():
            return st.integers(0, where.players - 1)
        case EnumType(_, members):
            return st.integers(0, len(members) - 1)
        case RecordType(_, fields):
            return st.tuples(*(values_of(of, where) for _, of in fields))
        case MaybeType(of):
            return st.none() | values_of(of, where)
        case EachType(key, of):
            return st.tuples(*([values_of(of, where)] * size(key, where)))
        case ListType(of, capacity):
            items = st.lists(values_of(of, where), max_size=where.value(capacity))
            return items.map(tuple)
        case _:
            raise TypeError(type_)


def situations(both: Pair) -> st.SearchStrategy[Situation]:
    """Any situation of the setting, reachable or not."""
    fields = both.rulebook.fields
    values = st.tuples(*(values_of(field.type, both.setting) for field in fields))
    spoken = st.tuples(*(st.booleans() for field in fields if field.told))
    return st.builds(Situation, values, spoken)


def columns_of(system: System, row: tuple[int, ...]) -> dict[Variable, int]:
    pairs = zip(system.slots, row, strict=True)
    return {slot: number for slot, number in pairs if isinstance(slot, Variable)}


def with_parameters(
    transition: Transition, row: tuple[int, ...], values: dict[Variable, int]
) -> dict[Variable, int]:
    variables = [v for g in (*transition.groups, *transition.orders) for v in g.variables]
    pairs = zip(variables, row, strict=True)
    return {**values, **{v: n for v, n in pairs if isinstance(v, Variable)}}


def outcome(transition: Transition, system: System, values: dict[Variable, int]) -> tuple[str, Any]:
    """What the terms say of a step: its kind, and what there is to say of it."""
    undefined = {clause for clause, term in transition.undefined if evaluate(term, values)}
    if undefined:
        return "undefined", undefined
    clashes = {pair for pair, term in transition.clashes if evaluate(term, values)}
    if clashes:
        return "clash", clashes
    bounds = [bound for bound, term in transition.cutoffs if evaluate(term, values)]
    if bounds:
        return "cut off", bounds[0]
    row = tuple(evaluate(term, values) for term in transition.after)
    return "after", system.layout.decode(row)


def native_outcome(game: Game, state: Any, act: Any) -> tuple[str, Any]:
    match game.apply(state, act):
        case After() as after:
            return "after", game.freeze(after.state)
        case Undefined(clauses):
            return "undefined", set(clauses)
        case Clash(causes):
            return "clash", set(causes)
        case CutOff(bound):
            return "cut off", bound


def compare(both: Pair, situation: Situation) -> int:
    """Everything both semantics say of a situation agrees; returns how many acts were tried."""
    game, system = both.game, both.system
    state = game.thaw(situation)
    assert game.freeze(state) == situation
    row = system.layout.encode(situation)
    assert system.layout.decode(row) == situation
    values = columns_of(system, row)
    assert game.at_rest(state) == bool(evaluate(system.at_rest, values))
    silent = tuple(name for name, term in system.silent if evaluate(term, values))
    assert game.silent(state) == silent
    impossible = {key for key, term in system.impossible if evaluate(term, values)}
    assert set(game.impossible(state)) == impossible
    assert game.gap(state) == bool(evaluate(system.gap, values))
    assert game.is_over(state) == bool(evaluate(system.over, values))
    legal = set(game.legal(state))
    conflicts = set(game.conflicts(state))
    unknown = set(game.undefined_conditions(state))
    norms = both.rulebook.norms
    tried = 0
    mine_legal, mine_conflicts, mine_unknown = set(), set(), set()
    for transition in system.transitions:
        for parameters in instances(transition):
            filled = with_parameters(transition, parameters, values)
            act = transition.act(parameters, both.setting)
            assert evaluate(transition.canonical, filled)
            assert game.can(state, act) == bool(evaluate(transition.can, filled)), act
            is_legal = bool(evaluate(transition.legal, filled))
            if is_legal:
                mine_legal.add(act)
            plain = type(act)(act.action, act.arguments)
            for (grant, stop), term in transition.conflicts:
                if evaluate(term, filled):
                    pair_ = (norms[grant].origin.clause, norms[stop].origin.clause)
                    mine_conflicts.add((plain, *pair_))
            for clause, term in transition.unknown:
                if evaluate(term, filled):
                    mine_unknown.add((transition.action.name, clause))
            if is_legal or bool(evaluate(transition.possible, filled)):
                tried += 1
                same(native_outcome(game, state, act), outcome(transition, system, filled), act)
    assert legal == mine_legal
    assert {(type(a)(a.action, a.arguments), g, s) for a, g, s in conflicts} == mine_conflicts
    assert unknown == mine_unknown
    return tried


def same(native: tuple[str, Any], symbolic: tuple[str, Any], act: object) -> None:
    """Both say the same of what comes of an act.

    Where something is undefined, they name a clause in common, and maybe not all the same. Of
    a clause that fails half way one takes what it has written before, the other also what it
    would have written after; so a second clause may go beyond a bound in one of them alone.
    """
    if native[0] == symbolic[0] == "undefined":
        assert set(native[1]) & set(symbolic[1]), act
    else:
        assert native == symbolic, act


def compare_claims(both: Pair, situation: Situation) -> None:
    """Both semantics say the same of every claim of the rulebook, here and on every step."""
    game, system = both.game, both.system
    state, claims = game.thaw(situation), Claims(system)
    values = columns_of(system, system.layout.encode(situation))
    for claim in both.rulebook.claims:
        if not claim.body:
            continue  # it asserts something of whole plays, not of a situation or a step
        met = claim.kind in (ClaimKind.SOMETIMES, ClaimKind.ALWAYS_POSSIBLE)
        ask = game.witnesses if met else game.violations
        if not claim.of_steps:
            parts = claims.of_situations(claim)
            hit = any(evaluate(part.hit, values) for part in parts)
            premise = any(evaluate(part.premise, values) for part in parts)
            assert bool(ask(claim, state)) == hit, claim.name
            assert game.premise_holds(claim, state) == premise, claim.name
            continue
        parts_ = claims.of_steps(claim)
        for index, transition in enumerate(system.transitions):
            for parameters in instances(transition)[:4]:
                filled = with_parameters(transition, parameters, values)
                act = transition.act(parameters, both.setting)
                result = game.apply(state, act)
                if not evaluate(transition.possible, filled) or not isinstance(result, After):
                    continue
                hit = any(evaluate(part.hit[index], filled) for part in parts_)
                premise = any(evaluate(part.premise[index], filled) for part in parts_)
                assert bool(ask(claim, state, act, result.state)) == hit, (claim.name, act)
                said = game.premise_holds(claim, state, act, result.state)
                assert said == premise, (claim.name, act)


def state_terms(system: System) -> list[Term]:
    """The terms over slots alone that an engine evaluates."""
    found = [system.at_rest, system.goes_on, system.gap, system.over]
    found.extend(term for _, term in (*system.silent, *system.impossible))
    return found


def step_terms(transition: Transition) -> list[Term]:
    """The terms over slots and parameters that an engine evaluates."""
    kinds = (transition.undefined, transition.clashes, transition.cutoffs, transition.conflicts)
    named = [term for kind in kinds for _, term in kind]
    fixed = [transition.canonical, transition.can, transition.legal, transition.goes]
    return [*fixed, *named, *transition.after]


def agree_on_values(both: Pair, situation: Situation) -> None:
    """Columns and z3 give every term the value that the plain interpreter gives it."""
    system = both.system
    row = system.layout.encode(situation)
    known = columns_of(system, row)
    codec = Codec(system.layout.slots)
    keys = codec.keys([row])
    assert codec.rows(keys) == [row]
    assert codec.rows(codec.pack(codec.unpack(keys))) == [row]
    pairs = zip(system.slots, codec.unpack(keys), strict=True)
    columns = {slot: column for slot, column in pairs if isinstance(slot, Variable)}
    constraints = Constraints(system)
    moment, domain = constraints.moment(0)
    fixed = [*domain, constraints.situation(moment, row)]
    _agree(state_terms(system), known, columns, moment, fixed)
    for transition in system.transitions:
        rows = instances(transition)
        values = with_parameters(transition, rows[len(rows) // 2], known)
        filled = dict(columns)
        equal = list(fixed)
        for variable in transition.parameters:
            kind = bool if variable.boolean else np.int32
            filled[variable] = np.array([values[variable]], dtype=kind)
            bits = moment.translate(variable)
            equal.append(
                bits == bool(values[variable]) if variable.boolean else bits == values[variable]
            )
        _agree(step_terms(transition), values, filled, moment, equal)


def _agree(
    terms: list[Term],
    known: dict[Variable, int],
    columns: dict[Variable, Any],
    moment: Moment,
    fixed: list[z3.BoolRef],
) -> None:
    wanted = [evaluate(term, known) for term in terms]
    assert [int(result[0]) for result in Program(terms)(columns, 1)] == wanted
    solver = z3.Solver()
    solver.add(*fixed)
    assert solver.check() == z3.sat
    model = solver.model()
    found = [value_of(model, moment.translate(t), signed=t.low < 0) for t in terms]
    assert found == wanted


def reachable(both: Pair, limit: int) -> dict[Situation, set[tuple[Any, Situation]]]:
    """All situations that the executable model reaches, each with its steps."""
    game = both.game
    found: dict[Situation, set[tuple[Any, Situation]]] = {}
    queue = [game.freeze(state) for state in game.initial()]
    while queue:
        situation = queue.pop()
        if situation in found:
            continue
        assert len(found) < limit, "this scope is not small"
        state = game.thaw(situation)
        steps = set()
        if not game.silent(state):
            for act in game.legal(state):
                result = game.apply(state, act)
                if isinstance(result, After):
                    steps.add((act, game.freeze(result.state)))
        found[situation] = steps
        queue.extend(after for _, after in steps)
    return found
