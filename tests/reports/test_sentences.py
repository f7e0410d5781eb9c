from __future__ import annotations

from dataclasses import replace

import pytest

from headjudge.engines.search import Meeting
from headjudge.evidence.reasons import Why
from headjudge.evidence.results import (
    Branch,
    Cause,
    Core,
    Denial,
    Finding,
    Keeper,
    Kind,
    Loop,
    Parted,
    Searched,
    Side,
    Trace,
    Turn,
    Verdict,
)
from headjudge.reports.rounds import goes_round, more_each_round
from headjudge.reports.sentences import could, say
from headjudge.reports.verdicts import cut_off, steps, verdict
from tests.reports.books import (
    CONFLICT,
    DENIAL,
    GROWING,
    ROUND,
    STOPPED,
    TRACE,
    audit,
    result,
    situation,
)

EMPTY = Trace(TRACE.start, ())
STOPPED_BY = (
    "It can be stopped: B by “strike clock” instead of step 2 or A by “hang lamp” "
    "instead of step 3."
)


def words(kind: Kind, trace: Trace | None = TRACE, **parts: object) -> tuple[str, str]:
    """The headline and the sentences of a finding about one-holder."""
    names = ("action", "clauses", "field", "label")
    cause = Cause(kind, **{name: parts.pop(name) for name in names if name in parts})  # type: ignore[arg-type]
    finding = Finding("one-holder", cause, trace, **parts)  # type: ignore[arg-type]
    whole = result("one-holder", kind, findings=(finding,), title="No two players may act")
    said = say(audit(whole), whole, finding)
    return said.headline, " ".join(said.sentences)


def test_a_conflict_names_the_two_clauses_the_player_and_the_phase() -> None:
    whole = result()
    said = say(audit(whole), whole, CONFLICT)
    assert said.headline == "1.1 may / 1.2 must not: hang lamp, in Late night"
    assert said.sentences == (
        "In Late night, A may “hang lamp (bright, aim Late night)” by 1.1 and must not by 1.2.",
        "Nothing says which of the two counts.",
    )


def test_a_conflict_says_in_how_many_situations_its_clauses_meet() -> None:
    cores = (
        Core(("1.1", "1.3"), Meeting.SETTLED, 9),
        Core(("1.2", "1.1"), Meeting.SITUATIONAL, 4_702),
    )
    whole = replace(result(), cores=cores)
    said = say(audit(whole), whole, CONFLICT)
    assert said.sentences[-1] == "They meet like this in 4,702 situations."


def test_a_conflict_about_an_unknown_act_says_less_and_nothing_false() -> None:
    headline, said = words(Kind.CONFLICT, EMPTY, action="hang_lamp", clauses=("1.1", "1.2"))
    assert headline == "1.1 may / 1.2 must not: hang lamp, in Day"
    assert said.startswith("In Day, 1.1 allows “hang lamp” and 1.2 forbids it.")


def test_a_conflict_with_an_obligation_says_must() -> None:
    headline, said = words(Kind.CONFLICT, EMPTY, action="strike_clock", clauses=("1.3", "1.2"))
    assert headline == "1.3 must / 1.2 must not: strike clock, in Day"
    assert said.startswith("In Day, “strike clock” has to happen by 1.3 and must not by 1.2.")


@pytest.mark.parametrize(
    ("clauses", "headline", "sentence"),
    [
        (
            ("1.1", "1.3"),
            "1.1 / 1.3 on word, at hang lamp",
            (
                "1.1 and 1.3 give word different values when A chooses "
                "“hang lamp (bright, aim Late night)”. It cannot have both."
            ),
        ),
        (
            ("1.1",),
            "1.1 on word, at hang lamp",
            (
                "1.1 gives word two values at once when A chooses "
                "“hang lamp (bright, aim Late night)”. It cannot have both."
            ),
        ),
    ],
)
def test_a_clash_names_the_field(clauses: tuple[str, ...], headline: str, sentence: str) -> None:
    assert words(Kind.CLASH, STOPPED, clauses=clauses, field="word") == (headline, sentence)


