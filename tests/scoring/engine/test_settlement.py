"""Evenings and accounts settled: by hand (tests/data/settlement), in whole cents, by the fewest payments."""

import doctest
import tomllib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreement import AgreedPot, Stakes
from scoring.engine.hand.reader import parse
from scoring.engine.hand.score import score
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.points import SIXTHS, convert_to_sixths, parse_amount
from scoring.engine.settlement import (
    BOX,
    MOST_EXACT,
    Donation,
    Standing,
    Transfer,
    compute_donated,
    find_payments,
    round_amounts,
    settle_accounts,
)
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.engine.support.documents import code, page, rows
from tests.scoring.engine.support.strategies import cases
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


def balanced(most: int, largest: int) -> st.SearchStrategy[list[int]]:
    """Balances of up to so many people that add up to 0."""
    others = st.lists(st.integers(-largest, largest), max_size=most - 1)
    return others.map(lambda found: [*found, -sum(found)])


def settles(balances: Sequence[int], pairs: Sequence[tuple[int, int]]) -> bool:
    """Return True if money along these pairs, in either direction, can settle the balances: each part is even."""
    part = list(range(len(balances)))
    for first, other in pairs:
        joined, gone = part[first], part[other]
        part = [joined if own == gone else own for own in part]
    return all(sum(balances[at] for at in range(len(part)) if part[at] == group) == 0 for group in set(part))


def fewest(balances: Sequence[int]) -> int:
    """Return the least number of payments that it takes, by trying every set of pairs."""
    pairs = list(combinations(range(len(balances)), 2))
    return next(
        count for count in range(len(balances)) if any(settles(balances, some) for some in combinations(pairs, count))
    )


@given(balanced(6, 6))
def test_no_other_way_to_settle_needs_fewer_payments(balances):
    assert len(find_payments(balances)) == fewest(balances)


def check(balances: Sequence[int]) -> None:
    """Check the rules of every settlement."""
    found = find_payments(balances)
    left = list(balances)
    for payment in found:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.getter] -= payment.amount
    assert not any(left)
    payers, getters = {transfer.payer for transfer in found}, {transfer.getter for transfer in found}
    assert payers == {at for at, balance in enumerate(balances) if balance < 0}
    assert getters == {at for at, balance in enumerate(balances) if balance > 0}
    assert len(found) <= max(len(payers | getters) - 1, 0)
    assert find_payments(tuple(balances)) == found


@given(balanced(11, 30))
def test_everybody_ends_at_0_and_nobody_pays_and_gets(balances):
    check(balances)


@given(balanced(40, 1000))
def test_so_it_is_with_more_people_than_are_looked_through(balances):
    check(balances)


def test_the_most_people_that_are_looked_through_get_the_fewest_payments():
    groups = [(900, -700, -200), (800, -500, -300), (9, -7, -2), (8, -5, -3)]
    balances = [balance for trio in zip(*groups, strict=True) for balance in trio]
    assert len(balances) == MOST_EXACT
    assert len(find_payments(balances)) == MOST_EXACT - len(groups)


def test_with_one_more_the_largest_pay_the_largest_first():
    balances = [-(2**at) for at in range(MOST_EXACT)]
    found = find_payments([*balances, -sum(balances)])
    assert [payment.payer for payment in found] == list(reversed(range(MOST_EXACT)))


def test_who_cancels_out_does_not_count_towards_the_most():
    pairs = [amount for at in range(10) for amount in (1000 + at, -1000 - at)]
    found = find_payments([*pairs, 9, -7, -2, 8, -5, -3])
    assert len(found) == 10 + 4


def test_balances_that_do_not_add_up_to_0_are_refused():
    with pytest.raises(ValueError, match="add up"):
        find_payments((5, -4))


def test_nobody_at_all_pays_nobody():
    assert find_payments(()) == ()


ANY_ACCOUNTS = balanced(7, 2000).flatmap(
    lambda due: st.tuples(st.just(due), balanced(len(due), 500).filter(lambda pot: len(pot) <= len(due)))
)


@given(ANY_ACCOUNTS, st.integers(0, 200))
def test_a_settlement_pays_everybody_his_points_and_his_pot(account, rate):
    due, pot = account
    pot = [*pot, *[0] * (len(due) - len(pot))]
    found = settle_accounts(
        [Standing(amount, 0, amount, cents) for amount, cents in zip(due, pot, strict=True)], Stakes(rate)
    )
    assert (found.box, found.box_cents) == (0, 0)
    for at, person in enumerate(found.people):
        assert abs(person.points * 6 - person.due * rate) < 6
        assert person.balance == person.points + person.pot
        assert _sum_payments(found.payments, at) == person.balance
        assert _sum_payments(found.in_points, at) == (0 if rate else person.due)


