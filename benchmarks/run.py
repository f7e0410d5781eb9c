"""Time the engines on the Cascade and print a table.

Every figure is measured in a process of its own. Whole processes are run several times and
the median is given, with the smallest and the largest: machines are noisy. Nothing here is
asserted; tests never look at a clock.

    python benchmarks/run.py            everything, some minutes
    python benchmarks/run.py quick      without the two largest explorations and depth 30
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
RUNS = 5
# Scopes of the Cascade from small to large; the last one is left at ten million.
SCOPES: tuple[dict[str, int], ...] = (
    {"texts": 1},
    {},
    {"texts": 3},
    {"texts": 3, "hand": 2},
)
# What is closed with decision diagrams.
SETS: tuple[dict[str, int], ...] = (
    {},
    {"texts": 3},
    {"texts": 3, "hand": 2},
    {"texts": 4, "hand": 3},
)
MILLIONS = 10_000_000
DEPTHS = (10, 20, 30)


def system(scope: dict[str, int]) -> object:
    """The Cascade's first reading as a transition system."""
    from headjudge.rulebook import read_rulebook, setting, under_reading
    from headjudge.semantics.symbolic.lower import lower

    book = read_rulebook(ROOT / "model" / "cascade.md")
    book = under_reading(book, {question: given[0] for question, given in book.readings()})
    return lower(book, setting(book, players=None, scope=scope))


def explore(scope: dict[str, int]) -> dict[str, float]:
    """Visit all situations of a scope, or ten million of them."""
    from headjudge.engines.explore import Explorer
    from headjudge.engines.search import Budget

    made = system(scope)
    before = _peak()
    start = time.perf_counter()
    search = Explorer().search(made, (), Budget(situations=MILLIONS, seconds=3600))  # type: ignore[arg-type]
    seconds = time.perf_counter() - start
    grown = _peak() - before
    return {
        "situations": search.situations,
        "steps": search.steps,
        "seconds": seconds,
        "bytes": grown / search.situations,
        "peak": _peak(),
        "bits": made.layout.bits,  # type: ignore[attr-defined]
    }


def symbolic(scope: dict[str, int]) -> dict[str, float]:
    """Close a scope with decision diagrams; no time for what takes longer than two minutes."""
    from headjudge.engines.search import Budget
    from headjudge.engines.symbolic import Symbolic

    made = system(scope)
    start = time.perf_counter()
    search = Symbolic().search(made, (), Budget(seconds=120))  # type: ignore[arg-type]
    return {
        "situations": search.situations,
        "depth": search.depth,
        "closed": not search.why,
        "seconds": time.perf_counter() - start,
        "peak": _peak(),
        "bits": made.layout.bits,  # type: ignore[attr-defined]
    }


def bounded(asked: list[object]) -> dict[str, float]:
    """Ask for plays of a depth that break a property that holds: (engine, depth).

    Seconds of the processor, here and in proofs: they need one core, and others may be busy.
    """
    from headjudge.engines.bmc import Bounded
    from headjudge.engines.sat.bounded import SatBounded
    from headjudge.engines.search import Budget, StateGoal

    name, depth = asked
    engine = SatBounded() if name == "sat" else Bounded(logic=str(name))
    made = system({})
    goal = StateGoal("gap", made.gap, made.pool.true, by_action=False)  # type: ignore[attr-defined]
    start = time.process_time()
    search = engine.search(made, (goal,), Budget(steps=int(str(depth)), seconds=900))  # type: ignore[arg-type]
    return {"seconds": time.process_time() - start, "reached": search.depth}


def proof() -> dict[str, float]:
    """Find an invariant that rules a gap out, and have z3 check it."""
    from headjudge.engines.sat.bounded import Plays
    from headjudge.engines.sat.invariants import Way, objection
    from headjudge.engines.sat.pdr import edge, invariant
    from headjudge.engines.sat.reaching import Reaching
    from headjudge.engines.search import Clock

    made = system({})
    start = time.process_time()
    clock = Clock(900.0, time.monotonic)
    reaching = Reaching(Plays(made, clock).machine, lambda: clock.spent)  # type: ignore[arg-type]
    way = Way(None, made.gap)  # type: ignore[attr-defined]
    if reaching.reach([edge(reaching, way)], 10_000_000) is not None:
        raise AssertionError("there is a gap")
    clauses = invariant(made, reaching)  # type: ignore[arg-type]
    found = time.process_time() - start
    if objection(made, clauses, [way]):  # type: ignore[arg-type]
        raise AssertionError("the invariant is none")
    return {"seconds": time.process_time() - start, "found": found}


def spacer() -> dict[str, float]:
    """The same by z3's own engine, on z3's own encoding."""
    import z3

    from headjudge.semantics.symbolic.constraints import Constraints

    made = system({})
    start = time.process_time()
    constraints = Constraints(made)  # type: ignore[arg-type]
    before, domain = constraints.moment(0)
    after, _ = constraints.moment(1)
    free = [place for place, bits in enumerate(before.slots) if z3.is_const(bits)]
    free = [place for place in free if before.slots[place].decl().kind() == z3.Z3_OP_UNINTERPRETED]
    old = [before.slots[place] for place in free]
    new = [after.slots[place] for place in free]
    met = z3.Function("met", *(bits.sort() for bits in old), z3.BoolSort())
    wrong = z3.Function("wrong", z3.BoolSort())
    solver = z3.Fixedpoint()
    solver.set(engine="spacer")
    solver.register_relation(met)
    solver.register_relation(wrong)
    terms = [
        (met(*old), [*domain, *constraints.initial(before)]),
        (met(*new), [*domain, met(*old), *constraints.step(before, after)]),
        (wrong(), [*domain, met(*old), before.translate.truth(made.gap)]),  # type: ignore[attr-defined]
    ]
    for head, body in terms:
        whole = z3.And(*body)
        variables = [one for one in _constants(z3.And(head, whole)) if not one.eq(wrong())]
        solver.rule(z3.ForAll(variables, z3.Implies(whole, head)))
    if solver.query(wrong()) != z3.unsat:
        raise AssertionError("there is a gap")
    return {"seconds": time.process_time() - start}


