"""Evenings with a Pagatkassa, worked out by hand from the two sheets: tests/data/pagatkassa."""

import tomllib
from typing import Any

import pytest

from scoring.engine.agreement import AgreedPot
from scoring.engine.hand.reader import parse
from scoring.engine.hand.scorer import score_record
from scoring.engine.settlement import (
    PLACES,
    DealtHand,
    Happened,
    Pagat,
    PotCash,
    divide_pot,
    find_announced_pagat,
    follow_pot,
    move_pot,
)
from tests.scoring.engine.support.built_in import sheet_of
from tests.support.paths import DATA

EVENINGS = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((DATA / "pagatkassa").glob("*.toml"))}
STANDARD, TREFFPUNKT = AgreedPot("standard", 10), AgreedPot("treffpunkt", 10)
FOUR = (0, 1, 2, 3)


def happened(line: dict[str, Any], evening: dict[str, Any]) -> Happened:
    """A line of a file as the fold takes it; its record must be valid under the evening's sheet."""
    if "cash" in line:
        return PotCash(**line["cash"])
    if "plays" not in line:
        return None
    seated = tuple(line.get("seated", range(evening["players"])))
    at = seated.index(line["dealer"]) + 1
    active = seated if len(seated) == 4 else tuple((seated * 2)[at : at + 4])
    sheet = sheet_of(evening["sheet"])
    forehand = active.index(seated[at % len(seated)])
    said = {key: value for key, value in line.items() if key in ("plays", "premiums", "renonce")}
    record, problems = parse(said | {"forehand": forehand})
    assert record is not None
    assert score_record(record, problems, sheet).score is not None, line["why"]
    return DealtHand(seated, line["dealer"], find_announced_pagat(record, active, sheet.pot_premium))


def six(cents: list[int]) -> tuple[int, ...]:
    """Cents by place, with nobody on the places that are not there."""
    return (*cents, *[0] * (PLACES - len(cents)))


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=list(EVENINGS))
def test_an_evening_moves_the_cents_that_were_worked_out_by_hand(evening):
    agreed = AgreedPot(**evening["pagatkassa"])
    moved = follow_pot([happened(line, evening) for line in evening["line"]], agreed)
    for line, found in zip(evening["line"], moved, strict=True):
        assert (line["why"], found.moves, found.pot) == (line["why"], six(line["moves"]), line["pot"])


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=list(EVENINGS))
def test_at_the_end_of_an_evening_what_is_left_is_divided(evening):
    pot, end = evening["line"][-1]["pot"], evening["end"]
    shares = divide_pot(pot, end["places"], seed=1)
    assert sorted(shares[place] for place in end["places"]) == end["shares"]
    assert sum(shares) == pot


def test_a_line_says_for_what_everybody_paid():
    moved = move_pot(0, DealtHand(FOUR, 3, Pagat(False, 0, (0, 1))), TREFFPUNKT)
    assert [(step.what, step.moves[:4]) for step in moved.steps] == [
        ("start", (-10, -10, -10, -10)),
        ("stake", (0, 0, 0, -10)),
        ("lost", (-25, -25, 0, 0)),
    ]


def test_a_start_payment_is_due_only_while_nothing_is_in_it():
    agreed = STANDARD._replace(start=30)
    assert move_pot(0, DealtHand(FOUR, 3), agreed).pot == 130
    assert move_pot(1, DealtHand(FOUR, 3), agreed).pot == 11


def test_a_club_of_the_treffpunkt_version_may_agree_on_another_start_payment():
    assert move_pot(0, DealtHand(FOUR, 3), TREFFPUNKT._replace(start=30)).pot == 130


def test_an_upper_limit_above_what_is_there_changes_nothing():
    lost = DealtHand(FOUR, 3, Pagat(False, 0, (0,)))
    assert move_pot(50, lost, STANDARD._replace(cap=61)) == move_pot(50, lost, STANDARD)
    assert move_pot(50, lost, STANDARD._replace(cap=59)).pot == 60 + 59


def test_the_upper_limit_does_not_stop_the_stakes():
    assert move_pot(500, DealtHand(FOUR, 3), STANDARD._replace(cap=5)).pot == 510


def test_nobody_takes_out_more_by_hand_than_there_is():
    assert move_pot(30, PotCash(2, -50), STANDARD)[:2] == ((0, 0, 30, 0, 0, 0), 0)
    assert move_pot(30, PotCash(2, -50), STANDARD).missing == 20
    assert move_pot(30, PotCash(2, -30), STANDARD).missing == 0


def test_cash_by_hand_is_a_step_of_its_own():
    assert [step.what for step in move_pot(30, PotCash(2, 50), STANDARD).steps] == ["cash"]


def test_a_correction_that_empties_the_pot_leaves_nothing_to_take_out_further_down():
    lost, won = (DealtHand(FOUR, 3, Pagat(won, 0, (0, 2))) for won in (False, True))
    before = follow_pot([lost, PotCash(1, -15), DealtHand(FOUR, 0)], STANDARD)
    corrected = follow_pot([won, PotCash(1, -15), DealtHand(FOUR, 0)], STANDARD)
    assert [(result.pot, result.missing) for result in before] == [(20, 0), (5, 0), (15, 0)]
    assert [(result.pot, result.missing) for result in corrected] == [(0, 0), (0, 15), (10, 0)]


def test_a_pot_without_anybody_at_the_table_is_refused():
    with pytest.raises(ValueError, match="nobody"):
        divide_pot(5, (), 7)


def test_the_same_seed_gives_the_same_lot_in_whatever_order_the_places_are_named():
    assert divide_pot(7, (0, 1, 2, 4), 3) == divide_pot(7, (4, 2, 0, 1), 3)


def test_the_lot_is_fair():
    won = [0] * PLACES
    for seed in range(6000):
        for place, cents in enumerate(divide_pot(1, (0, 1, 2, 3, 4, 5), seed)):
            won[place] += cents
    assert sum(won) == 6000
    assert all(900 < times < 1100 for times in won)  # 1000 each; three times the spread is 87
