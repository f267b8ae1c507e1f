"""The first page in its cases, and the line above all others about what goes on."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tarockclub.models import Club, Publication
from tarockclub.office.first_page import going_on, views
from tests.scoring.support.evenings import end_evening, evening_of, new_order, play_hands
from tests.scoring.support.pages import Page
from tests.scoring.support.tables import dreier
from tests.support.accounts import log_in, make_account
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support import acts, factories
from tournaments.models import Round, Tournament
from tournaments.people.registration.actions import submit_application

pytestmark = pytest.mark.django_db
LARGE = 'class="button primary large" href="'


def read_task(client):
    """The address of the one large button."""
    page = " ".join(client.get("/").content.decode().split())
    assert page.count(LARGE) == 1
    return page.partition(LARGE)[2].partition('"')[0]


def read_line(client, address="/sheets/"):
    """The line about what goes on; "" where there is none."""
    return client.get(address).content.decode().partition('<nav class="going-on"')[2].partition("</nav>")[0]


def make_director(**more):
    return log_in(make_account("director", **more))


def test_where_nothing_is_there_yet_the_first_steps_are_offered():
    director, secretary = make_director(), log_in()
    assert read_task(director) == reverse("start")
    assert reverse("new_tournament") in director.get("/").content.decode()
    assert reverse("new_tournament") not in secretary.get("/").content.decode()


def test_without_a_running_evening_one_is_begun_and_the_winner_of_the_last_stands_there():
    table = evening_of()
    play_hands(table, dreier(0))
    end_evening(table)
    client = log_in()
    assert read_task(client) == reverse("start")
    page = client.get("/").content.decode()
    assert "<strong>Anna +15</strong>" in page
    assert read_line(client) == ""


def test_a_changed_book_has_another_winner_at_once():
    table = evening_of()
    play_hands(table, dreier(0))
    end_evening(table)
    client = log_in()
    client.get("/")
    other = evening_of()
    play_hands(other, dreier(2))
    end_evening(other)
    assert "<strong>Cilli +15</strong>" in client.get("/").content.decode()


def test_a_running_evening_has_the_large_button_and_the_line():
    table = evening_of()
    client = log_in()
    assert read_task(client) == reverse("table", args=[table.slug])
    assert reverse("table", args=[table.slug]) in read_line(client)


def test_the_line_says_whose_evening_it_is_by_those_who_sit_there_now():
    table = evening_of(5)
    play_hands(table, dreier(0))
    new_order(table, (0, 1, 2, 3))  # Emil goes home
    _label, *words = Page(read_line(log_in())).texts
    assert words == ["Anna, Berta, Cilli, Dora", f"seit {timezone.localtime(table.started):%H:%M}"]


def test_whoever_sits_at_a_table_comes_to_his_own():
    mine = evening_of(5)
    evening_of()  # begun later, without Emil
    client = log_in(make_account("secretary", login="emil"))
    page = client.get("/").context["page"]
    assert [row.table for row in page.mine] == [mine]
    assert len(page.tables) == 1
    assert read_task(client) == reverse("table", args=[mine.slug])
    assert "Mitschreiben" in client.get("/").content.decode()


def test_an_evening_that_nobody_has_ended_does_not_go_on_for_ever(monkeypatch):
    table = evening_of()
    for module in (views, going_on):
        monkeypatch.setattr(module, "now", lambda: timezone.now() + timedelta(days=2))
    client = log_in()
    assert read_task(client) == reverse("start")
    assert str(table.slug) in client.get("/").content.decode()  # but it is still in the list
    assert read_line(client) == ""


def test_todays_tournament_and_the_next_one():
    of = factories.tournament()
    today = timezone.localdate()
    Tournament.objects.filter(pk=of.pk).update(day=today)
    client = make_director()
    assert read_task(client) == reverse("tournament", args=[of.slug])
    Tournament.objects.filter(pk=of.pk).update(day=today + timedelta(days=9))
    page = client.get("/").context["page"]
    assert (page.task, page.today, page.next_date.slug) == ("begin", (), of.slug)
    assert read_task(client) == reverse("tournament", args=[of.slug])
    Tournament.objects.filter(pk=of.pk).update(day=today - timedelta(days=9))
    assert client.get("/").context["page"].next_date is None


def test_a_round_goes_before_all_else_for_the_director_its_desk_with_the_clock():
    evening_of()
    tournament, round_, _tables = factories.whole(4)
    Round.objects.filter(pk=round_.pk).update(started=timezone.now(), closed=None)
    director, secretary = make_director(), log_in()
    desk = reverse("desk", kwargs={"slug": tournament.slug, "number": round_.number})
    assert read_task(director) == desk
    assert read_task(secretary) == reverse("tournament", args=[tournament.slug])
    assert desk in read_line(director)
    assert "data-clock" in read_line(director)
    assert desk not in read_line(secretary)
    assert read_line(director, desk) == ""  # it has the clock itself


def test_who_needs_the_director_stands_first_tables_before_a_clock_results_people_and_money():
    tournament, round_, tables = factories.whole(4)
    Tournament.objects.filter(pk=tournament.pk).update(day=timezone.localdate())
    acts.start_clock(round_, factories.new_key(), confirmed=True)
    acts.call_referee(tables[0], factories.new_key())
    acts.open_link(tournament.pk, factories.new_key())
    submit_application(Tournament.objects.get(pk=tournament.pk), factories.new_key(), "Zenzi Obermoos")
    director = make_director()
    needs = Page(director.get("/").content.decode().partition("needs-title")[2].partition("</section>")[0])
    assert [row for row in needs.texts if row.startswith(("Tisch", "Jemand"))] == ["Tisch 1", "Jemand will mitspielen"]
    page = director.get("/").content.decode()
    assert "Drei Sachen warten auf dich" in page
    assert "<strong>Ein Tisch, offene Nenngelder bei einem Turnier, Anmeldungen bei einem Turnier.</strong>" in page
    secretary = log_in().get("/").content.decode()
    assert ("Tisch 1" in secretary.partition("needs-title")[2], "Jemand will mitspielen" in secretary) == (False, True)


def test_two_tournaments_and_two_evenings_stand_there_each_with_its_clock():
    desks = []
    for at in (1, 2):
        tournament, round_, _tables = factories.whole(4)
        Tournament.objects.filter(pk=tournament.pk).update(day=timezone.localdate())
        begun = timezone.now() - timedelta(minutes=at)
        Round.objects.filter(pk=round_.pk).update(started=begun, closed=None)
        desks.append(reverse("desk", kwargs={"slug": tournament.slug, "number": round_.number}))
    tables = [reverse("table", args=[evening_of().slug]) for _ in range(going_on.MOST_EVENINGS)]
    director = make_director()
    line, page = read_line(director), director.get("/").content.decode()
    task = page.partition("<main")[2]
    assert [address in line for address in desks + tables] == [True] * 5
    assert [address in task for address in desks] == [True, True]
    assert line.count("data-clock ") == task.count("data-clock ") == 2
    assert len(director.get("/").context["page"].today) == 2
    evening_of()
    assert [address in read_line(director) for address in tables] == [False] * 3
    assert reverse("evenings") in read_line(director)


def test_the_tables_of_two_tournaments_that_need_somebody_stand_below_the_names_of_these():
    for name in ("Herbsttarock", "Wintertarock"):
        tournament, round_, tables = factories.whole(4)
        Tournament.objects.filter(pk=tournament.pk).update(name=name, day=timezone.localdate())
        acts.start_clock(round_, factories.new_key(), confirmed=True)
        acts.call_referee(tables[0], factories.new_key())
    needs = Page(make_director().get("/").content.decode().partition("needs-title")[2].partition("</section>")[0])
    rows = [row for row in needs.texts if row.startswith("Tisch") or row.endswith("tarock")]
    assert rows[:4] == ["Wintertarock", "Tisch 1", "Herbsttarock", "Tisch 1"]  # then who owes


def test_of_many_rounds_the_newest_have_links_of_their_own_and_one_leads_to_the_rest(monkeypatch):
    monkeypatch.setattr(going_on, "MOST_ROUNDS", 1)
    for at in (1, 2):
        _tournament, round_, _tables = factories.whole(4)
        Round.objects.filter(pk=round_.pk).update(started=timezone.now() - timedelta(minutes=at), closed=None)
    line = read_line(make_director())
    assert line.count("data-clock ") == 1
    assert f'href="{reverse("tournaments")}"' in line


def test_visitors_and_other_clubs_learn_nothing_of_it():
    make_account()
    table = evening_of()
    assert "Willkommen" in Client().get("/").content.decode()
    stranger = make_director(club=Club.objects.create(name="Nachbarn"))
    assert read_line(stranger) == read_line(Client()) == ""
    assert str(table.slug) not in stranger.get("/").content.decode()


@pytest.mark.parametrize("shows", [True, False])
def test_visitors_see_the_rounds_of_a_club_that_shows_them_and_who_leads_once_a_standing_was_computed(shows):
    tournament, round_, tables = factories.whole(4)
    acts.start_clock(round_, factories.new_key(), confirmed=True)
    Publication.objects.create(club=tournament.club, rules=True, now=shows)
    play(round_, tables[0].number, {"plays": [{"contract": "solo", "declarer": 0, "result": "won"}]})
    standings = reverse("standings", args=[tournament.slug])
    line = read_line(Client())
    assert ("data-clock" in line, standings in line) == (shows, shows)
    assert "führt" not in line
    Client().get(standings)
    assert ("führt" in read_line(Client())) is shows


def test_each_of_the_two_first_pages_is_named_in_the_settings(settings):
    make_account()
    settings.VISITORS_PAGE = "tarockclub.platform.navigation.places.show_everything"
    assert "Zählhilfe" in Client().get("/").content.decode()
