"""A list with the results of several days: each day is shown, people are asked about once, one act writes all of it."""

import re
from datetime import date
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarockclub.kit.lists.file import read_pasted
from tarockclub.kit.lists.people import Purpose, read_rows, spread_days
from tarockclub.kit.lists.table import MOST_ROWS, Cell, ListSheet, Row, Table, Unreadable, decode_table, encode_table
from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import create_person, find_or_create_person, load_first_club
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts
from tests.tournaments.support.list_previews import confirm_preview, fill_preview, find_preview, list_rows
from tournaments.core.acts import ActionRefused
from tournaments.models import Season, SeasonAct, SeasonEvent, SeasonResult
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.results.days import DayResults, WriteDays
from tournaments.seasons.season.results.views import RESULT_KINDS

pytestmark = pytest.mark.django_db
LIST = """Datum;Platz;Name;Punkte
7.11.2025;1;Anna Maier;12
7.11.2025;2;Berta Huber;8,5
14.11.2025;1;Berta Huber;12
14.11.2025;2;Anna Maier;8
14.11.2025;3;Cilli Gruber;5
"""
CROSS = """Name;Gesamt;7.11.2025;14.11.2025
Anna Maier;20;12;8
Berta Huber;20,5;8,5;12
Cilli Gruber;5;–;5
"""
POINTS = {
    date(2025, 11, 7): {"Anna Maier": 1200, "Berta Huber": 850},
    date(2025, 11, 14): {"Berta Huber": 1200, "Anna Maier": 800, "Cilli Gruber": 500},
}


@share_rows
def season():
    """A season without days."""
    return seasons.season()


@share_rows
def director() -> Client:
    """A client of a director."""
    return log_in(make_account("director"))


def show(client: Client, season: Season, text: str) -> Any:
    """The preview of a pasted list."""
    return client.post(reverse("season_days", args=[season.slug]), {"text": text})


def load_points(season: Season) -> dict[date | str, dict[str, int | None]]:
    """The points that count on each day."""
    counted: dict[date | str, dict[str, int | None]] = {}
    for event in SeasonEvent.objects.filter(season=season, gone=None):
        rows = SeasonResult.objects.filter(event=event, edition=event.edition)
        counted[event.day or event.name] = dict(rows.values_list("person__name", "points"))
    return counted


def read_foot(shown: Any) -> tuple[int, int]:
    """The numbers of results and days that the foot of a preview promises."""
    found = re.search(r'<button class="primary">\s*\D*(\d+)\D+(\d+)', shown.content.decode())
    assert found is not None
    return int(found[1]), int(found[2])


def list_words(shown: Any) -> list[tuple[str, int]]:
    """The outcome of each day, and its results."""
    return [(plan.what, len(plan.rows)) for plan, _words, _warnings in shown.context["days"]]


