"""What holds for every capacity is proved, what holds only within a scope is not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from headjudge import checks
from headjudge.engines.induction.search import Effort
from headjudge.engines.search import Budget, Progress
from headjudge.evidence.certificates import (
    Certificate,
    read_certificate,
    write_certificate,
)
from headjudge.evidence.results import Audit, Verdict
from headjudge.rulebook import UnreadableError, parse_rulebook, read_properties, setting
from headjudge.rulebook.syntax import Rulebook, Setting

BOOK = """# Answers

```toml rulebook
title = "Answers"
edition = "1"

[scope]
hand = 2
pile = 4
```

**1.1** A window, a pile of answers, and cards.

```python rule
class State:
    window: bool = True
    who: Player = 0
    passes: Range[0, 1] = 0
    hand: Each[Player, Stock[scope.hand]]
    pile: List[Player, scope.pile]

@move
def answer(player: Player):
    needs(hand[player] > 0)
    hand[player] -= 1
    pile.append(player)
    passes = 0
    who = next_player(player)

@move
def give_up(player: Player):
    who = next_player(player)
    if passes == 1:
        window = False
        passes = 0
    else:
        passes = 1

@may("answer", "give_up")
def the_holder(player):
    return window and player == who

@step
def resolve():
    pile.pop()

@must
def resolve():
    return not window and len(pile) > 0

@step
def again():
    window = True

@must
def again():
    return not window and len(pile) == 0
```

**1.2** Claims.

