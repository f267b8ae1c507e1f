"""Two of one name are told apart by their start numbers on every page of a tournament; elsewhere as in the register."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.ledger.seats import load_seats
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tarockclub.platform.privacy.public_names import write_called_names
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.tournaments.results.standings.played_tables import over, publish_results
from tests.tournaments.support import acts, factories
from tournaments.core.editions import FINAL
from tournaments.models import Entrant
from tournaments.people.name_lists.candidates import Newcomer, identify
from tournaments.people.register.selectors import set_people_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def of():
    """A tournament of eight; start numbers 3 and 6 are both called Hans Pichler, whose towns only the staff may see."""
    club = load_first_club()
    made = factories.tournament(club)
    walding, other = (create_person(club, "Hans Pichler") for _each in range(2))
    Person.objects.filter(pk=walding.pk).update(town="Walding")
    write_called_names(club.pk)
    factories.people(made, 2)
    for person in (walding, other):
        acts.enter(made.pk, factories.new_key(), [Newcomer("Hans Pichler", person=person.pk)])
        factories.people(made, 2)
    return made


def namesakes(of):
    people = Entrant.objects.filter(tournament=of, person__name="Hans Pichler").select_related("person")
    return list(people.order_by("number"))


@pytest.mark.heavy_but("False-number")
@pytest.mark.parametrize("publicity", Person.Publicity.values)
@pytest.mark.parametrize("towns", [False, True])
def test_queries_and_values_name_alike(of, publicity, towns):
    Person.objects.filter(name="Hans Pichler").update(publicity=publicity, details_public=True)
    set_people_settings(Club.objects.get(pk=of.club_id), (), shows_towns=towns, links_pages=False)
    seen, known = (reader.build_player_name() for reader in (EVERYBODY, INSIDE))
    rows = Entrant.objects.filter(tournament=of).annotate(seen=seen, known=known)
    for entrant in rows.select_related("person"):
        assert entrant.seen == EVERYBODY.name_player(entrant.person, entrant.number)
        assert entrant.known == INSIDE.name_player(entrant.person, entrant.number)
    assert [entrant.known for entrant in rows if entrant.number in (3, 6)] == ["Hans Pichler (3)", "Hans Pichler (6)"]


def test_every_page_of_the_tournament_says_the_start_number(of):
    first = factories.round_(of)
    tables = factories.draw_tables(first)
    director, slug = log_in(make_account("director", of.club)), of.slug
    public = [
        reverse("standings", args=[slug]),
        reverse("round_standings", args=[slug, 1]),
        reverse("tournament_player", args=[slug, 3]),
        reverse("tournament_player", args=[slug, 4]),  # beside them
        reverse("standings", args=[slug]) + "?find=Pichler",
        reverse("seats", args=[slug, 1]),
        reverse("wall", args=[slug, 1]),
    ]
    staff = [
        reverse("desk", args=[slug, 1]),
        reverse("door", args=[slug]),
        reverse("entrants", args=[slug]),
        reverse("entrant", args=[slug, 3]),
        reverse("table", args=[tables[0].game_table.slug]),
    ]
    for client, pages in ((Client(), public), (director, staff)):
        for page in pages:
            answer = client.get(page)
            assert answer.status_code == 200, page
            shown = answer.content.decode().replace("\xad", "")
            assert "Pichler (3)" in shown or "Pichler, Hans (3)" in shown, page
            assert "Walding)" not in shown, page
    paper = look_at(Client().get(reverse("round_paper", args=[slug, 1, "seats-by-name"])).content)
    assert {"(3)", "(6)"} <= {word for page in paper for word in page.words}
    assert [seat.name for seat in load_seats(tables[0].game_table, INSIDE)][2] == "Hans Pichler (3)"
    assert {INSIDE.name_person(entrant.person) for entrant in namesakes(of)} == {
        "Hans Pichler (Walding)",
        f"Hans Pichler ({namesakes(of)[1].person.number})",
    }


@pytest.mark.parametrize(("is_public", "name"), [(True, "Hans Pichler, Walding"), (False, "Hans Pichler")])
def test_a_certificate_has_the_town_of_a_namesake_or_nothing(of, is_public, name):
    Person.objects.filter(name="Hans Pichler").update(details_public=is_public)
    set_people_settings(Club.objects.get(pk=of.club_id), (), shows_towns=is_public, links_pages=False)
    first = factories.round_(of)
    over(first, *((table, (10, -4, -5, -1)) for table in factories.draw_tables(first)))
    publish_results(of, 1, FINAL)
    director = log_in(make_account("director", of.club))
    for number, expected in ((3, name), (6, "Hans Pichler")):
        [page] = look_at(director.get(reverse("paper", args=[of.slug, "certificates"]), {"number": number}).content)
        assert expected in page.text
        assert "(" not in page.text
        assert ("Walding" in page.text) == ("Walding" in expected)


def identify_person(of, typed):
    """The id of the person whom typed words mean without a question."""
    meant = identify(of, typed)
    assert isinstance(meant, Newcomer)
    return meant.person


def test_what_a_page_says_means_the_same_person_when_it_is_typed(of):
    for number, entrant in zip((3, 6), namesakes(of), strict=True):
        assert identify_person(of, f"Hans Pichler ({number})") == entrant.person_id
    assert identify_person(of, "Hans Pichler (Walding)") == namesakes(of)[0].person_id
