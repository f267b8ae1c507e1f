"""Random valid plays without sides: Trischaken, and negative games alone or side by side."""

from functools import cache
from itertools import permutations, product
from typing import Any

from hypothesis import strategies as st

from scoring.engine.hand.record import FOUR_KONTRAS, MOST_TRICKS, SEATS, Play, Renonce
from scoring.engine.hand.trischaken import Ending, list_endings
from scoring.engine.house_rules.schema import KONTRAS
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import BLATT

Draw = Any
MOST_BESIDE = 3


@st.composite
def trischaken_play(draw: Draw, sheet: Sheet, contract: Contract, forehand: int, renonce: Renonce | None) -> Play:
    """The forehand's Trischaken: equal points and players without a trick come up often, or only who lost."""
    play = Play(contract.id, forehand)
    if renonce is not None and draw(st.booleans()):
        return play
    endings = list_endings(sheet, forehand)
    if endings and draw(st.booleans()):
        return build_ended_play(play, draw(st.sampled_from(endings)))
    points = draw(four_points(sheet))
    tricks = None
    if draw(st.booleans()):
        taken = draw(st.lists(st.integers(1, MOST_TRICKS // 4), min_size=4, max_size=4))
        tricks = tuple(count if own else 0 for count, own in zip(taken, points, strict=True))
    return play._replace(points=points, tricks=tricks)


def build_ended_play(play: Play, ending: Ending) -> Play:
    """A Trischaken that says who lost."""
    losers, jungfrauen, mayor = ending
    return play._replace(losers=losers or None, jungfrauen=jungfrauen or None, buergermeister=mayor)


@st.composite
def four_points(draw: Draw, sheet: Sheet) -> tuple[int, int, int, int]:
    """Card points (thirds) of four players, together the whole deck."""
    unit = BLATT if sheet.whole else 1
    deck = sheet.total // unit
    if draw(st.booleans()):
        weights = draw(st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any))
        parts = [deck * weight // sum(weights) for weight in weights]
    else:
        cuts = sorted(draw(st.lists(st.integers(0, deck), min_size=3, max_size=3)))
        parts = [upper - lower for lower, upper in zip([0, *cuts], [*cuts, deck], strict=True)]
    parts[draw(st.sampled_from(SEATS))] += deck - sum(parts)
    first, second, third, fourth = (part * unit for part in parts)
    return first, second, third, fourth


@cache
def negative_tables(sheet: Sheet, first: Contract) -> tuple[tuple[Contract, ...], ...]:
    """Return the games that may be played beside this contract; it alone too where it needs no company."""
    others = [contract for contract in sheet.contracts.values() if contract.is_negative]
    tables = [(first, *beside) for size in range(MOST_BESIDE) for beside in product(others, repeat=size)]
    return tuple(table for table in tables if _fits(table))


def _fits(table: tuple[Contract, ...]) -> bool:
    names = [contract.id for contract in table]
    company = all(
        not contract.only_bei or contract.only_bei.intersection(names[:at] + names[at + 1 :])
        for at, contract in enumerate(table)
    )
    pairs = permutations(table, 2)
    return company and all(_allows(first, other) or _allows(other, first) for first, other in pairs)


def _allows(one: Contract, other: Contract) -> bool:
    return one.value == other.value if one.bei is None else other.id in one.bei


@st.composite
def negative_plays(draw: Draw, sheet: Sheet, first: Contract, forehand: int) -> tuple[Play, ...]:
    """One negative game, or several side by side, by declarers of their own."""
    tables = negative_tables(sheet, first)
    size = draw(st.sampled_from(sorted({len(table) for table in tables})))
    table = draw(st.sampled_from([choice for choice in tables if len(choice) == size]))
    seats = draw(st.permutations(SEATS))
    plays = [draw(_negative(contract, seat, size)) for contract, seat in zip(table, seats[:size], strict=True)]
    return tuple(plays)


@st.composite
def _negative(draw: Draw, contract: Contract, seat: int, size: int) -> Play:
    own = contract.tricks or 0
    most = MOST_TRICKS // size  # so that all of them together are not too many
    won = own <= most and draw(st.booleans())
    missed = [tricks for tricks in range(most + 1) if tricks != own]
    tricks = own if won else draw(st.sampled_from(missed))
    said = draw(st.sampled_from(("result", "tricks", "both")))
    kontra, kontra_by = draw(_kontras(contract, seat))
    return Play(
        contract.id,
        seat,
        result=None if said == "tricks" else "won" if won else "lost",
        tricks=None if said == "result" else tricks,
        kontra=kontra,
        kontra_by=kontra_by,
    )


def allowed_kontras(highest: int) -> st.SearchStrategy[int]:
    """A kontra up to the limit."""
    return st.sampled_from([kontra for kontra in KONTRAS if kontra <= highest])


@st.composite
def _kontras(draw: Draw, contract: Contract, seat: int) -> tuple[int | FOUR_KONTRAS, int | None]:
    """One kontra for all and perhaps who said it, or one of every opponent's own."""
    kontra = allowed_kontras(contract.game.kontra)
    if draw(st.booleans()):
        return draw(kontra), draw(st.sampled_from((None, *SEATS)))
    first, second, third, fourth = (1 if other == seat else draw(kontra) for other in SEATS)
    return (first, second, third, fourth), None
