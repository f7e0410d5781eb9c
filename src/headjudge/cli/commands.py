"""The commands and their options.

Nothing but click is imported up here: whatever a command needs, it imports when it runs.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module, metadata
from typing import Any, NoReturn

import click

from headjudge.cli import codes, options
from headjudge.reports.escape import plain

_LONGEST = 300


class PipeClosedError(Exception):
    """Whoever read our output has gone."""


class _Command(click.Command):
    """A command that is listed with its whole first sentence, however wide the terminal is."""

    def get_short_help_str(self, limit: int = 0) -> str:
        """The first paragraph of its help; ``limit`` is left to whoever breaks the lines."""
        del limit
        return " ".join((self.help or "").strip().partition("\n\n")[0].split())


class _Headjudge(click.Group):
    """The group of commands, with our exit codes and one line for each mistake."""

    command_class: type[click.Command] | None = _Command

    def main(self, *args: Any, **extra: Any) -> NoReturn:  # noqa: ANN401 - as click has it
        """Run, and exit; always as if it stood alone."""
        extra = {"prog_name": "headjudge", **extra, "standalone_mode": False}
        try:
            code = super().main(*args, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            _complain(error)
            code = codes.USAGE
        except (click.Abort, KeyboardInterrupt):
            code = codes.INTERRUPTED
        except (PipeClosedError, BrokenPipeError):
            _let_go()
            code = codes.PIPE_CLOSED
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no verdict
            _fail(error)
            code = codes.NO_VERDICT
        sys.exit(code if isinstance(code, int) else codes.HOLDS)


def _complain(error: click.ClickException) -> None:
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context is not None else "headjudge"
    message = " ".join(error.format_message().split()).rstrip(".")
    if len(message) > _LONGEST:
        message = message[:_LONGEST] + "…"
    click.echo(f"{command}: {plain(message)} (see {command} --help)", err=True)


def _fail(error: Exception) -> None:
    """One line for what should not have happened."""
    what = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST]
    with suppress(OSError, ValueError):
        click.echo(f"headjudge: an error, and so no verdict: {plain(what)}", err=True)


def _let_go() -> None:
    """Keep Python from writing to the closed pipe once more when it ends."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    del param
    if value and not ctx.resilient_parsing:
        click.echo(f"headjudge {version()}")
        ctx.exit()


def version() -> str:
    """The version that is installed."""
    try:
        return metadata.version("headjudge")
    except metadata.PackageNotFoundError:
        return "(not installed)"


@click.group(
    "headjudge",
    cls=_Headjudge,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version.",
)
def main() -> None:
    """Find where the rules of a card game contradict one another."""


@main.command()
@click.argument("rulebooks", metavar="[RULEBOOK]...", nargs=-1)
@options.scope
@options.players
@click.option(
    "--engine",
    type=click.Choice(["auto", "explore", "symbolic", "bmc", "sat", "pdr"]),
    default="auto",
    show_default=True,
    help="How to search.",
)
@click.option("--depth", type=click.IntRange(0, options.MOST), help="Steps of a bounded search.")
@options.budget
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", *options.FORMATS, "github"]),
    default="text",
    show_default=True,
    help="What to print: for people, for programs, or for a platform.",
)
@click.option(
    "--report",
    type=options.Report(),
    multiple=True,
    help=f"Write a further report to a file ({', '.join(options.FORMATS)}); repeatable.",
)
@click.option(
    "--without",
    type=click.Choice(["supplement"]),
    help="Leave out what completes the source text.",
)
@click.option(
    "--fast", is_flag=True, help="Only what can be said at once: conflicts, gaps, examples."
)
@click.option(
    "--no-cache", is_flag=True, help="Keep nothing for the next check, and use nothing kept."
)
@options.jobs
@click.option("--prove", is_flag=True, help="Prove what holds for all capacities; writes proofs/.")
def check(**given: Any) -> int:  # noqa: ANN401 - click hands over what was declared above
    """Look for contradictions, and write what is found to counterexamples/.

    RULEBOOK is a path, or a name: `cascade` is model/cascade.md here, else the one that comes
    with headjudge. Without any, every rulebook in model/ is checked.

    With --fast nothing is written and less is required: that none of this shows in the first
    situations of the usual setting.

    Exit code 0: everything that is required holds or is accepted. 1: a contradiction. 2: a
    rulebook cannot be read. 3: no verdict on something. 64: this command line is wrong.
    """
    return _run("check", given)


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--rulebook", help="Replay on this rulebook, a name or a path.")
def replay(**given: Any) -> int:  # noqa: ANN401
    """Play counterexamples (.itf.json) again, and say whether they show what they claim.

    Exit code 0: all do. 1: one does not. 2: a file or its rulebook cannot be read.
    """
    return _run("replay", given)


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--rulebook", help="Check them against this rulebook, a name or a path.")
def certify(**given: Any) -> int:  # noqa: ANN401
    """Check certificates (proofs/) anew, independently of how they were found.

    Exit code 0: all prove what they say. 1: one does not. 2: a file or its rulebook cannot be
    read.
    """
    return _run("certify", given)


