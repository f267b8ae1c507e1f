"""Lists of names, typed or from a file, are previewed before anything is written."""

import json
from unittest.mock import Mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.table import Unreadable
from tarockclub.models import Club, LogEntry, Person
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club, lock_club
from tarockclub.platform.server.apart import pool
from tests.tournaments.people.entrants.test_pages import numbers, post
from tests.tournaments.support import acts, factories
from tests.tournaments.support.list_previews import confirm_preview, list_meanings, list_rows
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import ListColumns, Presence, Spelling
from tournaments.people.list_import import flow
from tournaments.people.name_lists import candidates
from tournaments.people.name_lists.candidates import ListPerson
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db


LIST = "Anna Maier\nMaier Anna\nBerta Hubr\nXaver Neu\n12. Xaver Neu\n???\nZita"


def test_a_list_is_shown_before_anything_is_written(secretary):
    of = factories.tournament()
    factories.enter_people(of, "Anna Maier")
    find_or_create_person(lock_club(load_first_club()), "Berta Huber")
    factories.round_(of, [])
    shown = post(secretary, "read_list", of, text=LIST)
    assert shown.status_code == 200
    assert list_meanings(shown) == ["entered", "alike", "alike", "new", "double", "unreadable", "new"]
    assert numbers(of) == {"Anna Maier": 1}
    berta = str(Person.objects.get(name="Berta Huber").pk)
    for _twice in range(2):
        answer = confirm_preview(secretary, shown, **{"as-3": berta, "round": "1"})
        assert answer["Location"].endswith("?entered=3&there=1")
    assert set(numbers(of)) == {"Anna Maier", "Berta Huber", "Xaver Neu", "Zita"}
    assert Presence.objects.count() == 4  # also of the one who took part already


def test_numbers_of_a_list_are_start_numbers_only_if_that_is_said(secretary):
    of = factories.tournament()
    confirm_preview(secretary, post(secretary, "read_list", of, text="7 Anna\n3 Berta"), numbers="on")
    assert numbers(of) == {"Anna": 7, "Berta": 3}
    taken = post(secretary, "read_list", of, text="7 Cilli")
    assert list_meanings(taken) == ["new"]  # it may be a running number
    assert taken.context["taken"] == "7"
    confirm_preview(secretary, taken, numbers="on")
    assert numbers(of)["Cilli"] == 8


def test_a_column_that_says_who_has_paid_is_shown_and_taken_for_the_rounds_that_are_ticked(secretary):
    of = factories.tournament()
    text = "Name;bezahlt\nAnna Maier;ja\nBerta Huber;\nCilli Neu;3,00\n"
    shown = post(secretary, "read_list", of, text=text)
    assert shown.context["payers"] == 2
    assert 'name="paid"' not in shown.content.decode()  # there is no round whose fee it could be
    assert "noch einmal" in shown.content.decode()
    round_ = factories.round_(of)
    shown = post(secretary, "read_list", of, text=text)
    assert 'name="paid" checked' in shown.content.decode()
    for _twice in range(2):
        confirm_preview(secretary, shown, round="1", paid="on")
    paid = dict(Presence.objects.filter(round=round_).values_list("entrant__person__name", "paid"))
    assert paid == {"Anna Maier": 300, "Berta Huber": 0, "Cilli Neu": 300}
    assert load_cash_box(of).balance == 600


def test_numbers_of_the_federation_that_a_list_of_participants_shows_are_written(secretary):
    of = factories.tournament()
    find_or_create_person(lock_club(load_first_club()), "Berta Huber")
    text = "Name;Verbandsnummer\nAnna Maier;at 7\nBerta Huber;AT8\nCilli Neu;\n"
    shown = post(secretary, "read_list", of, text=text)
    for _twice in range(2):
        assert "entered=3" in confirm_preview(secretary, shown)["Location"]
    written = dict(Person.objects.filter(entrants__tournament=of).values_list("name", "federation_number"))
    assert written == {"Anna Maier": "AT7", "Berta Huber": "AT8", "Cilli Neu": ""}
    logged = LogEntry.objects.filter(kind=Kind.FEDERATION_NUMBER).values_list("said", flat=True)
    assert [json.loads(said)["number"] for said in logged] == [2]  # the second time nothing is new


