"""Proofs without bounds: invariants, rankings and pumps, and the check of what was found."""
