"""The command line: arguments in, exit code out."""

from headjudge.cli.commands import main

__all__ = ["main"]
