"""Properties of every valid record of every sheet, the effect of Radl and kontra, and the dearest hand."""

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.engine.hand.check import check
from scoring.engine.hand.games import is_won
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import FOUR_KONTRAS, SEATS, HandRecord, Play, print_record
from scoring.engine.hand.score import compute_highest_payout, score
from scoring.engine.hand.score_lines import Amounts, ScoreLine
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.points import SIXTHS, print_amount
from tests.scoring.engine.hand.test_golden_answers import decoded
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.invented_sheets import desk, invented
from tests.scoring.engine.support.strategies import ANY_INVENTED, Case, cases, choices, startable

SHEETS = pytest.mark.parametrize("sheet_id", [*BUILT_IN, ANY_INVENTED])
DESK = desk()


@pytest.mark.heavy_but("karlsruhe")
@SHEETS
@given(data=st.data())
def test_a_valid_record_has_no_problem_and_all_that_is_paid_adds_up(sheet_id, data):
    case = data.draw(cases(sheet_id))
    assert check(case.record, case.sheet) == []
    scored = score(case.record, case.sheet)
    assert scored.lines
    assert sum(scored.payouts) == sum(scored.written) == 0
    for line in scored.lines:
        assert all(type(amount) is int for amount in (*line.amounts, *line.written))
        assert sum(line.amounts) == sum(line.written) == 0, line
    assert list(scored.payouts) == [sum(seat) for seat in zip(*(line.amounts for line in scored.lines), strict=True)]
    assert list(scored.written) == [sum(seat) for seat in zip(*(line.written for line in scored.lines), strict=True)]
    if case.sheet.written is None:
        assert scored.written == scored.payouts
    text, _ = DESK.answer_line(json.dumps(print_record(case.record)).encode())
    answer = decoded(text)  # which refuses decimal numbers
    assert answer["ok"] is True
    assert answer["id"] == case.record.id
    assert answer["payouts"] == [print_amount(amount) for amount in scored.payouts]
    assert answer["schrift"] == [print_amount(amount) for amount in scored.written]
    assert len(answer["lines"]) == len(scored.lines)


@SHEETS
@given(data=st.data())
def test_reading_and_printing_a_record_are_inverse(sheet_id, data):
    record = data.draw(cases(sheet_id)).record
    printed = print_record(record)
    assert parse(printed) == (record, [])
    again, problems = parse(json.loads(json.dumps(printed)))
    assert not problems
    assert again is not None
    assert print_record(again) == printed


OPTIONAL: dict[str, tuple[Any, ...]] = {
    "id": (None,),
    "sheet": (None,),
    "options": (None, {}),
    "forehand": (None,),
    "radl": (None,),
    "premiums": (None, []),
    "renonce": (None,),
}
OPTIONAL_IN_PLAY: dict[str, tuple[Any, ...]] = {
    "partner": (None,),
    "king_in_talon": (None, False),
    "result": (None,),
    "points": (None,),
    "tricks": (None,),
    "kontra": (None, 1),
    "kontra_by": (None,),
    "losers": (None, []),
    "jungfrauen": (None, []),
    "buergermeister": (None,),
}
OPTIONAL_IN_PREMIUM: dict[str, tuple[Any, ...]] = {
    "announced": (None, False),
    "won": (None, True),
    "kontra": (None, 1),
    "kontra_by": (None,),
    "by": (None,),
    "from": (None,),
}


