"""Impossible hands are refused wherever they come in, with a sentence that names both things."""

import json
from typing import Any

import pytest
from django.urls import reverse

from scoring.book.ledger.seats import load_seats
from scoring.engine.evening.state import begin
from scoring.reports.imports.chosen_rules import choose_house, load_named_sheets
from scoring.reports.imports.record_lines import parse_lines
from scoring.reports.imports.replay import replay_lines
from scoring.table.corrections import changes
from tests.scoring.support.evenings import send_change
from tests.scoring.support.pages import open_table_page, url
from tests.scoring.support.tables import Record, everything, new_key, new_table, play
from tests.scoring.support.tampering import numbers
from tests.support.phones import Client
from tests.support.programs import Program, create_phone
from tests.tournaments.support.sheets import sheet_of
from tournaments.hall.paper_sheets.sheet import compute_lines

pytestmark = pytest.mark.django_db
SOLO = {"contract": "solo", "declarer": 0, "result": "won"}
VALAT = {"premium": "valat", "side": "declarer", "announced": True}
KONTRA: Record = {"plays": [{**SOLO, "kontra": 2}], "premiums": [VALAT]}
TRULL: Record = {
    "plays": [SOLO],
    "premiums": [{"premium": "trull", "side": "declarer"}, {"premium": "mondfang", "side": "defence"}],
}
CLAIM: Record = {"plays": [SOLO], "renonce": {"seat": 1, "claims": {"0": 100}}}
POINTS: Record = {"plays": [{"contract": "solo", "declarer": 0, "points": "60"}], "premiums": [VALAT]}
CASES = {
    "kontra": (KONTRA, "Valat ist angesagt: das Kontra gehört dorthin, auf Solo gibt es keines."),
    "trull": (TRULL, "Mondfangen und Trull können nicht von verschiedenen Parteien sein: das geht am Tisch nicht."),
    "claim": (CLAIM, "Zwanzigerrufen (Turnier) kennt bei einer Renonce keine Forderungen."),
    "points": (POINTS, "Die Prämie Valat braucht 88 Punkte; diese Partei hat 60."),
}
FIELDS = {
    "kontra": {"p0-result": "won", "p0-kontra": "2", "prem-valat-declarer": "announced"},
    "trull": {"p0-result": "won", "prem-trull-declarer": "silent", "prem-mondfang-defence": "silent"},
    "claim": {"renonce": "1", "claim-0": "100"},
    "points": {"p0-points": "60", "prem-valat-declarer": "announced"},
}
SHORTHAND = {
    "kontra": "so 1 + k va!",
    "trull": "so 1 + tr g mo",
    "claim": "so 1 ren:2=1:100",
    "points": "so 1 60 va!",
}
EACH = pytest.mark.parametrize("case", CASES)


def form(case: str) -> dict[str, str]:
    return {"p0-contract": "solo", "p0-declarer": "0", **FIELDS[case]}


@EACH
def test_by_a_form_without_script_which_comes_back_filled(case):
    table, client = new_table("zwanzigerrufen"), Client(headers={"accept-language": "de"})
    before = everything(table)
    sent = open_table_page(client, table).sent | form(case)
    preview = client.post(url("preview", table), sent).content.decode()
    answer = client.post(url("save_hand", table), sent)
    assert CASES[case][1] in preview
    assert answer.status_code == 400
    assert CASES[case][1] in answer.content.decode()
    assert everything(table) == before


@EACH
def test_by_a_phone_that_was_without_the_network_the_hand_goes_back_to_its_form(case):
    table = new_table("zwanzigerrufen")
    sittings = [seat.id for seat in load_seats(table)]
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "sittings": sittings, "fields": form(case)}
    client = Client(headers={"accept-language": "de"})
    answer = client.post(url("save_hand", table), json.dumps(body), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [error["message"] for error in answer.json()["errors"]] == [CASES[case][1]]


@EACH
def test_by_a_program(case):
    table, record = new_table("zwanzigerrufen"), CASES[case][0]
    shown = Program().read(f"tables/{table.slug}").json()
    body = {"key": new_key(), "previous": "", "record": record}
    body |= {"seats": shown["next"]["seats"], "sittings": shown["next"]["sittings"]}
    answer = create_phone(table).send(f"tables/{table.slug}/hands", body, **{"accept-language": "de"})
    assert answer.status_code == 400
    assert [error["message"] for error in answer.json()["errors"]] == [CASES[case][1]]


@EACH
def test_typed_from_a_paper_sheet(case):
    (line,) = compute_lines([SHORTHAND[case]], begin(4), sheet_of("zwanzigerrufen"))
    assert line.faults == ()
    assert not line.is_right
    assert [problem.code for problem in line.problems] == codes(case)


@EACH
def test_in_an_evening_that_is_brought_in(case):
    lines = parse_lines(json.dumps({"sheet": "zwanzigerrufen", **CASES[case][0]}))
    evening = replay_lines(lines, choose_house("zwanzigerrufen"), 4, "de", load_named_sheets(lines, None))
    assert [problem.code for line in evening.bad for problem in line.problems] == codes(case)
    assert evening.good == ()


@EACH
def test_in_place_of_another_hand(case):
    table = new_table("zwanzigerrufen")
    assert play(table, {"plays": [SOLO]}).entry
    (line,) = numbers(table)
    written = send_change(table, changes.correct_hand(line, CASES[case][0]))
    assert [problem.code for problem in written.problems] == codes(case)


def codes(case: str) -> list[str]:
    """The code of the one problem that a case has."""
    found = {"kontra": "kontra_belongs_elsewhere", "trull": "premium_denied", "claim": "no_claims"}
    return [found.get(case, "premium_points")]


def test_what_may_stand_is_still_paid():
    table = new_table("zwanzigerrufen")
    kontra: dict[str, Any] = {**KONTRA, "plays": [SOLO], "premiums": [{**VALAT, "kontra": 2}]}
    silent = {"plays": [{**SOLO, "kontra": 2}], "premiums": [{**VALAT, "announced": False}]}
    first, second = play(table, kontra).entry, play(table, silent).entry
    assert first is not None
    assert second is not None
    assert (first.money0, second.money0) == (3 * 48 * 6, 3 * 12 * 6)
    page = Client(headers={"accept-language": "de"}).get(reverse("deal", args=[table.slug, numbers(table)[1]]))
    assert "Das Kontra fällt mit dem Spiel weg." in page.content.decode()
