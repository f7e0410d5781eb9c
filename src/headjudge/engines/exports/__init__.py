"""The finite model in the languages of other model checkers.

Each has the same situations and steps as ``explore``: a play goes on by what is legal,
and ends where a clause is silent; steps that clash, are undefined or cut off are not
taken. Where nothing is legal, nothing happens.
"""

from headjudge.engines.exports.aiger import aiger
from headjudge.engines.exports.machine import Machine, Question, machine
from headjudge.engines.exports.murphi import murphi
from headjudge.engines.exports.promela import promela
from headjudge.engines.exports.smv import smv

__all__ = ["Machine", "Question", "aiger", "machine", "murphi", "promela", "smv"]
