from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from headjudge.rulebook import read_rulebook
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    About,
    ActionKind,
    Add,
    And,
    Append,
    Ask,
    Assign,
    BoolType,
    Branch,
    ClaimKind,
    Compare,
    Comparison,
    Deed,
    EachType,
    EnumType,
    Expect,
    Expr,
    FieldValue,
    Fold,
    Folded,
    For,
    Generator,
    Given,
    Item,
    Keeps,
    Length,
    Let,
    ListType,
    Literal,
    Location,
    MakeRecord,
    MakeTuple,
    MaybeType,
    Needs,
    Next,
    Nobody,
    NormKind,
    Not,
    Number,
    NumberType,
    OneOf,
    Or,
    Origin,
    OverItems,
    OverPlayers,
    Parameter,
    Part,
    Play,
    PlayerCount,
    PlayerType,
    Pop,
    RangeType,
    Reading,
    RecordType,
    Refused,
    Requirement,
    Return,
    Role,
    RoleKind,
    Rulebook,
    ScopeName,
    ScopeValue,
    Some,
    Stage,
    StateField,
    StockType,
    Sum,
    Type,
    Variable,
)
from tests.reader.documents import LANTERN, game, read

ANY = Place("", 0, 0)  # places of expressions do not count in comparisons
STAGE = EnumType("Stage", ("EARLY", "LATE"))
LAYER = RecordType("Layer", (("owner", PlayerType()), ("answers", BoolType())))
STACK = ListType(LAYER, ScopeName("stack"))
HAND = EachType(PlayerType(), StockType(ScopeName("cards")))
MAYBE = MaybeType(PlayerType())


@pytest.fixture(scope="module")
def lantern() -> Rulebook:
    return read(LANTERN)


def origin(clause: str, line: int, column: int = 1) -> Origin:
    return Origin(clause, Place("game.md", line, column))


def field(name: str, type_: Type) -> FieldValue:
    return FieldValue(name, type_, ANY)


def local(name: str, type_: Type | None = None) -> Variable:
    return Variable(name, type_ or PlayerType(), ANY)


def number(value: int) -> Literal:
    return Literal(value, NumberType(), ANY)


def member(index: int) -> Literal:
    return Literal(index, STAGE, ANY)


def seat(value: int) -> Literal:
    return Literal(value, PlayerType(), ANY)


def boolean(value: bool) -> Literal:
    return Literal(value, BoolType(), ANY)


def compare(left: Expr, op: str, right: Expr) -> Compare:
    return Compare(Comparison(op), left, right, BoolType(), ANY)


PRIORITY = field("priority", MAYBE)
PASSES = field("passes", NumberType())
PLAYER = Parameter("player", PlayerType(), ANY)


def test_a_parameter_may_be_hidden_whatever_its_type() -> None:
    more = "\n\n@step\ndef draw(player: Player, late: Hidden[bool]): pass\n"
    line = "def pass_on(player: Player): pass"
    found = read(LANTERN.replace(line, line + more, 1))
    hidden = [one.hidden for one in found.action("draw").parameters]
    assert hidden == [False, True]


def test_the_header_is_read_in_its_order(lantern: Rulebook) -> None:
    assert (lantern.name, lantern.file) == ("game", "game.md")
    assert (lantern.title, lantern.edition) == ("The Lantern", "2026-10")
    assert lantern.players == (2, 3)
    assert lantern.scope == (("stack", 4), ("cards", 2))
    place = Place("game.md", 21, 1)
    assert lantern.required == (Requirement("one-holder", "exhaustive", place),)
    assert [one.place for one in lantern.required] == [place]
    assert not lantern.golden_rule
    assert lantern.roles == (
        Role("holder", RoleKind.FIELD, "priority"),
        Role("pass", RoleKind.ACTION, "pass_on"),
        Role("acts", RoleKind.TAG, "acts"),
        Role("empty", RoleKind.HELPER, "empty"),
        Role("stage", RoleKind.TYPE, "Stage"),
        Role("offered", RoleKind.FIELD, "hand"),
    )


