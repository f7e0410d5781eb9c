"""Playing a game engine against a rulebook, to see whether the two agree.

An engine is any program that speaks the protocol of docs/engine-protocol.md. It is given
acts and asked what is legal and what each player sees; the rulebook's executable model is
the judge. Nothing that an engine says is trusted.
"""
