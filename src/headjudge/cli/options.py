"""Options that several commands have, and what their values look like."""

from __future__ import annotations

import math
import re

import click

_SCOPE = re.compile(r"([A-Za-z][A-Za-z0-9_]*)=([0-9]{1,4})")
MOST = 1_000
FORMATS = ("json", "sarif", "junit", "markdown")


class _ScopeValue(click.ParamType[tuple[str, int]]):
    """``name=n``."""

    name = "name=n"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        match = _SCOPE.fullmatch(str(value))
        if match is None or int(match[2]) > MOST:
            self.fail(f"{value!r} is not a name, =, and a number from 0 to {MOST}", param, ctx)
        return match[1], int(match[2])


class Seconds(click.ParamType[float]):
    """A number of seconds above zero."""

    name = "seconds"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number."""
        try:
            seconds = float(str(value))
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        return seconds


class Report(click.ParamType[tuple[str, str]]):
    """``format=file``."""

    name = "format=file"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """The format and the file."""
        format_, _, file = str(value).partition("=")
        if format_ not in FORMATS or not file:
            self.fail(f"{value!r} is not one of {', '.join(FORMATS)}, =, and a file", param, ctx)
        return format_, file


scope = click.option(
    "--scope", type=_ScopeValue(), multiple=True, help="Set a bound of the search; repeatable."
)
players = click.option("--players", type=click.IntRange(2, 4), help="How many players.")
budget = click.option("--budget", type=Seconds(), help="How long one search may take, in seconds.")
jobs = click.option(
    "--jobs", type=click.IntRange(1, 64), help="How many processes work; usually one per core."
)
page_format = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="For people, for a page, or for programs.",
)
