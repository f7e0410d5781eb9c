"""Reading whole documents: rulebooks and properties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from headjudge.rulebook.bases import Beside, beside, nothing_beside, put_together
from headjudge.rulebook.circles import order
from headjudge.rulebook.context import Context, Permits
from headjudge.rulebook.declarations import Declared, declare
from headjudge.rulebook.document import (
    MAX_FILE,
    Block,
    BlockKind,
    Document,
    Make,
    decode,
    take_apart,
)
from headjudge.rulebook.examples import Usual, read_example
from headjudge.rulebook.expressions import expression
from headjudge.rulebook.extent import MAX_EXTENT, extent, helpers_in
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.functions import (
    check_before,
    read_function,
    read_helpers,
)
from headjudge.rulebook.header import (
    FEWEST_PLAYERS,
    Header,
    read_reason,
    read_restated,
)
from headjudge.rulebook.names import (
    ActionName,
    FieldName,
    HelperName,
    Meaning,
    MemberName,
    Names,
    TypeName,
)
from headjudge.rulebook.opening import opened
from headjudge.rulebook.places import Place
from headjudge.rulebook.properties import read_property, role_names
from headjudge.rulebook.settings import check_sizes
from headjudge.rulebook.source import Parsed, parse
from headjudge.rulebook.syntax import (
    Action,
    BlockText,
    Claim,
    Clause,
    Consequence,
    Example,
    Helper,
    Norm,
    Property,
    Role,
    RoleKind,
    Rulebook,
    Setting,
)


def read_rulebook(path: Path) -> Rulebook:
    """Read a rulebook; its name is the file's, without its ending.

    A rulebook that it is based on is looked for in the same folder.

    Raises UnreadableError with all faults, in the order of the document.
    """
    file = shown(path)
    data = _bytes(path, file)
    return parse_rulebook(data, file=file, name=path.stem, find=beside(path, file))


def read_properties(path: Path, rulebook: Rulebook) -> tuple[Property, ...]:
    """Read a document of properties against a rulebook.

    Raises UnreadableError with all faults, in the order of the document.
    """
    file = shown(path)
    return parse_properties(_bytes(path, file), file=file, rulebook=rulebook)


def shown(path: Path) -> str:
    """A path as messages show it: from the working directory, if it lies there."""
    absolute = path.absolute()
    here = Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else path).as_posix()


def _bytes(path: Path, file: str) -> bytes:
    try:
        with opened(path) as stream:
            return stream.read(MAX_FILE + 1)
    except OSError as error:
        faults = Faults()
        faults.add(
            Place(file, 1, 1),
            "cannot-open",
            f"this file cannot be opened: {error.strerror or 'no such file'}",
            "check its path",
        )
        faults.check()
        raise


def parse_rulebook(data: bytes, *, file: str, name: str, find: Beside = nothing_beside) -> Rulebook:
    """Make a rulebook of the bytes of a document.

    ``find`` opens what it is based on. Raises UnreadableError with all faults, in the order
    of the document.
    """
    faults = Faults()
    whole = put_together(data, file, find, faults)
    rulebook = _Book(whole.document, whole.header, faults).read(name)
    faults.check()
    return rulebook


def _of(blocks: Iterable[Block], kind: BlockKind) -> tuple[Block, ...]:
    return tuple(block for block in blocks if block.kind is kind)


def _where(other: Claim, claim: Claim) -> str:
    there, here = other.origin.place, claim.origin.place
    return f"line {there.line}" if there.file == here.file else f"{there.file}:{there.line}"


@dataclass(slots=True)
class _Statements:
    """What the functions of a rulebook come to."""

    helpers: tuple[Helper, ...]
    actions: list[Action] = field(default_factory=list)
    norms: list[Norm] = field(default_factory=list)
    consequences: list[Consequence] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)


@dataclass(slots=True)
class _Book:
    """One document on its way to a rulebook."""

    document: Document
    header: Header | None
    faults: Faults
    names: Names = field(default_factory=Names)

    def read(self, name: str) -> Rulebook:
        header = self.header
        self.names = Names(
            scope=None if header is None else dict(header.scope),
            clauses=frozenset(passage.id for passage in self.document.passages),
        )
        rules = self.contexts(BlockKind.RULE)
        examples = self.contexts(BlockKind.EXAMPLE)
        declared = declare(rules)
        found = self.statements(declared)
        self.bounds(found)
        if rules:
            check_before(found.norms, rules[0])
        self.names_of_claims(found.claims)
        roles = self.roles()
        rulebook = Rulebook(
            name=name,
            file=self.document.file,
            title="" if header is None else header.title,
            edition="" if header is None else header.edition,
            players=self.players(),
            scope=() if header is None else header.scope,
            roles=roles,
            required=() if header is None else header.required,
            golden_rule=header is not None and header.golden_rule,
            clauses=self.clauses(),
            enums=tuple(declared.enums),
            records=tuple(declared.records),
            fields=tuple(declared.fields),
            helpers=found.helpers,
            actions=tuple(found.actions),
            norms=tuple(found.norms),
            consequences=tuple(found.consequences),
            claims=tuple(found.claims),
            examples=self.examples(examples, declared),
        )
        if header is not None and not self.faults:
            check_sizes(rulebook, Setting(self.players()[0], header.scope), self.faults)
            return replace(rulebook, runs=tuple(self.runs(rulebook, header)))
        return rulebook

    def runs(self, rulebook: Rulebook, header: Header) -> Iterator[Setting]:
        """The further settings of the header."""
        low, high = rulebook.players
        for entry in header.runs:
            scope = dict(rulebook.scope)
            if not low <= entry.players <= high:
                self.faults.add(
                    entry.place,
                    "players-out-of-range",
                    f"this rulebook is not for {entry.players} players",
                    f"take {low}" if low == high else f"take {low} to {high}",
                )
            for name, value in entry.scope:
                if name not in scope:
                    self.faults.add(
                        entry.place,
                        "unknown-scope",
                        f"there is no scope `{name[:60]}`",
                        "take a name of [scope]",
                    )
                scope[name] = value
            made = Setting(entry.players, tuple(scope.items()))
            if not self.faults:
                check_sizes(rulebook, made, self.faults)
            yield made

    def players(self) -> tuple[int, int]:
        told = None if self.header is None else self.header.players
        return told or (FEWEST_PLAYERS, FEWEST_PLAYERS)

    def contexts(self, kind: BlockKind) -> list[Context]:
        found: list[Context] = []
        for block in _of(self.document.blocks, kind):
            parsed: Parsed = parse(block, self.faults)
            self.names.skipped.update(parsed.skipped)
            if parsed.source is not None:
                permits = Permits(scope=block.environment)
                seats = self.players()[0]
                found.append(
                    Context(self.names, parsed.source, self.faults, expression, seats, permits)
                )
        return found

    def statements(self, declared: Declared) -> _Statements:
        found = _Statements(read_helpers(declared.functions))
        for function in declared.functions:
            main = function.head.main
            if main is None:
                continue
            match read_function(function, main):
                case Action() as action:
                    found.actions.append(action)
                case Norm() as norm:
                    found.norms.append(norm)
                case Consequence() as consequence:
                    found.consequences.append(consequence)
                case Claim() as claim:
                    found.claims.append(claim)
                case None:
                    pass
        return found

    def bounds(self, found: _Statements) -> None:
        """Keep out what grows beyond measure once its helpers are written out."""
        helpers = {helper.name: helper for helper in found.helpers}
        calls = {
            name: helpers_in((helper.body, helper.effects)) for name, helper in helpers.items()
        }
        sizes: dict[str, int] = {}
        large: set[str] = set()
        for name in order(calls)[0]:
            size = extent((helpers[name].body, helpers[name].effects), sizes)
            sizes[name] = size
            if size > MAX_EXTENT:
                self.too_large(name, helpers[name].origin.place)
            if size > MAX_EXTENT or not large.isdisjoint(calls[name]):
                large.add(name)
                sizes[name] = 0
        everything: tuple[Action | Norm | Consequence | Claim, ...] = (
            *found.actions,
            *found.norms,
            *found.consequences,
            *found.claims,
        )
        for one in everything:
            if extent(one, sizes) > MAX_EXTENT:
                self.too_large(one.name, one.origin.place)

    def too_large(self, name: str, place: Place) -> None:
        self.faults.add(
            place,
            "too-large",
            f"`{name}` is larger than {MAX_EXTENT} once its helpers are written out",
            "call fewer helpers, or make them shorter",
        )

    def names_of_claims(self, claims: Sequence[Claim]) -> None:
        seen: dict[tuple[str, object], Claim] = {}
        for claim in claims:
            other = seen.setdefault((claim.name, claim.reading), claim)
            if other is not claim:
                self.faults.add(
                    claim.origin.place,
                    "name-taken",
                    f"`{claim.name}` is already a claim, in {_where(other, claim)}",
                    "choose another name",
                )

    def roles(self) -> tuple[Role, ...]:
        found: list[Role] = []
        for entry in () if self.header is None else self.header.roles:
            kind = self.role_kind(entry.target)
            if kind is not None:
                found.append(Role(entry.name, kind, entry.target))
            elif entry.target not in self.names.skipped:
                self.faults.add(
                    entry.place,
                    "role-names-nothing",
                    f"the role `{entry.name[:60]}` names nothing: `{entry.target[:60]}`",
                    self.names.guess(entry.target, self.names.deeds)
                    or "name a field, a helper, an action, a tag or a type",
                )
        return tuple(found)

    def role_kind(self, target: str) -> RoleKind | None:
        meaning: Meaning | None = self.names.meanings.get(target)
        match meaning:
            case FieldName():
                return RoleKind.FIELD
            case HelperName():
                return RoleKind.HELPER
            case ActionName():
                return RoleKind.ACTION
            case _ if target in self.names.deeds:
                return RoleKind.TAG
            case TypeName():
                return RoleKind.TYPE
            case MemberName() | None:
                return None

    def clauses(self) -> tuple[Clause, ...]:
        reasons: dict[str, str] = {}
        restated: dict[str, tuple[str, ...]] = {}
        formal = (BlockKind.RULE, BlockKind.EXAMPLE)
        spoken = {block.clause for block in self.document.blocks if block.kind in formal}
        blocks: dict[str, list[BlockText]] = {}
        for block in self.document.blocks:
            if block.clause is None or block.kind is BlockKind.HEADER:
                continue
            blocks.setdefault(block.clause, []).append(BlockText(block.info, block.text))
            if block.kind is BlockKind.UNMODELLED:
                reason = read_reason(block, self.faults)
                reasons[block.clause] = reason or ""
            elif block.kind is BlockKind.RESTATED:
                named = read_restated(block, self.faults)
                self.known(named)
                ids = (*restated.get(block.clause, ()), *(id_ for id_, _ in named))
                restated[block.clause] = tuple(dict.fromkeys(ids))
        return tuple(
            Clause(
                passage.id,
                passage.title,
                passage.words,
                passage.place,
                passage.heading and not passage.words,
                reasons.get(passage.id),
                restated.get(passage.id, ()),
                passage.id in spoken,
                tuple(blocks.get(passage.id, ())),
            )
            for passage in self.document.passages
        )

    def known(self, named: Iterable[tuple[str, Place]]) -> None:
        for id_, place in named:
            if id_ not in self.names.clauses:
                self.faults.add(
                    place,
                    "unknown-clause",
                    f"there is no clause `{id_[:60]}`",
                    "write the number of a clause of this rulebook",
                )

    def examples(self, contexts: Sequence[Context], declared: Declared) -> tuple[Example, ...]:
        usual = Usual(self.players(), {one.name: one.type for one in declared.fields})
        numbers: dict[str | None, int] = {}
        found: list[Example] = []
        for ctx in contexts:
            clause = ctx.source.block.clause
            numbers[clause] = numbers.get(clause, 0) + 1
            example = read_example(ctx, numbers[clause], usual)
            found.extend(() if example is None else (example,))
        return tuple(found)


def parse_properties(data: bytes, *, file: str, rulebook: Rulebook) -> tuple[Property, ...]:
    """Read the properties of a document against the roles of a rulebook.

    Raises UnreadableError with all faults, in the order of the document.
    """
    faults = Faults()
    text = decode(data, file, faults)
    faults.check()
    document = take_apart(text, file, Make.PROPERTIES, faults)
    names = role_names(rulebook)
    roles: Mapping[str, Role] = {role.name: role for role in rulebook.roles}
    passages = {passage.id: passage for passage in document.passages}
    found: dict[str, Property] = {}
    blocks: dict[str, Block] = {}
    for block in document.blocks:
        if block.clause is None:
            continue
        if blocks.setdefault(block.clause, block) is not block:
            faults.add(
                block.place,
                "bad-property",
                f"`{block.clause}` already has a block",
                "write a second property",
            )
            continue
        parsed = parse(block, faults)
        if parsed.source is None:
            continue
        ctx = Context(names, parsed.source, faults, expression, rulebook.players[0])
        read = read_property(ctx, passages[block.clause], roles)
        if read is not None:
            found[read.name] = read
    for passage in document.passages:
        if passage.id not in blocks:
            faults.add(
                passage.place,
                "bad-property",
                f"the property `{passage.id}` has no block",
                "write a `python property` block below it",
            )
    faults.check()
    return tuple(found.values())
