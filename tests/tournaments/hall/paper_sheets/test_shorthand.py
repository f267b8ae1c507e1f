"""Hands in shorthand: what is printed is read back, and what cannot be read is named."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.book.table_clock import PHASES
from scoring.engine.hand.record import Play, RecordedPremium
from scoring.engine.house_rules.library import BUILT_IN
from scoring.sheets.house_rules.short_names import build_short_names
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.strategies import cases
from tests.support.paths import DEV_DOCS
from tournaments.hall.paper_sheets.shorthand import HAND, LONGEST_LINE, DealPlaces, TypedLine, parse_shorthand
from tournaments.hall.paper_sheets.shorthand_print import format_shorthand

FOUR = DealPlaces((0, 1, 2, 3), 0)
OF_FIVE = DealPlaces((3, 4, 0, 1), 0)  # the third column sits out


def said_in(record):
    """A record without what its table knows, and without who said a Kontra that nobody said."""
    plays = tuple(play._replace(kontra_by=None) if play.kontra == 1 else play for play in record.plays)
    plays = tuple(play._replace(kontra=1) if play.kontra == (1, 1, 1, 1) else play for play in plays)
    premiums = tuple(
        premium._replace(kontra_by=None) if premium.kontra == 1 else premium for premium in record.premiums
    )
    return record._replace(plays=plays, premiums=premiums, radl=None, options=(), sheet=None, id=None)


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@settings(max_examples=5)
@given(data=st.data())
def test_what_is_printed_is_read_back(sheet_id, data):
    case = data.draw(cases(sheet_id))
    forehand = case.record.forehand or 0
    record = said_in(case.record)._replace(forehand=forehand)
    deal = DealPlaces(data.draw(st.permutations(range(6)).map(lambda places: tuple(places[:4]))), forehand)
    line = TypedLine(HAND, record, data.draw(st.sampled_from(PHASES)))
    printed = format_shorthand(line, case.sheet, deal)
    assert len(printed) <= LONGEST_LINE
    assert parse_shorthand(printed, case.sheet, deal) == (line, ())


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_contract_and_premium_has_a_short_name_of_its_own(sheet_id):
    sheet = sheet_of(sheet_id)
    for codes, things in zip(build_short_names(sheet), (sheet.contracts, sheet.premiums), strict=True):
        assert len(set(codes.codes)) == len(things)
        assert all(codes.list_meant(code) == (id_,) for id_, code in zip(codes.ids, codes.codes, strict=True))


@given(text=st.text("ruprei 0123456789+-x&!/:=#gdkt,<@", max_size=60))
def test_whatever_is_typed_is_read_or_named(text):
    line, faults = parse_shorthand(text, sheet_of("treffpunkt"), OF_FIVE)
    assert (line is None) == bool(faults)


def read(text, sheet="treffpunkt", deal=FOUR):
    """The record of a line that can be read."""
    line, faults = parse_shorthand(text, sheet_of(sheet), deal)
    assert not faults
    assert line is not None
    return line.record


def faults_of(text, sheet="treffpunkt", deal=FOUR):
    """The codes of what is wrong with a line."""
    return [fault.code for fault in parse_shorthand(text, sheet_of(sheet), deal).faults]


def test_a_besserrufer_with_kontra_and_premiums_of_both_sides():
    record = read("be 24 33/1 k:1 uh! g mo")
    assert record.plays == (Play("besserrufer", 1, 3, points=100, kontra=2, kontra_by=0),)
    assert record.premiums == (
        RecordedPremium("uhu", "declarer", announced=True),
        RecordedPremium("mondfang", "defence"),
    )


def test_two_negative_games_side_by_side():
    first, second = read("pi 1 + k:3 & zw 3 -").plays
    assert first == Play("piccolo", 0, result="won", kontra=(1, 1, 2, 1))
    assert second == Play("zwiccolo", 2, result="lost")


def test_points_of_all_four_stand_in_the_order_of_the_columns():
    assert read("tr 14/1,30/2,25,0", deal=OF_FIVE).plays[0].points == (75, 0, 43, 92)


def test_who_lost_a_trischaken_is_said_by_columns():
    assert read("tr v:4,1 j:2", deal=OF_FIVE).plays[0] == Play("trischaken", 0, losers=(0, 2), jungfrauen=(3,))
    assert read("tr v:2 b:2").plays[0] == Play("trischaken", 0, losers=(1,), buergermeister=1)


def test_a_contract_is_found_by_its_number_or_by_the_beginning_of_its_name():
    assert read("1 13 +") == read("ruf 13 +") == read("RU 13 +")
    assert read("könig 13 +", sheet="karlsruhe").plays[0].contract == "rufer"


def test_who_called_alone_or_found_the_king_in_the_talon_says_so():
    assert read("ru 1t +").plays[0].king_in_talon
    assert read("ru 1a +").plays[0] == Play("rufer", 0, result="won")
    assert faults_of("ru 1 +") == ["partner_missing"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["empty_line"]),
        ("#q ru 13 +", ["unknown_phase"]),
        ("zz 13 +", ["unknown_contract"]),
        ("fab 1 +", ["unknown_contract"]),
        ("farb 1 +", ["ambiguous_contract"]),
        ("ru + 13", ["declarer_missing"]),
        ("dr 13 +", ["plays_alone"]),
        ("ru 15 +", ["not_in_this_deal"]),
        ("ru 13 + -", ["said_twice"]),
        ("ru 13 + zz", ["not_understood"]),
        ("pi 1 + k:3 k", ["said_twice"]),
        ("tr 35", ["four_needed"]),
        ("tr v:1,1", ["said_twice"]),
        ("tr v:1 v:2", ["said_twice"]),
        ("tr v:1 b:1,2", ["not_understood"]),
        ("tr v:7", ["not_understood"]),
        ("ru 13 + & ", ["contract_missing"]),
        ("x" * (LONGEST_LINE + 1), ["line_too_long"]),
    ],
)
def test_what_cannot_be_read_is_named(text, codes):
    assert faults_of(text) == codes


def test_all_faults_of_a_line_are_named_at_once():
    assert faults_of("zz 15 ++ qq") == ["unknown_contract", "not_understood", "not_understood"]


DOCUMENT = DEV_DOCS / "paper-sheets.md"


ROWS = re.findall(r"^\| `([^`]+)` \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)


ZWANZIGERRUFEN = ("no", "so", "#p", "0", "=")


def test_the_table_is_found():
    assert len(ROWS) == 16


@pytest.mark.parametrize("line", ROWS)
def test_the_line_is_read(line):
    sheet = sheet_of("zwanzigerrufen" if line.startswith(ZWANZIGERRUFEN) else "treffpunkt")
    assert parse_shorthand(line, sheet, DealPlaces((0, 1, 2, 3), 0)).faults == ()
