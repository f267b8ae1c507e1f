"""Changes and impossible hands are refused wherever they come in, each with its reason and without leaving anything."""

import json
from typing import Any

import pytest
from django.urls import reverse

from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.seats import load_seats
from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import Seating
from scoring.engine.evening.state import begin
from scoring.models import Entry, GameTable
from scoring.reports.imports.record_lines import choose_house, load_named_sheets, parse_lines
from scoring.reports.imports.services import replay_lines
from scoring.table.corrections import changes
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.corrections import refusals
from tests.scoring.support.evenings import change_book, send_change, table_of
from tests.scoring.support.pages import open_table_page, url
from tests.scoring.support.state_machine_checks import all_of_it
from tests.scoring.support.tables import Record, dreier, everything, last_key, new_key, new_table, play, rufer
from tests.scoring.support.tampering import numbers
from tests.support.programs import Program, create_phone
from tests.support.shared_rows import share_rows
from tournaments.hall.paper_sheets.shorthand import compute_lines

pytestmark = pytest.mark.django_db


@share_rows
def table() -> GameTable:
    """Two hands of a table of four."""
    return table_of(dreier(0), dreier(1))


def test_an_evening_that_has_ended_takes_no_change_until_it_is_reopened(table):
    last = numbers(table)[-1]
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}), "")
    before = all_of_it(table)
    for ask in (
        changes.correct_hand(last, dreier(0)),
        changes.strike_line(last),
        changes.set_radl(4),
        changes.redeal(),
    ):
        assert send_change(table, ask).outcome is Outcome.ENDED
    assert record_hand(table.slug, new_key(), last_key(table), dreier(0)).outcome is Outcome.ENDED
    assert all_of_it(table) == before
    change_book(table, changes.change_evening(Entry.Kind.REOPENED, {}))
    change_book(table, changes.correct_hand(last, dreier(0)))
    assert play(table, dreier(2)).entry


def test_a_hand_of_before_the_end_is_still_answered_when_it_is_sent_again(table):
    key, previous = new_key(), last_key(table)
    entry = record_hand(table.slug, key, previous, dreier(0)).entry
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}))
    assert record_hand(table.slug, key, previous, dreier(0)) == WriteResult(Outcome.SAVED, entry)


def test_a_correction_needs_a_reason_and_a_seat_change_none(table):
    assert send_change(table, changes.strike_line(numbers(table)[0]), "").outcome is Outcome.INVALID
    assert send_change(table, changes.set_radl(4), "").outcome is Outcome.INVALID
    assert send_change(table, changes.change_seats(Seating((0, 2, 1, 3))), "").outcome is Outcome.SAVED
    change_book(table, changes.strike_line(numbers(table)[0]))
    assert send_change(table, changes.restore_line(numbers(table)[0]), "").outcome is Outcome.INVALID


def test_what_is_struck_is_not_struck_again_nor_corrected_nor_voided(table):
    first = numbers(table)[0]
    assert refusals(table, changes.restore_line(first)) == ["not_struck"]
    change_book(table, changes.strike_line(first))
    assert refusals(table, changes.strike_line(first)) == ["already_struck"]
    assert refusals(table, changes.correct_hand(first, dreier(2))) == ["no_hand"]
    assert refusals(table, changes.void_hand(first)) == ["no_hand"]


def test_the_same_hand_again_is_no_correction(table):
    assert refusals(table, changes.correct_hand(numbers(table)[0], dreier(0))) == ["no_change"]


def test_a_correction_is_checked_as_a_new_hand_is(table):
    assert refusals(table, changes.correct_hand(numbers(table)[1], rufer(0))) == ["declarer_not_forehand"]
    assert refusals(table, changes.correct_hand(numbers(table)[1], dreier(2), 4)) == ["radl_not_stacking"]


@pytest.mark.parametrize("deals", [-1, 25])
def test_a_radl_by_hand_is_of_a_round_or_some(table, deals):
    assert refusals(table, changes.set_radl(deals)) == ["radl_out_of_range"]


@pytest.mark.parametrize("cents", [0, 1_000_001, -1_000_001])
def test_cash_is_some_money_and_not_a_fortune(table, cents):
    assert refusals(table, changes.move_cash(0, cents)) == ["cash_out_of_range"]


