"""Plays, their replay, the clauses at fault, and what a check leaves behind."""
