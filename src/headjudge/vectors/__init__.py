"""Tests for game engines: short plays, with what has to be legal, refused and seen on the way.

Nothing is imported here: whoever plays written cases needs nothing that searches.
"""
