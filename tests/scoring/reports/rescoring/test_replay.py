"""The payouts of hands under other house rules, and the hands that do not exist there."""

from collections.abc import Sequence
from typing import Any

import pytest

from scoring.engine.evening.course import CourseLine, Hand, LastRoundSaid, RadlSet, Redeal, StruckLine, Transfer, Void
from scoring.engine.evening.state import begin
from scoring.engine.hand.reader import parse
from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.texts import describe_problem
from scoring.reports.rescoring.replay import NO_PAYOUT, PaidLines, ReplayedHand, compare_hands, score_lines
from tests.scoring.engine.support.invented_sheets import invented
from tests.scoring.support.tables import POINT, Record, dreier, nuller, rufer, trischaken

NOTHING = (0,) * 12


def _sheet(name: str) -> Sheet:
    rules = load_built_in(name) or invented(name)
    return rules.build_sheet()


def _paid_lines(lines: Sequence[CourseLine]) -> PaidLines:
    """Lines of hands that had paid nothing."""
    return PaidLines(
        [line.number for line in lines],
        [line.content for line in lines],
        [line.radl for line in lines],
        [NOTHING] * len(lines),
    )


def _hand(raw: Record, number: int, said: int | None = None) -> CourseLine:
    record, problems = parse(raw)
    assert record is not None
    assert not problems
    forehand = number % 4
    return CourseLine(number, Hand(record._replace(forehand=forehand), forehand, (0, 1, 2, 3), said))


def _replayed(sheet: str, *played: Any) -> list[ReplayedHand]:
    """The hands of a table of four that had paid nothing; what is no record is another line."""
    lines, deals = [], 0
    for number, what in enumerate(played):
        if isinstance(what, dict):
            said = what.get("said")
            lines.append(_hand({name: value for name, value in what.items() if name != "said"}, deals, said))
            lines[-1] = lines[-1]._replace(number=number, radl=0)
        else:
            lines.append(CourseLine(number, what))
        deals += isinstance(what, dict | Void)
    paid = _paid_lines(lines)
    there = score_lines(begin(4, 0, 6), paid, _sheet(sheet))
    return list(compare_hands(paid, there))


def _factors(sheet: str, *played: Any) -> list[int]:
    return [hand.radl_there for hand in _replayed(sheet, *played)]


def test_a_hand_pays_what_it_pays_there():
    (here,) = _replayed("treffpunkt", dreier())
    (there,) = _replayed("karlsruhe", dreier())
    assert here.paid_there.money == (15 * POINT, -5 * POINT, -5 * POINT, -5 * POINT)
    assert there.paid_there.money == (24 * POINT, -8 * POINT, -8 * POINT, -8 * POINT)
    assert there.paid_there.written == there.paid_there.money


MISSING = {
    "a game that is not on the sheet": (
        "karlsruhe",
        {"plays": [{"contract": "besserrufer", "declarer": 0, "partner": 2, "result": "won"}]},
        "unknown_contract",
    ),
    "a premium that is not on the sheet": (
        "zwanzigerrufen",
        {
            "plays": [{"contract": "zwanzigerrufer", "declarer": 0, "partner": 2, "result": "won"}],
            "premiums": [{"premium": "forelle", "side": "declarer"}],
        },
        "unknown_premium",
    ),
}


@pytest.mark.parametrize(("sheet", "raw", "code"), MISSING.values(), ids=MISSING)
def test_what_does_not_exist_there_pays_nothing_and_says_why(sheet: str, raw: Record, code: str):
    (hand,) = _replayed(sheet, raw)
    assert not hand.exists
    assert hand.differs
    assert hand.paid_there == NO_PAYOUT
    assert code in {problem.code for problem in hand.problems}
    assert all(describe_problem(problem, language) for problem in hand.problems for language in ("de", "en"))


def test_a_radl_runs_by_the_rules_there():
    played = (nuller(), dreier(1), dreier(2), trischaken(3), dreier(0), dreier(1))
    assert _factors("treffpunkt", *played) != _factors("karlsruhe", *played)
    assert _factors("karlsruhe", *played) == [1, 1, 1, 1, 2, 2]
    assert _factors("zwanzigerrufen", *played) == [1] * 6


def test_a_hand_that_does_not_exist_there_uses_up_a_deal_and_begins_no_radl():
    besser = {"plays": [{"contract": "besserrufer", "declarer": 1, "partner": 3, "result": "won"}]}
    played = (trischaken(0), besser, dreier(2), dreier(3), dreier(0), dreier(1))
    assert _factors("karlsruhe", *played) == [1, 2, 2, 2, 2, 1]


def test_what_was_said_by_hand_stays():
    assert _factors("zwanzigerrufen", RadlSet(2), dreier(), Void(1), dreier(2)) == [2, 1]
    assert _factors("karlsruhe", trischaken(0), RadlSet(0), dreier(1)) == [1, 1]
    assert _factors("karlsruhe", dreier(), {**dreier(1), "said": 2}, dreier(2)) == [1, 2, 1]
    assert _factors("karlsruhe", dreier(), LastRoundSaid("first_forehand"), dreier(1)) == [1, 2]


def test_a_factor_above_two_counts_two_where_radln_do_not_pile_up():
    four = {**dreier(), "said": 4}
    assert _factors("radl-stacks", four) == [4]
    assert _factors("karlsruhe", four) == [2]


def test_lines_that_are_no_hand_stay():
    moved = Transfer((6, -6, 0, 0, 0, 0))
    assert _factors("karlsruhe", trischaken(0), Redeal(1), StruckLine(), moved, Void(1), dreier(2)) == [1, 2]


def test_other_seats_are_those_of_the_hand():
    hand = _hand(rufer(0), 0)
    assert isinstance(hand.content, Hand)
    line = hand._replace(content=hand.content._replace(active=(1, 2, 3, 4), forehand=1))
    paid = _paid_lines([line])
    (found,) = compare_hands(paid, score_lines(begin(5, 1, 6), paid, _sheet("karlsruhe")))
    assert [place for place, money in zip(found.active, found.paid_there.money, strict=True) if money > 0] == [1, 3]


@pytest.mark.parametrize(("sheet", "codes"), [("karlsruhe", []), ("standard", ["points_needed"])])
def test_who_lost_a_trischaken_is_said_of_the_sheet_that_it_was_played_by(sheet, codes):
    line = _hand({"plays": [{"contract": "trischaken", "declarer": 0, "losers": [0, 3]}]}, 0)
    paid = _paid_lines([line])._replace(own=_sheet("treffpunkt"))
    (there,) = score_lines(begin(4, 0, 6), paid, _sheet(sheet))
    assert there is not None
    assert [problem.code for problem in there.problems] == codes
    assert (there.score is None) == bool(codes)