def test_an_impossible_obligation_says_what_cannot_be_done() -> None:
    assert words(Kind.IMPOSSIBLE, EMPTY, action="strike_clock", clauses=("1.3",)) == (
        "1.3 must / cannot: strike clock",
        (
            "At the start “strike clock” has to happen by 1.3, and cannot. "
            "Nothing else is due, so play stands still."
        ),
    )


def test_silence_asks_who_has_what_a_player_has() -> None:
    headline, said = words(Kind.SILENCE, action="hang_lamp", field="word", decisive=("1.1",))
    assert headline == "no clause says who has word after A's “hang lamp”"
    assert said == (
        "After A chooses “hang lamp (bright, aim Late night)” no clause says who has word. "
        "It is a right that has to be given anew each time."
    )
    headline, _ = words(Kind.SILENCE, EMPTY, field="time_of_day")
    assert headline == "no clause says what becomes of time of day at the start"


def test_something_undefined_is_told_by_its_clause() -> None:
    headline, said = words(Kind.UNDEFINED, STOPPED, clauses=("1.1",))
    assert headline == "1.1 speaks of something that is not there, at hang lamp"
    assert said.startswith("When A chooses “hang lamp (bright, aim Late night)”, 1.1 speaks of")
    headline, said = words(
        Kind.UNDEFINED, EMPTY, action="hang_lamp", clauses=("1.1",), field="condition"
    )
    assert headline == "1.1 asks about what is not there, on hang lamp"
    assert said.startswith("At the start 1.1, on “hang lamp”, asks about what is not there.")


def test_a_gap_says_that_play_stops() -> None:
    headline, said = words(Kind.GAP, action="hang_lamp")
    assert headline == "nothing can happen after A's “hang lamp”"
    assert said == (
        "After A chooses “hang lamp (bright, aim Late night)”, in Late night, nothing can happen. "
        "Nobody may act, nothing happens by itself, and the game is not over."
    )


def test_a_lost_option_names_its_owner_if_that_is_known() -> None:
    headline, said = words(Kind.LOST_OPTION, decisive=("1.1",), about=(("player", "B"),))
    assert headline == "A's “hang lamp” takes away what B was offered (1.1)"
    assert said.endswith("what B was offered is gone. B neither used nor declined it.")
    headline, said = words(Kind.LOST_OPTION, label="player = A")
    assert headline == "A's “hang lamp” takes away what A was offered"
    _, said = words(Kind.LOST_OPTION)
    assert said.endswith("an offer is gone. Its owner neither used nor declined it.")


WHEN = "After A chooses “hang lamp (bright, aim Late night)” B is granted an answer"


def of_b(kind: Kind, denial: Denial) -> tuple[str, str]:
    """The same of a denial to B."""
    return words(kind, about=(("player", "B"),), decisive=("1.1",), denial=denial)


def test_a_denied_answer_says_who_denies_it_to_whom() -> None:
    headline, said = of_b(Kind.DENIED, DENIAL)
    assert headline == "A can deny B what is granted after A's “hang lamp” (1.1)"
    assert said == (
        f"{WHEN}, and A can see to it that it is never usable. "
        "That is so whatever the cards and everybody else do."
    )


def test_a_denial_of_one_act_is_told_in_a_sentence() -> None:
    first = replace(DENIAL.turns[0], branches=DENIAL.turns[0].branches[:1])
    _, said = of_b(Kind.DENIED, replace(DENIAL, turns=(first,)))
    assert "usable. A chooses “hang lamp (bright, aim Late night)”, and it is gone. That" in said


def test_a_denial_without_an_end_says_so() -> None:
    branch = replace(DENIAL.turns[1].branches[0], to=0)
    _, said = of_b(Kind.DENIED, replace(DENIAL, turns=(Turn(situation(), (branch,)),)))
    assert "It stays granted for all that, if the play goes on like this for ever." in said


def test_a_denial_by_the_cards_says_that_it_is_no_contradiction() -> None:
    headline, said = of_b(Kind.DENIED_BY_CARDS, replace(DENIAL, cards=True))
    assert headline == "if the cards help, A can deny B what is granted after A's “hang lamp” (1.1)"
    assert f"{WHEN}, and if the cards help A can see to it that it is never usable." in said
    assert said.endswith("It is no contradiction, as the cards would have to do their part.")


