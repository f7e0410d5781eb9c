"""For those who test a game's engine from Python."""

from headjudge.testing.playing import Cases, Playable, UnfitError

__all__ = ["Cases", "Playable", "UnfitError"]
