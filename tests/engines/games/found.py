"""Says which case finds which faulty engine, as the table that is kept in found.md.

``python -m tests.engines.games.found FOLDER…`` prints it; each folder is what ``headjudge tests``
has written. Engines are played by the cases of their game and of their number of players.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from headjudge.conform.cases import Script, read_script
from headjudge.conform.disagreements import Disagreement
from headjudge.conform.exploring import Explorer
from headjudge.conform.moments import ways
from headjudge.rulebook import read_rulebook, setting
from headjudge.testing.adapters import Adapted
from headjudge.vectors.reading import read_manifest
from tests.engines.games.engine import Engine
from tests.engines.games.faulty import FAULTY, Faulty

ROOT = Path(__file__).resolve().parents[3]
HEAD = """# Which case finds which fault

Each engine here is right but for one thing. The table says how many of the cases of
`headjudge tests` find it, of those that are played against it, and what the shortest of them
is there for. The cases are those of the default scope; with three players of the chain those of
`texts=1` and `queued=1`, of Opportunity those of `cards=1`,
`triggers=2`, `attacks=0` and `parts=0`.

| game | fault | found by | of | the shortest |
|---|---|---|---|---|
"""


class Suite:
    """A folder of cases, with the rules that they are played by."""

    def __init__(self, folder: Path) -> None:
        file = folder / "manifest.json"
        self.manifest = read_manifest(file.read_bytes(), file.name)
        self.book = read_rulebook(ROOT / "model" / f"{self.manifest.rulebook}.md")
        scope = dict(self.manifest.scope)
        self.setting = setting(self.book, players=self.manifest.players, scope=scope)
        self.ways = ways(self.book, self.setting)
        self.scripts = [
            read_script(file.read_bytes(), file.name, self.ways[0].deeds)
            for file in sorted((folder / "cases").iterdir())
        ]

    def finds(self, script: Script, engine: Engine) -> bool:
        """Whether a case finds something wrong with an engine."""
        explorer = Explorer(self.book, self.setting, self.ways, 0)
        return isinstance(explorer.act_out(Adapted(engine), script), Disagreement)

    def fits(self, fault: Faulty) -> bool:
        """Whether the cases are of a faulty engine's game."""
        game = self.manifest.rulebook, self.manifest.players
        return game == (fault.rulebook, fault.players)


def rows(suites: Sequence[Suite]) -> Iterator[str]:
    """A line for each faulty engine that is played."""
    for fault in FAULTY:
        scripts = [(suite, one) for suite in suites if suite.fits(fault) for one in suite.scripts]
        if not scripts:
            continue
        found = [one for suite, one in scripts if suite.finds(one, fault.engine())]
        what = (fault.engine.__doc__ or "").strip()
        shortest = min(found, key=lambda one: len(one.deeds), default=None)
        first = "none" if shortest is None else shortest.title
        game = f"{fault.rulebook}, {fault.players} players"
        yield f"| {game} | {what} | {len(found)} | {len(scripts)} | {first} |"


def main() -> None:
    suites = [Suite(Path(folder)) for folder in sys.argv[1:]]
    sys.stdout.write(HEAD + "\n".join(rows(suites)) + "\n")


if __name__ == "__main__":
    main()
