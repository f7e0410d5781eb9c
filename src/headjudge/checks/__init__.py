"""What is asked about a rulebook, and the verdicts."""

from headjudge.checks.applicable import inapplicable
from headjudge.checks.audit import Question, audit, begin, certify
from headjudge.checks.cached import Prepared, Store, prepare
from headjudge.checks.canonical import fingerprint
from headjudge.checks.certified import Certified, Proof
from headjudge.checks.confirmed import confirmed, standings
from headjudge.checks.export import export_model, export_smt2
from headjudge.checks.fast import begin_fast
from headjudge.checks.readings import combinations
from headjudge.checks.sharing import Alone, Crew, LostError, Sharing, cores, workers
from headjudge.checks.uses import across, of_all_settings

__all__ = [
    "Alone",
    "Certified",
    "Crew",
    "LostError",
    "Prepared",
    "Proof",
    "Question",
    "Sharing",
    "Store",
    "across",
    "audit",
    "begin",
    "begin_fast",
    "certify",
    "combinations",
    "confirmed",
    "cores",
    "export_model",
    "export_smt2",
    "fingerprint",
    "inapplicable",
    "of_all_settings",
    "prepare",
    "standings",
    "workers",
]