def test_clauses_stand_in_headings_paragraphs_lists_and_tables(lantern: Rulebook) -> None:
    found = [(clause.id, clause.title, clause.words, clause.section) for clause in lantern.clauses]
    assert found == [
        ("1", "The table", "", True),
        ("1.1", "", "A turn has two stages. It starts in the first.", False),
        ("1.2", "Cards", "Everybody holds some cards and shows nobody.", False),
        ("2", "Acting", "", True),
        ("2.1", "", "A player lays a card on the stack.", False),
        ("2.2", "", "Only early.", False),
        ("2.3", "", "Passing hands priority on.", False),
        ("2.4", "", "Nothing is laid late.", False),
        ("3", "The stack", "", True),
        ("3.1", "", "The newest layer goes first.", False),
        ("3.2", "", "What is marked stays so.", False),
        ("3.3", "", "Losing.", False),
        ("4", "Claims", "", True),
        ("4.1", "", "Nobody acts out of turn.", False),
        ("4.2", "", "A play.", False),
    ]
    assert lantern.clause("3.2").restated == ("3.1",)
    assert lantern.clause("3.3").unmodelled == "about losing, not about order"
    assert lantern.clause("1.2").place == Place("game.md", 44, 3)
    assert lantern.clause("3.1").place == Place("game.md", 112, 5)


def test_types_and_fields_are_declared_where_they_stand(lantern: Rulebook) -> None:
    marks = EachType(PlayerType(), EachType(STAGE, BoolType()))
    passes = RangeType(Number(0), PlayerCount())
    assert lantern.enums == (STAGE,)
    assert lantern.records == (LAYER,)
    nobody = Nobody(MAYBE, ANY)
    assert lantern.fields == (
        StateField("turn", PlayerType(), seat(0), False, False, origin("1.1", 37, 5)),
        StateField("stage", STAGE, member(0), False, False, origin("1.1", 38, 5)),
        StateField("priority", MAYBE, nobody, False, True, origin("1.1", 39, 5)),
        StateField("stack", STACK, None, False, False, origin("1.1", 40, 5)),
        StateField("passes", passes, number(0), False, False, origin("1.1", 41, 5)),
        StateField("hand", HAND, None, True, False, origin("1.2", 48, 5)),
        StateField("marked", marks, boolean(False), False, False, origin("1.2", 49, 5)),
    )


def test_an_action_has_needs_first_and_then_effects(lantern: Rulebook) -> None:
    lay = lantern.action("lay")
    assert lay.kind is ActionKind.MOVE
    assert lay.tags == ("acts", "slow")
    assert lay.parameters == (
        PLAYER,
        Parameter("answers", BoolType(), ANY, default=boolean(False)),
    )
    held = Item(field("hand", HAND), local("player"), NumberType(), ANY)
    assert lay.preamble == (Needs(compare(held, ">", number(0)), ANY),)
    layer = MakeRecord(LAYER, (local("player"), local("answers", BoolType())), LAYER, ANY)
    place = Location("hand", (local("player"),), StockType(ScopeName("cards")), ANY)
    assert lay.effects == (
        Add(place, number(1), True, ANY),
        Append(Location("stack", (), STACK, ANY), layer, ANY),
    )
    assert lay.origin == origin("2.1", 61)


def test_a_name_above_the_needs_is_known_in_the_effects(lantern: Rulebook) -> None:
    resolve = lantern.action("resolve")
    top = Item(field("stack", STACK), number(-1), LAYER, ANY)
    empty = lantern.helpers[0]
    assert [type(item) for item in resolve.preamble] == [Let, Needs]
    assert resolve.preamble[0] == Let("top", top, ANY)
    owner = Part(local("top", LAYER), "owner", PlayerType(), ANY)
    first = resolve.effects[0]
    assert getattr(first, "test", None) == compare(owner, "==", field("turn", PlayerType()))
    path = (local("p"), member(0))
    hits = EachType(PlayerType(), RangeType(Number(0), Number(1)))
    hit = compare(Item(local("hits", hits), local("p"), NumberType(), ANY), ">", number(0))
    marked = Assign(Location("marked", path, BoolType(), ANY), hit, ANY)
    assert resolve.effects[1] == For("p", OverPlayers(), PlayerType(), (marked,), ANY)
    assert resolve.effects[2] == Pop(Location("stack", (), STACK, ANY), None, ANY)
    assert empty.body == (
        Return(compare(Length(field("stack", STACK), NumberType(), ANY), "==", number(0)), ANY),
    )


