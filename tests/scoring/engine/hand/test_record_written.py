"""What a record says and what is written of it: the cases that random hands meet only now and then."""

import pytest

from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import print_record

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
    assert print_record(record)["renonce"] == raw["renonce"]
