from __future__ import annotations

import textwrap
from dataclasses import replace

import pytest
from rich.cells import cell_len

from headjudge.evidence.certificates import Certificate
from headjudge.evidence.results import BY_ITSELF, Audit, Cause, Finding, Kind, Searched, Verdict
from headjudge.reports.text import PLAIN_MARKS, Look, Style, report, text
from headjudge.rulebook.syntax import Setting
from tests.reports.books import BOOK, CONFLICT, DENIED, STRIKE, TRACE, audit, result

LOST = Finding(
    "lost-option", Cause(Kind.LOST_OPTION, "hang_lamp"), TRACE, ("1.1",), about=(("player", "B"),)
)
KNOWN = replace(
    CONFLICT,
    cause=Cause(Kind.CONFLICT, "strike_clock", ("1.3", "1.2")),
    act=STRIKE,
    accepted="The clause on the clock is reworded in the next edition, as was agreed in the spring",
)


def everything() -> Audit:
    """One of everything that a report can show."""
    held = [
        result("one-holder", Kind.VIOLATION, Verdict.EXHAUSTIVE, ()),
        result("window-can-close", Kind.STUCK, Verdict.PROVED, ()),
        result("no-silence", Kind.SILENCE, Verdict.WITHIN_SCOPE, ()),
        result("1.3 the_clock_stops", Kind.VIOLATION, Verdict.EXHAUSTIVE, ()),
        result("1.1 example 1", Kind.FALSE_CLAIM, Verdict.WITNESSED, ()),
        result("1.1 example 2", Kind.FALSE_CLAIM, Verdict.WITNESSED, ()),
        result(
            "automatic-pass-takes-no-choice",
            Kind.VIOLATION,
            Verdict.NOT_APPLICABLE,
            (),
            required="not applicable",
            why="the rulebook has no role automatic",
            searched=None,
        ),
    ]
    short = [
        result("defined", Kind.UNDEFINED, Verdict.NO_VERDICT, (), why="600 seconds are spent"),
        result("no-gap", Kind.GAP, Verdict.WITHIN_SCOPE, (), required="proved"),
    ]
    found = [
        result(findings=(CONFLICT, KNOWN)),
        result("lost-option", Kind.LOST_OPTION, findings=(LOST,)),
    ]
    return audit(*held, *short, *found, vanished=("no-gap--pass",))


def plain(whole: Audit, width: int | None = None, folder: str | None = None) -> str:
    return text(report(whole, Look(width), folder))


def test_a_report_has_open_contradictions_first_and_a_summary_last() -> None:
    assert plain(everything(), 100, "counterexamples/lamps") == textwrap.dedent(
        """\
        Lamps 2026-10 · 2 players · lamps 2, signals 3 · 48,312 situations

          ✗ no-conflict                     1.1 may / 1.2 must not: hang lamp, in Late night      2 steps
          ✗ lost-option                     A's “hang lamp” takes away what B was offered (1.1)   3 steps
          ✗ no-gap--pass                    accepted, but no longer found: take it out of accepted.toml
          ? defined                         no verdict: 600 seconds are spent
          ? no-gap                          within scope (212 plays cut off by signals and lamps); proved is
                                            required
          ~ no-conflict                     1.3 must / 1.2 must not: strike clock, in Late night  2 steps
                                            accepted: The clause on the clock is reworded in the next
                                            edition, as was agreed in the spring
          ✓ one-holder                      exhaustive
          ✓ window-can-close                proved
          ~ no-silence                      within scope (212 plays cut off by signals and lamps)
          ~ automatic-pass-takes-no-choice  not applicable: the rulebook has no role automatic
          ✓ own claims                      1 exhaustive
          ✓ worked examples                 2 can be played

          2 contradictions · 1 accepted · 1 vanished · 1 short of what is required · 5 hold ·
          1 within scope · 1 not applicable · 1 no verdict
          counterexamples/lamps/
        """  # noqa: E501 - as wide as it is printed
    )


def test_a_pipe_gets_a_line_for_each_finding() -> None:
    printed = plain(everything())
    assert (
        "  ? no-gap                          within scope (212 plays cut off by signals and "
        "lamps); proved is required\n" in printed
    )
    assert printed.count("\n") == 2 + 12 + 1 + 1 + 1


