"""The price list of a sheet, added up under node as phones do without the network, pays what the engine pays."""

import random
import tomllib

import pytest

from scoring.book.hand_form import fill_form
from scoring.engine.evening.state import Evening, apply_hand, begin, set_radl
from scoring.engine.hand.reader import parse
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.sheet import Sheet
from scoring.table.entry.price_list import DEALS, list_next_factors
from tarockclub.kit.amounts import format_points, format_signed_points
from tests.chance import SEED
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.table.offline.plain_hands import (
    NODE,
    PlainHand,
    ask_each,
    ask_node,
    ask_phone,
    draw_any_fields,
    draw_plain_hand,
    score_fields,
)
from tests.soak import IS_SOAK
from tests.support.paths import ROOT

pytestmark = [pytest.mark.heavy, pytest.mark.skipif(NODE is None, reason="no node")]
HANDS, EVENINGS, LENGTH = (5_000, 500, 20) if IS_SOAK else (400, 40, 12)


def paid_by(hand: PlainHand) -> dict[str, list[int]]:
    """The payouts of a hand as a phone says them."""
    assert hand.score is not None
    return {"money": list(hand.score.payouts), "written": list(hand.score.written)}


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_plain_hand_is_priced_as_the_engine_pays_it(sheet_id):
    chance, sheet = random.Random(f"{SEED} {sheet_id}"), sheet_of(sheet_id)
    radln = [chance.choice((1, 2)) for _ in range(HANDS)]
    hands = [draw_plain_hand(chance, sheet, chance.randrange(4), radl) for radl in radln]
    said = ask_each(sheet, hands, radln)
    assert [hand.fields for hand, paid in zip(hands, said, strict=True) if paid != paid_by(hand)] == []
    assert {sum(paid["money"]) for paid in said} == {0}
    assert len({hand.fields["p0-contract"] for hand in hands}) > len(sheet.contracts) // 2


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_whatever_else_a_form_has_no_amount_is_wrong(sheet_id):
    chance, sheet = random.Random(f"{SEED} {sheet_id}"), sheet_of(sheet_id)
    hands: list[PlainHand] = []
    radln: list[int] = []
    while len(hands) < HANDS // 5:
        forehand, radl = chance.randrange(4), chance.choice((1, 2, 4))
        fields = draw_any_fields(chance, sheet, forehand)
        if (score := score_fields(fields, sheet, forehand, radl)) is not None:
            hands.append(PlainHand(fields, forehand, score))
            radln.append(radl)
    said = ask_each(sheet, hands, radln)
    assert [hand.fields for hand, paid in zip(hands, said, strict=True) if paid not in (None, paid_by(hand))] == []
    assert None in said


def draw_evening(chance: random.Random, evening: Evening, sheet: Sheet) -> tuple[list[PlainHand], Evening]:
    """Plain hands that follow one another, and the evening after them."""
    hands = []
    for _ in range(LENGTH):
        hands.append(draw_plain_hand(chance, sheet, evening.seat_of_forehand, evening.radl))
        assert hands[-1].score is not None
        evening = apply_hand(evening, hands[-1].score)
    return hands, evening


@pytest.mark.parametrize("sheet_id", ["standard", "treffpunkt", "karlsruhe", "skoty"])
def test_a_row_of_waiting_hands_knows_each_radl(sheet_id):
    chance, sheet = random.Random(f"{SEED} {sheet_id}"), sheet_of(sheet_id)
    rows, expected = [], []
    for number in range(EVENINGS):
        begun = begin(4 + number % 3)
        before = set_radl(begun, chance.choice((1, 3, 9))) if number % 2 else begun
        hands, after = draw_evening(chance, before, sheet)
        rows.append((hands, list_next_factors(before, sheet)))
        expected.append({"paid": [paid_by(hand) for hand in hands], "radl": after.radl})
    assert ask_phone(sheet, rows) == expected
    assert {evening["radl"] for evening in expected} == ({1, 2} if sheet.radl_after else {1})


def test_after_a_hand_that_only_the_server_can_compute_no_radl_is_known():
    sheet = sheet_of("standard")
    plain = PlainHand({"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}, 0)
    row = [plain, PlainHand({**plain.fields, "renonce": "2"}, 1), plain]
    course = list_next_factors(begin(), sheet)
    equal = PlainHand({**plain.fields, "p0-points": "35"}, 0)  # perhaps
    rows = [row, [equal, plain], [plain] * (DEALS + 1)]
    answers = ask_phone(sheet, [(hands, course) for hands in rows])
    assert [[paid is None for paid in answer["paid"]] for answer in answers] == [
        [False, True, True],
        [False, True],
        [False] * DEALS + [True],
    ]
    assert [answer["radl"] for answer in answers] == [0, 0, 0]


def test_nine_of_ten_hands_of_an_ordinary_evening_are_plain():
    sheet = sheet_of("treffpunkt")
    mix = tomllib.loads((ROOT / "tests/data/evening-mix.toml").read_text())["hand"]
    assert sum(hand["of"] for hand in mix) == 100
    hands = []
    for entry in mix:
        record, problems = parse({name: value for name, value in entry.items() if name != "of"} | {"forehand": 0})
        assert record is not None
        assert not problems
        fields = {
            name: said for name, said in fill_form(record, sheet).items() if not (name == "p0-kontra" and said == "1")
        }
        score = score_fields(fields, sheet, 0, 1)
        assert score is not None, entry
        hands.append(PlainHand(fields, 0, score))
    answers = ask_each(sheet, hands, [1] * len(hands))
    assert [paid for paid in answers if paid] == [
        paid_by(hand) for hand, paid in zip(hands, answers, strict=True) if paid
    ]
    share = sum(hand["of"] for hand, paid in zip(mix, answers, strict=True) if paid)
    assert share >= 90, [hand for hand, paid in zip(mix, answers, strict=True) if not paid]


def test_amounts_are_written_as_the_server_writes_them():
    sixths = list(range(-700, 700))
    assert ask_node([{"amounts": sixths}, {"amounts": sixths, "plus": "+"}]) == [
        [format_points(amount) for amount in sixths],
        [format_signed_points(amount) for amount in sixths],
    ]