def test_an_answer_that_is_never_usable_needs_no_denier() -> None:
    nobody = Denial(None, cards=False, situations=3, turns=())
    headline, said = of_b(Kind.NEVER_USABLE, nobody)
    assert headline == "B can never use what is granted after A's “hang lamp” (1.1)"
    assert said == (
        f"{WHEN}, and can never use it. "
        "Whatever anybody does, no moment comes at which it can be used."
    )


def test_a_denied_answer_names_the_act_that_is_denied_and_the_one_that_denies_it() -> None:
    first = replace(DENIAL.turns[0], branches=DENIAL.turns[0].branches[:1])
    named = Why(answer=("hang_lamp", "acts"))
    headline, said = words(
        Kind.DENIED,
        about=(("player", "B"),),
        decisive=("1.1",),
        denial=replace(DENIAL, turns=(first,)),
        why=named,
    )
    assert headline == (
        "A can keep B from “hang lamp” or “acts” after A's “hang lamp”, by “hang lamp” (1.1)"
    )
    assert said.startswith(f"{WHEN}, to “hang lamp” or “acts”, and A can see to it")


def test_an_open_reading_says_what_is_different_after_the_act() -> None:
    step = TRACE.steps[-1]
    assert step.after is not None
    one = Side("This", step.act, True, (), (), None, situation(word=0), "", "", ())
    two = replace(one, name="That", after=situation(word=1))
    headline, _ = words(
        Kind.READING,
        readings=(("Whose?", "This"),),
        against=(("Whose?", "That"),),
        parted=Parted(one, two),
    )
    assert headline == "after A's “hang lamp”, word is A or B"


@pytest.mark.parametrize(
    ("leads", "ends"),
    [
        ([[None]], True),
        ([[1, None], [None]], True),
        ([[1, 2], [2], [None]], True),
        ([[0]], False),
        ([[None, 1], [1]], False),
        ([[1], [0, None]], False),
    ],
)
def test_a_denial_ends_if_every_way_does(leads: list[list[int | None]], ends: bool) -> None:
    act = DENIAL.turns[0].branches[0].act
    turns = tuple(
        Turn(situation(), tuple(Branch(act, chosen=False, to=to) for to in ways)) for ways in leads
    )
    assert replace(DENIAL, turns=turns).ends is ends


def test_a_window_that_never_closes_says_that_there_is_no_way_on() -> None:
    headline, said = words(Kind.STUCK, label="player = B")
    assert headline == "fails after A's “hang lamp”, for B: there is no way on"
    assert said == (
        "No two players may act: not so after A chooses “hang lamp (bright, aim Late night)”, "
        "for B. It stays so, whatever anybody does from then on."
    )


def test_an_endless_loop_says_where_it_is_and_who_can_stop_it() -> None:
    headline, *said = goes_round(ROUND)
    assert headline == "2 steps that repeat for ever, unless B or another chooses “strike clock”"
    assert said == [
        "After step 1 play goes round for ever: steps 2 and 3 lead back to where it was.",
        STOPPED_BY,
    ]


def test_endless_growth_says_what_there_is_more_of_each_round() -> None:
    headline, *said = goes_round(GROWING)
    assert headline == (
        "2 steps that repeat for ever with one more in “signals” each round, "
        "unless B or another chooses “strike clock”"
    )
    more = "with one more in “signals” each round"
    assert said == [
        f"After step 1 play goes on for ever {more}: steps 2 and 3 repeat.",
        "It is proved for any number of rounds, and played for three.",
        STOPPED_BY,
    ]


def test_what_grows_is_named_with_its_amount_and_its_owner() -> None:
    assert GROWING.trace is not None
    grown = replace(GROWING.trace, growth=(("hand[1]", 2), ("in_play", 1)))
    assert more_each_round(grown) == "2 more in “hand” of B and one more in “in play”"


def test_an_endless_loop_that_nobody_can_stop_says_so() -> None:
    headline, _, who = goes_round(replace(ROUND, loop=Loop(Keeper.RULES)))
    assert headline == "2 steps that repeat for ever, and nobody can stop it"
    assert who.startswith("The rules alone keep it going")
    headline, _, who = goes_round(replace(ROUND, loop=Loop(Keeper.CARDS, (), ("wind_turns()",))))
    assert headline == "2 steps that repeat for ever, as long as the cards keep it up"
    assert who == (
        "No player can stop it. It goes on as long as the cards do this each time: wind_turns()."
    )


