"""All reachable situations, level by level, as NumPy columns."""

from headjudge.engines.explore.engine import Explorer

__all__ = ["Explorer"]
