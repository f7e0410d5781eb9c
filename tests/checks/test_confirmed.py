from __future__ import annotations

from collections.abc import Callable

import pytest

from headjudge.checks.confirmed import NAME, State, confirmed, standings
from headjudge.evidence.results import Kind, Result, Verdict
from headjudge.rulebook import parse_rulebook
from headjudge.rulebook.bases import Neighbour
from headjudge.rulebook.locks import Lock
from headjudge.rulebook.syntax import Rulebook

TEXT = """
```toml rulebook
title = "Tiny"
edition = "one"
```

## 1 Waiting

**1.1** You may wait.

```python rule
class State:
    turn: Player = 0

@move
def wait(player: Player):
    pass

@may
def wait(player):
    return player == turn
```

**1.2** Waiting is free.

```toml unmodelled
reason = "nothing has a price"
```
"""
ASKED = TEXT.replace('"one"\n', f'"one"\n\n[required]\n{NAME} = "exhaustive"\n')
WORDS = ("You may wait.", "You may not wait.")
BLOCK = ("player == turn", "player != turn")


def book(text: str, base: str = "") -> Rulebook:
    def find(name: str) -> Neighbour:
        return Neighbour(f"model/{name}", base.encode())

    return parse_rulebook(text.encode(), file="model/tiny.md", name="tiny", find=find)


def lock(rulebook: Rulebook, file: str = "model/tiny.lock") -> Lock:
    return Lock(file, {one.clause.id: one.print for one in standings(rulebook, ())})


def changed(*edits: tuple[str, str], text: str = TEXT) -> Result:
    """The result after edits, with everything confirmed before them."""
    before = lock(book(text))
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    found = confirmed(book(text), (before,))
    assert found is not None
    return found


def test_what_is_as_it_was_confirmed_holds() -> None:
    found = changed()
    assert (found.verdict, found.satisfied) == (Verdict.EXHAUSTIVE, True)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (WORDS, "only the words have changed"),
        (BLOCK, "only the block has changed"),
        (("nothing has a price", "prices are in chapter 3"), "only the block has changed"),
    ],
)
def test_words_without_the_block_or_the_block_without_words_is_a_finding_on_its_line(
    edit: tuple[str, str], said: str
) -> None:
    found = changed(edit)
    (finding,) = found.findings
    assert (found.verdict, found.satisfied) == (Verdict.REFUTED, False)
    assert (finding.cause.kind, finding.message) == (Kind.APART, said)
    assert finding.place is not None
    (clause,) = finding.clauses
    assert TEXT.splitlines()[finding.place.line - 1].startswith(f"**{clause}**")
    assert clause == ("1.1" if edit in (WORDS, BLOCK) else "1.2")


def test_words_and_block_changed_together_wait_for_somebody() -> None:
    found = changed(WORDS, BLOCK)
    assert (found.verdict, found.satisfied) == (Verdict.NO_VERDICT, False)
    assert found.why == "not confirmed: 1.1"
    assert found.place is not None
    assert found.place.line == 9


def test_a_clause_that_is_new_waits_for_somebody() -> None:
    found = changed(("**1.2**", "**1.3**"))
    assert (found.verdict, found.why) == (Verdict.NO_VERDICT, "not confirmed: 1.3")


def test_what_waits_is_not_excused_by_a_finding_that_is_accepted() -> None:
    found = changed(WORDS, ("**1.2**", "**1.3**"))
    assert (found.verdict, found.aside) == (Verdict.REFUTED, Verdict.NO_VERDICT)


def test_lines_added_above_change_nothing() -> None:
    assert changed(("## 1 Waiting", "# Tiny\n\nA game.\n\n## 1 Waiting")).satisfied


def test_another_change_is_another_finding() -> None:
    one, two = changed(WORDS), changed((WORDS[0], "Wait."))
    assert one.findings[0].fingerprint != two.findings[0].fingerprint


def test_a_rulebook_that_never_asked_for_it_is_not_asked() -> None:
    assert confirmed(book(TEXT), ()) is None


def test_to_delete_the_lock_is_no_way_out_where_the_header_requires_it() -> None:
    found = confirmed(book(ASKED), ())
    assert found is not None
    assert (found.verdict, found.satisfied) == (Verdict.NOT_APPLICABLE, False)


def test_an_empty_lock_confirms_nothing() -> None:
    found = confirmed(book(TEXT), (Lock("model/tiny.lock", {}),))
    assert found is not None
    assert found.why == "not confirmed: 1.1, 1.2"


def test_a_bare_section_needs_nobody() -> None:
    assert [one.clause.id for one in standings(book(TEXT), ())] == ["1.1", "1.2"]


EDITION = """
```toml rulebook
title = "Tiny"
edition = "two"
based_on = "base.md"
adds = ["1.1"]
```

**1.1** Or not.

**1.4** Nobody has to.
"""


@pytest.fixture
def states() -> Callable[..., dict[str, State]]:
    def found(*locks: Lock) -> dict[str, State]:
        return {one.clause.id: one.state for one in standings(book(EDITION, TEXT), locks)}

    return found


def test_what_is_taken_over_as_it_stands_is_confirmed_where_it_comes_from(
    states: Callable[..., dict[str, State]],
) -> None:
    base = lock(book(TEXT), "model/base.lock")
    assert states(base) == {"1.1": State.WORDS, "1.2": State.CONFIRMED, "1.4": State.NEW}


def test_what_an_edition_changes_is_confirmed_in_its_own_lock(
    states: Callable[..., dict[str, State]],
) -> None:
    base = lock(book(TEXT), "model/base.lock")
    own = lock(book(EDITION, TEXT))
    assert set(states(own, base).values()) == {State.CONFIRMED}
