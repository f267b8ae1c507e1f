"""People are entered with start numbers, which tell namesakes apart, and play in rounds; a substitute takes a seat."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.ledger.seats import load_seats
from scoring.models import GameTable
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import create_person, find_or_create_person, load_first_club
from tarockclub.platform.privacy.public_names import write_called_names
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import over, publish_results, running
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL
from tournaments.core.messages import format_refusal
from tournaments.models import Entrant, Presence
from tournaments.people.entrants.substitutes import list_seat_holders
from tournaments.people.name_lists.candidates import Newcomer, identify
from tournaments.people.register.selectors import set_people_settings

pytestmark = pytest.mark.django_db


def in_round(round_):
    return set(Presence.objects.filter(round=round_).values_list("entrant__person__name", flat=True))


def test_known_people_are_found_by_name_and_new_ones_are_made():
    known = find_or_create_person(load_first_club(), "Anna")
    of = factories.tournament()
    entrants = factories.enter_people(of, "Berta", "Anna")
    assert [(entrant.number, entrant.person.name) for entrant in entrants] == [(1, "Berta"), (2, "Anna")]
    assert entrants[1].person == known


def test_two_of_one_name_are_two_people_only_where_that_was_said():
    of = factories.tournament()
    acts.enter(of.pk, factories.new_key(), [Newcomer("Anna"), Newcomer("Anna"), Newcomer("Anna", new=True)])
    assert Entrant.objects.filter(tournament=of).count() == 2
    assert Person.objects.filter(name="Anna").count() == 2


def test_given_start_numbers_are_kept_and_others_come_after_them():
    of = factories.tournament()
    acts.enter(of.pk, factories.new_key(), [Newcomer("Anna"), Newcomer("Berta", number=7), Newcomer("Cilli")])
    numbers = dict(Entrant.objects.filter(tournament=of).values_list("person__name", "number"))
    assert numbers == {"Anna": 8, "Berta": 7, "Cilli": 9}
    with pytest.raises(ActionRefused, match="number_taken"):
        acts.enter(of.pk, factories.new_key(), [Newcomer("Dora", number=7)])


def test_nobody_of_another_club_is_entered():
    from tarockclub.models import Club

    stranger = find_or_create_person(Club.objects.create(name="Nachbarn"), "Fremd")
    of = factories.tournament()
    with pytest.raises(ActionRefused, match="nobody_known"):
        acts.enter(of.pk, factories.new_key(), [Newcomer("Fremd", person=stranger.pk)])


def test_two_thousand_people_are_entered_with_few_queries(django_assert_max_num_queries):
    of = factories.tournament()
    round_ = factories.round_(of)
    with django_assert_max_num_queries(101):
        acts.enter(
            of.pk, factories.new_key(), [Newcomer(f"Spieler {number}") for number in range(2000)], [round_.number]
        )
    assert Presence.objects.filter(round=round_).count() == 2000


def test_entries_of_a_round_change_until_it_is_drawn():
    of = factories.tournament()
    entrants = factories.people(of, 5)
    round_ = factories.round_(of, entrants[:4])
    acts.change_entries(round_, factories.new_key(), [entrants[4].pk], [entrants[0].pk])
    assert in_round(round_) == {"Spieler 2", "Spieler 3", "Spieler 4", "Spieler 5"}
    factories.draw_tables(round_)
    with pytest.raises(ActionRefused, match="drawn"):
        acts.change_entries(round_, factories.new_key(), gone=[entrants[1].pk])
    acts.change_entries(round_, factories.new_key(), [entrants[0].pk])  # a late entry
    assert len(in_round(round_)) == 5


def test_who_withdraws_leaves_the_rounds_to_come_and_may_come_back():
    of = factories.tournament()
    entrants = factories.people(of, 4)
    first = factories.round_(of)
    factories.draw_tables(first)
    second = factories.round_(of)
    acts.withdraw(of.pk, factories.new_key(), entrants[0].pk)
    assert len(in_round(first)) == 4
    assert "Spieler 1" not in in_round(second)
    with pytest.raises(
        ActionRefused, match="withdrawn_already"
    ):  # from a page of before; taken back, it would say more
        acts.withdraw(of.pk, factories.new_key(), entrants[0].pk)
    acts.withdraw(of.pk, factories.new_key(), entrants[0].pk, back=True)
    with pytest.raises(ActionRefused, match="takes_part_already"):
        acts.withdraw(of.pk, factories.new_key(), entrants[0].pk, back=True)
    assert Entrant.objects.get(pk=entrants[0].pk).withdrawn is None


def test_somebody_has_not_come_waits_or_has_left():
    of, round_, _tables = factories.whole(4)
    entrant = Entrant.objects.get(tournament=of, number=1)
    for state in Presence.State:
        acts.set_state(round_, factories.new_key(), [entrant.pk], state)
        assert Presence.objects.get(round=round_, entrant=entrant).state == state
    undrawn = factories.round_(of)
    with pytest.raises(ActionRefused, match="not_drawn"):
        acts.set_state(undrawn, factories.new_key(), [entrant.pk], Presence.State.LEFT)


def names(table):
    return [seat.name for seat in load_seats(GameTable.objects.get(pk=table.game_table_id), INSIDE)]


def test_the_one_who_comes_stands_beside_the_one_who_goes():
    of, round_, tables = running(4)
    key = factories.new_key()
    for _twice in range(2):
        acts.substitute(tables[0], key, 1, Newcomer("Ersatz"))
    assert names(tables[0]) == ["Spieler 1", "Spieler 2 / Ersatz", "Spieler 3", "Spieler 4"]
    assert Entrant.objects.get(person__name="Ersatz").number == 5
    states = dict(Presence.objects.filter(round=round_).values_list("entrant__person__name", "state"))
    assert states["Spieler 2"] == "left"
    assert of.acts.filter(kind="substitute").count() == 1


def test_a_seat_is_taken_only_by_who_sits_nowhere_and_only_while_it_is_played():
    _of, round_, tables = factories.whole(8)
    with pytest.raises(ActionRefused, match="not_started"):
        acts.substitute(tables[0], factories.new_key(), 1, Newcomer("Ersatz"))
    acts.start_clock(round_, factories.new_key())
    for place, name, why in (
        (1, "Spieler 5", "seated_elsewhere"),
        (1, "Spieler 1", "seated_elsewhere"),
        (5, "Ersatz", "not_seated"),
    ):
        with pytest.raises(ActionRefused, match=why):
            acts.substitute(tables[0], factories.new_key(), place, Newcomer(name))
    assert not Entrant.objects.filter(person__name="Ersatz").exists()
    acts.substitute(tables[0], factories.new_key(), 1, Newcomer("Ersatz"))
    with pytest.raises(ActionRefused, match="seated_elsewhere"):  # who has left does not come back at the same table
        acts.substitute(tables[0], factories.new_key(), 2, Newcomer("Spieler 2"))
    assert [holder.name for holder in list_seat_holders(tables[0].game_table)] == [
        "Spieler 1",
        "Ersatz",
        "Spieler 3",
        "Spieler 4",
    ]


@share_rows
def substitution():
    """A table that plays in a club that knows a few people, the director's browser and the page of its substitutes."""
    of, round_, tables = factories.whole(4)
    factories.enter_people(of, "Franz Huber", "Maria Dorfinger", "Maria Dorfer")
    acts.start_clock(round_, factories.new_key())
    director, page = log_in(make_account("director")), reverse("substitute", args=[of.slug, 1, 1])
    return of, tables[0], lambda **said: director.post(page, {"key": factories.new_key(), "place": "1", **said})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Franz Hubr", "Franz Huber"),  # a letter is missing
        ("Huber Franz", "Franz Huber"),
        ("franz huber", "Franz Huber"),
        ("Dorfinger", "Maria Dorfinger"),  # the surname alone
        ("Dorfiger", "Maria Dorfinger"),
    ],
)
def test_a_name_that_is_like_somebodys_is_asked_about_before_anybody_new_takes_part(substitution, typed, meant):
    of, table, post = substitution
    before = Entrant.objects.filter(tournament=of).count()
    answer = post(name=typed)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert f"<span>{meant}<br>" in html
    assert Entrant.objects.filter(tournament=of).count() == before
    assert names(table)[1] == "Spieler 2"
    person = Entrant.objects.get(tournament=of, person__name=meant).person_id
    assert post(name=typed, person=person).status_code == 302
    assert names(table)[1] == f"Spieler 2 / {meant}"
    assert Entrant.objects.filter(tournament=of).count() == before