def test_a_file_is_shown_before_anything_is_written(secretary):
    of = factories.tournament()
    file = SimpleUploadedFile("liste.csv", b"Nachname;Vorname\nMaier;Anna\n")
    shown = secretary.post(reverse("read_file", args=[of.slug]), {"file": file})
    assert [row.name for row in list_rows(shown)] == ["Anna Maier"]
    assert numbers(of) == {}


def test_a_file_that_is_too_large_is_not_even_read(secretary):
    of = factories.tournament()
    file = SimpleUploadedFile("liste.csv", b"x" * (3 << 20))
    assert secretary.post(reverse("read_file", args=[of.slug]), {"file": file}).status_code == 413


@pytest.mark.parametrize(
    "cells", ["", "[]", '[[["A",1,[[0,1,"x"]]]],[]]', '[[["A",1,[[1,1,"A\\u0000"]]]],[]]', "{}", "9" * 5000]
)
def test_cells_that_no_page_has_carried_enter_nobody(secretary, cells):
    of = factories.tournament()
    assert post(secretary, "confirm_list", of, cells=cells).status_code == 302
    assert numbers(of) == {}


def test_names_and_lists_that_cannot_be_are_told(secretary):
    of = factories.tournament()
    for name in ("", "x" * 81):
        assert post(secretary, "add_entrant", of, name=name).status_code == 400
    for text in ("", "???", "x" * 200_001):
        answer = post(secretary, "read_list", of, text=text)
        assert answer.status_code == 400
        assert answer.context["problem"]
    assert secretary.post(reverse("read_file", args=[of.slug])).status_code == 400
    picture = SimpleUploadedFile("liste.xlsx", b"PK\x03\x04 nothing")
    assert secretary.post(reverse("read_file", args=[of.slug]), {"file": picture}).context["problem"]


def test_a_list_of_which_everybody_must_be_asked_about_is_read_in_parts(secretary, monkeypatch):
    monkeypatch.setattr("tournaments.people.name_lists.candidates.MOST_QUESTIONS", 1)
    answer = post(secretary, "read_list", factories.tournament(), text="Anna\nAnna\nAnna")
    assert answer.status_code == 400


def test_names_are_matched_in_another_process_and_what_comes_back_is_bounded(monkeypatch):
    apart = Mock(wraps=pool.run_apart)
    monkeypatch.setattr(candidates, "run_apart", apart)
    club = factories.tournament().club_id
    rows = [ListPerson(number, "Anna") for number in range(1, 301)]
    found = candidates.match_candidates(candidates.load_club_index(club, {}), rows)
    assert apart.call_count == 1
    assert [len(candidate.others) for candidate in found] == [*range(20), *[20] * 280]
    with pytest.raises(Unreadable):
        candidates.match_candidates(candidates.load_club_index(club, {}), rows * 8)


def test_a_column_can_be_read_as_something_else_and_is_remembered_for_these_headings(secretary):
    of = factories.tournament()
    text = "Nr;Name;Herkunft\n1;Anna Maier;Wien\n2;Berta Huber;Linz\n"
    shown = post(secretary, "read_list", of, text=text)
    shown = confirm_preview(secretary, shown, **{"column-1": "", "column-2": "name"})
    assert shown.status_code == 200  # nothing that was not shown is written
    assert [row.name for row in list_rows(shown)] == ["Wien", "Linz"]
    shown = confirm_preview(secretary, shown, **{"column-1": "name", "column-2": "town"})
    confirm_preview(secretary, shown)
    towns = {"Anna Maier": "Wien", "Berta Huber": "Linz"}
    assert dict(Person.objects.exclude(town="").values_list("name", "town")) == towns
    again = post(secretary, "read_list", of, text="NR;NAME;herkunft\n1;Cilli Neu;Graz\n")
    assert list_rows(again)[0].about == "Graz"
    kept = secretary.get(reverse("kept_lists"))
    assert "herkunft" in kept.content.decode()
    secretary.post(reverse("kept_lists"), {"columns": str(ListColumns.objects.get().pk)})
    assert not ListColumns.objects.exists()