@pytest.mark.parametrize("text", [LIST, CROSS], ids=["rows", "columns"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_days_that_are_missing_come_in_with_their_results_in_one_act(director, season, text, language):
    director.cookies["django_language"] = language
    before = SeasonAct.objects.filter(season=season).count()
    shown = show(director, season, text)
    assert list_words(shown) == [("new", 2), ("new", 3)]
    assert read_foot(shown) == (5, 2)
    assert not SeasonResult.objects.exists()
    assert confirm_preview(director, shown).status_code == 302
    assert load_points(season) == POINTS
    assert SeasonAct.objects.filter(season=season).count() == before + 1
    assert Person.objects.filter(name__in=("Anna Maier", "Berta Huber", "Cilli Gruber")).count() == 3
    names = set(SeasonEvent.objects.filter(season=season).values_list("name", flat=True))
    assert names == {"Freitag, 7. November", "Freitag, 14. November"}
    log = director.get(reverse("season_log", args=[season.slug])).content.decode()
    assert "Freitag, 7. November" in log


def test_a_cup_without_a_date_is_a_day_by_its_name(director, season):
    event = seasons.day(season, name="Frühling")
    shown = show(director, season, "Turnier;Name;Punkte\nfrühling;Anna;3\nHerbst;Anna;4")
    assert list_words(shown) == [("first", 1), ("new", 1)]
    confirm_preview(director, shown)
    assert load_points(season) == {"Frühling": {"Anna": 300}, "Herbst": {"Anna": 400}}
    event.refresh_from_db()
    assert event.edition == 1


def test_a_day_with_results_is_replaced_with_a_reason_and_the_same_ones_stay(director, season):
    confirm_preview(director, show(director, season, LIST))
    shown = show(director, season, LIST.replace("8,5", "9") + "21.11.2025;1;Anna Maier;1\n")
    assert list_words(shown) == [("next", 2), ("same", 3), ("new", 1)]
    assert read_foot(shown) == (3, 2)
    page = shown.content.decode()
    assert "diese gelten an ihrer Stelle" in page
    assert "bleibt, wie es ist" in page
    assert confirm_preview(director, shown).status_code == 409
    assert len(load_points(season)) == 2  # nothing is written, not even the new day
    assert confirm_preview(director, shown, reason="Tippfehler").status_code == 302
    counted = load_points(season)
    assert counted[date(2025, 11, 7)] == {"Anna Maier": 1200, "Berta Huber": 900}
    assert counted[date(2025, 11, 21)] == {"Anna Maier": 100}
    assert sorted(SeasonEvent.objects.filter(season=season).values_list("edition", flat=True)) == [1, 1, 2]
    again = show(director, season, LIST.replace("8,5", "9"))
    assert read_foot(again) == (0, 0)
    assert confirm_preview(director, again).status_code == 409


def test_sent_twice_it_is_written_once_and_after_a_change_it_is_shown_again(director, season):
    shown = show(director, season, LIST)
    other = show(director, season, LIST)
    for _time in range(2):
        assert confirm_preview(director, shown)["Location"].endswith("?saved=5")
    assert confirm_preview(director, other, reason="noch einmal").status_code == 409
    assert SeasonEvent.objects.filter(season=season).count() == 2
    assert SeasonResult.objects.count() == 5


def test_a_day_that_came_meanwhile_is_not_added_twice(director, season):
    shown = show(director, season, LIST)
    acts.add_event(season, seasons.new_key(), "Runde", date(2025, 11, 7))
    again = confirm_preview(director, shown)
    assert again.status_code == 409
    assert list_words(again) == [("first", 2), ("new", 3)]
    assert confirm_preview(director, again).status_code == 302
    assert load_points(season) == POINTS


def test_who_is_alike_is_asked_once_for_all_days(director, season):
    known = find_or_create_person(load_first_club(), "Berta Hubert")
    shown = show(director, season, LIST)
    rows = [row for row in list_rows(shown) if row.name == "Berta Huber"]
    assert [bool(row.choices) for row in rows] == [True, False]
    assert "wie in Zeile 3" in rows[1].why
    confirm_preview(director, shown, **{rows[0].field: str(known.pk)})
    assert SeasonResult.objects.filter(person=known).count() == 2
    assert not Person.objects.filter(name="Berta Huber").exists()


def test_facts_against_a_name_are_a_question_that_leaves_all_its_days_out(director, season):
    father = create_person(load_first_club(), "Gregor Hobera")
    Person.objects.filter(pk=father.pk).update(town="Linz")
    text = "Datum;Name;Punkte\n7.11.2025;Gregor Hobera, Graz;5\n14.11.2025;Gregor Hobera, Graz;6\n14.11.2025;Anna;1"
    shown = show(director, season, text)
    [asked] = shown.context["asked"]
    assert (read_foot(shown), shown.context["open_count"]) == ((1, 1), 1)
    shown = confirm_preview(director, shown, again="1", **{asked.field: "new"})
    assert read_foot(shown) == (3, 2)
    confirm_preview(director, shown)
    assert [SeasonResult.objects.filter(person=father).count(), SeasonResult.objects.count()] == [0, 3]
    assert Person.objects.filter(name="Gregor Hobera").count() == 2


def test_somebody_twice_on_a_day_is_left_out_there_and_refused_where_it_is_forced(director, season):
    shown = show(director, season, LIST + "14.11.2025;4;Anna Maier;2\n")
    assert read_foot(shown) == (5, 2)
    assert shown.context["counts"]["left"] == 1
    confirm_preview(director, shown)
    assert load_points(season) == POINTS
    anna = Newcomer("Anna Maier", Person.objects.get(name="Anna Maier").pk)
    day = DayResults(None, "Kirtag", None, [(0, 1, None, None, None, None), (1, 2, None, None, None, None)])
    with pytest.raises(ActionRefused, match="twice_on_a_day"):
        WriteDays(people=[anna, anna], days=[day], sent_fields=[]).perform(season, seasons.new_key())
    assert len(load_points(season)) == 2


def test_a_secretary_fills_days_that_are_there_and_adds_none(secretary, season):
    acts.add_event(season, seasons.new_key(), "Runde", date(2025, 11, 7))
    shown = show(secretary, season, LIST)
    assert list_words(shown) == [("first", 2), ("nobody", 0)]
    assert "Diesen Tag hat die Saison nicht" in shown.content.decode()
    confirm_preview(secretary, shown)
    assert load_points(season) == {date(2025, 11, 7): POINTS[date(2025, 11, 7)]}


def test_what_is_no_typed_day_or_may_be_several_stays_out_and_says_why(director, season):
    played = seasons.play_tournament(season, "Anna Maier")
    for name in ("Früh", "Spät"):
        acts.add_event(season, seasons.new_key(), name, date(2025, 11, 14))
    text = LIST.replace("7.11.2025", f"{played.day:%d.%m.%Y}") + ";1;Dora;1\n"
    shown = show(director, season, text)
    assert read_foot(shown) == (0, 0)
    page = shown.content.decode()
    for words in ("ein Turnier des Programms", "mehrere Tage der Saison", "weder ein Datum noch ein Cup"):
        assert words in page
    assert confirm_preview(director, shown).status_code == 409
    assert not SeasonResult.objects.exists()


def test_a_season_that_has_ended_takes_results_but_no_new_day(director, season):
    seasons.day(season, name="Frühling")
    Season.objects.filter(pk=season.pk).update(ended=now())
    shown = show(director, season, "Turnier;Name;Punkte\nFrühling;Anna;3\nHerbst;Anna;4")
    assert list_words(shown) == [("first", 1), ("nobody", 0)]
    teams = seasons.season(name="Teamcup", teams=True)
    shown = show(director, teams, LIST)
    assert list_words(shown) == [("nobody", 0), ("nobody", 0)]
    assert "Mannschaft" in shown.content.decode()


def test_the_books_of_the_club_are_right_afterwards(director, season):
    confirm_preview(director, show(director, season, LIST))
    call_command("verify_ledger")


def test_places_and_looks_are_those_of_each_day(director, season):
    shown = show(director, season, LIST)
    assert not shown.context["looks"]
    assert not any(warnings for _plan, _words, warnings in shown.context["days"])
    shown = show(director, season, LIST.replace("14.11.2025;2", "14.11.2025;4"))
    assert any("Platz folgt nicht" in row.why for row in shown.context["looks"])


def test_a_cup_of_abakus_comes_in_whole(director, season):
    for number, name in (("12", "Anna"), ("7", "Berta")):
        Person.objects.filter(pk=create_person(load_first_club(), name).pk).update(player_number=number)
    rows = '{cup};{day};"12";10;20;5;35\n{cup};{day};"7";1;2;3;6\n'
    text = rows.format(cup="Cup", day="7.11.2025") + rows.format(cup="Cup", day="14.11.2025")
    answer = director.post(
        reverse("season_days_file", args=[season.slug]), {"file": SimpleUploadedFile("cup.csv", text.encode())}
    )
    confirm_preview(director, answer)
    results = SeasonResult.objects.order_by("event__day", "rank")
    assert [(row.event.day.day, row.rank, row.person.name, row.written) for row in results if row.event.day] == [
        (7, 1, "Anna", 210),
        (7, 2, "Berta", 36),
        (14, 1, "Anna", 210),
        (14, 2, "Berta", 36),
    ]


def test_looking_asks_no_more_for_many_rows(director, season):
    def count_queries(rows: int) -> int:
        lines = [f"{row % 28 + 1}.11.2025;Spieler {row // 28}" for row in range(rows)]
        with CaptureQueriesContext(connection) as queries:
            assert show(director, season, "Datum;Name\n" + "\n".join(lines)).status_code == 200
        return len(queries)

    count_queries(28)
    assert count_queries(28) == count_queries(280)


def test_days_as_columns_are_rows_that_a_page_can_carry_and_not_too_many():
    table = read_pasted(CROSS)
    spread = table._replace(sheets=tuple(map(spread_days, table.sheets)))
    assert decode_table(encode_table(spread)) == spread
    assert tuple(map(spread_days, spread.sheets)) == spread.sheets
    words = read_pasted("Datum;Spieltag;Name\n7.11.2025;1;Anna").sheets
    assert tuple(map(spread_days, words)) == words
    head = Row(1, (Cell("Name"), *(Cell(f"{day}.1.2025") for day in range(1, 31))))
    body = [Row(number, (Cell(f"A{number}"), *[Cell("1")] * 30)) for number in range(2, MOST_ROWS // 30 + 3)]
    with pytest.raises(Unreadable, match="too_many_rows"):
        spread_days(ListSheet("", (head, *body)))


CELLS = ("Name", "Datum", "7.11.2025", "8.11.2025", "1", "–", "", "Anna", "Platz")
WORDS = "Anna|Berta Huber|Huber Berta|Cilli, Graz|Cilli, Linz|Cilli|Anna|Gesamt|Ruiz Sol, Ana|"
DAYS = "7.11.2025|14.11.2025|21.11.2025|2025-11-07||gestern|31.2.2025"


@pytest.mark.heavy_but("0")
@pytest.mark.parametrize("number", range(40))
def test_the_foot_promises_what_is_written_after_any_answers(director, season, number):
    chance = Random(number)
    known = create_person(load_first_club(), "Cilli")
    Person.objects.filter(pk=known.pk).update(town="Linz")
    create_person(load_first_club(), "Bertha Huber")
    acts.add_event(season, seasons.new_key(), "Runde", date(2025, 11, 7))
    for _time in range(3):
        kinds = [DAYS, "||Runde|Herbst", WORDS, "1|2|x|", "3|1.500|y"]
        rows = [";".join(chance.choice(words.split("|")) for words in kinds) for _row in range(chance.randint(1, 12))]
        shown = show(director, season, "Datum;Turnier;Name;Platz;Punkte\n" + "\n".join(rows))
        if shown.status_code == 400:
            continue
        fields = find_preview(shown).fields
        answers = {
            name: chance.choice(field.offered)
            for name, field in fields.items()
            if name.startswith(("as-", "dot")) and field.offered and chance.random() < 0.6
        }
        shown = confirm_preview(director, shown, again="1", **answers)
        before, people = SeasonResult.objects.count(), set(Person.objects.values_list("pk"))
        promised, days = read_foot(shown)
        new = sum(what == "new" for what, _many in list_words(shown))
        events = SeasonEvent.objects.filter(season=season).count()
        editions = sum(SeasonEvent.objects.filter(season=season).values_list("edition", flat=True))
        done = confirm_preview(director, shown, reason="Verschrieben")
        if done.status_code == 409:  # nothing to save, or somebody twice
            assert SeasonResult.objects.count() == before
            assert set(Person.objects.values_list("pk")) == people
            continue
        assert done.status_code == 302
        assert SeasonResult.objects.count() == before + promised
        assert SeasonEvent.objects.filter(season=season).count() == events + new
        assert sum(SeasonEvent.objects.filter(season=season).values_list("edition", flat=True)) == editions + days


@pytest.mark.heavy
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text() | st.lists(st.text(alphabet="1.,;\t\n=AZä-−½ 2025Name", max_size=30)).map("\n".join))
def test_whatever_is_sent_is_answered(director, season, text):
    for sent in (text, f"Name;7.11.2025;14.11.2025\n{text}", f"Datum;Name;Turnier\n{text}"):
        assert show(director, season, sent).status_code < 500
    answer = {"cells": text, "key": "k"}
    assert director.post(reverse("season_days_confirm", args=[season.slug]), answer).status_code < 500


@given(rows=st.lists(st.lists(st.sampled_from(CELLS))))
def test_any_sheet_can_be_spread(rows):
    cells = [(number, tuple(map(Cell, row))) for number, row in enumerate(rows, 1) if row and row[-1]]
    sheet = ListSheet("", tuple(Row(number, row) for number, row in cells))
    spread = spread_days(sheet)
    numbers = [row.number for row in spread.rows]
    assert numbers == sorted(set(numbers))
    if spread.rows:
        read_rows(Table((spread,)), Purpose(RESULT_KINDS))


def test_the_page_opens_and_is_linked_from_the_season(secretary, season):
    address = reverse("season_days", args=[season.slug])
    assert address in secretary.get(reverse("season", args=[season.slug])).content.decode()
    assert secretary.get(address, {"saved": "3"}).status_code == 200
    with override("en"):
        assert "Results of several days" in secretary.get(address, headers={"accept-language": "en"}).content.decode()
    assert "key" in fill_preview(show(secretary, season, LIST))
