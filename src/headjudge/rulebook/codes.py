"""The registry of fault codes; docs/codes.md is made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means, and what to do about it."""

    meaning: str
    cure: str


_CODES = {
    "action-without-kind": Code(
        "A function is used as an action and bears neither @move nor @step.",
        "Put `@move` above what a player chooses, `@step` above what the game does.",
    ),
    "bad-acceptance": Code(
        "An entry of an accepted.toml is not one finding with a reason, or is there twice.",
        'Write `[[accepted]]`, below it `finding = "…"` and `reason = "…"`.',
    ),
    "bad-base": Code(
        "A rulebook is based on something that is no plain name of a file beside it.",
        'Write a file\'s name without a path: `based_on = "chain.md"`.',
    ),
    "bad-example": Code(
        "A line of an example is none of those that may stand there.",
        "Write `start(…)` first, then actions, `illegal(…)`, `impossible(…)`, `expect(…)`.",
    ),
    "bad-header": Code(
        "A key of a TOML block is missing or has a value of the wrong kind.",
        "Write the value as the language reference shows it.",
    ),
    "bad-lock": Code(
        "A file of confirmed clauses is cut off, half merged, or from another version.",
        "Restore it, or delete it and run `headjudge confirm`.",
    ),
    "bad-mapping": Code(
        "A mapping between two rulebooks names something that one of them does not have.",
        'Write `old_name = "new_name"`, with names as they stand in the two.',
    ),
    "bad-name": Code(
        "A name has a form that is not allowed where it stands.",
        "Write letters, digits and single underscores; members of enums in capitals.",
    ),
    "bad-property": Code(
        "A property is not one heading, some words and one block with one function.",
        "Give every property a heading with its name in code marks and one block below it.",
    ),
    "bad-python": Code(
        "The text of a block is no complete Python.",
        "Finish the line, indent it as the others, and close every bracket.",
    ),
    "bad-toml": Code(
        "The text of a block is no TOML.",
        'Write lines such as `title = "The Cascade"`.',
    ),
    "bad-trace": Code(
        "A file is no trace as headjudge writes it, or does not fit the rulebook.",
        "Let `headjudge check` write it anew.",
    ),
    "bad-type": Code(
        "A type is written wrongly or cannot stand where it stands.",
        "See the table of types in the language reference.",
    ),
    "based-in-a-circle": Code(
        "A rulebook is based on itself, perhaps by way of others.",
        "Base it on a rulebook that stands on its own.",
    ),
    "before-in-a-circle": Code(
        "Obligations with @before wait for one another in a circle.",
        "Leave one of the @before out.",
    ),
    "block-too-large": Code(
        "A block is larger than 64 KiB.",
        "Split it, each part beside its clause.",
    ),
    "block-without-clause": Code(
        "A block stands above the first clause or below a heading without a number.",
        "Put the number of its clause above it.",
    ),
    "cannot-open": Code(
        "The file cannot be opened.",
        "Check its path and whether it may be read.",
    ),
    "clause-number": Code(
        "A paragraph or heading begins with what looks like the number of a clause and is none.",
        "Write the number in bold, with digits, letters and dots, such as `**2.4**`.",
    ),
    "clause-used-twice": Code(
        "Two clauses have one id.",
        "Give every clause an id of its own.",
    ),
    "different-parameters": Code(
        "A norm names a parameter that has different types in its actions.",
        "Write one function for each action.",
    ),
    "empty-file": Code(
        "The file holds nothing.",
        "Begin with a `toml rulebook` block.",
    ),
    "empty-range": Code(
        "In this scope a range or a stock has no value at all.",
        "Take a larger scope.",
    ),
    "file-too-large": Code(
        "The file is larger than 1 MiB.",
        "Split the rulebook.",
    ),
    "forbidden-form": Code(
        "A form of Python stands in a block that is not on the language's list.",
        "Say it with the forms of the language reference.",
    ),
    "forbidden-name": Code(
        "A name is a word of the language or has two underscores in a row.",
        "Choose another name.",
    ),
    "header-not-first": Code(
        "Blocks stand above the header.",
        "Put the header on top.",
    ),
    "header-used-twice": Code(
        "A rulebook has two headers.",
        "Write all of it in the first one.",
    ),
    "helpers-in-a-circle": Code(
        "A helper calls itself, perhaps by way of others.",
        "Write it without itself, for instance with a generator expression.",
    ),
    "line-too-long": Code(
        "A line of a block has more than 2,000 words and signs.",
        "Split it into several lines or helpers.",
    ),
    "list-out-of-range": Code(
        "In this scope a list has room for fewer items than it needs, or for more than 64.",
        "Give a list of the state room for 1 to 64 items, a `Seq` for 0 to 64.",
    ),
    "move-without-player": Code(
        "The first parameter of a move is not the player who chooses.",
        "Write `player: Player` as its first parameter.",
    ),
    "name-taken": Code(
        "One name is given to two things.",
        "Choose another name for one of them.",
    ),
    "needs-in-the-wrong-place": Code(
        "`needs` stands below something else, or where nothing has needs.",
        "Put it at the top of an action or of a claim.",
    ),
    "never-reached": Code(
        "A statement stands below a `return` that always happens.",
        "Leave it out.",
    ),
    "no-base": Code(
        "The rulebook that another one is based on cannot be opened.",
        "Put it into the same folder, or correct its name.",
    ),
    "no-effect": Code(
        "A line works something out and does nothing with it.",
        "Assign the value, or leave the line out.",
    ),
    "no-header": Code(
        "A rulebook has no header.",
        "Begin with a `toml rulebook` block.",
    ),
    "no-initial-value": Code(
        "A field that is neither a stock nor a list has no initial value.",
        "Write one behind its type.",
    ),
    "no-property": Code(
        "A document in properties/ holds no property, so that it checks nothing.",
        "Write a property, or move the document to another folder.",
    ),
    "no-return": Code(
        "A function that has to return a value does not do so on every path.",
        "End it with `return …`.",
    ),
    "no-type": Code(
        "A parameter of an action has no type.",
        "Write one, such as `player: Player`.",
    ),
    "not-a-constant": Code(
        "A value that has to be known beforehand depends on something.",
        "Write a number, True, False, nobody or a member.",
    ),
    "not-a-field": Code(
        "A statement writes to something that is no field.",
        "Write to a field, or into one.",
    ),
    "not-in-a-claim": Code(
        "`can`, `legal`, `doing` or `next` stand where they cannot be asked.",
        "Ask them in a claim, and not inside one another.",
    ),
    "not-utf-8": Code(
        "The file is no UTF-8 text.",
        "Save it as UTF-8.",
    ),
    "number-too-large": Code(
        "A number is larger than 1,000,000.",
        "Write a smaller one.",
    ),
    "own-clause": Code(
        "A norm or consequence overrides or restates the clause that it stands in.",
        "Name another clause; what one clause says, it says in one condition.",
    ),
    "paragraph-too-long": Code(
        "A paragraph of the document is longer than 64 KiB.",
        "Split it.",
    ),
    "players-out-of-range": Code(
        "The rulebook is not for this number of players.",
        "Take a number that its header allows.",
    ),
    "property-named-twice": Code(
        "Two properties have one name, and a report could not tell them apart.",
        "Give one of the two another name.",
    ),
    "property-used-twice": Code(
        "Two properties of a document have one name.",
        "Give every property a name of its own.",
    ),
    "return-with-effects": Code(
        "A function returns a value and changes the state.",
        "Do one of the two.",
    ),
    "role-names-nothing": Code(
        "A role of the header names something that is not in the rulebook.",
        "Name a field, a helper, an action, a tag or a type.",
    ),
    "scope-in-rule": Code(
        "A clause depends on a bound of the search.",
        "Use a field, or say it in an environment block.",
    ),
    "scope-out-of-range": Code(
        "A value of the scope is no number from 0 to 1000.",
        "Take a smaller bound.",
    ),
    "too-deep": Code(
        "Something is nested more than 40 levels deep.",
        "Give parts of it a name of their own.",
    ),
    "too-large": Code(
        "A statement is too large once its helpers are written out, or there are too many.",
        "Call fewer helpers, or make them shorter.",
    ),
    "too-many-bases": Code(
        "A rulebook is based on another, that one on a third, and so on, more than 8 times.",
        "Base it on one of those further down.",
    ),
    "two-decorators": Code(
        "Decorators stand together that do not belong together.",
        "Write one function for each.",
    ),
    "unfinished-block": Code(
        "A fenced block has no end.",
        "Close it with the signs that it starts with.",
    ),
    "unknown-action": Code(
        "A name stands where an action or a tag is needed, and is none.",
        "Declare the action with @move or @step, or correct the name.",
    ),
    "unknown-block": Code(
        "The words behind a fence are no kind of block that is known here.",
        "Write one of the kinds in the language reference.",
    ),
    "unknown-clause": Code(
        "A clause is named that is not in the rulebook.",
        "Write the id of one that is.",
    ),
    "unknown-decorator": Code(
        "A decorator is not known where it stands.",
        "Write one of those in the language reference.",
    ),
    "unknown-key": Code(
        "A TOML block has a key that means nothing.",
        "Correct it, or leave it out.",
    ),
    "unknown-name": Code(
        "A name stands for nothing.",
        "Declare it, or correct it.",
    ),
    "unknown-parameter": Code(
        "An action or a claim has no parameter with this name.",
        "Write one of its parameters.",
    ),
    "unknown-reading": Code(
        "A question or an answer is not in the rulebook.",
        "Take one that stands in a @reading.",
    ),
    "unknown-requirement": Code(
        "A name under `[required]` is no property, no claim and no example.",
        "Write the name as `headjudge check` shows it, or leave the line out.",
    ),
    "unknown-scope": Code(
        "A name is not in the header's scope.",
        "Add it under `[scope]`, or correct it.",
    ),
    "unknown-type": Code(
        "A type is not known.",
        "Declare it as a class, or correct its name.",
    ),
    "unused-name": Code(
        "A local name is given a value that nothing reads: perhaps a field's name, misspelled.",
        "Use it, correct it, or leave the line out.",
    ),
    "value-outside-type": Code(
        "A constant is no value of the type that it is given to.",
        "Write a value inside the type, or widen the type.",
    ),
    "wrong-arguments": Code(
        "A call has too many or too few arguments.",
        "Write one argument for each parameter.",
    ),
    "wrong-type": Code(
        "A value of one type stands where another is needed.",
        "Write a value of the type that is needed.",
    ),
}

CODES: Mapping[str, Code] = MappingProxyType(_CODES)


def codes_page() -> str:
    """The text of docs/codes.md."""
    lines = [
        "# Fault codes",
        "",
        "What cannot be read is reported as `file:line:column: code: what is wrong — what to",
        "write instead`, and the exit code is 2. These are the codes; this page is made from the",
        "registry in `src/headjudge/rulebook/codes.py`.",
        "",
        "| code | what is wrong | what to do |",
        "|---|---|---|",
    ]
    lines.extend(f"| `{name}` | {code.meaning} | {code.cure} |" for name, code in _CODES.items())
    return "\n".join(lines) + "\n"