def test_a_long_scope_is_broken_between_its_names() -> None:
    scope = tuple((f"name{number}", number) for number in range(30))
    whole = audit(setting=Setting(2, scope))
    first, *lines = plain(whole, 60).split("\n\n")[0].splitlines()
    assert first == "Lamps 2026-10 · 2 players · 48,312 situations"
    assert len(lines) > 3
    assert all(line.startswith("  name") for line in lines)
    assert all(line.endswith(",") for line in lines[:-1])
    assert plain(whole).splitlines()[1].startswith("  name0 0, name1 1, name2 2, ")


def test_a_small_report_looks_like_this() -> None:
    whole = audit(
        result("lost-option", Kind.LOST_OPTION, findings=(LOST,)),
        result(),
        result("one-holder", Kind.VIOLATION, Verdict.EXHAUSTIVE, ()),
    )
    assert plain(whole, 100, "counterexamples/lamps") == textwrap.dedent(
        """\
        Lamps 2026-10 · 2 players · lamps 2, signals 3 · 48,312 situations

          ✗ no-conflict  1.1 may / 1.2 must not: hang lamp, in Late night     2 steps
          ✗ lost-option  A's “hang lamp” takes away what B was offered (1.1)  3 steps
          ✓ one-holder   exhaustive

          2 contradictions · 1 holds    counterexamples/lamps/
        """
    )


def test_the_steps_stand_in_a_column() -> None:
    lines = [line for line in plain(everything()).splitlines() if line.endswith("steps")]
    assert len(lines) == 3
    assert len({cell_len(line) for line in lines}) == 1


