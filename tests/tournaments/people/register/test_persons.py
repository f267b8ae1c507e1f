"""The register: names and details stand everywhere at once, two entries become one, lists are put in once."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.ledger.seats import load_seats
from scoring.models import GameTable
from tarockclub.kit.text import TOWN_SIGN
from tarockclub.models import Account, Club, Note, Person
from tarockclub.office.privacy.data_file.section import DataSubject
from tarockclub.office.privacy.data_file.sections import load_details
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import (
    clean_details,
    create_person,
    fill_details,
    find_or_create_person,
    list_person_names,
    load_first_club,
    lock_club,
)
from tarockclub.platform.accounts.secret_links import draw_secret
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tests.scoring.support.evenings import SIX
from tests.scoring.support.tables import dreier, new_table
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.evenings.year import evening
from tests.tournaments.support import acts, factories
from tests.tournaments.support.cup import table_at
from tests.tournaments.support.list_previews import confirm_preview, list_meanings, read_people
from tournaments.core.acts import ActionRefused
from tournaments.models import Application, Entrant, Presence
from tournaments.people.list_import.register_list import REGISTER_KINDS
from tournaments.people.name_lists.candidates import load_club_index, match_candidates
from tournaments.people.name_lists.choices import parse_choices
from tournaments.people.register.selectors import search_people, set_details, set_people_settings
from tournaments.people.register.services import add_people, find_last_number, merge, rename
from tournaments.people.registration import actions

pytestmark = pytest.mark.django_db


def person(name: str) -> Person:
    return Person.objects.get(name=name, merged_into=None)


def table_names(table: GameTable) -> list[str]:
    return [seat.name for seat in load_seats(table, INSIDE)]


@pytest.fixture
def in_april(monkeypatch):
    monkeypatch.setattr("tournaments.people.register.selectors.now", lambda: datetime(2026, 4, 2, tzinfo=UTC))


@pytest.mark.usefixtures("in_april")
def test_the_register_says_on_how_many_days_somebody_was_at_a_table_in_twelve_months():
    evening(dreier(0), when=(2025, 3, 30, 19))  # too long ago
    evening(dreier(0), when=(2026, 3, 4, 19))
    evening(dreier(0), when=(2026, 3, 11, 19))
    evening(names=("Emil", *SIX[1:4]), when=(2026, 4, 1, 19), ends=False)
    factories.whole(4)
    rows: dict[str, Any] = {row.name: row for row in search_people(load_first_club().pk, "")}
    assert [rows[name].days for name in ("Anna", "Emil", "Spieler 1")] == [2, None, None]


def test_the_tables_of_a_tournament_are_a_day_of_the_register_too():
    of, first, _tables = factories.whole(4)
    acts.start_clock(first, factories.new_key(), confirmed=True)
    acts.enter_end_totals(table_at(first, 1), factories.new_key(), (60, -60, 0, 0))
    rows: dict[str, Any] = {row.name: row for row in search_people(of.club_id, "")}
    assert rows["Spieler 1"].days == 1
    assert log_in().get(reverse("register")).context["players"] == 4


@pytest.mark.usefixtures("in_april")
def test_two_tables_of_a_night_are_one_evening_and_whoever_was_merged_counts_with_them():
    evening(dreier(0), when=(2026, 3, 4, 19))
    evening(dreier(0), when=(2026, 3, 5, 1))
    evening(dreier(0), names=("Änna", *SIX[1:4]), when=(2026, 3, 18, 19))
    merge(person("Anna"), person("Änna"))
    rows: dict[str, Any] = {row.name: row for row in search_people(load_first_club().pk, "")}
    assert [rows[name].days for name in ("Anna", "Berta")] == [2, 2]
    assert log_in().get(reverse("register")).context["players"] == 4


def test_many_people_are_shown_letter_by_letter_as_they_are_sorted():
    club = load_first_club()
    names = [f"Franz {surname}{number:02}er" for surname in ("Adl", "Öl", "Ol") for number in range(21)]
    Person.objects.bulk_create(Person(club=club, number=100 + place, name=name) for place, name in enumerate(names))
    secretary = log_in(make_account("secretary", login="sepp"))
    page = secretary.get(reverse("register"))
    assert page.context["letters"] == [("A", 21), ("O", 42), ("S", 1)]
    assert (page.context["letter"], len(page.context["rows"])) == ("A", 21)
    rows = secretary.get(reverse("register"), {"letter": "O"}).context["rows"]
    assert [row["letter"] for row in rows[:2]] == ["O", ""]
    assert [row["parts"][1] for row in rows[:3]] == ["Ol00er", "Öl00er", "Ol01er"]
    assert len(secretary.get(reverse("register"), {"q": "öl0"}).context["rows"]) == 20


def test_a_new_name_stands_at_the_tables_and_phones_notice():
    of, _round, tables = factories.whole(4)
    before, version = tables[0].game_table.news, of.version
    rename(person("Spieler 2"), "Berta")
    assert table_names(tables[0].game_table) == ["Spieler 1", "Berta", "Spieler 3", "Spieler 4"]
    tables[0].game_table.refresh_from_db()
    of.refresh_from_db()
    assert (tables[0].game_table.news, of.version) == (before + 1, version + 1)
    assert "Spieler 2" not in list_person_names(load_first_club())


def test_merged_people_are_shown_under_one_name_and_offered_once():
    table = new_table(names=("Anna Maier", "Berta", "Cilli", "Dora"))
    other = new_table(names=("Maier Anna", "Emil", "Franz", "Georg"))
    merge(person("Anna Maier"), person("Maier Anna"))
    assert table_names(other)[0] == table_names(table)[0] == "Anna Maier"
    assert "Maier Anna" not in list_person_names(load_first_club())
    rename(person("Anna Maier"), "Anna Mair")
    assert table_names(other)[0] == table_names(table)[0] == "Anna Mair"
    assert find_or_create_person(load_first_club(), "Anna Mair").merged_into is None


def test_chains_of_merged_people_end_at_one():
    new_table(names=("A", "B", "C", "D"))
    a, b, c = person("A"), person("B"), person("C")
    emil = find_or_create_person(lock_club(load_first_club()), "Emil")
    fritz = find_or_create_person(lock_club(load_first_club()), "Fritz")
    merge(emil, fritz)
    for _twice in range(2):
        merge(a, emil)
    assert set(Person.objects.filter(merged_into=a).values_list("pk", flat=True)) == {emil.pk, fritz.pk}
    for target, other, why in ((b, fritz, "merged_already"), (a, a, "same_person"), (b, c, "same_table")):
        with pytest.raises(ActionRefused, match=why):
            merge(target, other)


def test_who_sat_at_a_table_with_somebody_is_not_he_nor_who_was_merged_into_him():
    new_table(names=("Anna", "Berta", "Cilli", "Dora"))
    zita = find_or_create_person(lock_club(load_first_club()), "Zita")
    merge(zita, person("Berta"))
    with pytest.raises(ActionRefused, match="same_table"):
        merge(person("Anna"), zita)


def test_nobody_who_may_log_in_is_merged_away():
    account = make_account("director")
    other = find_or_create_person(lock_club(load_first_club()), "Andere")
    with pytest.raises(ActionRefused, match="has_account"):
        merge(other, account.person)
    merge(account.person, other)
    assert Account.objects.get().person.name == account.person.name


def test_somebody_who_has_entered_twice_takes_part_once():
    of = factories.tournament(fee=300)
    anna, twin, *_rest = factories.enter_people(of, "Anna Maier", "Maier Anna", "Cilli", "Dora", "Emil")
    first, second = factories.round_(of, [anna, twin]), factories.round_(of, [twin])
    acts.pay(first, factories.new_key(), [twin.pk])
    merge(anna.person, twin.person)
    entered = Presence.objects.filter(entrant=anna).order_by("round__number").values_list("round__number", "paid")
    assert list(entered) == [(first.number, 300), (second.number, 0)]
    assert not Presence.objects.filter(entrant=twin).exists()
    twin.refresh_from_db()
    assert twin.withdrawn is not None


def test_a_fee_that_was_paid_twice_is_not_lost_in_a_merger():
    of = factories.tournament(fee=300)
    anna, twin = factories.enter_people(of, "Anna Maier", "Maier Anna")
    round_ = factories.round_(of)
    acts.pay(round_, factories.new_key(), [anna.pk, twin.pk])
    with pytest.raises(ActionRefused, match="paid_twice"):
        merge(anna.person, twin.person)
    assert Presence.objects.filter(round=round_, paid=300).count() == 2
    assert Person.objects.get(pk=twin.person_id).merged_into is None


def test_only_one_of_two_who_are_merged_may_have_played_in_a_tournament():
    of = factories.tournament()
    entrants = factories.enter_people(
        of, "Anna Maier", "Berta", "Cilli", "Dora", "Maier Anna", "Emil", "Franz", "Georg", "Mayer Anna"
    )
    factories.draw_tables(factories.round_(of, entrants[:8]))
    anna, twin, late = entrants[0].person, entrants[4].person, entrants[8].person
    with pytest.raises(ActionRefused, match="both_seated"):
        merge(anna, twin)
    with pytest.raises(ActionRefused, match="other_way_round"):
        merge(late, anna)
    merge(anna, late)
    assert Entrant.objects.get(person=late).withdrawn is not None


def test_who_has_not_played_yet_is_entered_as_the_other_one():
    of = factories.tournament()
    (twin,) = factories.enter_people(of, "Maier Anna")
    anna = find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    merge(anna, twin.person)
    assert Entrant.objects.get(pk=twin.pk).person == anna


def test_an_erased_name_is_gone_everywhere_also_as_it_was_typed():
    of = factories.tournament()
    acts.open_link(of.pk, draw_secret())
    applied = actions.submit_application(of, factories.new_key(), "Anna Maier")
    acts.decide_waiting(applied, factories.new_key(), Application.As.TAKEN)
    anna = person("Anna Maier")
    assert erase(anna) == f"Spieler {anna.number}"
    assert not Person.objects.filter(name__contains="Maier").exists()
    assert not Note.objects.filter(text__contains="Maier").exists()
    assert list_person_names(load_first_club()) == []
    with pytest.raises(ActionRefused, match="erased"):
        rename(anna, "Wieder Anna")


def test_whoever_was_merged_before_counts_as_the_same_person():
    of = factories.tournament()
    entrants = factories.enter_people(of, "Anna Maier", "B", "C", "D", "Maier Anna", "E", "F", "G")
    factories.draw_tables(factories.round_(of))
    anna = find_or_create_person(lock_club(load_first_club()), "Die richtige Anna")
    merge(anna, entrants[0].person)
    with pytest.raises(ActionRefused, match="both_seated"):
        merge(anna, entrants[4].person)


def test_who_had_withdrawn_under_the_other_name_is_back():
    of = factories.tournament()
    anna, twin = factories.enter_people(of, "Anna Maier", "Maier Anna")
    acts.withdraw(of.pk, factories.new_key(), anna.pk)
    merge(anna.person, twin.person)
    there = dict(Entrant.objects.filter(tournament=of).values_list("pk", "withdrawn"))
    assert there[anna.pk] is None
    assert there[twin.pk] is not None


LIST = """Name;Ort;Spielernummer;Kategorie;Jahrgang;Telefon
Anna Maier;Graz;77;Dame;1950;0664 1
Anna Maier;Linz;78;;;
Bert Berg;Wien;;Jugend, Gast;12.3.2010;
"""


def names(club: Club) -> list[tuple[str, str]]:
    people = Person.objects.filter(club=club, merged_into=None).order_by("number")
    return [(INSIDE.name_person(person), EVERYBODY.name_person(person)) for person in people]


def read_list(text: str) -> int:
    club = load_first_club()
    found = match_candidates(load_club_index(club.pk, {}), read_people(text, REGISTER_KINDS))
    return add_people(club, parse_choices(found, {}, numbers=False), find_last_number(club.pk))


def test_a_list_brings_details_and_two_of_one_name_are_two_people():
    club = load_first_club()
    assert read_list(LIST) == 3
    anna, other, bert = Person.objects.filter(club=club).order_by("number")
    assert (anna.town, anna.player_number, anna.categories, anna.birth_year, anna.contact) == (
        "Graz",
        "77",
        "Dame",
        1950,
        "0664 1",
    )
    assert (other.town, bert.categories, bert.birth_year) == ("Linz", "Jugend, Gast", 2010)
    club.refresh_from_db()
    assert club.categories.split("\n") == ["Dame", "Jugend", "Gast"]
    # Read again, even with the town alone, it means the same people; what is known is not overwritten.
    assert read_list(LIST) == 0
    assert read_list("Name;Ort;Spielernummer\nAnna Maier;Linz;\nAnna Maier;Wels;77") == 0
    anna.refresh_from_db()
    assert anna.town == "Graz"


def test_namesakes_are_told_apart_by_town_or_number_for_the_staff_and_by_what_is_public_for_others():
    club = load_first_club()
    first = find_or_create_person(club, "Anna Maier")
    second = create_person(club, "Anna Maier")
    by_number = [(f"Anna Maier ({person.number})",) * 2 for person in (first, second)]
    assert names(club) == by_number
    set_details(first, clean_details("Wien"), public=False)
    assert names(club) == [("Anna Maier (Wien)", by_number[0][1]), by_number[1]]
    set_details(first, clean_details("Wien"), public=True)
    assert names(club)[0] == ("Anna Maier (Wien)", "Anna Maier (Wien)")
    set_people_settings(club, (), shows_towns=True, links_pages=False)
    assert names(club)[0] == ("Anna Maier (Wien)", f"Anna Maier{TOWN_SIGN}Wien")
    assert find_or_create_person(club, "Anna Maier (Wien)") == first
    rename(second, "Anna Mayr")
    assert names(club) == [("Anna Maier", f"Anna Maier{TOWN_SIGN}Wien"), ("Anna Mayr", "Anna Mayr")]


def test_a_merged_person_keeps_what_either_knew_and_agrees_only_where_both_did():
    club = load_first_club()
    kept, gone = create_person(club, "Anna Maier"), create_person(club, "Maier Anna")
    set_details(kept, clean_details("Wien", "", "Dame"), public=True)
    set_details(gone, clean_details("Graz", "12", "Gast", "1950"), public=False)
    merge(kept, gone)
    kept.refresh_from_db()
    gone.refresh_from_db()
    assert (kept.town, kept.player_number, kept.categories, kept.birth_year) == ("Wien", "12", "Dame, Gast", 1950)
    assert not kept.details_public
    assert (gone.town, gone.player_number, gone.birth_year) == ("", "", None)


def test_a_number_belongs_to_one_person():
    club = load_first_club()
    first, second = create_person(club, "Anna"), create_person(club, "Berta")
    set_details(first, clean_details("", "12"), public=False)
    with pytest.raises(ActionRefused, match="player_number_of_another"):
        set_details(second, clean_details("", " 12 "), public=False)
    fill_details(club, {second.pk: clean_details("Wien", "12")})
    second.refresh_from_db()
    assert (second.town, second.player_number) == ("Wien", "")


def test_an_erased_person_has_no_details_and_before_gets_them_in_the_file():
    club = load_first_club()
    anna = create_person(club, "Anna Maier")
    create_person(club, "Anna Maier")
    set_details(anna, clean_details("Wien", "12", "Dame", "1950", "0664 1"), public=True)
    set_people_settings(club, (), shows_towns=True, links_pages=False)
    anna.refresh_from_db()
    given = list(load_details(DataSubject(anna, frozenset({anna.pk}), "de")))
    assert given[0][:5] == ("Wien", "12", "Dame", 1950, "0664 1")
    label = erase(anna)
    anna.refresh_from_db()
    assert (anna.town, anna.player_number, anna.categories, anna.birth_year, anna.contact) == ("", "", "", None, "")
    assert (INSIDE.name_person(anna), EVERYBODY.name_person(anna)) == (label, label)
    assert names(club)[1] == ("Anna Maier", "Anna Maier")  # the other one has the name alone now


def test_the_register_is_searched_by_town_and_number_and_the_page_saves():
    account = make_account("director")
    person = create_person(account.club, "Anna Maier")
    client = log_in(account)
    posted = {
        "what": "details",
        "town": "Bad Ischl",
        "player_number": "7",
        "category": ["Dame"],
        "other_category": "Gast",
        "birth_year": "1950",
        "contact": "0664 1",
        "details_public": "on",
    }
    assert client.post(f"/tournaments/people/{person.number}/", posted).status_code == 302
    for typed in ("ischl", "7", "gast"):
        assert [found.pk for found in search_people(account.club_id, typed)] == [person.pk]
    assert "Bad Ischl" in client.get("/tournaments/people/").content.decode()
    assert "Anna Maier" in client.get("/search/", {"q": "ischl"}).content.decode()
    assert (
        client.post("/tournaments/people/settings/", {"categories": "Dame\nSenior", "shows_towns": "on"}).status_code
        == 302
    )
    account.club.refresh_from_db()
    assert (account.club.categories, account.club.shows_towns) == ("Dame\nSenior", True)


NAMES = "1. Maier, Anna\nBerta Huber\nBerta Hubner\nAnna Maier\n???"


def list_names() -> list[str]:
    return list(Person.objects.filter(account=None).order_by("number").values_list("name", flat=True))


def preview_list(secretary: Client, text: str = NAMES) -> Any:
    """Show the preview of a pasted list."""
    answer = secretary.post(reverse("register_list"), {"text": text})
    assert answer.status_code == 200
    return answer


def test_a_list_is_shown_with_who_is_known_and_written_only_then(secretary):
    find_or_create_person(load_first_club(), "Anna Maier")
    answer = preview_list(secretary)
    assert list_meanings(answer) == ["known", "new", "alike", "double", "unreadable"]
    assert list_names() == ["Anna Maier"]
    done = confirm_preview(secretary, answer, **{"as-3": "new"})
    assert done["Location"].endswith("?new=2")
    assert list_names() == ["Anna Maier", "Berta Huber", "Berta Hubner"]


def test_sent_twice_nobody_is_there_twice_namesakes_neither(secretary):
    find_or_create_person(load_first_club(), "Anna Maier")
    shown = preview_list(secretary, "Anna Maier\nAnna Maier\nCilli Gruber")
    for new in (2, 0):
        assert confirm_preview(secretary, shown, **{"as-2": "new"})["Location"].endswith(f"?new={new}")
    assert list_names() == ["Anna Maier", "Anna Maier", "Cilli Gruber"]


def test_it_is_the_own_clubs_register(secretary):
    find_or_create_person(Club.objects.create(name="Anderswo"), "Anna Maier")
    confirm_preview(secretary, preview_list(secretary, "Anna Maier"))
    assert Person.objects.filter(club=load_first_club(), name="Anna Maier").count() == 1


@pytest.mark.parametrize("sent", [{}, {"cells": "[[1]]", "seen": "1"}])
def test_what_the_page_has_not_carried_is_not_written(secretary, sent):
    shown = preview_list(secretary, "Anna Maier")
    assert confirm_preview(secretary, shown, seen="x")["Location"] == reverse("register_list")
    assert secretary.post(reverse("register_confirm"), sent)["Location"] == reverse("register_list")
    assert list_names() == []
