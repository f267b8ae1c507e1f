"""Records and their written form: the cases that random hands meet only now and then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import print_record
from scoring.engine.hand.score_lines import decode_record, encode_record
from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.engine.support.strategies import cases

DREIER = {"contract": "dreier", "declarer": 1, "result": "won"}


def test_a_kontra_that_is_said_to_be_nothing_is_none():
    unsaid, _ = parse({"plays": [DREIER]})
    assert parse({"plays": [{**DREIER, "kontra": None}]}) == (unsaid, [])


@pytest.mark.parametrize("options", [["piccolo"], "piccolo", 1])
def test_options_that_are_no_object_are_refused_where_they_stand(options):
    record, problems = parse({"plays": [DREIER], "options": options})
    assert record is None or record.options == ()
    assert [(problem.path, problem.code, problem.params) for problem in problems] == [
        ("options", "wrong_type", (("expects", "object"),))
    ]


def test_a_book_keeps_of_a_record_what_it_does_not_know_from_elsewhere():
    record, _ = parse({"id": "h1", "sheet": "treffpunkt", "radl": 2, "plays": [DREIER]})
    assert record is not None
    assert decode_record(encode_record(record)) == record._replace(id=None, sheet=None, radl=None)


def test_what_is_no_record_is_not_read_from_a_book():
    with pytest.raises(ValueError, match="plays"):
        decode_record('{"plays": 1}')


@pytest.mark.parametrize(
    "raw",
    [
        {"plays": [{**DREIER, "declarer": 0, "king_in_talon": True, "result": "conceded"}]},
        {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "41/1", "kontra": 4, "kontra_by": 3}]},
        {"plays": [{"contract": "trischaken", "declarer": 1, "points": ["20", "19/2", "15/1", "15"]}], "forehand": 1},
        {"plays": [{"contract": "piccolo", "declarer": 3, "tricks": 2, "kontra": {"0": 2, "2": 8}}], "radl": True},
        {"plays": [{"contract": "trischaken", "declarer": 0, "tricks": [0, 0, 0, 12]}], "radl": 4},
        {"plays": [DREIER], "radl": False, "renonce": {"seat": 2}},
        {
            "id": "7",
            "sheet": "karlsruhe",
            "options": {"piccolo": False},
            "plays": [DREIER],
            "premiums": [
                {"premium": "pagat", "side": "defence", "announced": True, "won": False, "kontra": 2, "kontra_by": 0},
                {"premium": "mondfang", "side": "declarer", "by": 1, "from": 3},
            ],
        },
        {
            "plays": [
                {"contract": "trischaken", "declarer": 0, "points": ["70", "0", "0", "0"], "tricks": [12, 0, 0, 0]}
            ]
        },
        {"plays": [DREIER], "renonce": {"seat": 1, "claims": {"0": "5/2", "2": "1/3", "3": 1}}, "forehand": 3},
        {"plays": [DREIER], "premiums": [{"premium": "trull", "side": "declarer"}]},
    ],
    ids=lambda raw: raw["plays"][0]["contract"],
)
def test_a_record_is_written_as_it_was_read_and_read_back(raw):
    record, problems = parse(raw)
    assert problems == []
    assert record is not None
    assert print_record(record) == raw
    text = encode_record(record)
    assert decode_record(text) == record._replace(id=None, sheet=None, options=(), radl=None)


@pytest.mark.parametrize(
    ("kontra", "by_seat"), [({"0": None, "2": 4}, (1, 1, 4, 1)), ({"0": None}, (1, 1, 1, 1)), ({}, (1, 1, 1, 1))]
)
def test_who_is_said_to_have_said_nothing_has_said_no_kontra(kontra, by_seat):
    record, problems = parse({"plays": [{"contract": "piccolo", "declarer": 3, "kontra": kontra}]})
    assert problems == []
    assert record is not None
    assert record.plays[0].kontra == by_seat


@given(data=st.data())
def test_what_was_written_is_read_back_the_same(data: st.DataObject):
    record = data.draw(st.sampled_from(BUILT_IN).flatmap(cases)).record
    text = encode_record(record)
    assert decode_record(text) == record._replace(id=None, sheet=None, options=(), radl=None)


@pytest.mark.parametrize(
    "text", ['{"plays": 1}', "{}", '{"plays": [1]}', '{"plays": [{}]}', '{"plays": [], "premiums": [{}]}']
)
def test_what_nobody_has_written_is_refused_there_too(text: str):
    with pytest.raises(ValueError):  # noqa: PT011 -- the text itself
        decode_record(text)
