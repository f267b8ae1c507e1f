"""The pages of teams: made by typing, from a list, by lot; the public standing follows."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.accounts import log_in
from tests.support.clients import count_queries
from tests.support.shared_rows import share_rows
from tests.tournaments.people.teams.test_services import ids, members
from tests.tournaments.results.standings.played_tables import over, started
from tests.tournaments.results.team_standings.test_standing import paired
from tests.tournaments.support import factories
from tests.tournaments.support.entry_acts import withdraw
from tests.tournaments.support.factories import new_key
from tournaments.models import Act, Tournament
from tournaments.people.teams.rosters import TeamRef, format_team_name
from tournaments.results.team_standings.page import load_wall_teams

pytestmark = pytest.mark.django_db


@share_rows
def of() -> Tournament:
    tournament = factories.tournament(team_size=2)
    factories.enter_people(tournament, "Anna Maier", "Bert Huber", "Carl Huber", "Doris Öllinger", "Emil Šimek")
    return tournament


def teams(of: Tournament) -> str:
    return reverse("teams", args=[of.slug])


def test_a_team_is_typed_by_start_numbers_and_names(of, secretary):
    sent = {"key": new_key(), "name": " Die  Zwei ", "player": ["1 Anna Maier", "huber carl"]}
    assert secretary.post(teams(of), sent).status_code == 302
    sent = {"key": new_key(), "player": ["simek", ""]}
    assert secretary.post(teams(of), sent).status_code == 302
    assert members(of) == {1: [1, 3], 2: [5]}
    seen = secretary.get(teams(of)).context["seen"]
    assert [team.name for team in seen.teams] == ["Die Zwei", format_team_name(TeamRef(0, 2, ""))]
    assert [entrant.number for entrant in seen.without] == [2, 4]
    assert [entrant.number for entrant in seen.incomplete] == [2]


@pytest.mark.parametrize("player", ["Huber", "Niemand", "77"])
def test_who_is_not_meant_for_sure_is_asked_about_and_what_was_typed_stays(of, player):
    answer = log_in().post(teams(of), {"key": new_key(), "name": "A", "player": ["1", player]})
    assert answer.status_code == 400
    assert player in answer.content.decode()
    assert answer.context["fields"] == [(1, "1"), (2, player)]
    assert members(of) == {}


def test_a_pasted_list_is_taken_as_a_whole_or_not_at_all(of):
    page, staff = reverse("teams_list", args=[of.slug]), log_in()
    wrong = "Eins\t1\tHuber\n\nZwei\t4\t1\n"
    answer = staff.post(page, {"key": new_key(), "text": wrong})
    assert (answer.status_code, len(answer.context["problems"])) == (400, 2)
    assert members(of) == {}
    assert staff.post(page, {"key": new_key(), "text": "Eins\t1\tBert Huber\n\n4; ignoriert"}).status_code == 400
    assert staff.post(page, {"key": new_key(), "text": "Eins;1;Bert Huber\n4;5\n"}).status_code == 302
    assert members(of) == {1: [1, 2], 2: [4, 5]}


def test_after_the_start_only_the_director_changes_teams_and_says_why(director):
    of, first, _tables = factories.whole(8, team_size=2)
    paired(of, (1, 5), (2, 6))
    started(first)
    page = reverse("team", args=[of.slug, 1])
    sent = {"name": "A", "player": ["1", "3"], "since": "2", "reason": "krank"}
    assert log_in().post(page, {"key": new_key(), **sent}).status_code == 403
    assert director.post(page, {"key": new_key(), **sent, "reason": " "}).status_code == 400
    assert director.post(page, {"key": new_key(), **sent}).status_code == 302
    assert members(of)[1] == [1, 3]
    note = Act.objects.filter(kind="team").latest("sequence").note
    assert note is not None
    assert note.text == "krank"
    stints = director.get(page).context["stints"]
    assert [(since, [member.number for member in members_then]) for since, members_then in stints] == [
        (1, [1, 5]),
        (2, [1, 3]),
    ]


def test_a_member_who_withdraws_is_told(of):
    paired(of, (1, 2))
    withdraw(of.pk, new_key(), ids(of, 2)[0])
    ((team, member),) = log_in().get(teams(of)).context["seen"].gone
    assert (team.number, member.number) == (1, 2)


def test_a_tournament_without_teams_says_so():
    of = factories.tournament()
    assert log_in().get(teams(of)).status_code == 200
    assert log_in().post(teams(of), {"key": new_key(), "player": ["1"]}).status_code == 400


def play_pairs(**settings: object) -> Tournament:
    of, first, (one, other) = factories.whole(8, team_size=2, **settings)
    paired(of, (1, 5), (2, 6))
    over(first, (one, (10, -10, 5, -5)), (other, (10, -60, 25, 25)))
    return of


def test_everybody_may_watch_how_the_teams_stand():
    of = play_pairs()
    watcher = Client()
    for route, arguments in (("team_standings", [of.slug]), ("round_team_standings", [of.slug, 1])):
        answer = watcher.get(reverse(route, args=arguments))
        text = answer.content.decode()
        assert text.index(">A<") < text.index(">B<")
        assert "+20" in text
        live = watcher.get(reverse(f"{route}_live", args=arguments), headers={"If-None-Match": answer.context["tag"]})
        assert live.status_code == 304
    assert "Spieler 5" in watcher.get(reverse("round_team_standings", args=[of.slug, 1])).content.decode()
    assert watcher.get(reverse("round_team_standings", args=[of.slug, 7])).status_code == 404
    assert [(team.rank, team.name) for team in load_wall_teams(of)] == [("1.", "A"), ("2.", "B")]
    wall = log_in().get(reverse("projector", args=[of.slug])).content.decode()
    assert '<span class="who">A</span> <span class="amount">+20</span>' in wall


def test_a_team_is_followed_without_a_script_too_and_only_where_its_standing_is_public():
    of = play_pairs()
    page = Client().get(reverse("team_standings", args=[of.slug]) + "?follow=2,9,x").content.decode()
    followed = page.split('id="followed"')[1].split("</section>")[0]
    assert "<b>2.</b> B <span>−70</span>" in followed
    assert "A" not in followed.split("<ul>")[1].split("</ul>")[0]
    assert 'href="?follow=2"' in page
    hidden = play_pairs(show_live=False)
    page = Client().get(reverse("team_standings", args=[hidden.slug]) + "?follow=2").content.decode()
    assert "−70" not in page


def test_what_is_not_public_is_seen_by_the_staff_only():
    of = play_pairs(show_live=False)
    page = reverse("team_standings", args=[of.slug])
    assert "+20" not in Client().get(page).content.decode()
    assert "+20" in log_in().get(page).content.decode()
    Tournament.objects.filter(pk=of.pk).update(ended=of.made, version=99)
    assert "+20" in Client().get(page).content.decode()


def test_more_teams_take_no_more_queries(of, secretary):
    factories.people(of, 40)
    secretary.get(teams(of))  # whose it is, is looked up once
    found = []
    for first, last in ((6, 8), (8, 24), (24, 40)):
        paired(of, *((number, number + 1) for number in range(first, last, 2)))
        found.append(count_queries(secretary, teams(of)))
    assert found[0] == found[2]