@pytest.mark.parametrize("width", [20, 40, 59, 60, 72, 80, 100, 120, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    printed = plain(everything(), width, "counterexamples/lamps")
    long = max(len(word) for word in printed.split())
    assert all(cell_len(line) <= max(width, long + 4) for line in printed.splitlines())


def test_wide_characters_count_for_what_they_take() -> None:
    wide = replace(everything(), rulebook=replace(BOOK, title="灯" * 60))
    lines = plain(wide, 50).splitlines()
    assert all(cell_len(line) <= 50 for line in lines if "灯" in line)
    assert sum(line.count("灯") for line in lines) == 60


def test_a_narrow_terminal_has_what_is_long_below_its_name() -> None:
    whole = audit(result(), result("one-holder", Kind.VIOLATION, Verdict.EXHAUSTIVE, ()))
    assert plain(whole, 40) == textwrap.dedent(
        """\
        Lamps 2026-10 · 2 players ·
        48,312 situations
          lamps 2, signals 3

          ✗ no-conflict  2 steps
            1.1 may / 1.2 must not: hang lamp,
            in Late night
          ✓ one-holder   exhaustive

          1 contradiction · 1 holds
        """
    )


def test_eighty_columns_are_no_narrow_strip() -> None:
    table = plain(everything(), 80, "counterexamples/lamps").split("\n\n")[1]
    assert textwrap.dedent(f"{table}\n") == textwrap.dedent(
        """\
          ✗ no-conflict  2 steps
            1.1 may / 1.2 must not: hang lamp, in Late night
          ✗ lost-option  3 steps
            A's “hang lamp” takes away what B was offered (1.1)
          ✗ no-gap--pass
            accepted, but no longer found: take it out of accepted.toml
          ? defined                         no verdict: 600 seconds are spent
          ? no-gap
            within scope (212 plays cut off by signals and lamps); proved is required
          ~ no-conflict  2 steps
            1.3 must / 1.2 must not: strike clock, in Late night
            accepted: The clause on the clock is reworded in the next edition, as was
            agreed in the spring
          ✓ one-holder                      exhaustive
          ✓ window-can-close                proved
          ~ no-silence
            within scope (212 plays cut off by signals and lamps)
          ~ automatic-pass-takes-no-choice
            not applicable: the rulebook has no role automatic
          ✓ own claims                      1 exhaustive
          ✓ worked examples                 2 can be played
        """
    )


@pytest.mark.parametrize("width", [20, 30, 40, 60, 80])
def test_a_name_is_never_broken(width: int) -> None:
    folder = "counterexamples/a_rulebook_with_quite_a_long_name_for_a_terminal"
    printed = plain(everything(), width, folder)
    assert f"{folder}/\n" in printed
    assert all(name in printed for name in ("no-gap--pass", "accepted.toml", "window-can-close"))


def test_the_shortest_play_comes_first_and_what_has_none_last() -> None:
    never = Finding("every-phase-reached", Cause(Kind.NEVER_HAPPENS), None)
    whole = audit(
        result("every-phase-reached", Kind.NEVER_HAPPENS, findings=(never,)),
        result("lost-option", Kind.LOST_OPTION, findings=(LOST,)),
        result("no-gap", Kind.GAP, findings=(replace(LOST, property="no-gap"),)),
        result(findings=(CONFLICT, replace(KNOWN, trace=replace(TRACE, steps=())))),
    )
    rows = [line.split()[:2] for line in plain(whole).split("\n\n")[1].splitlines()]
    assert [row for row in rows if row[0] in "✗~"] == [
        ["✗", "no-conflict"],
        ["✗", "lost-option"],
        ["✗", "no-gap"],
        ["✗", "every-phase-reached"],
        ["~", "no-conflict"],
    ]


def test_a_search_by_a_solver_says_how_deep() -> None:
    whole = audit(searches=(Searched("bmc", 0, 0, 20, ()),))
    assert plain(whole).startswith("Lamps 2026-10 · 2 players · lamps 2, signals 3 · plays of 20")


def test_without_findings_it_says_so() -> None:
    whole = audit(result("one-holder", Kind.VIOLATION, Verdict.EXHAUSTIVE, ()))
    assert plain(whole).endswith("\n  no contradictions · 1 holds\n")


def test_a_claim_that_fails_is_shown_by_itself() -> None:
    finding = Finding("1.3 the_clock_stops", Cause(Kind.VIOLATION), TRACE)
    whole = audit(
        result("1.3 the_clock_stops", Kind.VIOLATION, findings=(finding,)),
        result("1.1 example 1", Kind.FALSE_CLAIM, Verdict.WITNESSED, ()),
    )
    printed = plain(whole)
    assert "✗ 1.3 the_clock_stops  “the clock stops” after A's “hang lamp”, against 1.3" in printed
    assert "own claims" not in printed


def test_marks_can_be_plain_letters() -> None:
    printed = text(report(everything(), Look(None, PLAIN_MARKS)))
    table = printed.split("\n\n")[1]
    assert {line[2] for line in table.splitlines()} == {"x", "?", "~", "+", " "}
    assert "·" not in printed


def test_only_marks_titles_and_asides_have_a_style() -> None:
    lines = report(audit(result()), Look(), "counterexamples/lamps")
    styles = {span.style for line in lines for span in line}
    assert styles == {Style.TITLE, Style.BAD, Style.PLAIN, Style.QUIET}


def test_a_strangers_title_cannot_command_the_terminal() -> None:
    book = replace(BOOK, title="\x1b[2JLamps\x07\r\n\u202e\x9b31m")
    printed = plain(replace(everything(), rulebook=book))
    assert not {"\x1b", "\x07", "\r", "\u202e", "\x9b"} & set(printed)
    assert printed.splitlines()[0].startswith("\N{REPLACEMENT CHARACTER}[2JLamps")


def test_a_report_is_always_the_same() -> None:
    assert plain(everything()) == plain(everything())


def test_what_is_not_proved_says_why_and_what_is_names_its_certificate() -> None:
    short = replace(result("no-gap", Kind.GAP, Verdict.EXHAUSTIVE, ()), unproved="too deep")
    proof = Certificate("lamps", "2026-10", 2, (), (("lamps", 2),), ())
    said = text(report(replace(audit(short), certificate=proof), Look()))
    assert "exhaustive; not proved: too deep" in said
    assert "if a card does no more at once than lamps 2: proofs/lamps/2-players.json" in said


def test_what_the_cards_can_help_with_stands_beside_the_verdict_and_fails_nothing() -> None:
    cause = Cause(Kind.DENIED_BY_CARDS, field="cards")
    weak = replace(DENIED, cause=cause, accepted=BY_ITSELF)
    name = DENIED.property
    whole = audit(result(name, Kind.DENIED, Verdict.EXHAUSTIVE, (weak,)))
    assert whole.exit_code == 0
    said = plain(whole)
    assert f"  ~ {name}  " in said
    assert BY_ITSELF in said
    assert "accepted" not in said
    assert f"  ✓ {name}  exhaustive" in said
    assert said.endswith("  no contradictions · 1 if the cards help · 1 holds\n")
    strong = audit(result(name, Kind.DENIED, Verdict.REFUTED, (weak, DENIED)))
    assert strong.exit_code == 1
    assert "1 contradiction · 1 if the cards help" in plain(strong)


def test_a_search_that_was_broken_off_shows_beside_findings_that_are_accepted() -> None:
    told = replace(result(findings=(KNOWN,)), aside=Verdict.NO_VERDICT)
    said = plain(audit(told))
    assert "? no-conflict  no verdict but for what is accepted; within scope is required" in said
    assert "1 short of what is required" in said