@main.command()
@click.argument("rulebook")
@click.option(
    "--to",
    type=click.Choice(["smt2", "promela", "murphi", "smv", "aiger"]),
    required=True,
    help="A bounded question for solvers, or the model for SPIN, rumur, NuSMV or ABC.",
)
@click.option("--property", "property_", metavar="NAME", help="Ask about this property only.")
@click.option(
    "--depth",
    type=click.IntRange(0, options.MOST),
    default=20,
    show_default=True,
    help="Steps of the play that is asked for, in SMT-LIB 2.",
)
@options.scope
@options.players
@click.option("-o", "--output", metavar="FILE", help="Write it there.")
def export(**given: Any) -> int:  # noqa: ANN401
    """Put the question, or the whole finite model, into a file for other tools."""
    return _run("export", given)


@main.command()
@click.option("--check", "check_", is_flag=True, help="Write nothing: say what is stale.")
def model(**given: Any) -> int:  # noqa: ANN401
    """Write model/NAME.py for each model/NAME.md: the same rules as Python to be read.

    Exit code 0: done, or nothing is stale. 1: something is stale. 2: a rulebook cannot be read.
    """
    return _run("model", given)


@main.command("read")
@click.argument("rulebook")
@click.argument("clauses", metavar="[CLAUSE]...", nargs=-1)
@click.option("--unconfirmed", is_flag=True, help="Only the clauses that nobody has confirmed.")
def read_(**given: Any) -> int:  # noqa: ANN401
    """Print each clause with what its block says, in plain sentences.

    Exit code 0: done. 2: the rulebook or its lock cannot be read.
    """
    return _run("read", given)


@main.command()
@click.argument("rulebook")
@click.argument("clauses", metavar="[CLAUSE]...", nargs=-1)
@click.option("--all", "all_", is_flag=True, help="Confirm every clause that waits for it.")
def confirm(**given: Any) -> int:  # noqa: ANN401
    """Write down that the words and the block of clauses say the same, in model/NAME.lock.

    Without a clause and without --all nothing is written: it lists the clauses that wait.

    Exit code 0: every clause is confirmed. 2: the rulebook or its lock cannot be read. 3: some
    clauses are not confirmed.
    """
    return _run("confirm", given)


@main.command()
@click.argument("name")
def new(**given: Any) -> int:  # noqa: ANN401
    """Lay out a repository for a new rulebook in a folder of that name.

    It holds a rulebook of ten clauses to start from, the properties, a Makefile, and what a
    forge needs to check each change. Nothing that is there is touched.
    """
    return _run("new", given)


@main.command()
@click.argument("rulebooks", metavar="[OLD NEW]", nargs=-1)
@click.option("--git", metavar="BASE..HEAD", help="Compare what two revisions have in model/.")
@click.option("--map", "map_", metavar="FILE", help="What the new side calls otherwise (TOML).")
@click.option(
    "--allow", metavar="NAME", multiple=True, help="What may be checked less; repeatable."
)
@click.option("--same", is_flag=True, help="Play has to be the same.")
@options.scope
@options.players
@options.budget
@options.page_format
@options.jobs
def diff(**given: Any) -> int:  # noqa: ANN401
    """Say what an edit of a rulebook changes: in play, clause by clause, and in what is checked.

    OLD and NEW are paths or names. With --git they are names in model/ of the two revisions,
    one name if it is the same in both; without any, every rulebook is compared.

    Exit code 0: nothing is checked less and no contradiction appears. 1: something does. 2: a
    version cannot be read. 3: no verdict on something. 64: this command line is wrong.
    """
    return _run("diff", given)