def test_who_says_that_it_is_somebody_new_is_believed(substitution):
    _of, table, post = substitution
    assert post(name="Franz Hubr", new="1").status_code == 302
    assert names(table)[1] == "Spieler 2 / Franz Hubr"


def test_a_form_that_comes_twice_asks_nothing_and_does_nothing_twice(substitution):
    of, _table, post = substitution
    assert post(name="").status_code == 400
    assert post(name="Ganz Neuer", place="9").status_code == 409
    key = factories.new_key()
    for _twice in range(2):
        assert post(name="Ganz Neuer", key=key).status_code == 302
    assert of.acts.filter(kind="substitute").count() == 1


def test_who_is_back_is_offered_his_seat_with_one_tap(substitution, director):
    of, table, post = substitution
    post(name="Franz Huber")
    page = reverse("substitute", args=[of.slug, 1, 1])
    assert "Spieler 2 ist wieder da" in director.get(page).content.decode()
    person = Entrant.objects.get(tournament=of, person__name="Spieler 2").person_id
    assert post(name="Spieler 2", person=person).status_code == 302
    assert list_seat_holders(table.game_table)[1].name == "Spieler 2"


def test_whoever_has_withdrawn_is_not_entered_into_a_round_without_a_word():
    of, _first = factories.make_entered_round(2)
    gone, stays = of.entrants.order_by("number")
    acts.withdraw(of.pk, factories.new_key(), gone.pk)
    second = factories.round_(of, [stays])
    with pytest.raises(ActionRefused, match="gone_home") as refused:
        acts.change_entries(second, factories.new_key(), [gone.pk])
    assert format_refusal(refused.value).endswith(": 1.")
    acts.withdraw(of.pk, factories.new_key(), gone.pk, back=True)
    acts.change_entries(second, factories.new_key(), [gone.pk])
    assert in_round(second) == {"Spieler 1", "Spieler 2"}


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
