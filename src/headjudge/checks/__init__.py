"""What is asked about a rulebook, and the verdicts."""

from headjudge.checks.audit import audit
from headjudge.checks.export import export_smt2

__all__ = ["audit", "export_smt2"]