@main.command()
@click.argument("rulebook")
@click.argument("engine", metavar="-- ENGINE [ARGS]...", nargs=-1, required=True)
@options.scope
@options.players
@click.option("--tests", metavar="DIR", help="Play these cases first: what `tests` has written.")
@click.option(
    "--deeds",
    type=click.IntRange(1, 10_000_000),
    default=10_000,
    show_default=True,
    help="How much to try.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Other plays for another one.")
@click.option(
    "--answer-within",
    type=options.Seconds(),
    default=10.0,
    show_default=True,
    help="How long the engine may take for an answer, in seconds.",
)
@click.option(
    "--budget",
    type=options.Seconds(),
    default=120.0,
    show_default=True,
    help="How long it may take altogether, in seconds.",
)
def conform(**given: Any) -> int:  # noqa: ANN401
    """Play a game engine against a rulebook, until the two differ.

    The engine is any program that speaks the protocol of docs/engine-protocol.md. It is asked
    what is legal and what each player sees, after everything that is done.

    Exit code 0: no disagreement was found. 1: there is one, shown by a short play. 2: the
    rulebook cannot be read. 3: no verdict. 64: this command line is wrong.
    """
    return _run("conform", given)


@main.command()
@click.argument("rulebook")
@click.option(
    "-o", "--output", metavar="DIR", required=True, help="Write them there, a file for each case."
)
@click.option("--pytest", is_flag=True, help="Write the same cases as tests for pytest, too.")
@click.option(
    "--cases",
    type=click.IntRange(1, options.MOST),
    default=300,
    show_default=True,
    help="At most so many cases, beside the plays of known contradictions.",
)
@click.option(
    "--steps",
    type=click.IntRange(2, 100),
    default=12,
    show_default=True,
    help="At most so many steps in a case.",
)
@options.scope
@options.players
@click.option("--budget", type=options.Seconds(), help="How long it may take, in seconds.")
def tests(**given: Any) -> int:  # noqa: ANN401
    """Write tests for a game's engine: short plays, and what is legal and refused on the way.

    RULEBOOK is a name or a path. The plays of its counterexamples are among the tests. What is
    in DIR and headjudge has not written stays as it is.

    Exit code 0: done. 2: the rulebook cannot be read. 3: the time was over before everything
    was covered; what there is is written.
    """
    return _run("tests", given)


@main.command()
@click.argument("rulebook")
@click.argument("findings", metavar="[FINDING]...", nargs=-1)
@options.scope
@options.players
@options.budget
@options.page_format
@options.jobs
def mend(**given: Any) -> int:  # noqa: ANN401
    """Suggest changes of one clause that would remove a finding and bring no other.

    FINDING is the name of its page in counterexamples/, without the ending; without any, all
    are looked at, in the usual setting. Each suggestion says what else changes in play.

    Exit code 0: done. 2: the rulebook cannot be read. 3: of some finding nothing is known. 64:
    this command line is wrong.
    """
    return _run("mend", given)


@main.command()
@click.argument("rulebook")
@click.argument("clauses", metavar="[CLAUSE]...", nargs=-1)
@click.option("--whole", is_flag=True, help="Ask everything of every change, noticed or not.")
@options.scope
@options.players
@options.budget
@options.page_format
@options.jobs
def mutate(**given: Any) -> int:  # noqa: ANN401
    """Change every clause in small ways, and say which changes no example or property notices.

    What is broken off has told what it has found so far. A survivor may be explained in
    counterexamples/NAME/survivors.toml.

    Exit code 0: every change that plays otherwise is noticed, or explained. 1: one is not. 2:
    the rulebook cannot be read. 3: no verdict on something. 64: this command line is wrong.
    """
    return _run("mutate", given)


def _run(command: str, given: dict[str, Any]) -> int:
    """Import what a command needs, and do it."""
    module = import_module(f"headjudge.cli.{command}")
    code: int = module.run(module.Request(**given))
    return code
