"""Impossible hands are refused wherever they come in, with a sentence that names both things."""

import json
from typing import Any

import pytest
from django.urls import reverse

from scoring.book.ledger.seats import load_seats
from scoring.engine.evening.state import begin
from scoring.models import GameTable
from scoring.reports.imports.record_lines import choose_house, load_named_sheets, parse_lines
from scoring.reports.imports.services import replay_lines
from scoring.table.corrections import changes
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.corrections import refusals
from tests.scoring.support.pages import open_table_page, url
from tests.scoring.support.tables import Record, everything, new_key, new_table, play
from tests.scoring.support.tampering import numbers
from tests.support.programs import Program, create_phone
from tests.tournaments.support.sheets import sheet_of
from tournaments.hall.paper_sheets.shorthand import compute_lines

pytestmark = pytest.mark.django_db
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
def table() -> GameTable:
    """Return a table at which only one kontra counts beside a Valat."""
    return new_table("zwanzigerrufen")


def test_by_a_form_without_script_which_comes_back_filled(table, german):
    before = everything(table)
    sent = open_table_page(german, table).sent | FORM
    preview = german.post(url("preview", table), sent).content.decode()
    answer = german.post(url("save_hand", table), sent)
    assert SENTENCE in preview
    assert answer.status_code == 400
    assert SENTENCE in answer.content.decode()
    assert everything(table) == before


def test_by_a_phone_that_was_without_the_network_the_hand_goes_back_to_its_form(table, german):
    sittings = [seat.id for seat in load_seats(table, INSIDE)]
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "sittings": sittings, "fields": FORM}
    answer = german.post(url("save_hand", table), json.dumps(body), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [error["message"] for error in answer.json()["errors"]] == [SENTENCE]


def test_by_a_program(table):
    shown = Program().read(f"tables/{table.slug}").json()
    body = {"key": new_key(), "previous": "", "record": KONTRA}
    body |= {"seats": shown["next"]["seats"], "sittings": shown["next"]["sittings"]}
    answer = create_phone(table).send(f"tables/{table.slug}/hands", body, **{"accept-language": "de"})
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


def test_in_place_of_another_hand(table):
    assert play(table, {"plays": [SOLO]}).entry
    assert refusals(table, changes.correct_hand(numbers(table)[0], KONTRA)) == CODES


def test_what_may_stand_is_still_paid(table, german):
    kontra: dict[str, Any] = {**KONTRA, "plays": [SOLO], "premiums": [{**VALAT, "kontra": 2}]}
    silent = {"plays": [{**SOLO, "kontra": 2}], "premiums": [{**VALAT, "announced": False}]}
    first, second = play(table, kontra).entry, play(table, silent).entry
    assert first is not None
    assert second is not None
    assert (first.money0, second.money0) == (3 * 48 * 6, 3 * 12 * 6)
    page = german.get(reverse("deal", args=[table.slug, numbers(table)[1]]))
    assert "Das Kontra fällt mit dem Spiel weg." in page.content.decode()
