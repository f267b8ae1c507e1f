"""The steps of a tournament: where it stands, for whom, what belongs to each; its page counts its rounds."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tarockclub.models import Account, Club
from tarockclub.platform.accounts.rights import Rights
from tarockclub.platform.navigation.rows import Stage
from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import over, publish_results
from tests.tournaments.support import acts, factories
from tournaments.core.editions import FINAL
from tournaments.core.settings import STANDING, parse_settings
from tournaments.hall.setup.overview import load_rounds
from tournaments.hall.setup.steps import build_groups, build_steps
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
STRIP = re.compile(r'<nav class="steps".*?</nav>', re.DOTALL)


def build_rights(role):
    """The rights of an account with a role."""
    return Rights(Account(role=role), {})


def find_now(tournament):
    """The step that is now, read again."""
    [step] = [step for step in build_steps(fresh(tournament), may=build_rights("director")) if step.state == "now"]
    return step.stage


def fresh(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def go_on(tournament, **changes):
    """Change it as an act does: with another version."""
    Tournament.objects.filter(pk=tournament.pk).update(version=fresh(tournament).version + 1, **changes)


def test_a_tournament_goes_through_its_steps():
    empty = factories.tournament()
    assert find_now(empty) == Stage.PEOPLE
    tournament, round_, tables = factories.whole(4)
    assert find_now(tournament) == Stage.PLAY
    Round.objects.filter(pk=round_.pk).update(started=timezone.now())
    go_on(tournament)
    assert find_now(tournament) == Stage.PLAY
    for table in tables:
        table.done = timezone.now()
        table.save()
    go_on(tournament)
    assert find_now(tournament) == Stage.RESULTS
    go_on(tournament, ended=timezone.now())
    assert find_now(tournament) == Stage.PRIZES


def test_the_strip_asks_nothing_while_nothing_was_done():
    tournament = factories.whole(4)[0]
    build_steps(tournament, may=build_rights("director"))
    with CaptureQueriesContext(connection) as asked:
        build_steps(tournament, may=build_rights("director"))
    assert len(asked) == 0


@pytest.mark.heavy
def test_each_step_leads_somewhere_and_a_secretary_is_led_to_no_page_of_directors():
    tournament = factories.whole(4)[0]
    director, secretary = log_in(make_account("director")), log_in()
    for directs, client in ((True, director), (False, secretary)):
        may = build_rights("director" if directs else "secretary")
        links = {step.stage: step.href for step in build_steps(tournament, may=may)}
        assert all(client.get(href).status_code == 200 for href in links.values() if href)
        assert bool(links[Stage.DRAW]) == bool(links[Stage.PLAY]) == directs
        rounds = load_rounds(tournament)
        for group in build_groups(tournament, parse_settings(tournament.settings), rounds, may=may):
            for link in group.links:
                assert client.get(link.href).status_code == 200, link.href


def test_the_strip_stands_on_the_pages_of_the_staff_alone():
    tournament = factories.whole(4)[0]
    page = reverse("standings", args=[tournament.slug])
    stranger = log_in(make_account("director", Club.objects.create(name="Nachbarn")))
    assert STRIP.search(log_in().get(page).content.decode())
    assert not STRIP.search(Client().get(page).content.decode())
    assert not STRIP.search(stranger.get(page).content.decode())


def test_where_the_page_belongs_and_where_the_tournament_stands_are_told_apart():
    tournament = factories.whole(4)[0]
    [strip] = STRIP.findall(log_in().get(reverse("entrants", args=[tournament.slug])).content.decode())
    assert re.findall(r'<li class="(is-\w+ is-here)">', strip) == ["is-done is-here"]
    assert strip.count("is-now") == 1
    assert "aria-current" in strip


def list_groups(answer):
    """The links at the foot of the page of a tournament, of each step."""
    foot = answer.content.decode().partition('id="pages"')[2].partition("</details>")[0]
    return [re.findall(r'href="(/[^"]+)"', group) for group in foot.split("<h3>")[1:]]


def test_a_step_has_twelve_links_at_most_also_after_many_rounds_those_of_the_newest_one():
    tournament, _first, _tables = factories.whole(4, team_size=2, donation=True, rate=10)
    for _round in range(6):
        factories.draw_tables(factories.round_(tournament))
    director, address = log_in(make_account("director")), reverse("tournament", args=[tournament.slug])
    answer = director.get(address)
    groups = list_groups(answer)
    assert len(groups) == len(Stage)
    assert all(0 < len(links) <= 12 for links in groups)
    assert [reverse("draw", args=[tournament.slug, number]) in groups[2] for number in (1, 7)] == [False, True]
    page = answer.content.decode()
    assert all(reverse("desk", args=[tournament.slug, number]) in page for number in range(1, 8))


def test_the_page_of_a_finished_tournament_names_its_winner():
    tournament, first, (one, other) = factories.whole(8)
    director, address = log_in(make_account("director")), reverse("tournament", args=[tournament.slug])
    over(first, (one, (10, -10, 5, -5)), (other, (7, -7, 2, -2)))
    publish_results(tournament, 1)
    assert "podium-1" not in director.get(address).content.decode()
    publish_results(tournament, FINAL)
    page = director.get(address).content.decode()
    winner = page.partition("podium-1")[2].partition("</li>")[0]
    assert re.findall(r"Spieler [0-9]+", " ".join(strip_tags(winner).split())) == ["Spieler 1"]
    assert reverse("tournament_player", args=[tournament.slug, 1]) in winner


def test_the_page_of_a_tournament_has_each_of_its_pages_once():
    tournament = factories.whole(4)[0]
    director, address = log_in(make_account("director")), reverse("tournament", args=[tournament.slug])
    groups = list_groups(director.get(address))
    links = [link for group in groups for link in group]
    assert len(links) == len(set(links))
    assert [reverse(route, args=[tournament.slug]) in groups[1] for route in ("entrants", "cash_box", "prizes")] == [
        True,
        True,
        False,
    ]
    wanted = ("entrants", "tournament_settings", "rulings", "prizes", "results", "cash_box", "papers", "exports")
    further = ("tournament_log", "registration", "standings", "projector", "archive_tournament")
    for route in (*wanted, *further):
        assert reverse(route, args=[tournament.slug]) in links
    for route in ("draw", "desk", "seats", "quick_round", "table_cards", "round_standings"):
        assert reverse(route, kwargs={"slug": tournament.slug, "number": 1}) in links


def test_who_plays_and_how_many_tables_are_counted_for_each_round():
    of, first, _tables = factories.whole(13)
    factories.round_(of, 5)
    gone = first.presences.order_by("pk")[0]
    acts.set_state(first, factories.new_key(), [gone.entrant_id], "no_show")
    assert [(round_.number, round_.entered, round_.tables, round_.stage) for round_ in load_rounds(of)] == [
        (1, 12, 3, "drawn"),
        (2, 5, 0, "open"),
    ]


def test_the_page_says_all_that_was_agreed_on_for_a_cup():
    settings: dict[str, Any] = {
        "rounds": 2,
        "hands": (4, 5, 6),
        "start": 0,
        "rate": 10,
        "kontra": 1,
        "team_size": 2,
        "seating": STANDING,
    }
    of = factories.tournament(**settings)
    answer = log_in(make_account("director")).get(reverse("tournament", args=[of.slug]), headers=ENGLISH)
    rules = answer.content.decode().partition("<h2>Rules</h2>")[2]
    for said in ("not at all", "2 rounds", "teams of two", "4 hands"):
        assert said in rules


def test_players_are_never_paired_with_tables_to_be_counted():
    of, _first, _tables = factories.whole(8)
    with CaptureQueriesContext(connection) as queries:
        load_rounds(of)
    asked = [query["sql"] for query in queries]
    assert len(asked) == 3
    assert not any("tournaments_presence" in sql and "tournaments_roundtable" in sql for sql in asked)