def test_the_value_of_one_entry_may_be_given_to_a_whole_each(lantern: Rulebook) -> None:
    assert lantern.action("refill").effects == (
        Assign(Location("hand", (), HAND, ANY), number(1), ANY),
    )


def test_norms_name_the_actions_of_a_tag_and_take_their_parameters(lantern: Rulebook) -> None:
    acts, early, late, resolve, refill = lantern.norms
    assert (acts.kind, acts.actions) == (NormKind.MAY, ("lay", "pass_on"))
    assert acts.parameters == (PLAYER,)
    holder = compare(Some(local("player"), MAYBE, ANY), "==", PRIORITY)
    assert acts.body == (Return(holder, ANY),)
    assert (early.kind, early.actions) == (NormKind.ONLY, ("lay",))
    assert early.reading == Reading("2.2", "early")
    assert (late.kind, late.overrides) == (NormKind.MUST_NOT, ("2.1",))
    assert (resolve.kind, resolve.before) == (NormKind.MUST, ("refill",))
    assert refill.actions == ("refill",)
    assert lantern.readings() == (("2.2", ("early",)),)


def test_what_follows_an_if_without_else_stands_in_the_other_branch(lantern: Rulebook) -> None:
    (branch,) = lantern.norms[1].body
    assert isinstance(branch, Branch)
    assert branch.test == local("answers", BoolType())
    assert branch.then == (Return(boolean(True), ANY),)
    (other,) = branch.orelse
    assert isinstance(other, Return)
    assert isinstance(other.value, And)
    assert isinstance(other.value.operands[1], OneOf)


def test_consequences_read_before_and_after(lantern: Rulebook) -> None:
    passing, keeping = lantern.consequences
    assert (passing.stage, passing.actions) == (Stage.WHEN, ("pass_on",))
    assert (keeping.stage, keeping.actions) == (Stage.THEN, ("resolve",))
    assert keeping.effects == (Keeps("priority", ANY),)


def test_claims_have_premises_and_may_speak_of_steps(lantern: Rulebook) -> None:
    out_of_turn, passes_grow = lantern.claims
    assert out_of_turn.kind is ClaimKind.NEVER
    assert out_of_turn.premise == (Needs(compare(PRIORITY, "!=", Nobody(MAYBE, ANY)), ANY),)
    answer = (("player", local("player")), ("answers", boolean(True)))
    can = Ask(About.CAN, ("lay",), answer, BoolType(), ANY)
    other = compare(Some(local("player"), MAYBE, ANY), "!=", PRIORITY)
    assert out_of_turn.body == (Return(And((other, can), BoolType(), ANY), ANY),)
    assert not out_of_turn.of_steps
    assert passes_grow.of_steps
    doing = Ask(About.DOING, ("pass_on",), (("player", local("player")),), BoolType(), ANY)
    more = Sum(PASSES, number(1), False, NumberType(), ANY)
    grows = compare(Next(PASSES, NumberType(), ANY), "<=", more)
    whole = Or((Not(doing, BoolType(), ANY), grows), BoolType(), ANY)
    assert passes_grow.body == (Return(whole, ANY),)


def test_examples_fill_in_defaults_and_give_every_entry(lantern: Rulebook) -> None:
    (example,) = lantern.examples
    assert (example.number, example.origin.clause) == (1, "4.2")
    layer = MakeRecord(LAYER, (seat(1), boolean(False)), LAYER, ANY)
    assert example.start.players == 3
    assert example.start.fields == (
        ("priority", Some(seat(0), MAYBE, ANY)),
        ("hand", MakeTuple((number(2),) * 3, HAND, ANY)),
        ("stack", MakeTuple((layer,), STACK, ANY)),
    )
    lay, refused, expect, resolve = example.lines
    assert lay == Play(Deed("lay", (seat(0), boolean(False)), ANY), ANY)
    assert refused == Refused(Deed("lay", (seat(1), boolean(True)), ANY), False, ANY)
    assert isinstance(expect, Expect)
    hits = EachType(PlayerType(), RangeType(Number(0), Number(1)))
    entries = MakeTuple((number(1), number(0), number(0)), hits, ANY)
    assert resolve == Play(Deed("resolve", (entries,), ANY), ANY)


