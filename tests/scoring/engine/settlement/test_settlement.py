"""Evenings and accounts settled by hand: tests/data/settlement."""

import tomllib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from scoring.engine.agreement import Stakes
from scoring.engine.hand.reader import parse
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.points import SIXTHS, convert_to_sixths, parse_amount
from scoring.engine.settlement import BOX, Donation, Standing, Transfer, compute_donated, settle_accounts
from tests.scoring.engine.support.built_in import rules_of
from tests.support.paths import DATA

FOUR = (0, 1, 2, 3)
EVENINGS: list[dict[str, Any]] = tomllib.loads((DATA / "settlement/evenings.toml").read_text("utf-8"))["evening"]
ACCOUNTS: list[dict[str, Any]] = tomllib.loads((DATA / "settlement/accounts.toml").read_text("utf-8"))["account"]


def sixths(points: list[Any]) -> list[int]:
    """Points as in the file, in sixths."""
    return [convert_to_sixths(parse_amount(point) or Fraction(0)) or 0 for point in points]


def build_payments(rows: list[list[Any]], unit: int = 1) -> tuple[Transfer, ...]:
    """Payments as in the file; amounts in points become sixths."""
    return tuple(Transfer(payer, BOX if getter == "box" else getter, amount * unit) for payer, getter, amount in rows)


def score_hand(hand: dict[str, Any], sheet_id: str) -> Score:
    """The score of a hand of the file."""
    rules = rules_of(sheet_id)
    record, problems = parse({key: hand[key] for key in ("plays", "premiums", "forehand") if key in hand})
    assert record is not None
    score = score_record(record, problems, rules.build_sheet()).score
    assert score is not None
    return score


def summed(rows: Iterable[Sequence[int]]) -> list[int]:
    """Rows of amounts added up, by place."""
    return [sum(column) for column in zip(*(row[:4] for row in rows), strict=True)]


def name(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("evening", EVENINGS, ids=name)
def test_every_hand_puts_into_the_box_what_was_worked_out_by_hand(evening):
    for hand in evening["hand"]:
        found = compute_donated(score_hand(hand, evening["sheet"]).lines, FOUR)
        assert found == Donation((*sixths(hand["due"]), 0, 0), hand["box"] * SIXTHS)


@pytest.mark.parametrize("evening", EVENINGS, ids=name)
def test_an_evening_is_settled_as_it_was_worked_out_by_hand(evening):
    scores = [score_hand(hand, evening["sheet"]) for hand in evening["hand"]]
    money, written = summed(score.payouts for score in scores), summed(score.written for score in scores)
    due = summed(compute_donated(score.lines, FOUR).by_place for score in scores) if evening.get("donation") else money
    end = evening["end"]
    assert [money, written, due] == [sixths(end[key]) for key in ("money", "written", "due")]
    people = [Standing(*values) for values in zip(money, written, due, strict=True)]
    found = settle_accounts(people, Stakes(evening["rate"], evening.get("donation", False)))
    assert [person.points for person in found.people] == end["cents"]
    assert (found.box, found.box_cents) == (end["box"] * SIXTHS, end["box"] * evening["rate"])
    assert found.payments == build_payments(end["payments"])
    assert found.in_points == build_payments(end.get("points", []), SIXTHS)


@pytest.mark.parametrize("account", ACCOUNTS, ids=name)
def test_accounts_are_settled_as_they_were_worked_out_by_hand(account):
    money = sixths(account["money"])
    due = sixths(account["due"]) if "due" in account else money
    pot = account.get("pot", [0] * len(money))
    people = [Standing(*values) for values in zip(money, money, due, pot, strict=True)]
    found = settle_accounts(people, Stakes(account["rate"], account.get("donation", False)))
    assert [person.points for person in found.people] == account["cents"]
    assert [person.balance for person in found.people] == [
        sum(both) for both in zip(account["cents"], pot, strict=True)
    ]
    assert [person[:3] for person in found.people] == [person[:3] for person in people]
    assert found.box_cents == account.get("box", 0)
    assert found.payments == build_payments(account.get("payments", []))
    assert found.in_points == build_payments(account.get("points", []), SIXTHS)


def test_the_places_of_a_hand_at_five_get_what_is_due():
    play = {"contract": "dreier", "declarer": 0, "result": "won", "kontra": 4}
    lines = score_hand({"plays": [play]}, "skoty").lines
    assert compute_donated(lines, (4, 0, 1, 2)).by_place == (-120, -120, -120, 0, 180, 0)


def test_a_hand_without_lines_gives_nothing_to_the_box():
    assert compute_donated([], FOUR) == Donation((0,) * 6, 0)


@pytest.mark.parametrize(
    ("people", "agreed"),
    [
        ([Standing(6, 6, 6), Standing(-6, -6, -5)], Stakes(10, donation=True)),  # more due than paid
        ([Standing(6, 6, 5), Standing(-6, -6, -6)], Stakes(10)),  # less due, but no box for it
        ([Standing(6, 6, 6, 10), Standing(-6, -6, -6, -15)], Stakes(10)),  # 5 cents are still in the pot
    ],
)
def test_what_does_not_add_up_is_not_settled(people, agreed):
    with pytest.raises(ValueError, match=r"add up|divided"):
        settle_accounts(people, agreed)


def test_nobody_at_all_is_settled_with_nothing():
    assert settle_accounts([], Stakes(10)).payments == ()