def test_a_loop_of_one_step_and_one_from_the_start_are_said_plainly() -> None:
    assert ROUND.trace is not None
    whole = replace(ROUND, trace=replace(ROUND.trace, loop=0))
    assert goes_round(whole)[1].startswith("From the start play goes round for ever: steps 1 to 3")
    last = replace(ROUND, trace=replace(ROUND.trace, loop=2))
    assert goes_round(last)[0].startswith("a step that repeats for ever")
    assert goes_round(last)[1].endswith("step 3 leads back to where it was.")


def test_a_violated_property_is_said_to_be_not_so_and_for_whom() -> None:
    headline, said = words(Kind.VIOLATION, EMPTY, decisive=("1.1",), about=(("p", "A"), ("q", "B")))
    assert headline == "fails at the start, for A and B (1.1)"
    assert said == "No two players may act: not so at the start, for A and B."


def test_a_parameters_name_is_said_where_it_says_something() -> None:
    about = (("giver", "A"), ("x", "LATE_NIGHT"), ("n", "3"))
    headline, _ = words(Kind.VIOLATION, EMPTY, about=about)
    assert headline == "fails at the start, for giver A, Late night and n 3"


def test_what_the_last_act_says_is_not_said_again() -> None:
    trace = replace(TRACE, steps=TRACE.steps[:2])
    finding = Finding("x", Cause(Kind.VIOLATION), trace, about=(("who", "B"),))
    whole = result("x", Kind.VIOLATION, findings=(finding,), title="Nobody is turned by the wind")
    said = say(audit(whole), whole, finding)
    where = "wind turns (where A yes, B no, who B)"
    assert said.heading == f"Nobody is turned by the wind: not so after {where}"
    assert said.sentences == (f"Nobody is turned by the wind: not so after “{where}” happens.",)
    assert said.headline == "fails after “wind turns”, for who B"


def test_a_claim_of_the_rulebook_is_told_as_what_the_clause_rules_out() -> None:
    finding = Finding("1.3 the_clock_stops", Cause(Kind.VIOLATION), EMPTY)
    whole = result("1.3 the_clock_stops", Kind.VIOLATION, findings=(finding,))
    said = say(audit(whole), whole, finding)
    assert said.headline == "“the clock stops” at the start, against 1.3"
    assert said.sentences == (
        "At the start it comes to “the clock stops”.",
        "By 1.3 that is never so.",
    )


def test_a_claim_of_the_rulebook_that_never_comes_about_is_named() -> None:
    finding = Finding("1.3 the_clock_stops", Cause(Kind.NEVER_HAPPENS, label="x = DAY"), None)
    whole = result("1.3 the_clock_stops", Kind.NEVER_HAPPENS, findings=(finding,))
    said = say(audit(whole), whole, finding)
    assert said.heading == "“the clock stops” never happens, for Day, against 1.3"
    assert said.sentences == (
        "It never comes to “the clock stops”, for Day.",
        "By 1.3 it can, and no play of this scope gets there.",
    )


def test_what_never_happens_says_which_part() -> None:
    assert words(Kind.NEVER_HAPPENS, None, label="x = LATE_NIGHT") == (
        "never happens, for Late night",
        "No two players may act: not so for Late night. No play of this scope gets there.",
    )
    assert words(Kind.NEVER_HAPPENS, None)[1].startswith("No two players may act: not so. ")


def test_an_example_that_fails_says_where() -> None:
    assert words(Kind.FALSE_CLAIM, None, clauses=("1.2",), message="line 3: B may not act.") == (
        "line 3: B may not act.",
        "The worked example of 1.2 does not go as it is written. Line 3: B may not act.",
    )


