from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.evidence.accepted import MAX_FILE, Accepted, accept, parse_accepted, read_accepted
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.places import Place
from tests.reports.books import CONFLICT, audit, result

GOOD = """\
# What we know of.

[[accepted]]
finding = "no-conflict--hang_lamp--1.1+1.2"
reason = "Reworded in the next edition."

[[accepted]]
reason = '''
Two
lines.'''
finding = "no-gap"
"""


def faults(text: str | bytes) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(UnreadableError) as caught:
        parse_accepted(data, "accepted.toml")
    return [f"{one.place.line} {one.code}: {one.wrong}" for one in caught.value.faults]


def test_accepted_findings_have_a_reason_and_a_place() -> None:
    assert parse_accepted(GOOD.encode(), "a.toml") == (
        Accepted(
            "no-conflict--hang_lamp--1.1+1.2",
            "Reworded in the next edition.",
            Place("a.toml", 4, 1),
        ),
        Accepted("no-gap", "Two\nlines.", Place("a.toml", 11, 1)),
    )


def test_an_empty_file_accepts_nothing() -> None:
    assert parse_accepted(b"", "a.toml") == ()


def test_a_file_from_windows_is_read() -> None:
    data = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert [one.finding for one in parse_accepted(data, "a.toml")] == [
        "no-conflict--hang_lamp--1.1+1.2",
        "no-gap",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n", ["1 unknown-key: `x` is no key here"]),
        ("[accepted]\n", ["1 bad-acceptance: `accepted` is no list of tables"]),
        ("\naccepted = 3\n", ["2 bad-acceptance: `accepted` is no list of tables"]),
        ("accepted = [1]\n", ["1 bad-acceptance: `accepted` is no list of tables"]),
        ("[[accepted]]\n", ["`finding` is missing", "`reason` is missing"]),
        ('\n[[accepted]]\nreason = "x"\n', ["2 bad-acceptance: `finding` is missing"]),
        (
            '[[accepted]]\nfinding = "x"\n\nreason = " "\n',
            ["4 bad-acceptance: `reason` says nothing"],
        ),
        (
            '[[accepted]]\nfinding = 3\nreason = "x"\n',
            ["2 bad-acceptance: `finding` says nothing"],
        ),
        (
            '[[accepted]]\nfinding = "x"\nreason = "y"\n  resaon = "z"\n',
            ["4 unknown-key: `resaon` is no key of an accepted finding"],
        ),
        (
            '[[accepted]]\nfinding = "x"\nreason = "y"\n[[accepted]]\nreason = "z"\nfinding="x"',
            ["6 bad-acceptance: this finding is accepted in line 2 already"],
        ),
        ("[[accepted]]\nfinding = x\n", ["2 bad-toml: this is no TOML: Invalid value"]),
        ("[[accepted\n", ["1 bad-toml: this is no TOML"]),
        ("a = " + "9" * 5000, ["1 bad-toml"]),
        ("a = " + "[" * 100_000, ["1 bad-toml"]),
        (b"a = 1\n\xff\n", ["2 not-utf-8"]),
        (b" " * (MAX_FILE + 1), ["1 file-too-large"]),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str | bytes, said: list[str]) -> None:
    found = faults(text)
    assert len(found) == len(said)
    assert all(part in one for part, one in zip(said, found, strict=True))


def test_all_faults_are_reported() -> None:
    text = 'a = 1\n[[accepted]]\nfindung = "x"\n[[accepted]]\nfinding = "x"\n'
    assert [one.split(":")[0] for one in faults(text)] == [
        "1 unknown-key",
        "2 bad-acceptance",
        "2 bad-acceptance",
        "3 unknown-key",
        "4 bad-acceptance",
    ]


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = parse_accepted(text.encode("utf-8", "surrogatepass"), "a.toml")
    except UnreadableError:
        return
    assert isinstance(found, tuple)


def test_no_file_accepts_nothing(tmp_path: Path) -> None:
    assert read_accepted(tmp_path / "accepted.toml", "accepted.toml") == ()


def test_a_file_that_cannot_be_opened_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "accepted.toml").mkdir()
    with pytest.raises(UnreadableError, match="cannot-open"):
        read_accepted(tmp_path / "accepted.toml", "accepted.toml")


KNOWN = Accepted(CONFLICT.fingerprint, "Soon gone", Place("a.toml", 1, 1))
GONE = Accepted("no-gap--x", "Soon gone", Place("a.toml", 5, 1))


def test_an_accepted_finding_is_no_contradiction_any_more() -> None:
    before = audit(result())
    assert before.exit_code == 1
    after = accept(before, [KNOWN], whole=True)
    assert after.findings[0].accepted == "Soon gone"
    assert after.exit_code == 0
    assert after.vanished == ()


def test_an_accepted_finding_that_is_gone_is_said_to_be_so() -> None:
    after = accept(audit(result()), [KNOWN, GONE], whole=True)
    assert after.vanished == ("no-gap--x",)
    assert after.exit_code == 1


def test_what_was_not_looked_for_has_not_vanished() -> None:
    after = accept(audit(result()), [KNOWN, GONE], whole=False)
    assert after.vanished == ()
    assert after.exit_code == 0


def test_what_is_not_accepted_stays_as_it_is() -> None:
    assert accept(audit(result()), [], whole=True) == audit(result())
