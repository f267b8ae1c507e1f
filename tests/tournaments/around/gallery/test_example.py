"""The examples of the formats, reckoned by hand from the sheets and compared with what the program makes of them."""

import pytest

from tournaments.around.gallery.views import compute_example
from tournaments.core.formats.library import Format, find_format, list_formats
from tournaments.core.rules.ranking import PARTS

SIXTHS = 6
# Player, place, written score, place points, points that rank, cents at the table, points of the season.
BY_HAND: dict[str, list[tuple[object, ...]]] = {
    # Capital 50: 18 + 24 - 8 - 12 makes 72, and so on. David has 50 - 18 - 8 - 24 = 0 after the third hand, gets 50
    # again and wins 36: 86, of which 50 are not his; he is last (§4). Points of the season: 4 - place + 1.
    "spielgeld": [
        ("Anna", 1, 22, 0, 22, 0, 4),
        ("Clara", 2, 2, 0, 2, 0, 3),
        ("Bruno", 3, -10, 0, -10, 0, 2),
        ("David", 4, -14, 0, -14, 0, 1),
    ],
    # Places 60/40/20/0: Anna 60 + 60 + 0, Bruno 40 + 40 + 50, Clara 20 + 0 + 50, David 0 + 20 + 20. In money the kontra
    # costs the three losers 2 instead of 1, and Anna still wins 3. Season: 200, 200 · (2/3)³ = 59.26,
    # 200 · (1/3)³ = 7.41, 0.
    "tirol": [
        ("Bruno", 1, 12, 130, 142, 110, 200),
        ("Anna", 2, 16, 120, 136, 160, 59),
        ("Clara", 3, -14, 70, 56, -150, 7),
        ("David", 4, -14, 40, 26, -150, 0),
    ],
    "oberoesterreich": [
        ("Bruno", 1, 12, 0, 12, 120, 223),
        ("Clara", 2, 11, 0, 11, 110, 198),
        ("Anna", 3, 9, 0, 9, 90, 180),
        ("Eva", 4, -14, 0, -14, -140, 168),
        ("David", 5, -18, 0, -18, -180, 156),
    ],
    # 310: 100 in full and half of 210 is 205, at most 200; 160: 100 and half of 60; 40 in full; nothing below 0.
    "wien": [
        ("Anna", 1, 310, 0, 310, 0, 200),
        ("Bruno", 2, 160, 0, 160, 0, 130),
        ("Eva", 3, 40, 0, 40, 0, 40),
        ("David", 4, -110, 0, -110, 0, 0),
        ("Clara", 5, -400, 0, -400, 0, 0),
    ],
    # Places 4/2/1/0: Anna 4 + 2 + 0, Bruno 2 + 0 + 3, Clara 1 + 4 + 3, David 0 + 1 + 1.
    "zwanzigerrufen-cup": [
        ("Clara", 1, 5, 8, 8, 0, 8),
        ("Anna", 2, 1, 6, 6, 0, 6),
        ("Bruno", 3, 1, 5, 5, 0, 5),
        ("David", 4, -7, 2, 2, 0, 2),
    ],
    "glocke": [
        ("Bruno", 1, 5, 0, 5, 50, 4),
        ("Clara", 2, 4, 0, 4, 40, 3),
        ("Anna", 3, 2, 0, 2, 20, 2),
        ("David", 4, -11, 0, -11, -110, 1),
    ],
    # Rounds 12, 10, -2 before 12, 9, -1. It has no season of its own: the usual points are not shown.
    "oesterreich-finale": [
        ("Anna", 1, 20, 0, 20, 0, 60),
        ("Bruno", 2, 20, 0, 20, 0, 54),
        ("David", 3, -16, 0, -16, 0, 50),
        ("Clara", 4, -24, 0, -24, 0, 46),
    ],
    "rtc": [
        ("Anna", 1, 10, 0, 10, 100, 223),
        ("Bruno", 2, 7, 0, 7, 70, 198),
        ("Clara", 3, -1, 0, -1, -10, 180),
        ("David", 4, -5, 0, -5, -50, 168),
        ("Eva", 5, -11, 0, -11, -110, 156),
    ],
    "hrc": [
        ("Bruno", 1, 8, 0, 8, 80, 223),
        ("Anna", 2, 3, 0, 3, 30, 198),
        ("Clara", 3, -4, 0, -4, -40, 180),
        ("David", 4, -7, 0, -7, -70, 168),
    ],
    "swc": [
        ("Bruno", 1, 7, 0, 7, 70, 223),
        ("Anna", 2, 6, 0, 6, 60, 198),
        ("Clara", 3, -2, 0, -2, -20, 180),
        ("David", 4, -11, 0, -11, -110, 168),
    ],
    # 205: 100 in full and half of 105, cut to whole points.
    "wtc": [
        ("Anna", 1, 205, 0, 205, 0, 152),
        ("Bruno", 2, 5, 0, 5, 0, 5),
        ("Clara", 3, -15, 0, -15, 0, 0),
        ("David", 4, -195, 0, -195, 0, 0),
    ],
    "stc": [
        ("Anna", 1, 146, 0, 146, 0, 123),
        ("Bruno", 2, -5, 0, -5, 0, 0),
        ("Clara", 3, -50, 0, -50, 0, 0),
        ("David", 4, -91, 0, -91, 0, 0),
    ],
    # Bruno's best round is 40, Anna's 35.
    "ktc": [
        ("Bruno", 1, 45, 0, 45, 0, 45),
        ("Anna", 2, 45, 0, 45, 0, 45),
        ("Clara", 3, 12, 0, 12, 0, 12),
        ("David", 4, -37, 0, -37, 0, 0),
        ("Eva", 5, -65, 0, -65, 0, 0),
    ],
    # Rounds 9, 3, 0 before 9, 2, 1. The kontra costs Anna and David 1 more each, which the winners do not get.
    "ttc": [
        ("Bruno", 1, 12, 0, 12, 120, 12),
        ("Anna", 2, 12, 0, 12, 110, 12),
        ("Clara", 3, -7, 0, -7, -70, 0),
        ("David", 4, -17, 0, -17, -180, 0),
    ],
    # Places 4/2/1/0: Anna 4 + 4 + 0, Bruno 2 + 1 + 4, Clara 1 + 2 + 2, David 0 + 0 + 1.
    "zwanzigerrufen-hksw": [
        ("Anna", 1, 5, 8, 8, 0, 8),
        ("Bruno", 2, 8, 7, 7, 0, 7),
        ("Clara", 3, 2, 5, 5, 0, 5),
        ("David", 4, -15, 1, 1, 0, 1),
    ],
    # Places 10/8/6/4: Anna 10 + 4 + 8, Bruno 8 + 10 + 6, Clara 6 + 8 + 10, David 4 + 6 + 4.
    "international": [
        ("Bruno", 1, 10, 24, 24, 0, 24),
        ("Clara", 2, 6, 24, 24, 0, 24),
        ("Anna", 3, 9, 22, 22, 0, 22),
        ("David", 4, -25, 14, 14, 0, 14),
    ],
}

