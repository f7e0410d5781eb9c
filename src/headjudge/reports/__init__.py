"""A result in, text out: for people at a terminal, for programs, and to be kept in a file.

Everything here is pure: the same values give the same text, on every machine.
"""
