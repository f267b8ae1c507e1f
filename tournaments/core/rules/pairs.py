"""Pairs of entrants by their ids."""

Pair = tuple[int, int]
