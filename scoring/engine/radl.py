"""The Radl at a table: which deals count double (house-rules.md, Radl at the table)."""

MOST = 8  # where Radln stack: the record knows 2, 4 and 8

Radl = tuple[int, ...]  # the deals left of every running Radl; where Radln do not stack, at most one
NO_RADL: Radl = ()


def factor(running: Radl) -> int:
    """What the next deal counts: 1, 2, or more where Radln stack.

    >>> factor(()), factor((4,)), factor((2, 4))
    (1, 2, 4)
    """
    return min(1 << len(running), MOST)


def used_up(running: Radl) -> Radl:
    """One deal of every running Radl is played.

    >>> used_up((1, 4))
    (3,)
    """
    return tuple(left - 1 for left in running if left > 1)


def started(running: Radl, deals: int, stacks: bool) -> Radl:
    """A new Radl begins: it runs beside the others where they stack, else the count starts again (never fourfold).

    >>> started((2,), 4, False), started((2,), 4, True)
    ((4,), (2, 4))
    """
    return (*running, deals) if stacks else (max(deals, *running, 0),)


def length(deals: int | str, players: int) -> int:
    """How many deals a Radl lasts: "round" is one for every player at the table.

    >>> length("round", 5), length(1, 5)
    (5, 1)
    """
    return players if isinstance(deals, str) else deals
