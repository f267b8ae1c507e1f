"""The effect of a Radl and of a kontra on the payouts of any valid record."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.engine.hand.games import is_won
from scoring.engine.hand.record import FOUR_KONTRAS, SEATS, HandRecord, Play
from scoring.engine.hand.score import score
from scoring.engine.hand.score_lines import Amounts, ScoreLine
from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.engine.support.strategies import Case, cases, choices, startable

SHEETS = pytest.mark.parametrize("sheet_id", BUILT_IN)


def lines_of(case: Case, record: HandRecord) -> tuple[ScoreLine, ...]:
    """The lines of a record under the sheet of a case."""
    return score(record, case.sheet).lines


def times(amounts: Amounts, factor: int) -> Amounts:
    """Four amounts, each so many times."""
    first, second, third, fourth = (amount * factor for amount in amounts)
    return first, second, third, fourth


# --- Radl ---


@SHEETS
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


@SHEETS
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


@SHEETS
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