# Fee of each, together, donation box; cents.
SUMS = {
    "spielgeld": (300, 1200, 0),
    "tirol": (1200, 4800, 30),
    "oberoesterreich": (1200, 6000, 0),
    "wien": (1500, 7500, 0),
    "zwanzigerrufen-cup": (900, 3600, 0),
    "glocke": (900, 3600, 0),
    **dict.fromkeys(("oesterreich-finale", "rtc", "hrc", "zwanzigerrufen-hksw", "international"), (0, 0, 0)),
    "swc": (1000, 4000, 0),
    "wtc": (1500, 6000, 0),
    "stc": (1500, 6000, 0),
    "ktc": (1500, 7500, 0),
    "ttc": (0, 0, 20),
}


def get_format(format_id: str) -> Format:
    found = find_format(format_id)
    assert found is not None
    return found


def test_each_format_is_reckoned_by_hand():
    assert {each.id for each in list_formats()} == set(BY_HAND) == set(SUMS)


@pytest.mark.parametrize("format_id", BY_HAND)
def test_an_example_comes_to_what_the_sheet_says(format_id):
    found = compute_example(get_format(format_id))
    rows: list[tuple[object, ...]] = [
        (
            line.name,
            line.rank,
            line.total.written / SIXTHS,
            line.total.points / PARTS,
            line.made_points,
            line.cents,
            line.season / 100,
        )
        for line in found.lines
    ]
    assert rows == BY_HAND[format_id]
    assert (found.fee, found.collected, found.box) == SUMS[format_id]
    assert sum(line.cents for line in found.lines) == -found.box


def test_the_capital_and_its_replacement_are_shown():
    found = compute_example(get_format("spielgeld"))
    ends = {line.name: (line.rounds[0].capital, line.rounds[0].result.replaced) for line in found.lines}
    assert ends == {"Anna": (7200, 0), "Bruno": (4000, 0), "Clara": (5200, 0), "David": (8600, 1)}


def test_a_shared_place_at_the_table_gets_the_mean():
    found = compute_example(get_format("tirol"))
    last = {line.name: line.rounds[2].result.points / PARTS for line in found.lines}
    assert last == {"Anna": 0, "Bruno": 50, "Clara": 50, "David": 20}
