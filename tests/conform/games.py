"""Rulebooks and engines for the tests of this folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from headjudge.cli.new import layout
from headjudge.conform.deeds import Deed, Deeds
from headjudge.conform.engines import Habits, Reply, Start, View
from headjudge.conform.moments import Moment, Way
from headjudge.evidence.itf import Json
from headjudge.rulebook import parse_rulebook
from headjudge.rulebook.syntax import Rulebook
from headjudge.rulebook.values import SEATS

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "engines"
PYTHON = sys.executable


def small() -> Rulebook:
    """The rulebook that `headjudge new small` lays out."""
    text = layout("small")["model/small.md"]
    return parse_rulebook(text.encode(), file="model/small.md", name="small")


class Mirror:
    """An engine that plays just as the rules do, in one way of taking them."""

    def __init__(self, way: Way, *, sees: tuple[str, ...] = (), habits: Habits | None = None):
        self.way = way
        self.names = sees
        self.habits = habits or Habits("mirror")
        self.moment: Moment | None = None
        self.resets = 0

    def reset(self, start: Start, deeds: Deeds) -> View | str:
        del deeds
        self.resets += 1
        for state in self.way.game.initial():
            moment = self.way.moment(state)
            if all(_at(moment, name) == value for name, value in start.given.items()):
                self.moment = moment
                return self.view()
        raise AssertionError(start)

    @property
    def now(self) -> Moment:
        assert self.moment is not None
        return self.moment

    def legal(self) -> tuple[Deed, ...]:
        return tuple(self.now.legal)

    def sees(self, seat: int) -> Mapping[str, Json]:
        seen = {name: self.now.seen(name, seat) for name in self.names}
        return {name: value for name, value in seen.items() if value is not None}

    def view(self) -> View:
        seats = range(len(SEATS[: self.way.game.setting.players]))
        return View(self.legal(), tuple(self.sees(seat) for seat in seats))

    def apply(self, deed: Deed) -> Reply:
        acts = self.now.legal.get(deed, ())
        after = self.now.after(acts[0]) if acts else None
        if after is None:
            return Reply("not now", self.view())
        self.moment = after
        return Reply(None, self.view())


def _at(moment: Moment, name: str) -> Json:
    sight = moment.way.sights[name]
    seats = range(moment.way.game.setting.players)
    if not sight.hidden:
        return moment.seen(name, 0) or 0
    found: dict[str, Json] = {}
    for seat in seats:
        entry = moment.seen(name, seat)
        assert isinstance(entry, dict)
        found |= entry
    return found