def test_an_example_without_a_start_has_the_fewest_players() -> None:
    (example,) = read(game("lay(A)", "python example")).examples
    assert (example.start.players, example.start.fields) == (2, ())


def test_declarations_may_stand_below_their_use() -> None:
    rulebook = read(
        game(
            """
@may
def lay(player):
    return later(player) and mark == YES

def later(player):
    return player == turn

class Mark(Enum):
    \"\"\"Docstrings are nothing.\"\"\"
    YES
    NO

class State:
    mark: Mark = YES
"""
        )
    )
    assert [helper.name for helper in rulebook.helpers] == ["empty", "later"]
    assert rulebook.enums[1] == EnumType("Mark", ("YES", "NO"))


def body_of(expression: str) -> Expr:
    """The value that a permission returns in the small game."""
    rulebook = read(game(f"@may\ndef lay(player, late):\n    return {expression}"))
    (returned,) = rulebook.norms[0].body
    assert isinstance(returned, Return)
    return returned.value


HOLDER = field("holder", MAYBE)
TURN = field("turn", PlayerType())
SMALL = ListType(RecordType("Layer", (("owner", PlayerType()), ("late", BoolType()))), Number(0))


def test_a_chain_of_comparisons_is_two() -> None:
    read_ = body_of("0 < passes < 3")
    one, other = compare(number(0), "<", PASSES), compare(PASSES, "<", number(3))
    assert read_ == And((one, other), BoolType(), ANY)


def test_a_number_beside_a_player_is_a_seat() -> None:
    assert body_of("turn == 1") == compare(TURN, "==", seat(1))
    assert body_of("0 != holder") == compare(Some(seat(0), MAYBE, ANY), "!=", HOLDER)
    choices = (TURN, seat(0))
    assert body_of("player in (turn, 0)") == OneOf(local("player"), choices, BoolType(), ANY)


def test_a_maybe_where_a_value_is_needed_is_given() -> None:
    distance = body_of("distance(holder, turn) == 1")
    assert isinstance(distance, Compare)
    assert getattr(distance.left, "start", None) == Given(HOLDER, PlayerType(), ANY)


def test_a_choice_between_a_value_and_nobody_is_a_maybe() -> None:
    chosen = body_of("(turn if late else nobody) == holder")
    assert isinstance(chosen, Compare)
    assert chosen.left.type == MAYBE
    assert getattr(chosen.left, "then", None) == Some(TURN, MAYBE, ANY)
    assert getattr(chosen.left, "orelse", None) == Nobody(MAYBE, ANY)


def test_in_a_list_is_an_any_over_its_items() -> None:
    found = body_of("Layer(turn, late) not in stack")
    assert isinstance(found, Not)
    assert isinstance(found.operand, Folded)
    assert found.operand.fold is Fold.ANY
    (generator,) = found.operand.generators
    assert isinstance(generator, Generator)
    assert (generator.name, type(generator.domain)) == ("item", OverItems)


def test_counting_numbers_is_adding_them_up() -> None:
    counted = body_of("count(hand[p] for p in players) > count(hand[p] > 1 for p in players)")
    assert isinstance(counted, Compare)
    assert isinstance(counted.left, Folded)
    assert isinstance(counted.right, Folded)
    assert (counted.left.fold, counted.right.fold) == (Fold.SUM, Fold.COUNT)


def test_players_is_a_number_and_a_domain() -> None:
    read_ = body_of("any(hand[p] + 1 == players for p in players if p != turn)")
    assert isinstance(read_, Folded)
    assert isinstance(read_.element, Compare)
    assert read_.element.right == ScopeValue(PlayerCount(), NumberType(), ANY)
    conditions = (compare(local("p"), "!=", TURN),)
    assert read_.generators == (Generator("p", OverPlayers(), PlayerType(), conditions),)


