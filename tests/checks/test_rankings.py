"""What is left at last within a scope is proved to be left for any number of cards."""

from __future__ import annotations

from dataclasses import replace

from headjudge import checks
from headjudge.engines.induction.leaving import Ranking
from headjudge.engines.induction.search import Effort
from headjudge.engines.search import Budget
from headjudge.evidence.certificates import Certificate, read_certificate, write_certificate
from headjudge.evidence.results import Audit, Result, Verdict
from headjudge.rulebook import parse_rulebook, read_properties, setting
from headjudge.rulebook.syntax import Property, Rulebook
from tests.checks.seeded import ROOT, quiet

BOOK = """# Answers

```toml rulebook
title = "Answers"
edition = "1"

[scope]
hand = 2
pile = {pile}

[roles]
window = "window"
pass = "give_up"
```

**1.1** Answers to answers.

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
    hand[player] -= {price}
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
```
"""


def book(*, pile: int = 4, price: int = 1) -> tuple[Rulebook, tuple[Property, ...]]:
    text = BOOK.format(pile=pile, price=price)
    rulebook = parse_rulebook(text.encode(), file="answers.md", name="answers")
    return rulebook, read_properties(ROOT / "properties" / "windows.md", rulebook)


def proved(*, pile: int = 4, price: int = 1) -> Audit:
    rulebook, properties = book(pile=pile, price=price)
    where = setting(rulebook, players=None, scope={})
    return checks.audit(
        rulebook,
        properties,
        where,
        engine="explore",
        budget=Budget(),
        report=quiet,
        effort=Effort(),
    )


def result(audit: Audit, name: str) -> Result:
    return next(one for one in audit.results if one.property == name)


def certificate(audit: Audit) -> Certificate:
    assert audit.certificate is not None
    return audit.certificate


def test_a_window_that_closes_within_the_scope_is_proved_to_close_for_any_number_of_cards() -> None:
    closes = result(proved(), "window-closes")
    assert closes.verdict is Verdict.PROVED
    assert closes.why == (
        "for any number of cards: "
        "each “answer” uses up hand, each “give up” brings passes nearer to its end"
    )


def test_what_is_cut_off_in_a_window_leaves_no_verdict_but_a_proof() -> None:
    rulebook, properties = book(pile=1)
    where = setting(rulebook, players=None, scope={})
    bare = checks.audit(
        rulebook, properties, where, engine="explore", budget=Budget(), report=quiet
    )
    assert result(bare, "window-closes").verdict is Verdict.NO_VERDICT
    assert result(proved(pile=1), "window-closes").verdict is Verdict.PROVED


def test_what_is_not_so_is_not_proved() -> None:
    audit = proved(price=0)
    assert result(audit, "window-closes").verdict is not Verdict.PROVED
    assert result(audit, "passing-closes-the-window").verdict is Verdict.PROVED


def test_a_certificate_holds_the_rankings_and_is_checked_by_itself() -> None:
    rulebook, properties = book()
    where = setting(rulebook, players=None, scope={})
    whole = certificate(proved())
    again = read_certificate(write_certificate(whole).encode(), "c.json")
    assert again == whole
    assert checks.certify(rulebook, properties, again, where).holds
    names = {name for case in whole.cases for name, _ in case.rankings}
    assert names == {"window-closes", "passing-closes-the-window"}


def test_a_certificate_with_a_worse_ranking_does_not_certify() -> None:
    rulebook, properties = book()
    where = setting(rulebook, players=None, scope={})
    whole = certificate(proved())
    (case,) = whole.cases
    name, (ranking,) = case.rankings[0]
    turned = Ranking(ranking.measures[::-1], ranking.invariant)
    for worse in (((name, (turned,)),), ((name, ()),), (("window-can-close", (ranking,)),)):
        altered = replace(whole, cases=(replace(case, rankings=worse),))
        assert checks.certify(rulebook, properties, altered, where).against
