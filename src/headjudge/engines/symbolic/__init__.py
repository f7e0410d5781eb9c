"""All reachable situations, level by level, as binary decision diagrams."""

from headjudge.engines.symbolic.engine import Symbolic

__all__ = ["Symbolic"]
