"""The properties of the seven sheets hold for sheets beyond them too."""

import json

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.check import check
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import print_record
from scoring.engine.hand.score import score
from tests.scoring.engine.hand.test_golden_answers import decoded
from tests.scoring.engine.hand.test_properties_multiplied import by_seat, turn_seats
from tests.scoring.engine.support.invented_sheets import INVENTED, desk, invented
from tests.scoring.engine.support.strategies import records
from tests.scoring.engine.support.strategies_broken import broken

NAMES = sorted(path.stem for path in INVENTED.glob("*.toml"))


@given(name=st.sampled_from(NAMES), turn=st.sampled_from((1, 2, 3)), data=st.data())
def test_records_of_invented_sheets_add_up_and_can_be_turned(name, turn, data):
    sheet = invented(name).build_sheet()
    record = data.draw(records(sheet))
    assert check(record, sheet) == []
    assert parse(print_record(record)) == (record, [])
    scored, other = score(record, sheet), score(turn_seats(record, turn), sheet)
    assert all(sum(line.amounts) == sum(line.written) == 0 for line in scored.lines)
    assert list(scored.payouts) == [sum(seat) for seat in zip(*(line.amounts for line in scored.lines), strict=True)]
    assert list(scored.written) == [sum(seat) for seat in zip(*(line.written for line in scored.lines), strict=True)]
    assert (other.payouts, other.written) == (by_seat(scored.payouts, turn), by_seat(scored.written, turn))


@given(name=st.sampled_from(NAMES), data=st.data())
def test_records_of_invented_sheets_are_answered_and_refused_when_one_thing_is_wrong(name, data):
    record = print_record(data.draw(records(invented(name).build_sheet())))
    assert decoded(desk(name).answer_line(json.dumps(record).encode())[0])["ok"] is True
    path, wrong = data.draw(broken(record))
    answer = desk(name).answer_line(json.dumps(wrong).encode())[0]
    errors = json.loads(answer.encode("utf-8", "backslashreplace"))["errors"]
    assert any(error["path"] == path or error["path"].startswith(f"{path}/") for error in errors)
