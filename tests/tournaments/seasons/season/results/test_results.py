"""Results of earlier years: typed in, pasted or read, shown with who is known and what is strange, then written."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarockclub.kit.lists.file import read_file, read_pasted
from tarockclub.kit.lists.people import Purpose, read_rows
from tarockclub.kit.lists.table import Cell, ListSheet, Row, Table, clean_cell
from tarockclub.models import Club, Note, Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.support.shared_rows import share_rows
from tests.tarockclub.kit.lists.folder import OUTS
from tests.tarockclub.kit.lists.test_files import saved, xlsx
from tests.tournaments.support import acts
from tests.tournaments.support.list_previews import confirm_preview, fill_preview, list_meanings, list_rows
from tournaments.core.acts import ActionRefused
from tournaments.models import SeasonAct, SeasonEvent, SeasonResult
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.results.services import PersonResult, TypedResult, convert_result, load_current_results
from tournaments.seasons.season.results.views import RESULT_KINDS, list_warnings
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
LIST = "Platz\tName\tPunkte\tSchrift\n1.\tAnna Maier\t223\t120\n2\tBerta Huber\t198,5\t-3,5"


@share_rows
def event():
    """An event of a season whose results are not written yet."""
    season = create_season(str(uuid4()), load_first_club(), SeasonDetails("Cup 2019", SeasonSettings()))
    return acts.add_event(season, str(uuid4()), "Frühling")


def at(event: SeasonEvent, name: str = "season_results") -> str:
    return reverse(name, args=[event.season.slug, event.number])


def confirmed(secretary: Client, event: SeasonEvent, text: str, **more: Any) -> Any:
    """Paste a list, look at it, write it."""
    shown = secretary.post(at(event), {"text": text})
    assert shown.status_code == 200
    return confirm_preview(secretary, shown, points="on", **more)


def parse_results(*rows: tuple[str, ...]) -> list[TypedResult]:
    """The results in the cells of some rows."""
    sheet = ListSheet("", tuple(Row(number, tuple(map(Cell, cells))) for number, cells in enumerate(rows, 1)))
    return [convert_result(row) for row in read_rows(Table((sheet,)), Purpose(RESULT_KINDS)).rows]


def list_results(event: SeasonEvent) -> list[tuple[str, int, int | None, int | None]]:
    event.refresh_from_db()
    return [(result.person.name, result.rank, result.points, result.written) for result in load_current_results(event)]


@pytest.mark.heavy_but("1. Anna Maier -12-expected5")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Anna Maier 120\n2. Huber, Berta 99,5", [("Anna Maier", 1, 12000), ("Berta Huber", 2, 9950)]),
        ("Anna Maier", [("Anna Maier", 0, None)]),
        ("3;Anna Maier;12", [("Anna Maier", 3, 1200)]),
        ("Rang\tVorname\tNachname\n1\tAnna\tMaier", [("Anna Maier", 1, None)]),
        ("Punkte;Name;Rang\n7;Anna Maier;2", [("Anna Maier", 2, 700)]),
        ("1. Anna Maier -12", [("Anna Maier", 1, -1200)]),
        ("1. Spieler 7", [("Spieler", 1, 700)]),  # who is called so needs a heading
        ("Platz\tName\n1\tSpieler 7", [("Spieler 7", 1, None)]),
    ],
)
def test_place_name_and_points_are_found_in_a_list(text, expected):
    rows = read_rows(read_pasted(text), Purpose(RESULT_KINDS)).rows
    assert [convert_result(row)[1:4] for row in rows] == expected


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (("eins", "Anna", "3", ""), "no_place"),
        (("0", "Anna", "3", ""), "no_place"),
        (("99999", "Anna", "3", ""), "no_place"),
        (("1", "Anna", "1.234", ""), "dot"),
        (("1", "Anna", "=1+1", ""), "no_points"),
        (("1", "Anna", "1e99999999", ""), "no_points"),
        (("1", "Anna", "2026-01-01", ""), "no_points"),
        (("1", "Anna", "9" * 300, ""), "no_points"),
        (("1", "Anna", "3", "1,7"), "no_written"),
        (("1", "", "3", ""), "no_name"),
        (("1", "x" * 81, "3", ""), "too_long"),
    ],
)
def test_a_row_that_is_no_result_says_why(cells, why):
    results = parse_results(("Platz", "Name", "Punkte", "Schrift"), cells)
    assert [result.unreadable for result in results] == [why]


def test_a_list_without_places_and_points_says_that_only_who_was_there_is_saved():
    for results, said in (([TypedResult(2, "x")], 1), ([TypedResult(2, "x"), TypedResult(3, "y", 1)], 0)):
        assert len(list_warnings(results)) == said


def test_a_pasted_list_is_shown_and_written_only_then(secretary, event):
    shown = secretary.post(at(event), {"text": LIST})
    assert shown.status_code == 200
    assert not SeasonResult.objects.exists()
    assert confirmed(secretary, event, LIST).status_code == 302
    assert list_results(event) == [("Anna Maier", 1, 22300, 720), ("Berta Huber", 2, 19850, -21)]


def test_rows_that_are_typed_in_are_the_same_as_a_list(secretary, event):
    typed = {"place-1": "1", "name-1": "Anna Maier", "points-1": "223", "written-1": "120"}
    typed |= {"place-5": "2", "name-5": "Berta Huber", "points-5": "198,5", "written-5": "-3,5"}
    shown = secretary.post(at(event), typed)
    confirm_preview(secretary, shown, points="on")
    assert list_results(event) == [("Anna Maier", 1, 22300, 720), ("Berta Huber", 2, 19850, -21)]
    again = secretary.get(at(event)).content.decode()
    assert all(f'value="{text}"' in again for text in ("Anna Maier", "223", "198,5", "-3,5"))


@pytest.mark.parametrize("said", ["", "x", "1", "²", "9" * 99])
def test_the_page_opens_whatever_stands_behind_its_address(secretary, event, said):
    assert secretary.get(at(event), {"saved": said}).status_code == 200


def test_more_results_than_a_form_takes_are_not_offered_in_one(secretary, event):
    acts.write_results(event, str(uuid4()), [PersonResult(Newcomer(f"Spieler {row}"), row) for row in range(1, 202)])
    assert 'name="place-1"' not in secretary.get(at(event)).content.decode()


def test_points_that_are_not_taken_follow_from_the_place(secretary, event):
    shown = secretary.post(at(event), {"text": LIST})
    sent = fill_preview(shown)
    del sent["points"]
    secretary.post(at(event, "season_results_confirm"), sent)
    assert [points for _name, _rank, points, _written in list_results(event)] == [None, None]


def test_somebody_who_is_known_is_the_same_person_and_who_is_alike_is_asked_about(secretary, event):
    anna = find_or_create_person(load_first_club(), "Anna Maier")
    meier = find_or_create_person(load_first_club(), "Berta Hubner")
    shown = secretary.post(at(event), {"text": LIST})
    assert list_meanings(shown) == ["known", "alike"]
    confirmed(secretary, event, LIST, **{"as-3": str(meier.pk)})
    assert {result.person_id for result in load_current_results(SeasonEvent.objects.get(pk=event.pk))} == {
        anna.pk,
        meier.pk,
    }


def test_one_person_twice_is_left_out_and_refused_where_it_is_forced(secretary, event):
    twice = "1. Anna Maier\n2. Berta Huber\n3. Anna Maier"
    assert confirmed(secretary, event, twice).status_code == 302
    assert [name for name, *_ in list_results(event)] == ["Anna Maier", "Berta Huber"]
    anna = Person.objects.get(name="Anna Maier")
    with pytest.raises(ActionRefused, match="twice_there"):
        acts.write_results(
            event,
            str(uuid4()),
            [PersonResult(Newcomer("x", anna.pk)), PersonResult(Newcomer("y", anna.pk))],
            "Tippfehler",
        )


def test_another_edition_needs_a_reason_and_keeps_the_first(secretary, event):
    confirmed(secretary, event, LIST)
    other = LIST.replace("223", "224")
    assert confirmed(secretary, event, other).status_code == 409
    assert confirmed(secretary, event, other, reason="Tippfehler").status_code == 302
    assert list_results(event)[0][2] == 22400
    assert SeasonResult.objects.filter(event=event, edition=1).count() == 2
    assert SeasonAct.objects.filter(note__in=Note.objects.filter(text="Tippfehler")).count() == 1
    assert confirmed(secretary, event, other, reason="noch einmal").status_code == 409  # nothing has changed


def test_sent_twice_it_is_written_once(secretary, event):
    shown = secretary.post(at(event), {"text": LIST})
    for _time in range(2):
        assert confirm_preview(secretary, shown).status_code == 302
    event.refresh_from_db()
    assert (event.edition, SeasonResult.objects.count()) == (1, 2)
    other = secretary.post(at(event), {"text": "1. Cilli"})
    key = fill_preview(shown)["key"]
    assert confirm_preview(secretary, other, key=key).status_code == 409


def test_a_tournament_of_the_program_has_its_own_result(event):
    with pytest.raises(ActionRefused, match="no_results"):
        acts.write_results(event, str(uuid4()), [])
    SeasonEvent.objects.filter(pk=event.pk).update(gone="2026-01-01T00:00Z")
    with pytest.raises(ActionRefused, match="event_gone"):
        acts.write_results(event, str(uuid4()), [PersonResult(Newcomer("Anna"))])


def test_a_person_of_another_club_is_nobody_here(event):
    other = find_or_create_person(Club.objects.create(name="Anderswo"), "Anna")
    with pytest.raises(ActionRefused, match="nobody_known"):
        acts.write_results(event, str(uuid4()), [PersonResult(Newcomer("Anna", other.pk))])


def test_looking_asks_no_more_for_many_rows(secretary, event):
    def count_queries(rows: int) -> int:
        text = "Platz\tName\n" + "\n".join(f"{row}\tSpieler {row}" for row in range(1, rows))
        with CaptureQueriesContext(connection) as queries:
            assert secretary.post(at(event), {"text": text}).status_code == 200
        return len(queries)

    count_queries(2)
    assert count_queries(3) == count_queries(50)


def test_a_workbook_is_read_as_it_was_saved(secretary, event):
    raw = saved(
        ("Endstand 2019",),
        ("Rang", "Nachname", "Vorname", "Punkte"),
        (1, "Maier", "Anna", 223),
        (2, "Huber", "Berta", 198.5),
        (3, "Gruber", "Cilli", "=D3-D4"),  # nobody has reckoned it: it is empty
        (4, "Hofer", "Dora", date(2019, 5, 1)),
        ("letzte", "Bauer", "Emil", 0),
    )
    answer = secretary.post(at(event, "season_results_file"), {"file": SimpleUploadedFile("x.xlsx", raw)})
    rows = [(row.name, row.about, row.what) for row in list_rows(answer)]
    assert rows[:3] == [
        ("Anna Maier", "1. · Punkte 223", "new"),
        ("Berta Huber", "2. · Punkte 198,5", "new"),
        ("Cilli Gruber", "3.", "new"),
    ]
    assert (rows[3][0], rows[4][2]) == ("Dora Hofer", "unreadable")


@pytest.mark.parametrize("raw", [b"", b"\n" * 9999], ids=["empty", "lines"])
def test_a_file_in_which_nobody_stands_is_refused(secretary, event, raw):
    answer = secretary.post(at(event, "season_results_file"), {"file": SimpleUploadedFile("x.txt", raw)})
    assert answer.status_code == 400
    assert not SeasonResult.objects.exists()


@pytest.mark.parametrize("name", ["season_results_file", "register_file"])
def test_a_bomb_is_refused_wherever_a_file_is_taken(secretary, event, name):
    bomb = xlsx(b"<worksheet>" + b" " * (30 << 20))
    address = at(event, name) if name == "season_results_file" else reverse(name)
    assert secretary.post(address, {"file": SimpleUploadedFile("x.xlsx", bomb)}).status_code == 400


@given(rows=st.lists(st.lists(st.text(max_size=8), max_size=6).map(tuple), max_size=8))
def test_whatever_stands_in_a_list_is_a_result_or_says_why_it_is_none(rows):
    rows = [tuple(map(clean_cell, cells)) for cells in rows if any(map(clean_cell, cells))]
    if rows:
        sheet = ListSheet("", tuple(Row(number, tuple(map(Cell, cells))) for number, cells in enumerate(rows, 1)))
        reading = read_rows(Table((sheet,)), Purpose(RESULT_KINDS))
        assert {row.out for row in reading.rows} <= {"", *OUTS}


@pytest.mark.heavy
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text() | st.lists(st.text(alphabet="1.,;\t\n=AZä-−½ ", max_size=30)).map("\n".join))
def test_whatever_is_sent_is_answered(secretary, event, text):
    assert secretary.post(at(event), {"text": text}).status_code < 500
    raw = text.encode("utf-8", "surrogatepass")
    answer = secretary.post(at(event, "season_results_file"), {"file": SimpleUploadedFile("x", raw)})
    assert answer.status_code < 500
    sent = {"cells": text, "key": "k"}
    assert secretary.post(at(event, "season_results_confirm"), sent).status_code < 500
    assert read_file(b"Name\nAnna").sheets