def test_popping_below_zero_counts_from_the_end() -> None:
    rulebook = read(
        game("@when\ndef lay():\n    stack.pop(-2)\n    stack.pop(-1)\n    stack.pop(0)")
    )
    second, last, first = rulebook.consequences[0].effects
    assert isinstance(second, Pop)
    assert isinstance(second.index, Sum)
    assert (type(second.index.left), second.index.right) == (Length, number(2))
    assert isinstance(last, Pop)
    assert last.index is None
    assert isinstance(first, Pop)
    assert first.index == number(0)


def test_a_helper_that_returns_nobody_or_a_player_returns_a_maybe() -> None:
    rulebook = read(
        game(
            """
def who(late: bool):
    if late:
        return nobody
    elif turn == 1:
        return 0
    seat = turn
    return seat

def touch(player, number: int):
    passes = number
"""
        )
    )
    who, touch = rulebook.helpers[1:]
    assert who.type == MAYBE
    assert touch.type is None
    assert touch.parameters[1].type == NumberType()


def test_scope_is_a_value_in_environment_blocks_and_the_flags_are_kept() -> None:
    rulebook = read(game("@when\ndef lay():\n    passes = scope.cards", "python rule environment"))
    (consequence,) = rulebook.consequences
    assert consequence.origin.environment
    assert not consequence.origin.supplement
    (assign,) = consequence.effects
    assert isinstance(assign, Assign)
    assert assign.value == ScopeValue(ScopeName("cards"), NumberType(), ANY)


def test_a_tag_whose_actions_name_their_parameters_differently_is_asked_as_an_or() -> None:
    rulebook = read(
        game(
            """
@move("acts")
def wait(waiting: Player): pass

@sometimes("p")
def somebody_acts(p):
    return legal(acts(p))
"""
        )
    )
    (claim,) = rulebook.claims
    assert claim.each == ("p",)
    (returned,) = claim.body
    assert isinstance(returned, Return)
    one = Ask(About.LEGAL, ("lay",), (("player", local("p")),), BoolType(), ANY)
    other = Ask(About.LEGAL, ("wait",), (("waiting", local("p")),), BoolType(), ANY)
    assert returned.value == Or((one, other), BoolType(), ANY)


def test_a_claim_about_an_order_names_actions_by_name_or_tag() -> None:
    rulebook = read(
        game(
            """
@move("acts")
def wait(player: Player): pass

@step
def dusk(): pass

@any_order("acts", "dusk")
@reading("Does the order matter?", "No")
def whichever_comes_first():
    pass
"""
        )
    )
    (claim,) = rulebook.claims
    assert claim.kind is ClaimKind.ANY_ORDER
    assert claim.option == ("lay", "wait", "dusk")
    assert claim.reading == Reading("Does the order matter?", "No")


def test_a_list_item_in_markdown_shifts_columns_only() -> None:
    text = game("@may\ndef lay(player):\n    return turn == player").replace(
        "```python rule\n@may\ndef lay(player):\n    return turn == player\n```",
        "- so:\n\n  ```python rule\n  @may\n  def lay(player):\n      return turn == player\n  ```",
    )
    (norm,) = read(text).norms
    assert norm.origin.place.column == 3
    (returned,) = norm.body
    assert returned.place.column == 7


def test_line_ends_and_a_mark_of_order_do_not_matter() -> None:
    there = "\ufeff" + LANTERN.replace("\n", "\r\n")
    assert read(there) == read(LANTERN)


def test_reading_twice_gives_equal_values(lantern: Rulebook) -> None:
    assert read(LANTERN) == lantern
    assert hash(read(LANTERN)) == hash(lantern)


def test_a_file_is_read_under_its_name_and_shown_from_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lantern: Rulebook
) -> None:
    (tmp_path / "model").mkdir()
    path = tmp_path / "model" / "lantern.md"
    path.write_text(LANTERN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    rulebook = read_rulebook(path)
    assert (rulebook.name, rulebook.file) == ("lantern", "model/lantern.md")
    assert replace(rulebook, name="game", file="game.md").title == lantern.title