def _sum_payments(found, who):
    return sum(payment.amount * ((payment.getter == who) - (payment.payer == who)) for payment in found)


@given(st.lists(st.integers(-900, 100), min_size=1, max_size=6), st.integers(0, 200))
def test_the_donation_box_gets_what_is_left_and_pays_nobody(due, rate):
    due = [*due, min(0, -sum(due))]
    found = settle_accounts([Standing(0, 0, amount) for amount in due], Stakes(rate, donation=True))
    assert found.box == -sum(due) >= 0
    assert sum(person.points for person in found.people) + found.box_cents == 0
    assert _sum_payments(found.payments, BOX) == found.box_cents >= 0
    assert _sum_payments(found.in_points, BOX) == (0 if rate else found.box)


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@given(data=st.data())
def test_with_a_box_nobody_pays_more_or_gets_more_than_by_the_hand_itself(sheet_id, data):
    case = data.draw(cases(sheet_id))
    scored = score(case.record, case.sheet)
    found = compute_donated(scored.lines, FOUR)
    assert found.box >= 0
    assert sum(found.by_place) + found.box == 0
    for place, due in enumerate(found.by_place[:4]):
        money = [line.amounts[place] for line in scored.lines]
        assert sum(amount for amount in money if amount < 0) <= due <= sum(money)
    if scored.payouts == scored.written and all(line.amounts == line.written for line in scored.lines):
        assert found.by_place[:4] == scored.payouts


RATES = st.integers(0, 10_000)


@st.composite
def balanced_sixths(draw):
    """Amounts in sixths that add up to 0."""
    others = draw(st.lists(st.integers(-3000, 3000), min_size=1, max_size=7))
    return [*others, -sum(others)]


def exact(sixths, rate):
    return [Fraction(amount * rate, SIXTHS) for amount in sixths]


@pytest.mark.parametrize(
    ("sixths", "rate", "cents"),
    [
        ((8, -4, -2, -2), 10, (13, -7, -3, -3)),  # 13 1/3, −6 2/3, −3 1/3, −3 1/3
        ((3, 3, -6), 1, (1, 0, -1)),  # both are owed half a cent: the first gets it
        ((-3, -3, 6), 1, (0, -1, 1)),
        ((2, 2, 2, -6), 100, (34, 33, 33, -100)),
        ((60, -60), 0, (0, 0)),
        ((60, -60), 10, (100, -100)),
        ((), 10, ()),
    ],
)
def test_amounts_worked_out_by_hand(sixths, rate, cents):
    assert round_amounts(sixths, rate) == cents


def test_amounts_that_do_not_add_up_to_0_are_refused():
    with pytest.raises(ValueError, match="add up"):
        round_amounts((6, -5), 10)


@given(balanced_sixths(), RATES)
def test_cents_add_up_to_0_and_are_less_than_one_cent_off(sixths, rate):
    cents = round_amounts(sixths, rate)
    assert sum(cents) == 0
    assert all(abs(whole - amount) < 1 for whole, amount in zip(cents, exact(sixths, rate), strict=True))


@given(balanced_sixths(), RATES)
def test_among_ties_the_first_gets_the_cent(sixths, rate):
    cents = round_amounts(sixths, rate)
    by_rest: dict[int, list[int]] = {}
    for amount, whole in zip(sixths, cents, strict=True):
        by_rest.setdefault(amount * rate % SIXTHS, []).append(whole - amount * rate // SIXTHS)
    assert all(ups == sorted(ups, reverse=True) for ups in by_rest.values())
    largest_first = [up for rest in sorted(by_rest, reverse=True) for up in by_rest[rest]]
    assert largest_first == sorted(largest_first, reverse=True)


PAGE = page("settlement.md")


def test_every_example_gives_what_the_page_says():
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "settlement.md", "docs/dev/settlement.md", 0)
    assert len(examples.examples) > 15
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=told.append)
    assert told == []


def test_every_field_of_an_agreement_is_explained():
    fields = [*Stakes._fields, *(f"pagatkassa.{name}" for name in AgreedPot._fields)]
    assert [code(row[0])[0] for row in rows(PAGE, "field")] == fields
