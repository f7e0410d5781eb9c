"""Written cases are played by an engine, act by act; nothing but their files is needed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from headjudge.evidence.strict import MAX_BYTES
from headjudge.rulebook.values import SEATS
from headjudge.vectors.cases import Case, Deed, Manifest, Position
from headjudge.vectors.reading import read_case, read_manifest

NOBODY = "nobody"


class Playable(Protocol):
    """What is asked of an engine: :class:`headjudge.testing.Adapter` says what each means."""

    @property
    def version(self) -> int | None:
        """The version of the text that it plays, if it is one of the manifest's."""

    @property
    def by_itself(self) -> Sequence[str]:
        """Steps that it takes unasked."""

    @property
    def by_name(self) -> Sequence[str]:
        """Actions of which it says who may do them, but not with which arguments."""

    @property
    def lacks(self) -> Sequence[str]:
        """Actions that it has not got."""

    def reset(self, players: int, scope: Mapping[str, int], start: Mapping[str, Any]) -> None:
        """Begin a new game."""

    def legal(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """All that may happen next."""

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        """Do something, or refuse it."""

    def observe(self, player: str) -> Mapping[str, Any]:
        """What a player sees."""


class UnfitError(Exception):
    """A case is none for this engine, and why."""


class Cases:
    """The cases of a folder."""

    def __init__(self, folder: Path | str) -> None:
        """Read the manifest. Raises UnreadableError if it is none, OSError."""
        self._folder = Path(folder)
        self.manifest: Manifest = read_manifest(*self._file("manifest.json"))

    def begin(self, name: str, engine: Playable) -> Playing:
        """Begin to play a case in a test of pytest's, which is skipped if it is unfit."""
        __tracebackhide__ = True
        import pytest  # noqa: PLC0415 - whoever has none can play the cases all the same

        play = self.play(name, engine)
        try:
            play.begin()
        except UnfitError as why:
            pytest.skip(str(why))
        return play

    def play(self, name: str, engine: Playable) -> Playing:
        """A case to be played. Raises KeyError, UnreadableError, OSError."""
        file = dict(self.manifest.files)[name]
        return Playing(self.manifest, read_case(*self._file(file)), engine)

    def _file(self, name: str) -> tuple[bytes, str]:
        path = self._folder / name
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1), path.as_posix()


