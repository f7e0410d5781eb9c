"""The acts of two sides from the same situations, brought together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.sides import GOES, Moves
from headjudge.semantics.symbolic.columns import Array


@dataclass(frozen=True, slots=True)
class Level:
    """A chunk of situations that both systems are in, and the acts of both from there."""

    keys: Array
    group: Array
    left: Moves
    right: Moves


@dataclass(frozen=True, slots=True)
class Sorted:
    """The acts of both sides, by one number each.

    ``acts`` (n): the distinct ones, as source, action and argument packed into one number.
    ``left``, ``right``: per entry of a side its act's index. ``by_left``, ``by_right`` (n):
    which acts the side allows at all.
    """

    acts: Array
    left: Array
    right: Array
    by_left: Array
    by_right: Array


def outside(moves: Moves, apart: Array) -> Moves:
    """The moves but those from certain situations."""
    stays = ~apart[moves.source]
    goes = stays[moves.outcome == GOES]
    index = np.cumsum(stays) - 1
    cut = tuple((name, index[where[stays[where]]]) for name, where in moves.cut)
    return Moves(
        moves.source[stays],
        moves.action[stays],
        moves.argument[stays],
        moves.instance[stays],
        moves.outcome[stays],
        cut,
        moves.common[goes],
        tuple(column[goes] for column in moves.own),
    )


def ranked(one: Array, two: Array) -> tuple[Array, Array]:
    """Small numbers for keys, the same for equal ones."""
    _, inverse = np.unique(np.concatenate((one, two)), return_inverse=True)
    return inverse[: len(one)], inverse[len(one) :]


def distinct_pairs(numbers: Array, keys: Array) -> Array:
    """The index of one entry for each distinct pair, in the order of the numbers."""
    order = np.lexsort((keys, numbers))
    numbers, keys = numbers[order], keys[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (numbers[1:] != numbers[:-1]) | (keys[1:] != keys[:-1])
    found: Array = order[first]
    return found


def leading_to(acts: Array, common: Array) -> Array:
    """An act and the situation it leads to, as one number."""
    return acts.astype(np.int64) << 32 | common


def outcomes(moves: Moves, acts: Array, common: Array) -> Array:
    """Per entry the act, how it turns out and where it leads to, as one number."""
    whole = np.zeros(len(acts), dtype=np.int64)
    whole[moves.outcome == GOES] = common
    found: Array = (acts.astype(np.int64) << 3 | moves.outcome) << 32 | whole
    return found
