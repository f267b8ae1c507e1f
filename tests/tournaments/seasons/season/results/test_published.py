"""Results as clubs publish and save them, through the page: what it shows is what counts, or it asks."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tarockclub.platform.accounts.persons import load_first_club
from tests.support.accounts import log_in
from tests.tarockclub.kit.lists.folder import OUTS
from tests.tournaments.support import acts
from tests.tournaments.support.list_previews import confirm_preview, list_rows
from tournaments.models import SeasonEvent
from tournaments.people.name_lists import messages as people_messages
from tournaments.people.name_lists.candidates import UNREADABLE
from tournaments.seasons.season.results.services import load_current_results
from tournaments.seasons.season.results.views import ResultList
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
PUBLISHED = {
    "1. Anna Maier 1.500\n2. Berta Huber 1.000\n3. Cora Lang 990": [
        ("Anna Maier", 1, 150000),
        ("Berta Huber", 2, 100000),
        ("Cora Lang", 3, 99000),
    ],
    "1. | Anna Maier | 4753 P. |\n2. | Berta Huber | –30 P. |": [
        ("Anna Maier", 1, 475300),
        ("Berta Huber", 2, -3000),
    ],
    "1. Anna Maier 299 (119/+180)\n2. Berta Huber 100 (40/+60)\n2. ex aequo Cora Lang 100 (30/+70)": [
        ("Anna Maier", 1, 29900),
        ("Berta Huber", 2, 10000),
        ("Cora Lang", 2, 10000),
    ],
    "Rang;Spieler:in;Gesamtpunkte\n1;Maier, Anna;1.234,5\n2;Berta Huber;1'000\n": [
        ("Anna Maier", 1, 123450),
        ("Berta Huber", 2, 100000),
    ],
    "Rang;Name;Punkte\n1;Anna Maier;66,67\n2;Berta Huber;33,33\n;Summe;100": [
        ("Anna Maier", 1, 6667),
        ("Berta Huber", 2, 3333),
    ],
}


@pytest.fixture
def event():
    """An event of a season whose results are not written yet."""
    season = create_season(str(uuid4()), load_first_club(), SeasonDetails("Cup 2019", SeasonSettings()))
    return acts.add_event(season, str(uuid4()), "Frühling")


def find_address(event: SeasonEvent, name: str = "season_results") -> str:
    return reverse(name, args=[event.season.slug, event.number])


def list_results(event):
    event.refresh_from_db()
    return [(result.person.name, result.rank, result.points) for result in load_current_results(event)]


@pytest.mark.parametrize("text", PUBLISHED)
@pytest.mark.parametrize("as_file", [False, True])
def test_a_published_list_is_stored_as_it_is_meant(event, text, as_file):
    secretary = log_in()
    if as_file:
        file = SimpleUploadedFile("liste.csv", text.encode())
        shown = secretary.post(find_address(event, "season_results_file"), {"file": file})
    else:
        shown = secretary.post(find_address(event), {"text": text})
    assert confirm_preview(secretary, shown, points="on").status_code == 302
    assert list_results(event) == PUBLISHED[text]


@pytest.mark.heavy_but("decimal-points1")
@pytest.mark.parametrize(("answer", "points"), [("thousands", [150000, 1000, 500]), ("decimal", [1000, 500, 150])])
def test_points_that_nobody_can_read_wait_for_an_answer(event, answer, points):
    text = "Name;Punkte\nAnna Maier;1.500\nBerta Huber;10\nCora Lang;5"
    secretary = log_in()
    shown = secretary.post(find_address(event), {"text": text})
    assert [row.row for row in list_rows(shown) if row.what == UNREADABLE] == [2]
    assert confirm_preview(secretary, shown, points="on").status_code == 302
    assert list_results(event) == [("Berta Huber", 0, 1000), ("Cora Lang", 0, 500)]
    again = confirm_preview(secretary, secretary.post(find_address(event), {"text": text}), points="on", dot=answer)
    assert again.status_code == 200  # read again
    assert confirm_preview(secretary, again, points="on", reason="mit Punkt").status_code == 302
    assert sorted((row[2] for row in list_results(event)), reverse=True) == points


def test_rows_typed_on_the_page_are_asked_about_in_the_same_way(event):
    secretary = log_in()
    typed = {"place-1": "1", "name-1": "Maier, Anna", "points-1": "1.500", "place-2": "2", "name-2": "Berta Huber"}
    shown = secretary.post(find_address(event), {**typed, "points-2": "1.000"})
    assert [question["field"] for question in shown.context["questions"]] == ["dot"]
    assert confirm_preview(secretary, shown, points="on", dot="thousands").status_code == 200
    shown = secretary.post(find_address(event), {**typed, "points-2": "990"})
    assert confirm_preview(secretary, shown, points="on").status_code == 302
    assert list_results(event) == [("Anna Maier", 1, 150000), ("Berta Huber", 2, 99000)]


def test_every_reason_for_a_row_that_stays_out_has_its_sentence(event):
    reasons = {**people_messages.ROWS, **ResultList.rows}
    assert [code for code in OUTS if code not in reasons] == []


def test_a_place_that_contradicts_the_points_is_said(event):
    shown = log_in().post(find_address(event), {"text": "1. Anna Maier 30\n2. Berta Huber 10\n3. Cora Lang 20"})
    assert [row.row for row in shown.context["looks"]] == [3]