def spelt_out(draw: Any, table: dict[str, Any], optional: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """The same table with some of what is absent written as null or as its default."""
    absent = [field for field in optional if field not in table]
    fields = draw(st.lists(st.sampled_from(absent), unique=True)) if absent else []
    return table | {field: draw(st.sampled_from(optional[field])) for field in fields}


def other_points(draw: Any, points: Any) -> Any:
    """The same card points written otherwise: 35 is also "35" and "35/0"."""
    if isinstance(points, list):
        return [other_points(draw, point) for point in points]
    return points if points is None or "/" in points else draw(st.sampled_from((points, int(points), f"{points}/0")))


@SHEETS
@given(data=st.data())
def test_what_is_absent_may_also_be_null_or_its_default(sheet_id, data):
    record = data.draw(cases(sheet_id)).record
    printed = print_record(record)
    plays = [spelt_out(data.draw, play, OPTIONAL_IN_PLAY) for play in printed["plays"]]
    plays = [play | ({"points": other_points(data.draw, play["points"])} if "points" in play else {}) for play in plays]
    premiums = [spelt_out(data.draw, premium, OPTIONAL_IN_PREMIUM) for premium in printed.get("premiums", [])]
    written = printed | {"plays": plays} | ({"premiums": premiums} if premiums else {})
    assert parse(spelt_out(data.draw, written, OPTIONAL)) == (record, [])


BUILT_IN_SHEETS = pytest.mark.parametrize("sheet_id", BUILT_IN)


def lines_of(case: Case, record: HandRecord) -> tuple[ScoreLine, ...]:
    """The lines of a record under the sheet of a case."""
    return score(record, case.sheet).lines


def times(amounts: Amounts, factor: int) -> Amounts:
    """Four amounts, each so many times."""
    first, second, third, fourth = (amount * factor for amount in amounts)
    return first, second, third, fourth


# --- Radl ---


@BUILT_IN_SHEETS
@given(data=st.data())
def test_a_radl_doubles_what_the_sheet_says_and_nothing_else(sheet_id, data):
    case = data.draw(cases(sheet_id))
    single, double = (lines_of(case, case.record._replace(radl=radl)) for radl in (1, 2))
    for before, after in zip(single, double, strict=True):
        factor = 2 if _doubled(case, before) else 1
        assert after.amounts == times(before.amounts, factor), before
        assert after.written == times(before.written, factor), before


def _doubled(case: Case, line: ScoreLine) -> bool:
    if line.cause.kind == "claim":
        return False
    is_game = line.cause.kind in ("contract", "renonce") and line.cause.form != "announced"
    return "all" in case.chosen.doubles or ("game" if is_game else line.cause.form) in case.chosen.doubles


# --- kontra ---


def _remove_kontra(case: Case) -> HandRecord:
    """The record without kontra on its games, with their results said, so that no kontra moves a limit."""
    plays = tuple(
        play._replace(result=play.result or _result(case, play), points=None, tricks=None, kontra=1, kontra_by=None)
        for play in case.record.plays
    )
    return case.record._replace(plays=plays)


def _result(case: Case, play: Play) -> str:
    contract = case.sheet.contracts[play.contract]
    return "won" if is_won(case.record, play, contract) else "lost"


def _with_kontra(record: HandRecord, kontra: int | FOUR_KONTRAS, kontra_by: int | None = None) -> HandRecord:
    play, *others = record.plays
    return record._replace(plays=(play._replace(kontra=kontra, kontra_by=kontra_by), *others))


@BUILT_IN_SHEETS
@given(data=st.data())
def test_a_kontra_on_the_game_doubles_its_line_only_and_one_among_partners_nothing(sheet_id, data):
    case = data.draw(cases(sheet_id, ("sided",), ended=True))
    plain = _remove_kontra(case)
    play = plain.plays[0]
    assume(play.result != "conceded" and not (case.contract.game.king_lies and play.king_in_talon))
    opponent = next(seat for seat in SEATS if seat not in play.side)
    (game, *others) = lines_of(case, plain)
    (doubled, *same) = lines_of(case, _with_kontra(plain, 2, opponent))
    assert doubled.amounts == times(game.amounts, 2)
    assert [line.amounts for line in same] == [line.amounts for line in others]
    for own in play.side:
        assert score(_with_kontra(plain, 2, own), case.sheet).payouts == score(plain, case.sheet).payouts


@BUILT_IN_SHEETS
@given(data=st.data())
def test_a_kontra_on_a_premium_doubles_its_line_only(sheet_id, data):
    case = data.draw(cases(sheet_id, ("sided",), ended=True))
    plain = _remove_kontra(case)
    for at, premium in enumerate(plain.premiums):
        if not premium.announced or case.contract.forms[premium.premium, True].times > 1:
            continue
        if case.contract.forms[premium.premium, True].king_lies and plain.plays[0].king_in_talon:
            continue
        rest = plain.premiums[:at], plain.premiums[at + 1 :]
        two, four = (
            lines_of(
                case, plain._replace(premiums=(*rest[0], premium._replace(kontra=kontra, kontra_by=None), *rest[1]))
            )
            for kontra in (2, 4)  # not from 1 to 2: what was kontra'd may count beside a Valat
        )
        for before, after in zip(two, four, strict=True):
            mine = (before.cause.item, before.cause.side) == (premium.premium, premium.side)
            assert after.amounts == times(before.amounts, 2 if mine else 1)


@pytest.mark.parametrize("sheet_id", [sheet for sheet in BUILT_IN if startable(choices(sheet)[0].sheet)["negative"]])
@given(data=st.data())
def test_a_kontra_of_one_opponent_doubles_only_what_he_and_the_declarer_play_for(sheet_id, data):
    case = data.draw(cases(sheet_id, ("negative",), ended=True))
    plain = _remove_kontra(case)
    play = plain.plays[0]
    opponent = data.draw(st.sampled_from([seat for seat in SEATS if seat != play.declarer]))
    first, second, third, fourth = (2 if seat == opponent else 1 for seat in SEATS)
    kontra = _with_kontra(plain, (first, second, third, fourth))
    worth = case.contract.value * (2 if plain.radl == 2 and {"all", "game"} & {*case.chosen.doubles} else 1)
    worth = worth if play.result == "won" else -worth
    change = [worth if seat == play.declarer else -worth if seat == opponent else 0 for seat in SEATS]
    payouts = zip(score(plain, case.sheet).payouts, score(kontra, case.sheet).payouts, strict=True)
    assert [after - before for before, after in payouts] == change


def test_the_dearest_hand_of_zwanzigerrufen_is_a_kontrad_solo_valat_in_the_double_round():
    assert compute_highest_payout(sheet_of("zwanzigerrufen")) == 3 * 24 * 2 * 2 * SIXTHS


def test_where_there_is_trischaken_only_it_is_what_its_dearest_row_pays_in_a_radl():
    assert compute_highest_payout(invented("one-pays").build_sheet()) == 3 * 2 * SIXTHS


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@given(data=st.data())
def test_no_hand_without_a_renonce_pays_anybody_more(sheet_id, data):
    case = data.draw(cases(sheet_id, ended=True))
    assert max(map(abs, score(case.record, case.sheet).payouts)) <= compute_highest_payout(case.sheet)
