"""From points to cents: the one place where anything is rounded (data-model.md)."""

from collections.abc import Sequence

from scoring.engine.points import SIXTHS


def rounded(sixths: Sequence[int], rate: int) -> tuple[int, ...]:
    """Amounts in sixths of a point, at so many cents a point, as whole cents that add up to 0.

    Everybody's exact amount is rounded down; the cents that are missing to 0 go to the largest remainders, among
    equal ones to the first. ValueError where the amounts do not add up to 0.

    >>> rounded((7, 7, -14), 10), rounded((4, -4), 100)
    ((12, 12, -24), (67, -67))
    """
    if sum(sixths):
        raise ValueError("amounts that do not add up to 0")
    exact = [divmod(amount * rate, SIXTHS) for amount in sixths]
    missing = -sum(whole for whole, _ in exact)
    order = sorted(range(len(exact)), key=lambda at: -exact[at][1])
    upwards = set(order[:missing])
    return tuple(whole + (at in upwards) for at, (whole, _) in enumerate(exact))