class Playing:
    """One case. Raises AssertionError where the engine differs, UnfitError where it cannot."""

    def __init__(self, manifest: Manifest, case: Case, engine: Playable) -> None:
        """``engine`` is to play ``case``."""
        self._manifest = manifest
        self._case = case
        self._engine = engine
        self._forms = {one.name: one for one in manifest.actions}
        self._roles = dict(manifest.roles)
        self._said: list[str] = []
        self._number = 0
        self._over = False

    # -------------------------------------------------------------------- playing

    def begin(self) -> None:
        """Play up to where the case begins."""
        __tracebackhide__ = True
        case, lead = self._case, self._case.lead
        self._fit()
        situation = (lead or case.start).situation
        given = {name: situation[name] for name in self._manifest.given}
        self._engine.reset(self._manifest.players, dict(self._manifest.scope), given)
        for deed in () if lead is None else lead.deeds:
            self._do(deed)
        self._look(case.start)

    def does(self, action: str, /, **arguments: Any) -> None:  # noqa: ANN401 - as in JSON
        """Play the next act of the case, which is this one."""
        __tracebackhide__ = True
        moves, number = self._case.moves, self._number
        known = moves[number].deed if number < len(moves) else None
        if known is None or (known.action, dict(known.arguments)) != (action, arguments):
            raise AssertionError("this test is not of this case: let headjudge write both anew")
        self._number += 1
        if self._over:
            return
        self._do(known)
        after = moves[number].after
        if after is None:
            self._over = True
            return
        try:
            self._look(after)
        except AssertionError:
            if not moves[number].others:
                raise
            # It may have gone another way, which is as good; what follows is not of that way.
            self._over = True

    def _fit(self) -> None:
        """Raises UnfitError where the case cannot be one for this engine."""
        case, engine = self._case, self._engine
        if engine.version is None:
            if not case.required:
                raise UnfitError("it rests on what the text leaves open")
        elif engine.version not in case.versions:
            raise UnfitError(f"it does not hold in version {engine.version}")
        lead = case.lead.deeds if case.lead else ()
        for deed in (*lead, *(move.deed for move in case.moves)):
            if deed.action in engine.lacks:
                raise UnfitError(f"the engine lacks {deed.action}")
        # What it does by itself it does in the plainest way that is legal.
        odd = [deed for deed in lead if not self._plain(deed)]
        for position, move in zip(case.positions, case.moves, strict=False):
            first = (one.deed for one in position.legal if one.deed.action == move.deed.action)
            if next(first, move.deed).key != move.deed.key:
                odd.append(move.deed)
        for deed in odd:
            if deed.action in engine.by_itself:
                raise UnfitError(f"the engine does {deed.action} by itself, and otherwise")

    def _do(self, deed: Deed) -> None:
        """Have the engine do something that is legal."""
        __tracebackhide__ = True
        self._said.append(said(deed))
        if deed.action in self._engine.by_itself:
            return
        if not self._engine.apply(deed.action, dict(deed.arguments)):
            self._differ(f"the engine refuses {said(deed)}, which is legal")

    # -------------------------------------------------------------------- looking

    def _look(self, position: Position) -> None:
        """Compare what is legal, what is refused and what is seen."""
        __tracebackhide__ = True
        own = self._engine.by_itself
        deeds = [*(one.deed for one in position.legal), *(one.deed for one in position.open)]
        if any(deed.action in own for deed in deeds):
            # It has gone on already; what it has come to is looked at there.
            left = self._case.moves[self._number :]
            self._over = not left or left[0].deed.action not in own
            return
        self._compare_legal(position)
        for refusal in position.refused:
            deed = refusal.deed
            if deed.action in (*own, *self._engine.lacks):
                continue
            if self._engine.apply(deed.action, dict(deed.arguments)):
                why = because(refusal.because) or "no clause permits it"
                self._differ(f"the engine takes {said(deed)}: {why}")
        self._compare_legal(position, "after what it refused, ")
        for seat in SEATS[: self._manifest.players]:
            self._compare_seen(position, seat)

    def _compare_legal(self, position: Position, when: str = "") -> None:
        __tracebackhide__ = True
        engine = self._engine
        found = {self._name(action, arguments) for action, arguments in engine.legal()}
        required = {
            self._name(one.deed.action, one.deed.arguments): because(one.because)
            for one in position.legal
            if one.deed.action not in engine.lacks
        }
        free = set()
        for one in position.open:
            name = self._name(one.deed.action, one.deed.arguments)
            if engine.version is None:
                free.add(name)
            elif engine.version in one.legal_in:
                required[name] = ""
        for name, why in required.items():
            if name not in found:
                self._differ(f"{when}{name} is legal, and the engine does not say so: {why}")
        for name in sorted(found - required.keys() - free):
            self._differ(f"{when}the engine says that {name} is legal, and it is not")

    def _name(self, action: str, arguments: Mapping[str, Any]) -> str:
        """An act in one spelling, without what nobody chooses or the engine leaves open."""
        __tracebackhide__ = True
        form = self._forms.get(action)
        if form is None:
            self._differ(f"the rulebook has no action {action}")
            return action
        whole = {name: _json(arguments.get(name, form.plainest[name])) for name in form.parameters}
        if action in self._engine.by_name:
            whole = {name: whole[name] for name in form.parameters[: form.kind == "move"]}
        return spelled(action, whole)

    def _plain(self, deed: Deed) -> bool:
        """Whether its arguments are the plainest."""
        plainest = self._forms[deed.action].plainest
        return all(value == plainest[name] for name, value in deed.arguments.items())

    def _compare_seen(self, position: Position, seat: str) -> None:
        __tracebackhide__ = True
        for name, value in self._engine.observe(seat).items():
            field = self._roles.get(name, name)
            if field is None:
                continue
            if field not in position.situation:
                self._differ(f"observe: the rulebook has no field or role {name}")
            expected = position.situation[field]
            if field in self._manifest.hidden:
                expected = {seat: position.views[seat][field]}
            if not agrees(expected, _json(value)):
                shown = json.dumps(expected, ensure_ascii=False)
                self._differ(f"{seat} sees {name} = {value!r}; it is {shown}")

    def _differ(self, what: str) -> None:
        __tracebackhide__ = True
        play = ", ".join(self._said) or "nothing yet"
        raise AssertionError(f"{what}\n  what was played: {play}")


def agrees(expected: object, seen: object) -> bool:
    """Whether what is seen is what is expected; of an object parts may be left out."""
    match expected, seen:
        case dict(), dict():
            return all(name in expected and agrees(expected[name], seen[name]) for name in seen)
        case list(), list():
            pairs = zip(expected, seen, strict=False)
            return len(expected) == len(seen) and all(agrees(*pair) for pair in pairs)
        case _:
            return type(expected) is type(seen) and expected == seen


def _json(value: object) -> object:
    """A value of Python as it stands in a case."""
    match value:
        case None:
            return NOBODY
        case Mapping():
            return {name: _json(one) for name, one in value.items()}
        case list() | tuple():
            return [_json(one) for one in value]
        case _:
            return value


def spelled(action: str, arguments: Mapping[str, object]) -> str:
    """An act as one would write it."""
    inside = ", ".join(
        f"{name}={value}" if isinstance(value, str) else f"{name}={json.dumps(value)}"
        for name, value in arguments.items()
    )
    return f"{action}({inside})"


def said(deed: Deed) -> str:
    """A deed as one would write it."""
    return spelled(deed.action, deed.arguments)


def because(clauses: Sequence[str]) -> str:
    """The clauses as a reason; empty if there are none."""
    return f"clause {', '.join(clauses)}" if clauses else ""