def test_a_table_of_another_evening_does_not_lend_its_lines(table):
    other = new_table("treffpunkt", 0)
    assert refusals(other, changes.strike_line(numbers(table)[0])) == ["line_unknown"]
    assert refusals(other, changes.insert_hand(numbers(table)[0], dreier(0))) == ["line_unknown"]


SOLO = {"contract": "solo", "declarer": 0, "result": "won"}
VALAT = {"premium": "valat", "side": "declarer", "announced": True}
KONTRA: Record = {"plays": [{**SOLO, "kontra": 2}], "premiums": [VALAT]}
FORM = {f"p0-{name}": value for name, value in (("contract", "solo"), ("declarer", "0"), ("result", "won"))} | {
    "p0-kontra": "2",
    "prem-valat-declarer": "announced",
}
CODES = ["kontra_belongs_elsewhere"]
SENTENCE = "Valat ist angesagt: das Kontra gehört dorthin, auf Solo gibt es keines."


@pytest.fixture
def table_of_one_kontra() -> GameTable:
    """Return a table at which only one kontra counts beside a Valat."""
    return new_table("zwanzigerrufen")


def test_by_a_form_without_script_which_comes_back_filled(table_of_one_kontra, german):
    before = everything(table_of_one_kontra)
    sent = open_table_page(german, table_of_one_kontra).sent | FORM
    preview = german.post(url("preview", table_of_one_kontra), sent).content.decode()
    answer = german.post(url("save_hand", table_of_one_kontra), sent)
    assert SENTENCE in preview
    assert answer.status_code == 400
    assert SENTENCE in answer.content.decode()
    assert everything(table_of_one_kontra) == before


def test_by_a_phone_that_was_without_the_network_the_hand_goes_back_to_its_form(table_of_one_kontra, german):
    sittings = [seat.id for seat in load_seats(table_of_one_kontra, INSIDE)]
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "sittings": sittings, "fields": FORM}
    answer = german.post(url("save_hand", table_of_one_kontra), json.dumps(body), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [error["message"] for error in answer.json()["errors"]] == [SENTENCE]


def test_by_a_program(table_of_one_kontra):
    shown = Program().read(f"tables/{table_of_one_kontra.slug}").json()
    body = {"key": new_key(), "previous": "", "record": KONTRA}
    body |= {"seats": shown["next"]["seats"], "sittings": shown["next"]["sittings"]}
    answer = create_phone(table_of_one_kontra).send(
        f"tables/{table_of_one_kontra.slug}/hands", body, **{"accept-language": "de"}
    )
    assert answer.status_code == 400
    assert [error["message"] for error in answer.json()["errors"]] == [SENTENCE]


def test_typed_from_a_paper_sheet():
    (line,) = compute_lines(["so 1 + k va!"], begin(4), sheet_of("zwanzigerrufen"))
    assert line.faults == ()
    assert not line.is_right
    assert [problem.code for problem in line.problems] == CODES


def test_in_an_evening_that_is_brought_in():
    lines = parse_lines(json.dumps({"sheet": "zwanzigerrufen", **KONTRA}))
    evening = replay_lines(lines, choose_house("zwanzigerrufen"), 4, "de", load_named_sheets(lines, None))
    assert [problem.code for line in evening.bad for problem in line.problems] == CODES
    assert evening.good == ()


def test_in_place_of_another_hand(table_of_one_kontra):
    assert play(table_of_one_kontra, {"plays": [SOLO]}).entry
    assert refusals(table_of_one_kontra, changes.correct_hand(numbers(table_of_one_kontra)[0], KONTRA)) == CODES


def test_what_may_stand_is_still_paid(table_of_one_kontra, german):
    kontra: dict[str, Any] = {**KONTRA, "plays": [SOLO], "premiums": [{**VALAT, "kontra": 2}]}
    silent = {"plays": [{**SOLO, "kontra": 2}], "premiums": [{**VALAT, "announced": False}]}
    first, second = play(table_of_one_kontra, kontra).entry, play(table_of_one_kontra, silent).entry
    assert first is not None
    assert second is not None
    assert (first.money0, second.money0) == (3 * 48 * 6, 3 * 12 * 6)
    page = german.get(reverse("deal", args=[table_of_one_kontra.slug, numbers(table_of_one_kontra)[1]]))
    assert "Das Kontra fällt mit dem Spiel weg." in page.content.decode()
