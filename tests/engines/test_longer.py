"""Induction over several steps, where no single step is enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from headjudge import checks
from headjudge.checks.audit import own_properties
from headjudge.checks.proofs import Stance, goals, ground
from headjudge.engines.induction.atoms import Clause
from headjudge.engines.induction.checker import objection
from headjudge.engines.induction.horn import Horn
from headjudge.engines.induction.longer import Length, steps_needed
from headjudge.engines.induction.longer_checker import longer_objection
from headjudge.engines.induction.search import Effort
from headjudge.engines.search import Budget, Clock, Progress
from headjudge.evidence.certificates import read_certificate, write_certificate
from headjudge.evidence.results import Verdict
from headjudge.rulebook import UnreadableError, parse_rulebook, setting
from headjudge.rulebook.values import Ruling

# Three tokens move up in single file, and the newest is 5. What the last one is hangs on what
# was the newest two steps before. Nothing ever changes the seal, which is 40; were it 50, the
# box could be opened; waiting leaves everything as it is.
BOOK = """# Tokens

```toml rulebook
title = "Tokens"
edition = "1"
```

**1.1** The row, and the seal.

```python rule
class State:
    newest: Range[0, 60] = 5
    middle: Range[0, 60] = 5
    oldest: Range[0, 60] = 5
    seal: Range[0, 60] = 40
    opened: bool = False

@move
def push(player: Player):
    newest = 5
    middle = newest
    oldest = middle

@move
def wait(player: Player):
    pass

@move
def unseal(player: Player):
    needs(seal == 50)
    opened = True

@may("push", "wait", "unseal")
def anybody(player):
    return True
```

**1.2** Claims.

```python rule
@never("every")
def the_oldest_is_large():
    return oldest > 9

@never("every")
def it_is_opened():
    return opened

@never("every")
def the_newest_is_five():
    return newest == 5
```
"""
LARGE, OPENED, FALSE = "the_oldest_is_large", "it_is_opened", "the_newest_is_five"


def quiet(_: Progress) -> None:
    pass


def needed(name: str, text: str = BOOK, most: int = 4) -> int | None:
    book = parse_rulebook(text.encode(), file="tokens.md", name="tokens")
    made = setting(book, players=None, scope={})
    there = ground(Stance(book, own_properties(book), made, Ruling()))
    mine = goals(there.tasks[f"1.2 {name}"])
    assert mine is not None
    clock = Clock(600.0, lambda: 0.0)
    found = steps_needed(there.unbounded, (), mine, Length(most), clock)
    for steps in range(1, most + 1):
        assert bool(longer_objection(there.unbounded, (), steps, mine)) == (
            found is None or steps < found
        )
    return found


def test_what_moves_up_in_three_steps_takes_an_induction_over_three() -> None:
    assert needed(LARGE, BOOK.replace('"push", "wait", "unseal"', '"push", "wait"')) == 3


def test_one_more_step_that_comes_between_takes_one_more() -> None:
    # A box that is opened on the way leaves the row as it is, once.
    assert needed(LARGE) == 4


def test_a_play_that_stands_still_is_no_play_to_be_reckoned_with() -> None:
    # From a sealed box with 50 on it nothing else is reached than itself and the open one.
    assert needed(OPENED, BOOK.replace('"push", "wait", "unseal"', '"wait", "unseal"')) == 2


def test_what_is_not_so_at_the_start_is_not_proved() -> None:
    assert needed(FALSE) is None


def test_an_induction_that_may_not_be_as_long_proves_nothing() -> None:
    assert needed(LARGE, most=2) is None


def test_what_holds_by_a_longer_induction_is_certified_and_no_more_than_that() -> None:
    book = parse_rulebook(BOOK.encode(), file="tokens.md", name="tokens")
    made = setting(book, players=None, scope={})
    found = checks.audit(
        book, (), made, engine="explore", budget=Budget(), report=quiet, effort=Effort(spacer=0.0)
    )
    verdicts = {one.property: one.verdict for one in found.results}
    assert verdicts[f"1.2 {LARGE}"] is Verdict.PROVED
    document = found.certificate
    assert document is not None
    (case,) = document.cases
    assert (f"1.2 {LARGE}", 4) in case.longer
    assert read_certificate(write_certificate(document).encode(), "p.json") == document
    assert checks.certify(book, (), document, made).holds
    for wrong in ((f"1.2 {LARGE}", 3), (f"1.2 {FALSE}", 4)):
        more = replace(document, cases=(replace(case, longer=(wrong,)),))
        assert "ruled out" in checks.certify(book, (), more, made).against


@pytest.mark.parametrize("steps", ["0", "9", "true", '"3"'])
def test_an_induction_of_no_length_is_refused(steps: str) -> None:
    book = parse_rulebook(BOOK.encode(), file="tokens.md", name="tokens")
    made = setting(book, players=None, scope={})
    found = checks.audit(
        book, (), made, engine="explore", budget=Budget(), report=quiet, effort=Effort(spacer=0.0)
    )
    assert found.certificate is not None
    text = write_certificate(found.certificate)
    assert f'"1.2 {LARGE}": 4' in text
    with pytest.raises(UnreadableError):
        read_certificate(text.replace(f'"1.2 {LARGE}": 4', f'"1.2 {LARGE}": {steps}').encode(), "p")


# ------------------------------------------------------------------------------ Spacer


def by_spacer(name: str, text: str = BOOK) -> tuple[Clause, ...] | None:
    book = parse_rulebook(text.encode(), file="tokens.md", name="tokens")
    made = setting(book, players=None, scope={})
    there = ground(Stance(book, own_properties(book), made, Ruling()))
    mine = goals(there.tasks[f"1.2 {name}"])
    assert mine is not None
    found = Horn(there.unbounded).invariant(mine, 30.0)
    if found is not None:
        assert objection(there.unbounded, found, mine) == ""
    return found


@pytest.mark.parametrize("name", [LARGE, OPENED])
def test_an_invariant_of_spacer_stands_up_to_the_checker(name: str) -> None:
    assert by_spacer(name)


def test_what_can_be_in_no_situation_needs_no_invariant() -> None:
    text = BOOK.replace("return oldest > 9", "return oldest > 61")
    assert by_spacer(LARGE, text) == ()


def test_spacer_proves_nothing_that_is_not_so() -> None:
    assert by_spacer(FALSE) is None


def test_what_spacer_proves_is_certified_by_its_invariant_alone() -> None:
    book = parse_rulebook(BOOK.encode(), file="tokens.md", name="tokens")
    made = setting(book, players=None, scope={})
    found = checks.audit(
        book, (), made, engine="explore", budget=Budget(), report=quiet, effort=Effort(spacer=60.0)
    )
    assert found.certificate is not None
    (case,) = found.certificate.cases
    assert {f"1.2 {LARGE}", f"1.2 {OPENED}"} <= {*case.properties}
    assert case.longer == ()
    assert checks.certify(book, (), found.certificate, made).holds


def test_several_readings_share_the_time_for_proofs() -> None:
    whole = Effort(seconds=100.0, patience=10.0)
    assert (whole.among(4).seconds, whole.among(4).patience) == (25.0, 2.5)
    assert whole.among(4).work == whole.work
