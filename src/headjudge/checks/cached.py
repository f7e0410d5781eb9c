"""Audits that are kept from one check to the next.

An answer is kept under the fingerprint of its question without prose. The examples are a
question of their own, so that one that is changed does not make everything be searched again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from headjudge.checks.audit import Question
from headjudge.checks.canonical import Canonical, canonical
from headjudge.checks.played import begin_examples
from headjudge.checks.readings import combinations
from headjudge.checks.sharing import Sharing
from headjudge.evidence import stored
from headjudge.evidence.results import Audit
from headjudge.evidence.stored import UnfitError

Begin = Callable[[Question, Sharing], Callable[[], Audit]]
_WHOLE = "whole"


class Store(Protocol):
    """Keeps bytes under a name; what it gives back may be anything, or nothing."""

    def load(self, name: str) -> bytes | None:
        """What is kept under a name; None if nothing is."""
        ...

    def save(self, name: str, data: bytes) -> None:
        """Keep it, if that is possible."""
        ...


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question that can be begun; ``pieces``: in how many pieces the work comes."""

    pieces: int
    begin: Callable[[Sharing], Callable[[], Audit]]


def prepare(question: Question, ask: Begin, store: Store | None, *, fast: bool) -> Prepared:
    """Look up what is known of a question; without a store nothing is.

    ``ask`` is what begins the whole audit, or the ``fast`` one.
    """
    pieces = len(combinations(question.rulebook)) + len(question.rulebook.readings())
    direct = Prepared(pieces, lambda sharing: ask(question, sharing))
    if store is None:
        return direct
    try:
        whole = canonical(question)
        bare = whole.question
        searched = replace(bare, rulebook=replace(bare.rulebook, examples=()))
        parts = (
            _prepare(whole, searched, "fast" if fast else _WHOLE, ask, store),
            _prepare(whole, bare, "examples", begin_examples, store),
        )
    except UnfitError:
        return direct

    def started(sharing: Sharing) -> Callable[[], Audit]:
        waiting = [part.begin(sharing) for part in parts]

        def together() -> Audit:
            try:
                first, second = (whole.restored(one(), question.rulebook) for one in waiting)
            except UnfitError:
                return direct.begin(sharing)()
            return replace(first, results=(*first.results, *second.results))

        return together

    return Prepared(sum(part.pieces for part in parts), started)


def _prepare(whole: Canonical, question: Question, kind: str, ask: Begin, store: Store) -> Prepared:
    """A part of a question: what is kept of it, or who finds it out and keeps it."""
    name = f"{kind}-{whole.fingerprint(question)}"
    kept = _kept(whole, question, store.load(name))
    if kept is not None:
        return Prepared(0, lambda _: lambda: kept)

    def started(sharing: Sharing) -> Callable[[], Audit]:
        waiting = ask(question, sharing)
        return lambda: _keep(name, waiting(), always=kind != _WHOLE, store=store)

    return Prepared(len(combinations(question.rulebook)), started)


def _kept(whole: Canonical, question: Question, data: bytes | None) -> Audit | None:
    if data is None:
        return None
    try:
        audit = stored.decode(data, question.rulebook)
        whole.restored(audit, question.rulebook)
    except UnfitError:
        return None
    return audit


def _keep(name: str, audit: Audit, *, always: bool, store: Store) -> Audit:
    """Keep what does not hang on how fast this machine is: no search that was broken off."""
    if always or audit.complete:
        with suppress(UnfitError):
            store.save(name, stored.encode(audit))
    return audit
