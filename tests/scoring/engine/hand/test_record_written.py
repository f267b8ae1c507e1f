"""What a record says and what is written of it: the cases that random hands meet only now and then."""

import pytest

from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import to_json
from scoring.engine.hand.score_json import decode_record, encode_record

DREIER = {"contract": "dreier", "declarer": 1, "result": "won"}


def test_a_kontra_that_is_said_to_be_nothing_is_none():
    unsaid, _ = parse({"plays": [DREIER]})
    assert parse({"plays": [{**DREIER, "kontra": None}]}) == (unsaid, [])


@pytest.mark.parametrize("options", [["piccolo"], "piccolo", 1])
def test_options_that_are_no_object_are_refused_where_they_stand(options):
    record, problems = parse({"plays": [DREIER], "options": options})
    assert record is None or record.options == ()
    assert [(one.path, one.code, one.params) for one in problems] == [
        ("options", "wrong_type", (("expects", "object"),))
    ]


@pytest.mark.parametrize("claims", [{"0": 3}, {"0": "5/2"}, {"0": 2, "2": "1/3", "3": 1}])
def test_claims_of_a_renonce_are_written_as_they_were_read(claims):
    raw = {"plays": [DREIER], "renonce": {"seat": 1, "claims": claims}}
    record, problems = parse(raw)
    assert problems == []
    assert record is not None
    assert to_json(record)["renonce"] == raw["renonce"]


def test_a_book_keeps_of_a_record_what_it_does_not_know_from_elsewhere():
    record, _ = parse({"id": "h1", "sheet": "treffpunkt", "radl": 2, "plays": [DREIER]})
    assert record is not None
    assert decode_record(encode_record(record)) == record._replace(id=None, sheet=None, radl=None)


def test_what_is_no_record_is_not_read_from_a_book():
    with pytest.raises(ValueError, match="plays"):
        decode_record('{"plays": 1}')
