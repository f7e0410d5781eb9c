"""Files that the command line names."""

from __future__ import annotations

import os
from pathlib import Path

import click

from headjudge.evidence.files import write_whole


def write(file: str, text: str) -> None:
    """Write a file whole; what is there and no plain file, such as a device, is written to.

    Raises UsageError if it cannot be written.
    """
    path = Path(file)
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            write_whole(Path(os.path.realpath(path)), text)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from error