def _constants(term: object) -> list[object]:
    """The free constants of a z3 term."""
    import z3

    seen: set[int] = set()
    found, todo = [], [term]
    while todo:
        one = todo.pop()
        if one.get_id() in seen:  # type: ignore[attr-defined]
            continue
        seen.add(one.get_id())  # type: ignore[attr-defined]
        if z3.is_const(one) and one.decl().kind() == z3.Z3_OP_UNINTERPRETED:  # type: ignore[attr-defined]
            found.append(one)
        todo += one.children()  # type: ignore[attr-defined]
    return found


def executable() -> dict[str, float]:
    """Apply actions on the executable model, breadth first."""
    from headjudge.rulebook import read_rulebook, setting, under_reading
    from headjudge.semantics.executable import After, Game, build

    book = read_rulebook(ROOT / "model" / "cascade.md")
    book = under_reading(book, {question: given[0] for question, given in book.readings()})
    game = Game(build(book), setting(book, players=None, scope={}))
    queue = list(game.initial())
    applied = 0
    start = time.perf_counter()
    for state in queue:
        for act in game.legal(state):
            outcome = game.apply(state, act)
            applied += 1
            if isinstance(outcome, After):
                queue.append(outcome.state)
        if applied > 20_000:
            break
    return {"per second": applied / (time.perf_counter() - start)}


def reading() -> dict[str, float]:
    """Import and read the rulebook."""
    start = time.perf_counter()
    from headjudge.rulebook import read_rulebook

    read_rulebook(ROOT / "model" / "cascade.md")
    return {"seconds": time.perf_counter() - start}


JOBS: dict[str, Callable[..., dict[str, float]]] = {
    "explore": explore,
    "symbolic": symbolic,
    "bounded": bounded,
    "proof": proof,
    "spacer": spacer,
    "executable": executable,
    "reading": reading,
}


def _peak() -> int:
    """The largest memory of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def apart(job: str, argument: object = None) -> dict[str, float]:
    """Run one job in a process of its own."""
    command = [sys.executable, __file__, "--job", job, json.dumps(argument)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(printed)
    return found


def several(job: str) -> list[float]:
    """Seconds of a job, several times."""
    return [apart(job)["seconds"] for _ in range(RUNS)]


def whole(*arguments: str) -> list[float]:
    """Seconds of whole processes of the command line, cold."""
    command = [sys.executable, "-m", "headjudge", *arguments]
    found = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(command, cwd=ROOT, check=False, capture_output=True)
        found.append(time.perf_counter() - start)
    return found


def row(what: str, asked: str, found: str) -> None:
    """One line of the table."""
    print(f"| {what:<58} | {asked:<16} | {found:<44} |", flush=True)


def spread(seconds: list[float]) -> str:
    """Median, smallest and largest."""
    return f"{median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"


def main(*, quick: bool) -> None:
    """Measure everything and print the table."""
    row("what", "asked", "measured")
    row("-" * 58, "-" * 16, "-" * 44)
    row("check cascade, default scope, cold", "under 20 s", spread(whole("check", "cascade")))
    times = [apart("reading")["seconds"] for _ in range(RUNS)]
    row("of that: import and reading", "under 1 s", spread(times))
    row("--version", "", spread(whole("--version")))
    for scope in SCOPES[:2] if quick else SCOPES:
        found = apart("explore", scope)
        said = ", ".join(f"{name} {value}" for name, value in scope.items()) or "default"
        speed = found["situations"] / found["seconds"]
        measured = (
            f"{speed:,.0f} a second, {found['bytes']:.0f} bytes, {found['peak'] / 2**30:.2f} GiB"
        )
        row(
            f"explore {said}: {found['situations']:,.0f} ({found['bits']:.0f} bits)",
            "500,000; 64",
            measured,
        )
    for scope in SETS[:2] if quick else SETS:
        runs = [apart("symbolic", scope) for _ in range(1 if quick else RUNS)]
        found = runs[0]
        said = ", ".join(f"{name} {value}" for name, value in scope.items()) or "default"
        peak = max(one["peak"] for one in runs) / 2**30
        times = spread([one["seconds"] for one in runs])
        row(
            f"symbolic {said}: {found['situations']:,.0f} ({found['bits']:.0f} bits)",
            "1e9 in 30 s; 1 GiB",
            f"{times}, {peak:.2f} GiB" + ("" if found["closed"] else ", not closed"),
        )
    for depth in DEPTHS[:2] if quick else DEPTHS:
        for logic in ("QF_BV", "QF_FD", "sat"):
            found = apart("bounded", [logic, depth])
            reached = f"reached {found['reached']:.0f} in {found['seconds']:.1f} s"
            row(f"{logic} to depth {depth}, property that holds", "sat: 1/4", reached)
    row("proof that there is no gap, checked", "1/2 of Spacer", spread(several("proof")))
    row("the same by Spacer", "", spread(several("spacer")))
    row(
        "executable model: actions applied",
        "",
        f"{apart('executable')['per second']:,.0f} a second",
    )


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "--job":
        wanted = json.loads(sys.argv[3])
        print(json.dumps(JOBS[sys.argv[2]](*([] if wanted is None else [wanted]))))
    else:
        main(quick="quick" in sys.argv[1:])
