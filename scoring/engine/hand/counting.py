"""Counting a pile of cards: what each kind is worth, and how many of it a pack has (glossary.md, Counting)."""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.engine.points import BLATT


class Kind(NamedTuple):
    """Cards that count the same."""

    id: str
    value: int  # points, before anything is taken off
    cards: int  # how many the pack has


class Pack(NamedTuple):
    """A pack of cards, and how a pile of it is counted."""

    id: str
    kinds: tuple[Kind, ...]
    off: int  # thirds of a point that every card loses: a Lage of three loses 2 points; 0: simply added

    @property
    def total(self) -> int:
        """The points of all cards, in thirds.

        >>> PACKS[0].total, PACKS[1].total
        (210, 264)
        """
        return sum((kind.value * BLATT - self.off) * kind.cards for kind in self.kinds)

    @property
    def cards(self) -> int:
        """The number of cards.

        >>> PACKS[0].cards, PACKS[1].cards
        (54, 40)
        """
        return sum(kind.cards for kind in self.kinds)


PACKS = (
    # Königrufen: three cards count their sum less 2; of what is left over each card loses two thirds.
    Pack(
        "54",
        (
            Kind("king", 5, 4),
            Kind("honour", 5, 3),  # Sküs, Mond, Pagat
            Kind("queen", 4, 4),
            Kind("cavalier", 3, 4),
            Kind("jack", 2, 4),
            Kind("other", 1, 35),  # 19 other tarocks, 16 empty cards
        ),
        2,
    ),
    # Zwanzigerrufen: tarocks without II and III, of each suit the court cards and one empty card; simply added.
    Pack(
        "40",
        (
            Kind("king", 5, 4),
            Kind("honour", 5, 3),
            Kind("queen", 4, 4),
            Kind("cavalier", 3, 4),
            Kind("jack", 2, 4),
            Kind("tarock", 1, 17),
            Kind("empty", 0, 4),
        ),
        0,
    ),
)


def find_pack(total: int, *, whole: bool) -> Pack | None:
    """The pack of a sheet, by its total (thirds) and whether it knows whole points only; None where nobody knows it.

    >>> find_pack(210, whole=False).id, find_pack(264, whole=True).id, find_pack(210, whole=True)
    ('54', '40', None)
    """
    return next((pack for pack in PACKS if (pack.total, pack.off == 0) == (total, whole)), None)


def count_points(pack: Pack, pile: Mapping[str, int]) -> int | None:
    """The points of a pile (cards by kind), in thirds; None where the pack has fewer of a kind, or no such kind.

    >>> count_points(PACKS[0], {"king": 1, "queen": 1, "other": 2}), count_points(PACKS[0], {"king": 5})
    (25, None)
    """
    if find_excess(pack, pile) or pile.keys() - {kind.id for kind in pack.kinds}:
        return None
    return sum((kind.value * BLATT - pack.off) * pile.get(kind.id, 0) for kind in pack.kinds)


def find_excess(pack: Pack, pile: Mapping[str, int]) -> tuple[Kind, ...]:
    """The kinds of which a pile has more than the pack, or fewer than none.

    >>> [kind.id for kind in find_excess(PACKS[1], {"king": 5, "queen": 4, "empty": -1})]
    ['king', 'empty']
    """
    return tuple(kind for kind in pack.kinds if not 0 <= pile.get(kind.id, 0) <= kind.cards)
