"""Records and scores: written and read again, on other seats, under another sheet, and kept whole by the book."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.check import check
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import (
    SEATS,
    HandRecord,
    Play,
    RecordedPremium,
    Renonce,
    print_record,
    reseat_record,
    translate_record,
)
from scoring.engine.hand.score import score
from scoring.engine.hand.score_lines import decode_record, decode_score, encode_record, encode_score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.points import SIXTHS
from tests.scoring.engine.hand.test_properties import SHEETS
from tests.scoring.engine.support.built_in import all_faults, golden, sheet_of
from tests.scoring.engine.support.invented_sheets import score_of
from tests.scoring.engine.support.strategies import Case, cases

WRITTEN_DREIER = {"contract": "dreier", "declarer": 1, "result": "won"}


def test_a_kontra_that_is_said_to_be_nothing_is_none():
    unsaid, _ = parse({"plays": [WRITTEN_DREIER]})
    assert parse({"plays": [{**WRITTEN_DREIER, "kontra": None}]}) == (unsaid, [])


@pytest.mark.parametrize("options", [["piccolo"], "piccolo", 1])
def test_options_that_are_no_object_are_refused_where_they_stand(options):
    record, problems = parse({"plays": [WRITTEN_DREIER], "options": options})
    assert record is None or record.options == ()
    assert [(problem.path, problem.code, problem.params) for problem in problems] == [
        ("options", "wrong_type", (("expects", "object"),))
    ]


def test_a_book_keeps_of_a_record_what_it_does_not_know_from_elsewhere():
    record, _ = parse({"id": "h1", "sheet": "treffpunkt", "radl": 2, "plays": [WRITTEN_DREIER]})
    assert record is not None
    assert decode_record(encode_record(record)) == record._replace(id=None, sheet=None, radl=None)


def test_what_is_no_record_is_not_read_from_a_book():
    with pytest.raises(ValueError, match="plays"):
        decode_record('{"plays": 1}')


@pytest.mark.parametrize(
    "raw",
    [
        {"plays": [{**WRITTEN_DREIER, "declarer": 0, "king_in_talon": True, "result": "conceded"}]},
        {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "41/1", "kontra": 4, "kontra_by": 3}]},
        {"plays": [{"contract": "trischaken", "declarer": 1, "points": ["20", "19/2", "15/1", "15"]}], "forehand": 1},
        {"plays": [{"contract": "piccolo", "declarer": 3, "tricks": 2, "kontra": {"0": 2, "2": 8}}], "radl": True},
        {"plays": [{"contract": "trischaken", "declarer": 0, "tricks": [0, 0, 0, 12]}], "radl": 4},
        {"plays": [WRITTEN_DREIER], "radl": False, "renonce": {"seat": 2}},
        {
            "id": "7",
            "sheet": "karlsruhe",
            "options": {"piccolo": False},
            "plays": [WRITTEN_DREIER],
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
        {"plays": [WRITTEN_DREIER], "renonce": {"seat": 1, "claims": {"0": "5/2", "2": "1/3", "3": 1}}, "forehand": 3},
        {"plays": [WRITTEN_DREIER], "premiums": [{"premium": "trull", "side": "declarer"}]},
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


DREIER = Play("dreier", 0, result="won")


def reseat(case: Case, turn: Sequence[int]) -> HandRecord:
    """The record of a case with everybody on another seat."""
    forehand = turn[case.record.forehand or 0]
    moved, problems = reseat_record(
        case.record, dict(enumerate(turn)), forehand, trischaken=case.contract.is_trischaken
    )
    assert problems == []
    return moved


@SHEETS
@given(data=st.data(), turn=st.permutations(SEATS))
def test_on_other_seats_everybody_gets_what_he_got(sheet_id, data, turn):
    case = data.draw(cases(sheet_id))
    before, after = score(case.record, case.sheet), score(reseat(case, turn), case.sheet)
    assert [after.payouts[turn[seat]] for seat in SEATS] == list(before.payouts)
    assert [after.written[turn[seat]] for seat in SEATS] == list(before.written)
    assert after.radl_deals == before.radl_deals


@given(data=st.data(), turn=st.permutations(SEATS))
def test_there_and_back_is_the_same_hand(data, turn):
    case = data.draw(cases("treffpunkt"))
    there = case._replace(record=reseat(case, turn))
    back = sorted(SEATS, key=lambda seat: turn[seat])
    assert reseat(there, back) == case.record._replace(forehand=case.record.forehand or 0)


@pytest.mark.parametrize(
    ("record", "away", "paths"),
    [
        (HandRecord((DREIER,)), 0, ["plays/0/declarer"]),
        (HandRecord((DREIER,)), 3, []),
        (HandRecord((Play("rufer", 0, partner=2, result="won"),)), 2, ["plays/0/partner"]),
        (HandRecord((DREIER._replace(kontra=2, kontra_by=1),)), 1, ["plays/0/kontra_by"]),
        (HandRecord((Play("piccolo", 0, result="won", kontra=(1, 2, 1, 1)),)), 1, ["plays/0/kontra"]),
        (HandRecord((Play("piccolo", 0, result="won", kontra=(1, 2, 1, 1)),)), 2, []),
        (HandRecord((Play("piccolo", 0, tricks=(1, 4, 4, 3)),)), 3, ["plays/0/tricks"]),
        (HandRecord((DREIER,), (RecordedPremium("pagat", "defence", kontra_by=1),)), 1, ["premiums/0/kontra_by"]),
        (HandRecord((DREIER,), (RecordedPremium("pagat", "defence", by=2),)), 2, ["premiums/0/by"]),
        (HandRecord((DREIER,), (RecordedPremium("mondfang", "declarer", from_=3),)), 3, ["premiums/0/from"]),
        (HandRecord((DREIER,), renonce=Renonce(1)), 1, ["renonce/seat"]),
        (HandRecord((DREIER,), renonce=Renonce(1, ((2, 6),))), 2, ["renonce/claims"]),
        (HandRecord((DREIER,), renonce=Renonce(1, ((2, 6),))), 3, []),
    ],
)
def test_who_sits_out_is_told_where_the_record_names_him(record, away, paths):
    seats = {seat: None if seat == away else seat for seat in SEATS}
    _, problems = reseat_record(record, seats, 0, trischaken=False)
    assert [(problem.path, problem.code) for problem in problems] == [(path, "not_in_this_deal") for path in paths]


def test_in_trischaken_the_points_go_with_the_players_and_the_declarer_with_the_forehand():
    record = HandRecord((Play("trischaken", 0, points=(60, 60, 45, 45)),), forehand=0)
    moved, problems = reseat_record(record, {0: 1, 1: 2, 2: 3, 3: 0}, 3, trischaken=True)
    assert (moved.plays[0].declarer, moved.plays[0].points, problems) == (3, (45, 60, 60, 45), [])
    _, problems = reseat_record(record, {0: None, 1: 2, 2: 3, 3: 0}, 3, trischaken=True)
    assert [problem.path for problem in problems] == ["plays/0/points"]


def test_in_trischaken_those_who_lost_move_and_all_four_must_be_there():
    record = HandRecord((Play("trischaken", 0, losers=(0, 3), jungfrauen=(1,)),), forehand=0)
    moved, problems = reseat_record(record, {0: 1, 1: 2, 2: 3, 3: 0}, 3, trischaken=True)
    assert (moved.plays[0], problems) == (Play("trischaken", 3, losers=(0, 1), jungfrauen=(2,)), [])
    mayor = HandRecord((Play("trischaken", 0, losers=(3,), buergermeister=3),), forehand=0)
    assert reseat_record(mayor, {0: 1, 1: 2, 2: 3, 3: 0}, 1, trischaken=True)[0].plays[0].buergermeister == 0
    for away, paths in ((0, ["losers"]), (1, ["losers", "jungfrauen"]), (2, ["losers"])):
        _, problems = reseat_record(record, {0: 0, 1: 1, 2: 2, 3: 3, away: None}, 0, trischaken=True)
        assert [problem.path for problem in problems] == [f"plays/0/{path}" for path in paths]


BIRD = {"side": "declarer", "announced": True}
COINS, NAME = "in coins", "called"


def besser(contract: str, *birds: str, **play: Any) -> dict[str, Any]:
    premiums = [{"premium": bird, **BIRD} for bird in birds]
    return {
        "plays": [{"contract": contract, "declarer": 1, "partner": 3, "result": "won", **play}],
        "premiums": premiums,
    }


UHU = {
    "plays": [{"contract": "dreier", "declarer": 0, "result": "won"}],
    "premiums": [{"premium": "uhu", "kontra": 2, **BIRD}],
}
BETTLER = {"plays": [{"contract": "bettler", "declarer": 0, "result": "won", "kontra": {"2": 4}}]}
HANDS = [  # from, to, the hand; there: its game, what the declarer gets, what is said
    ("standard", "wien_2020", UHU, "dreier", 27, [COINS]),
    ("standard", "kaernten_2023", BETTLER, "bettler", 12, [COINS]),
    ("standard", "tirol_2020", besser("besserrufer", "kakadu"), "besserrufer_hoch", 7, [NAME]),
    ("standard", "tirol_2020", besser("besserrufer", "uhu"), "besserrufer", 5, []),
    ("standard", "wien_2020", besser("besserrufer", "pagat", "quapil", kontra=2), "quapilrufer", 11, [NAME, COINS]),
    ("wien_2020", "standard", besser("kakadurufer", "kakadu"), "besserrufer", 8, [NAME]),
    ("tirol_2020", "treffpunkt", besser("besserrufer_hoch", "quapil"), "besserrufer", 10, [NAME]),
    ("steindl", "oberoesterreich_2023", besser("uhurufer", "uhu"), "besserrufer", 5, [NAME]),
]  # fmt: skip


@pytest.mark.parametrize(("own", "other", "raw", "game", "paid", "said"), HANDS)
def test_a_hand_with_a_counterpart_is_paid_by_it_and_that_is_said(own, other, raw, game, paid, said):
    record, problems = parse({"forehand": 0, **raw})
    assert record is not None
    assert not problems
    assert check(record, sheet_of(own)) == []
    translation = translate_record(record, sheet_of(own), sheet_of(other))
    assert translation.record.plays[0].contract == game
    assert check(translation.record, sheet_of(other)) == []
    assert score(translation.record, sheet_of(other)).payouts[record.plays[0].declarer] == paid * SIXTHS
    assert [word for word in (NAME, COINS) if any(word in english for _german, english in translation.remarks)] == said


@pytest.mark.parametrize(
    ("own", "other", "raw"),
    [
        ("standard", "skoty-trophy", UHU),  # kontra counts there too
        ("standard", "wien_2020", besser("solobesser", "uhu")),  # nobody bids a bird without the talon there
        ("steindl", "wien_2020", besser("geierrufer", "geier")),
        ("standard", "karlsruhe", besser("besserrufer", "uhu")),
    ],
)
def test_what_has_no_counterpart_stays_as_it_was_played(own, other, raw):
    record, _problems = parse(raw)
    assert record is not None
    assert translate_record(record, sheet_of(own), sheet_of(other)) == (record, ())


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_golden_score_is_read_back_as_it_was_written(sheet_id):
    desk = RecordScorer(load_built_in)

    def faults(hand):
        score = desk.score_raw(hand.record).score
        if hand.payouts is None:
            return
        if score is None or decode_score(encode_score(score), score.sheet) != score:
            yield "is read back differently"

    assert not all_faults(golden(sheet_id), faults)


def test_a_record_that_says_who_lost_is_read_back():
    play = Play("trischaken", 3, losers=(0, 2), jungfrauen=(1,))
    for record in (HandRecord((play,), forehand=3), HandRecord((play._replace(losers=(2,), buergermeister=2),))):
        text = encode_record(record)
        assert decode_record(text) == record


def test_what_is_kept_are_codes_and_numbers_in_sixths():
    play = {"contract": "rufer", "declarer": 0, "partner": 2, "points": "41/1", "kontra": 2}
    record = {"sheet": "treffpunkt", "plays": [play], "premiums": [{"premium": "pagat", "side": "declarer"}]}
    score = score_of(record)
    rufer = [
        "rufer",
        "contract",
        6,
        True,
        [["kontra", 2]],
        [],
        "",
        "",
        None,
        None,
        [12, -12, 12, -12],
        [12, -12, 12, -12],
    ]
    pagat = ["pagat", "premium", 6, True, [], [], "silent", "declarer", None, None, [6, -6, 6, -6], [6, -6, 6, -6]]
    stored = encode_score(score)
    assert json.loads(stored) == {"lines": [rufer, pagat], "radl_deals": None, "warnings": []}
    assert decode_score(stored, score.sheet).payouts == (18, -18, 18, -18)


def test_what_is_only_worth_a_second_look_and_the_radl_that_follows_are_kept_too():
    trull = {"premium": "trull", "side": "defence"}
    record = {"plays": [{"contract": "einer", "declarer": 0, "result": "lost"}], "premiums": [trull]}
    warned = score_of(record, "club")
    assert [warning.code for warning in decode_score(encode_score(warned), warned.sheet).warnings] == ["pflichtkontra"]
    trischaken = {"contract": "trischaken", "declarer": 0, "points": [20, 15, 10, 25]}
    started = score_of({"sheet": "treffpunkt", "plays": [trischaken]})
    assert decode_score(encode_score(started), started.sheet).radl_deals == "round"
