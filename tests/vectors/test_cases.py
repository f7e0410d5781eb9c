"""What is written in a case is what the rules say, by a reader that did not write it."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from headjudge.checks.audit import own_properties
from headjudge.rulebook.syntax import Claim
from headjudge.rulebook.values import Act
from headjudge.semantics.executable import After, Game
from headjudge.vectors.documents import documents, schema
from headjudge.vectors.reading import read_case
from headjudge.vectors.versions import versions
from tests.checks.seeded import book
from tests.vectors.suites import KINDS, made, path, reader, written


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def key(act: dict[str, Any]) -> str:
    return json.dumps([act["action"], act["arguments"]], sort_keys=True)


def positions(case: dict[str, Any]) -> list[dict[str, Any]]:
    return [case["start"], *(step["after"] for step in case["steps"] if step["after"])]


def test_every_document_fits_the_schema(kind: str) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(schema()))
    jsonschema.Draft202012Validator.check_schema(validator.schema)
    for document in (written(kind).manifest, *written(kind).cases):
        validator.validate(document)


def test_every_play_goes_as_written_in_each_of_its_versions(kind: str) -> None:
    for case in written(kind).cases:
        for version in case["versions"]:
            assert len(list(reader(kind).play(case, version))) == len(positions(case))


def test_what_is_written_as_legal_is_all_that_is(kind: str) -> None:
    for case in written(kind).cases:
        for version in case["versions"]:
            game = reader(kind).games[version]
            for state, position in reader(kind).play(case, version):
                said = [*position["legal"]]
                said += [one for one in position["open"] if version in one["legal_in"]]
                acts = [reader(kind).chosen(reader(kind).act(one)) for one in said]
                assert len(set(acts)) == len(acts)
                assert set(acts) == set(map(reader(kind).chosen, game.legal(state)))


def test_what_is_written_as_legal_is_so_because_of_those_clauses(kind: str) -> None:
    for case in written(kind).cases:
        game = reader(kind).games[case["versions"][0]]
        for state, position in reader(kind).play(case, case["versions"][0]):
            for one in position["legal"]:
                act = reader(kind).act(one)
                assert game.is_legal(state, act)
                assert one["because"] == list(game.grants(state, act))


def test_what_is_written_as_refused_is_refused_for_those_clauses(kind: str) -> None:
    for case in written(kind).cases:
        for version in case["versions"]:
            game = reader(kind).games[version]
            for state, position in reader(kind).play(case, version):
                for one in position["refused"]:
                    act = reader(kind).act(one)
                    assert not game.is_legal(state, act)
                    assert game.needs_hold(state, act) == one["possible"]
        game = reader(kind).games[case["versions"][0]]
        for state, position in reader(kind).play(case, case["versions"][0]):
            for one in position["refused"]:
                act = reader(kind).act(one)
                assert one["because"] == list(game.refusals(state, act))


def test_a_required_case_goes_the_same_in_every_version(kind: str) -> None:
    every = [one["version"] for one in written(kind).manifest["versions"]]
    for case in written(kind).cases:
        others = any(step["or"] for step in case["steps"])
        assert (case["status"] == "required") == (case["versions"] == every and not others)


def test_a_case_leads_from_the_beginning_to_its_start(kind: str) -> None:
    for case in written(kind).cases:
        for version in case["versions"]:
            game = reader(kind).games[version]
            lead = case["lead"] or {"situation": case["start"]["situation"], "acts": []}
            first = reader(kind).begin(game, lead["situation"])
            assert game.freeze(first) in {game.freeze(one) for one in game.initial()}
            state = first
            for written_ in lead["acts"]:
                act = reader(kind).act(written_)
                assert game.is_legal(state, act)
                outcome = game.apply(state, act)
                assert isinstance(outcome, After)
                state = outcome.state
            assert game.freeze(state) == game.freeze(
                reader(kind).begin(game, case["start"]["situation"])
            )


def test_other_outcomes_are_those_of_what_nobody_chooses(kind: str) -> None:
    for case in written(kind).cases:
        game = reader(kind).games[case["versions"][0]]
        plays = reader(kind).play(case, case["versions"][0])
        for (state, _), step in zip(plays, case["steps"], strict=False):
            act = reader(kind).act(step)
            alike = [
                one
                for one in game.legal(state)
                if reader(kind).chosen(one) == reader(kind).chosen(act)
            ]
            outcomes = [game.apply(state, one) for one in alike]
            found = {game.freeze(one.state) for one in outcomes if isinstance(one, After)}
            mine = game.apply(state, act)
            if isinstance(mine, After):
                found -= {game.freeze(mine.state)}
            assert {one.values for one in found} == set(map(reader(kind).situation, step["or"]))


def test_a_player_sees_of_what_is_hidden_their_own_and_no_other(kind: str) -> None:
    rulebook, _, setting = book(path(kind))
    hidden = [field.name for field in rulebook.fields if field.hidden]
    assert written(kind).manifest["hidden_fields"] == hidden
    for case in written(kind).cases:
        for position in positions(case):
            seats = "ABCD"[: setting.players] if hidden else ""
            assert position["views"] == {
                seat: {name: position["situation"][name][seat] for name in hidden} for seat in seats
            }


def test_a_tempting_act_would_break_the_property(kind: str) -> None:
    rulebook, properties, setting = book(path(kind))
    claims = {one.name: one.claim for one in (*properties, *own_properties(rulebook))}
    games = {one.version.number: one.game for one in versions(rulebook, setting, properties)}
    for case in written(kind).cases:
        game = games[case["versions"][0]]
        for state, position in reader(kind).play(case, case["versions"][0]):
            for one in position["refused"]:
                act = reader(kind).act(one)
                for claim in (claims[name] for name in one["would_break"]):
                    assert claim is not None
                    assert any(
                        breaks(game, claim, state, each) for each in game.in_every_order(act)
                    )


def breaks(game: Game, claim: Claim, state: Any, act: Act) -> bool:
    outcome = game.apply(state, act)
    if not isinstance(outcome, After):
        return False
    step = (state, act, outcome.state) if claim.of_steps else (outcome.state,)
    return bool(game.violations(claim, *step))


def test_a_case_is_read_as_it_was_written(kind: str) -> None:
    for case in made(kind).cases:
        text = documents(made(kind))["cases"][f"{case.name}.json"]
        assert read_case(text.encode(), "a file") == case
