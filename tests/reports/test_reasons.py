"""The reasons of a finding in words, and on its page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from headjudge.evidence.reasons import Choice, Ending, Lack, Why, Without
from headjudge.evidence.results import Finding, Kind, Mend
from headjudge.reports.markdown import counterexample
from headjudge.reports.reasons import at_which_step, lacks, why_sentences, without
from headjudge.reports.words import Teller
from tests.reports.books import BOOK, CONFLICT, SETTING, STOPPED, TRACE, audit, result, situation

TELLER = Teller(BOOK, SETTING)
LAST = TRACE.steps[-1]
STRIKES = Choice(TRACE.steps[0].act, ("1.3",))


def told(finding: Finding, **parts: object) -> str:
    plain = Without("1.2", 0, None, Ending.GOES_ON, 0, (), ())
    return without(TELLER, finding, replace(plain, **parts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        # The conflict's play has two steps; the act in question would be the third.
        ({"ending": Ending.STOPPED, "stopped": 3, "stops": ("1.2",)}, "as 1.2 is in its way"),
        ({"ending": Ending.STOPPED, "stopped": 3}, "A's “hang lamp” may not happen, as no clause"),
        (
            {"clause": "1.1", "ending": Ending.STOPPED, "stopped": 3},
            "as it is this clause that speaks of it at all",
        ),
        (
            {"ending": Ending.STOPPED, "stopped": 3, "instead": (STRIKES,)},
            "; instead: “strike clock” (1.3)",
        ),
        ({"apart": 3, "elsewhere": situation(lamps=(0, 0))}, "A's “hang lamp” may happen, and br"),
        ({"ending": Ending.SILENT, "stopped": 1}, "play ends before step 1, “strike clock”,"),
        ({"ending": Ending.BROKEN, "stopped": 1}, "step 1, “strike clock”, cannot be carried out"),
        ({"usable": ()}, "the answer could be used at once"),
        ({"usable": (STRIKES,)}, "the answer could be used after “strike clock”"),
    ],
)
def test_a_play_without_a_clause_is_told_as_far_as_it_goes(
    parts: dict[str, object], said: str
) -> None:
    assert said in told(CONFLICT, **parts)


def test_where_a_play_leads_elsewhere_what_is_different_is_said() -> None:
    assert LAST.after is not None
    finding = replace(CONFLICT, cause=replace(CONFLICT.cause, kind=Kind.VIOLATION), act=None)
    other = replace(LAST.after, values=(0, *LAST.after.values[1:]))
    assert other != LAST.after
    said = told(finding, apart=2, elsewhere=other)
    assert said.startswith("step 2, ")
    assert "time of day is Day, not Late night" in said
    assert said.endswith("; nothing is wrong at the end")


def test_a_step_that_stood_in_its_own_way_goes_through_without_a_clause() -> None:
    finding = replace(CONFLICT, cause=replace(CONFLICT.cause, kind=Kind.CLASH), act=None)
    finding = replace(finding, trace=STOPPED)
    there = situation(time=1, word=0, lamps=(0, 0))
    said = told(finding, apart=3, elsewhere=there)
    assert said == (
        "step 3, A's “hang lamp”, goes through, and brings lamps of A: 1 → 0; "
        "nothing is wrong at the end"
    )


def test_a_clause_that_is_needed_names_the_step_for_which_it_is() -> None:
    one = Without("1.3", 0, None, Ending.STOPPED, 1, (), ())
    assert at_which_step(TELLER, CONFLICT, one) == "step 1, “strike clock”, may not happen"


def test_preferences_are_ways_to_choose_from() -> None:
    why = Why(preferences=((("1.1", "1.2"),), (("1.2", "1.1"),)))
    assert why_sentences(why) == (
        "Say which of them counts: 1.1 counts before 1.2 or 1.2 counts before 1.1.",
    )


def test_what_a_permission_lacks_is_said_in_the_words_of_its_block() -> None:
    why = Why(cores=((),), lacks=(Lack(0, LAST.act, (0, 1)),))
    (said,) = lacks(TELLER, why)
    assert said == (
        "1.1: A may “hang lamp”, and this is not so: "
        "lamps of player is more than 0 and player is word."
    )


def test_the_page_has_the_two_clauses_side_by_side_with_what_is_without_each() -> None:
    why = Why(
        (("1.1", "1.2"),),
        ((("1.1", "1.2"),),),
        (),
        (
            Without("1.1", 0, None, Ending.STOPPED, 3, ("1.2",), ()),
            Without("1.2", 3, None, Ending.GOES_ON, 0, (), ()),
            Without("1.3", 0, None, Ending.STOPPED, 1, (), ()),
        ),
    )
    struck = Mend("1.2: struck", "", ("“hang lamp” may happen where it could not",))
    finding = replace(CONFLICT, why=why, mends=(struck,))
    whole = result(findings=(finding,))
    page = counterexample(audit(whole), whole, finding, "lamp")
    assert "\n## The clauses, side by side\n\n| | 1.1 | 1.2 |\n" in page
    assert "| without it | A's “hang lamp” may not happen, as it is this clause that" in page
    assert "| its block | Player may “hang lamp” if player is word. | A player must not" in page
    assert "\n## What would mend it\n\nSay which of them counts: 1.1 counts before 1.2.\n" in page
    assert "\n- 1.2: struck. What else changes in play: “hang lamp” may happen where" in page
    assert "| 1.3 | step 1, “strike clock”, may not happen |" in page
    assert page.index("side by side") < page.index("## The play") < page.index("## What would")


def test_a_page_without_reasons_has_no_empty_part() -> None:
    whole = result()
    page = counterexample(audit(whole), whole, CONFLICT, "lamp")
    assert "mend" not in page
    assert "without it" not in page
    assert "\n\n\n" not in page
