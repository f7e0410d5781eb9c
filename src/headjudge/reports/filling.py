"""Templates of Markdown, in which everything is escaped that does not say it is ready."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from headjudge.reports.escape import code, markdown


class Ready(str):
    """Markdown that is not to be escaped any more."""

    __slots__ = ()


@cache
def template(name: str) -> Template:
    """A template of this package."""
    environment = Environment(
        loader=PackageLoader("headjudge.reports"),
        autoescape=False,  # noqa: S701 - the page is Markdown: `finalize` escapes everything
        finalize=_finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(code=_code, cell=_cell, ready=Ready)
    return environment.get_template(name)


def _finalize(value: object) -> str:
    return value if isinstance(value, Ready) else markdown(str(value))


def _code(text: str) -> Ready:
    return Ready(code(text))


def _cell(lines: Sequence[str]) -> Ready:
    return Ready("<br>".join(markdown(line) for line in lines))
