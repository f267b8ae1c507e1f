"""Lists of names, typed or from a file, are previewed before anything is written."""

from unittest.mock import Mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club, lock_club
from tarockclub.platform.server.apart import pool
from tests.tournaments.people.entrants.test_pages import numbers, post
from tests.tournaments.support import factories
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Presence
from tournaments.people.name_lists import candidates
from tournaments.people.name_lists.file import parse_text_people
from tournaments.people.name_lists.rows import Unreadable

pytestmark = pytest.mark.django_db


LIST = "Anna Maier\nMaier Anna\nBerta Hubr\nXaver Neu\n12. Xaver Neu\n???\nZita"


def test_a_list_is_shown_before_anything_is_written(secretary):
    of = factories.tournament()
    factories.enter_people(of, "Anna Maier")
    find_or_create_person(lock_club(load_first_club()), "Berta Huber")
    factories.round_(of, [])
    shown = post(secretary, "read_list", of, text=LIST)
    assert shown.status_code == 200
    assert [row["what"] for row in shown.context["told"]] == [
        "entered",
        "alike",
        "alike",
        "new",
        "double",
        "unreadable",
        "new",
    ]
    assert numbers(of) == {"Anna Maier": 1}
    rows = shown.context["rows"]
    key = factories.new_key()
    sent = {"key": key, "rows": rows, "as-3": str(Person.objects.get(name="Berta Huber").pk), "round": "1"}
    for _twice in range(2):
        answer = secretary.post(reverse("confirm_list", args=[of.slug]), sent)
        assert answer["Location"].endswith("?entered=3&there=1")
    assert set(numbers(of)) == {"Anna Maier", "Berta Huber", "Xaver Neu", "Zita"}
    assert Presence.objects.count() == 4  # also of the one who took part already


def test_numbers_of_a_list_are_start_numbers_only_if_that_is_said(secretary):
    of = factories.tournament()
    rows = post(secretary, "read_list", of, text="7 Anna\n3 Berta").context["rows"]
    post(secretary, "confirm_list", of, rows=rows, numbers="on")
    assert numbers(of) == {"Anna": 7, "Berta": 3}
    taken = post(secretary, "read_list", of, text="7 Cilli")
    assert [row["what"] for row in taken.context["told"]] == ["new"]  # it may be a running number
    assert taken.context["taken"] == "7"
    post(secretary, "confirm_list", of, rows=taken.context["rows"], numbers="on")
    assert numbers(of)["Cilli"] == 8


def test_a_column_that_says_who_has_paid_is_shown_and_taken_for_the_rounds_that_are_ticked(secretary):
    of = factories.tournament()
    text = "Name;bezahlt\nAnna Maier;ja\nBerta Huber;\nCilli Neu;3,00\n"
    shown = post(secretary, "read_list", of, text=text)
    assert [row["paid"] for row in shown.context["told"]] == [True, False, True]
    assert 'name="paid"' not in shown.content.decode()  # there is no round whose fee it could be
    assert "noch einmal" in shown.content.decode()
    round_ = factories.round_(of)
    shown = post(secretary, "read_list", of, text=text)
    assert 'name="paid" checked' in shown.content.decode()
    key = factories.new_key()
    for _twice in range(2):
        post(secretary, "confirm_list", of, rows=shown.context["rows"], round="1", paid="on", key=key)
    paid = dict(Presence.objects.filter(round=round_).values_list("entrant__person__name", "paid"))
    assert paid == {"Anna Maier": 300, "Berta Huber": 0, "Cilli Neu": 300}
    assert load_cash_box(of).balance == 600


def test_a_file_is_shown_before_anything_is_written(secretary):
    of = factories.tournament()
    file = SimpleUploadedFile("liste.csv", b"Nachname;Vorname\nMaier;Anna\n")
    shown = secretary.post(reverse("read_file", args=[of.slug]), {"file": file})
    assert [row["name"] for row in shown.context["told"]] == ["Anna Maier"]
    assert numbers(of) == {}


def test_a_file_that_is_too_large_is_not_even_read(secretary):
    of = factories.tournament()
    file = SimpleUploadedFile("liste.csv", b"x" * (3 << 20))
    assert secretary.post(reverse("read_file", args=[of.slug]), {"file": file}).status_code == 413


@pytest.mark.parametrize("rows", ["", "[]", '[[1,"<b>",null]]', '[[1,"A\\u0000",null,""]]', "{}", "9" * 5000])
def test_rows_that_no_page_has_carried_enter_nobody(secretary, rows):
    of = factories.tournament()
    assert post(secretary, "confirm_list", of, rows=rows).status_code == 302
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
    rows = parse_text_people("Anna\n" * 300)
    found = candidates.match_candidates(candidates.load_club_index(club, {}), rows)
    assert apart.call_count == 1
    assert [len(candidate.others) for candidate in found] == [*range(20), *[20] * 280]
    with pytest.raises(Unreadable):
        candidates.match_candidates(candidates.load_club_index(club, {}), parse_text_people("Anna\n" * 2_400))
