"""The seats of all, for their own phones, from the draw on; the pages of those who registered follow the day."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tests.scoring.support.tables import new_key
from tests.tournaments.results.standings.played_tables import finish_table, paper, publish_results, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import people, round_
from tournaments.around.own_page.services import give_links
from tournaments.core.editions import FINAL
from tournaments.hall.standing.players import load_act_sign
from tournaments.models import Entrant, Round, RoundTable, Tournament
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.registration import actions
from tournaments.results.standings.seat_cards import load_seat_cards

pytestmark = pytest.mark.django_db


def _sign(of):
    return load_act_sign(Tournament.objects.get(pk=of.pk))


def _draw(here):
    acts.publish_draw(here, new_key(), acts.draft(here, new_key()).number)


@pytest.fixture
def drawn_round():
    """A tournament of 13 whose first round is drawn: two tables of four, one of five."""
    of = factories.tournament()
    people(of, 13)
    here = round_(of)
    _draw(here)
    return of, Round.objects.get(pk=here.pk)


def _page(of, number, live=False):
    name = "tournament_player_live" if live else "tournament_player"
    return Client().get(reverse(name, args=[of.slug, number]))


def test_everybody_has_a_place_and_neighbours_that_have_them(drawn_round):
    of, here = drawn_round
    seats = load_seat_cards(here.pk, _sign(of))
    assert len(seats.cards) == 13
    assert seats.waiting == frozenset()
    by_name = {Person.objects.get(pk=person).name: card for person, card in seats.cards.items()}
    for name, card in by_name.items():
        assert by_name[card.right].left == name
        assert by_name[card.right].table == card.table
        size = sum(other.table == card.table for other in by_name.values())
        assert by_name[card.right].place == card.place % size + 1
        assert (by_name[card.opposite].opposite == name) if size == 4 else card.opposite == ""
    dealers = [card.table for card in by_name.values() if card.deals]
    assert sorted(dealers) == [1, 2, 3]


def test_a_player_reads_it_as_soon_as_the_draw_is_published(drawn_round):
    of, here = drawn_round
    entrant = Entrant.objects.get(tournament=of, number=1)
    card = load_seat_cards(here.pk, _sign(of)).cards[entrant.person_id]
    html = _page(of, entrant.number).content.decode()
    assert f'data-seat="1.{card.table}.{card.place}"' in html
    assert card.left in html
    assert card.right in html


def test_what_is_to_be_done_changes_with_the_round(drawn_round):
    of, here = drawn_round
    first = _page(of, 1, live=True)
    again = {"If-None-Match": first["ETag"]}
    path = reverse("tournament_player_live", args=[of.slug, 1])
    said = {_find_advice(first)}
    for act in (acts.start_clock, acts.pause_clock):
        act(here, new_key())
        news = Client().get(path, headers=again)
        assert news.status_code == 200
        said.add(_find_advice(news))
        again = {"If-None-Match": news["ETag"]}
    assert len(said) == 3
    assert Client().get(path, headers=again).status_code == 304


def _find_advice(answer):
    [text, *_others] = re.findall(r'<p class="do-now[^>]*>(.*?)</p>', answer.content.decode())
    return text


def test_who_came_after_the_draw_is_sent_to_the_director(drawn_round):
    of, here = drawn_round
    [late] = people(of, 1)
    acts.change_entries(here, new_key(), [late.pk])
    assert f'data-seat="{here.number}.waits"' in _page(of, late.number).content.decode()


def test_who_is_a_number_in_public_is_one_for_neighbours_too(drawn_round):
    of, here = drawn_round
    entrant = Entrant.objects.get(tournament=of, number=1)
    Person.objects.filter(pk=entrant.person_id).update(shown_as="Spieler mit Nummer 7")
    cards = load_seat_cards(here.pk, f"{_sign(of)} shown").cards
    assert entrant.person.name not in {name for card in cards.values() for name in (card.left, card.right)}


def test_phones_at_a_table_that_is_done_say_where_each_of_its_players_sits_next(drawn_round):
    of, here = drawn_round
    acts.start_clock(here, new_key())
    for table in RoundTable.objects.filter(round=here).select_related("round", "game_table"):
        acts.break_up(table, new_key(), "Ende", counts=True)
    game = RoundTable.objects.select_related("game_table").get(round=here, number=1).game_table
    path = reverse("table", args=[game.slug])
    assert "next-seats" not in Client().get(path).content.decode()
    news = game.news
    Round.objects.filter(pk=here.pk).update(closed=now())
    following = acts.open_round(of, new_key())
    acts.change_entries(following, new_key(), list(Entrant.objects.filter(tournament=of).values_list("pk", flat=True)))
    _draw(following)
    game.refresh_from_db()
    assert game.news > news  # the phones ask for the page again
    html = Client().get(path).content.decode()
    shown = html.partition('class="next-seats"')[2].partition("</section>")[0]
    assert shown.count("<li>") >= 4
    assert len(set(re.findall(r"<strong>([^<]+)</strong>", shown))) == shown.count("<li>")


def test_many_tables_cost_as_many_questions_as_few():
    asked = set()
    for count in (8, 40):
        of = factories.tournament()
        people(of, count)
        here = round_(of)
        factories.draw_tables(here)
        with CaptureQueriesContext(connection) as done:
            load_seat_cards(here.pk, _sign(of))
        asked.add(len(done))
        with CaptureQueriesContext(connection) as again:
            load_seat_cards(here.pk, _sign(of))
        assert len(again) == 2  # the sign itself
    assert len(asked) == 1


@pytest.fixture
def of():
    """A tournament of today, full with the eight who have registered."""
    made = factories.tournament(rounds=1)
    Tournament.objects.filter(pk=made.pk).update(day=localdate(now()))
    acts.change_invitation(made.pk, factories.new_key(), InvitationDetails(is_public=True, registration="auto", most=8))
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def applications(of):
    factories.round_(of, 0)
    names = (
        "Anna Auer",
        "Berta Cerny",
        "Dora Egger",
        "Franz Gruber",
        "Hans Illek",
        "Josef Kern",
        "Lisa Moser",
        "Nora Ott",
    )
    return [actions.submit_application(of, f"registration-{at}", name) for at, name in enumerate(names)]


def own_path(application):
    of = application.tournament
    return reverse("own_place", args=[of.slug, actions.find_own_secret(of, application.key)])


def read(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def draw(of):
    here = of.rounds.get()
    acts.publish_draw(here, factories.new_key(), acts.draft(here, factories.new_key()).number)
    return of.rounds.get(), list(RoundTable.objects.filter(round__tournament=of).order_by("number"))


def test_the_own_page_and_that_of_the_code_say_seat_capital_rank_and_lead_to_the_certificate(of, applications):
    entrant = Entrant.objects.select_related("tournament").get(applications=applications[0])
    pages = (own_path(applications[0]), build_own_path(entrant))
    assert all("neighbours" not in read(page) for page in pages)
    here, tables = draw(of)
    for page in pages:
        shown = read(page)
        assert 'class="neighbours"' in shown
        assert reverse("tournament_player_live", args=[of.slug, entrant.number]) in shown  # it follows by itself
    started(here)
    for table in tables:
        paper(table, 10, 10, -10, -10)
    assert all(re.search(r"<strong>\s*[15]\. von \d+", read(page)) for page in pages)
    for table in tables:
        finish_table(table)
    publish_results(of, 1, FINAL)
    for page in pages:
        shown = read(page)
        assert "Rang" in shown
        assert "neighbours" not in shown
        assert reverse("own_certificate", args=[of.slug, entrant.number]) in shown
        assert '<button class="primary">Ich bin da' not in shown


def test_the_standing_and_those_one_follows_have_a_seat_until_the_first_hand(of, applications):
    address, numbers = reverse("standings", args=[of.slug]), list(Entrant.objects.values_list("number", flat=True))
    assert "So sitzt ihr" not in read(address)
    here, tables = draw(of)
    for turn in range(2):
        shown = read(f"{address}?follow={numbers[0]}")
        assert "So sitzt ihr" in shown
        assert 'data-number="0"' not in shown
        for application in applications:
            assert application.name.text in shown
        followed = re.search(r'id="followed".*?</section>', shown, re.S)
        assert followed is not None
        assert re.search(r"Tisch \d, Platz \d", followed[0])
        assert "<b>1.</b>" not in shown
        if not turn:
            started(here)
            assert "So sitzt ihr" in read(reverse("round_standings", args=[of.slug, 1]))
    for table in tables:
        paper(table, 10, 10, -10, -10)
    Tournament.objects.filter(pk=of.pk).update(version=1000)
    shown = read(f"{address}?follow={numbers[0]}")
    assert "So sitzt ihr" not in shown
    assert "Tisch 1, Platz" not in shown


def test_a_persons_page_leads_to_the_seat_while_the_tournament_runs(of, applications):
    entrant = Entrant.objects.select_related("tournament", "person__club").get(applications=applications[0])
    here, _tables = draw(of)
    started(here)
    secret = give_links(entrant.person.club, [entrant.person], factories.new_key())[entrant.person_id]
    shown = read(reverse("own_page", args=[secret]))
    assert "Mein Platz und mein Stand" in shown
    assert build_own_path(entrant) in shown


def test_nothing_is_promised_to_whoever_waits_once_play_has_begun(of, applications):
    waits = actions.submit_application(of, "registration-waits", "Paula Quirin")
    invitation = reverse("invitation", args=[of.slug])
    promise = "rückt von selbst nach"
    assert promise in read(invitation)
    assert "rückst von selbst nach" in read(own_path(waits))
    here, _tables = draw(of)
    started(here)
    assert promise not in read(invitation)
    assert "Frag an der Tür" in read(own_path(waits))
    Tournament.objects.filter(pk=of.pk).update(ended=now())
    assert promise not in read(invitation)
    assert "es ist kein Platz frei geworden" in read(own_path(waits))


def test_before_the_day_the_own_page_says_nothing_of_seats(of, applications):
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) + timedelta(days=3))
    assert "own-standing" not in read(own_path(applications[0]))
