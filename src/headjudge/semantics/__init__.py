"""What a rulebook means, twice: as an executable model and as terms over slots.

``executable`` and ``symbolic`` share the syntax and nothing else, so that each tests the
other.
"""