def test_an_example_that_fails_says_what_could_be_done_instead() -> None:
    message = "line 2: pass(B) has to wait: first comes draw; legal here: draw(), sing(A), …"
    headline, said = words(Kind.FALSE_CLAIM, None, clauses=("1.2",), message=message)
    assert headline == "line 2: pass(B) has to wait: first comes draw"
    assert said.endswith(
        "Line 2: pass(B) has to wait: first comes draw. Legal here: draw(), sing(A), …"
    )


def test_what_players_could_do_is_said_by_player() -> None:
    options = (
        ("A", "cast_fast_event", ("12.1.1",)),
        ("A", "cast_fast_event", ("12.1.1", "12.1.2")),
        ("A", "end_phase", ()),
        ("B", "pass_priority", ("12.2.3",)),
    )
    assert could(options) == (
        "There, A could cast fast event (12.1.1, 12.1.2) or end phase; "
        "B could pass priority (12.2.3)."
    )
    assert could(()) == ""


def test_of_many_things_that_players_could_do_each_gets_some() -> None:
    many = tuple(("A", f"do_{letter}", ("1.1",)) for letter in "abcdefgh")
    assert could((*many, ("B", "pass", ("1.2",)))) == (
        "There, A could do a (1.1), do b (1.1), do c (1.1), do d (1.1) or do e (1.1); "
        "B could pass (1.2); and 3 more."
    )


def test_a_clause_without_a_model_is_named() -> None:
    headline, said = words(Kind.UNMODELLED, None, clauses=("1.2",))
    assert headline == "1.2 has no block, and no reason for having none"
    assert said.endswith("Nothing that it says has been checked.")


def test_a_play_under_another_ruling_or_reading_says_so() -> None:
    _, said = words(
        Kind.GAP,
        replace(TRACE, permission_wins=True),
        readings=(("What becomes of it?", "It lapses"),),
    )
    assert "the permission has won a conflict that comes before it" in said
    assert said.endswith("That is so if “What becomes of it?” is answered “It lapses”.")


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("trace", [None, EMPTY, TRACE, STOPPED])
def test_every_kind_has_words_however_little_is_known(kind: Kind, trace: Trace | None) -> None:
    headline, said = words(kind, trace)
    assert headline
    assert said.endswith(".")
    assert said[0].isupper()


@pytest.mark.parametrize(
    ("word", "searched", "why", "said"),
    [
        (Verdict.PROVED, None, "", "proved"),
        (
            Verdict.WITHIN_SCOPE,
            Searched("explore", 5, 5, 5, (("signals", 1),)),
            "",
            "within scope (1 play cut off by signals)",
        ),
        (Verdict.BOUNDED, Searched("bmc", 0, 0, 20, ()), "", "bounded (20 steps)"),
        (Verdict.NO_VERDICT, None, "time is up", "no verdict: time is up"),
        (Verdict.WITNESSED, None, "", "witnessed (3 steps)"),
    ],
)
def test_a_verdict_says_what_it_rests_on(
    word: Verdict, searched: Searched | None, why: str, said: str
) -> None:
    witness = TRACE if word is Verdict.WITNESSED else None
    whole = result(verdict=word, findings=(), searched=searched, why=why, witness=witness)
    assert verdict(whole) == said


@pytest.mark.parametrize("kind", [Kind.STUCK, Kind.LOOP, Kind.DENIED])
def test_a_verdict_says_how_many_plays_are_excused(kind: Kind) -> None:
    searched = Searched("explore", 5, 5, 5, (("signals", 1),), 2)
    whole = result(kind=kind, verdict=Verdict.WITHIN_SCOPE, findings=(), searched=searched)
    cut = "1 play cut off by signals"
    assert verdict(whole) == f"within scope ({cut}; 2 plays end in another finding)"
    whole = replace(whole, verdict=Verdict.EXHAUSTIVE, searched=replace(searched, ended=1))
    assert verdict(whole) == "exhaustive (1 play ends in another finding)"
    # What is said of a situation or a step is said whatever becomes of the play.
    assert verdict(replace(whole, kind=Kind.VIOLATION)) == "exhaustive"


def test_numbers_are_told_as_people_write_them() -> None:
    assert steps(1) == "1 step"
    assert steps(1200) == "1,200 steps"
    assert cut_off((("a", 1000), ("b", 0), ("c", 1))) == "1,001 plays cut off by a and c"