@pytest.mark.heavy
def test_a_spelling_that_somebody_has_answered_is_that_person_in_the_next_list(secretary):
    of = factories.tournament()
    anna = find_or_create_person(lock_club(load_first_club()), "Anna-Katharina Maier")
    shown = post(secretary, "read_list", of, text="Name;Ort\nMaier Kathi;Wien\n")
    assert list_meanings(shown) == ["new"]
    Person.objects.filter(pk=anna.pk).update(player_number="4")
    shown = post(secretary, "read_list", of, text="Name;Spielernummer\nKathi Maier;4\n")
    confirm_preview(secretary, shown, **{"as-2": str(anna.pk)})
    assert Spelling.objects.get().person_id == anna.pk
    later = factories.tournament()
    shown = post(secretary, "read_list", later, text="Kathi Maier\nKathi Berger")
    assert list_meanings(shown) == ["known", "new"]
    confirm_preview(secretary, shown)
    assert set(numbers(later)) == {"Anna-Katharina Maier", "Kathi Berger"}
    secretary.post(reverse("kept_lists"), {"spelling": str(Spelling.objects.get().pk)})
    assert not Spelling.objects.exists()


def test_a_club_keeps_its_newest_spellings_with_a_few_statements(monkeypatch, django_assert_max_num_queries):
    club = load_first_club()
    anna = find_or_create_person(lock_club(club), "Anna Maier").pk
    monkeypatch.setattr(flow, "MOST_SPELLINGS", 30)
    with django_assert_max_num_queries(6):
        flow.keep_spellings(club.pk, [(f"Anna {letter}{other}", anna) for letter in "abc" for other in "abcdefghijkl"])
    flow.keep_spellings(club.pk, [("Anna cl", anna), ("Kathi", anna)])
    kept = Spelling.objects.filter(club=club).order_by("pk").values_list("name", flat=True)
    assert (len(kept), kept[0], kept[29]) == (30, fold_name("Anna ah").text, fold_name("Kathi").text)


def test_a_word_that_says_neither_paid_nor_unpaid_is_asked_once_and_ticks_nothing(secretary):
    of = factories.tournament(fee=300)
    round_ = factories.round_(of)
    text = "Name;bezahlt\nAnna Maier;Rest folgt\nBerta Huber;Rest folgt\nCilli Neu;unbezahlt\nDora Alt;ja\n"
    shown = post(secretary, "read_list", of, text=text)
    assert [(payment["word"], payment["rows"]) for payment in shown.context["payments"]] == [("rest folgt", 2)]
    assert (shown.context["open_count"], shown.context["open_payments"]) == (0, 1)
    confirm_preview(secretary, shown, round="1")
    paid = dict(Presence.objects.filter(round=round_).values_list("entrant__person__name", "paid"))
    assert paid == {"Anna Maier": 0, "Berta Huber": 0, "Cilli Neu": 0, "Dora Alt": 300}
    other = factories.tournament(fee=300)
    round_ = factories.round_(other)
    shown = post(secretary, "read_list", other, text=text)
    confirm_preview(secretary, shown, round="1", **{"paid-rest folgt": "yes"})
    paid = dict(Presence.objects.filter(round=round_).values_list("entrant__person__name", "paid"))
    assert paid == {"Anna Maier": 300, "Berta Huber": 300, "Cilli Neu": 0, "Dora Alt": 300}


def test_what_is_kept_of_lists_is_that_of_the_own_club(secretary):
    other = Club.objects.create(name="Anderswo")
    row = ListColumns.objects.create(club=other, headings="wer", kinds="name")
    secretary.post(reverse("kept_lists"), {"columns": str(row.pk)})
    assert ListColumns.objects.filter(pk=row.pk).exists()


def test_what_one_page_does_not_take_of_a_list_is_not_forgotten_on_another(secretary):
    text = "Nr;Name;Herkunft;bezahlt\n1;Anna Maier;Wien;ja\n"
    shown = secretary.post(reverse("register_list"), {"text": text})
    shown = confirm_preview(secretary, shown, **{"column-2": "town"})
    confirm_preview(secretary, shown)
    assert ListColumns.objects.get().kinds == "=,=,town,="
    of = factories.tournament(fee=300)
    factories.round_(of)
    shown = post(secretary, "read_list", of, text=text)
    assert list_rows(shown)[0].about == "Wien · ✓ bezahlt"


def test_a_question_about_points_shows_a_cell_that_it_is_about(secretary):
    season = create_season(factories.new_key(), load_first_club(), SeasonDetails("Cup", SeasonSettings()))
    event = acts.add_event(season, factories.new_key(), "Frühling")
    address = reverse("season_results", args=[season.slug, event.number])
    shown = secretary.post(address, {"text": "Platz;Name;Punkte\n1;Anna Maier;90\n2;Berta Huber;1.500\n"})
    assert [question["example"] for question in shown.context["questions"]] == ["1.500"]