```python rule
@never("every")
def a_pass_outlives_the_window():
    return not window and passes > 0

@never
def two_may_act(p, q):
    return p != q and legal(give_up(p)) and legal(give_up(q))

@never("every")
def many_cards(player):
    return hand[player] > 2

@never("every")
def a_high_pile():
    return len(pile) > 4

@never
def answers_come_back(player):
    return next(hand[player]) > hand[player]
```
"""
PROVED = {"1.2 a_pass_outlives_the_window", "1.2 two_may_act", "1.2 answers_come_back"}
SCOPED = {"1.2 many_cards", "1.2 a_high_pile"}
EFFORT = Effort(seconds=3_600.0)


def quiet(_: Progress) -> None:
    pass


def audited(text: str) -> tuple[Rulebook, Setting, Audit]:
    book = parse_rulebook(text.encode(), file="answers.md", name="answers")
    made = setting(book, players=None, scope={})
    found = checks.audit(
        book, (), made, engine="explore", budget=Budget(), report=quiet, effort=EFFORT
    )
    return book, made, found


@pytest.fixture(scope="module")
def answers() -> tuple[Rulebook, Setting, Audit]:
    return audited(BOOK)


def certificate(found: Audit) -> Certificate:
    assert found.certificate is not None
    return found.certificate


def test_what_holds_for_every_capacity_is_proved(answers: tuple[Rulebook, Setting, Audit]) -> None:
    verdicts = {one.property: one.verdict for one in answers[2].results}
    assert {name for name in PROVED | SCOPED if verdicts[name] is Verdict.PROVED} == PROVED


def test_what_a_bound_alone_keeps_true_is_not_proved_and_says_why(
    answers: tuple[Rulebook, Setting, Audit],
) -> None:
    results = {one.property: one for one in answers[2].results}
    for name in SCOPED:
        assert results[name].verdict in (Verdict.EXHAUSTIVE, Verdict.WITHIN_SCOPE)
        assert results[name].unproved


def test_a_certificate_that_is_written_and_read_again_proves_the_same(
    answers: tuple[Rulebook, Setting, Audit],
) -> None:
    book, made, found = answers
    text = write_certificate(certificate(found))
    again = read_certificate(text.encode(), "proof.json")
    assert again == certificate(found)
    assert checks.certify(book, (), again, made).holds


def test_the_same_rulebook_gets_the_same_certificate(
    answers: tuple[Rulebook, Setting, Audit],
) -> None:
    assert write_certificate(certificate(audited(BOOK)[2])) == write_certificate(
        certificate(answers[2])
    )


def test_a_certificate_that_claims_more_is_refused(
    answers: tuple[Rulebook, Setting, Audit],
) -> None:
    book, made, found = answers
    (case,) = certificate(found).cases
    for name in SCOPED:
        more = replace(case, properties=(*case.properties, name))
        document = replace(certificate(found), cases=(more,))
        assert "rule out" in checks.certify(book, (), document, made).against


def test_an_invariant_that_is_none_is_refused(answers: tuple[Rulebook, Setting, Audit]) -> None:
    book, made, found = answers
    (case,) = certificate(found).cases
    for clause in case.invariant[:3]:
        turned = replace(
            clause, literals=tuple((atom, not truth) for atom, truth in clause.literals)
        )
        wrong = replace(case, invariant=(*case.invariant, turned))
        assert checks.certify(book, (), replace(certificate(found), cases=(wrong,)), made).against


def test_without_its_invariant_a_certificate_proves_nothing_that_needs_one(
    answers: tuple[Rulebook, Setting, Audit],
) -> None:
    book, made, found = answers
    (case,) = certificate(found).cases
    bare = replace(certificate(found), cases=(replace(case, invariant=()),))
    assert "a_pass_outlives_the_window" in checks.certify(book, (), bare, made).against


def test_a_certificate_does_not_prove_another_rulebook(
    answers: tuple[Rulebook, Setting, Audit],
) -> None:
    _, made, found = answers
    text = BOOK.replace("        window = False\n        passes = 0", "        window = False")
    other = parse_rulebook(text.encode(), file="answers.md", name="answers")
    assert checks.certify(other, (), certificate(found), made).against


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"certificate/1"', '"certificate/9"'),
        ('"players": 2', '"players": 99'),
        ('"players": 2', '"players": 2.5'),
        ('"assumes": {}', '"assumes": {"hand": -1}'),
        ('"permission_wins": false', '"permission_wins": 0'),
        ('"="', '"or 1 ="'),
        ('"cases": [', '"cases": ' + "[" * 100),
        ('"rulebook": ', '"more": 1, "rulebook": '),
    ],
)
def test_a_hostile_certificate_is_refused(
    answers: tuple[Rulebook, Setting, Audit], old: str, new: str
) -> None:
    text = write_certificate(certificate(answers[2]))
    assert old in text
    with pytest.raises(UnreadableError):
        read_certificate(text.replace(old, new, 1).encode(), "proof.json")


def test_a_name_that_the_rulebook_does_not_have_is_refused(
    answers: tuple[Rulebook, Setting, Audit],
) -> None:
    book, made, found = answers
    document = json.loads(write_certificate(certificate(found)))
    document["cases"][0]["invariant"][0][0][0] = ["__import__('os')"]
    read = read_certificate(json.dumps(document).encode(), "proof.json")
    assert "does not have" in checks.certify(book, (), read, made).against


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(UnreadableError):
        read_certificate(b" " * (5 * 1024 * 1024), str(Path("proof.json")))


def test_that_nothing_conflicts_is_proved_where_clauses_never_meet() -> None:
    path = Path(__file__).resolve().parents[1] / "rulebooks" / "conflict" / "mended.md"
    book = parse_rulebook(path.read_bytes(), file="lamps.md", name="lamps")
    made = setting(book, players=None, scope={})
    document = path.parents[3] / "properties" / "soundness.md"
    asked = [one for one in read_properties(document, book) if one.name == "no-conflict"]
    found = checks.audit(
        book, asked, made, engine="explore", budget=Budget(), report=quiet, effort=EFFORT
    )
    (result,) = (one for one in found.results if one.property == "no-conflict")
    assert result.verdict is Verdict.PROVED
    assert checks.certify(book, asked, certificate(found), made).holds
