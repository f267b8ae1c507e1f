"""The pages of teams: made by typing, from a list, by lot, each once for a key; the public standing follows."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.people.teams.test_services import ids, members
from tests.tournaments.results.standings.played_tables import over, started
from tests.tournaments.results.team_standings.test_standing import paired
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.list_previews import confirm_preview, read_people
from tournaments.models import Act, Team, Tournament
from tournaments.people.teams.actions import join_teams
from tournaments.people.teams.services import TeamRef, format_team_name
from tournaments.results.team_standings.standing_views import load_wall_teams

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
    acts.withdraw(of.pk, new_key(), ids(of, 2)[0])
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
    wall = " ".join(log_in().get(reverse("projector", args=[of.slug])).content.decode().split())
    assert '<span class="who">A</span> <span class="amount">+20</span>' in wall


def test_a_team_is_followed_without_a_script_too_and_only_where_its_standing_is_public():
    of = play_pairs()
    page = Client().get(reverse("team_standings", args=[of.slug]) + "?follow=2,9,x").content.decode()
    followed = page.split('id="followed"')[1].split("</section>")[0]
    assert "<b>2.</b> B <span>−70</span>" in " ".join(followed.split())
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


LIST = "Nr.;Name;Mannschaft\n1;Anna Maier;Herzdamen\n2;Bert Huber;\n3;Carl Öller;HERZDAMEN\n4;Doris Adam;Herzdamen\n"


@pytest.mark.parametrize("heading", ["Team", "Mannschaft", "TEAMNAME", "Paar"])
def test_the_column_is_found_by_its_heading(heading):
    (one,) = read_people(f"Name\t{heading}\nAnna Maier\t Die  Zwei ")
    assert (one.name, one.team) == ("Anna Maier", "Die Zwei")


def read_in(of: Tournament) -> str:
    """The list is pasted and confirmed; where that leads to."""
    staff = log_in()
    shown = staff.post(reverse("read_list", args=[of.slug]), {"key": new_key(), "text": LIST})
    for _ in range(2):  # tapped twice
        answer = confirm_preview(staff, shown, numbers="1")
    assert answer.status_code == 302
    assert staff.get(answer.headers["Location"]).status_code == 200
    return str(answer.headers["Location"])


def test_who_stands_there_with_a_team_joins_it_as_long_as_there_is_room():
    of = factories.tournament(team_size=2)
    assert read_in(of).endswith("entered=4&there=0&joined=2&left=1")
    assert members(of) == {1: [1, 3]}


def test_without_teams_the_column_means_nothing():
    of = factories.tournament()
    assert read_in(of).endswith("entered=4&there=0")
    assert not Team.objects.exists()


def test_a_team_that_is_there_is_filled_up_and_who_has_another_one_keeps_it():
    of = factories.tournament(team_size=2)
    factories.people(of, 5)
    paired(of, (1,), (2, 3))
    named = [("a", ids(of, 4)[0]), ("C", ids(of, 2)[0]), ("A", ids(of, 5)[0])]
    done = join_teams(of.pk, new_key(), named)
    assert done is not None
    assert members(of) == {1: [1, 4], 2: [2, 3]}
    assert Team.objects.filter(tournament=of).count() == 2  # nobody could join C


def test_once_the_tournament_has_started_a_list_changes_no_team():
    of = factories.tournament(team_size=2)
    factories.people(of, 2)
    Tournament.objects.filter(pk=of.pk).update(frozen=of.made)
    assert join_teams(of.pk, new_key(), [("A", ids(of, 1)[0])]) is None
    assert members(of) == {}


def test_what_is_sent_twice_is_done_once_and_answered_the_same():
    of = factories.whole(8, team_size=2)[0]
    director = log_in(make_account("director"))
    page, team = reverse("teams", args=[of.slug]), reverse("team", args=[of.slug, 1])
    sent: tuple[tuple[str, dict[str, object]], ...] = (
        (page, {"name": "Die Ersten", "player": ["1", "2"]}),
        (reverse("teams_list", args=[of.slug]), {"text": "Die Zweiten; 3; 4"}),
        (team, {"name": "Die Besten", "player": ["1", "5"]}),
        (team, {"dissolve": "1"}),
        (page, {"by_lot": "1"}),
    )
    for address, form in sent:
        said = {**form, "key": new_key()}
        first = director.post(address, said)
        again = director.post(address, said)
        assert (first.status_code, again.status_code) == (302, 302), address
        assert again["Location"] == first["Location"]
    assert Act.objects.filter(tournament=of, kind="team").count() == len(sent)
    assert Team.objects.filter(tournament=of).count() == 5


def test_another_form_with_the_same_key_is_refused():
    of = factories.whole(8, team_size=2)[0]
    director, page, key = log_in(make_account("director")), reverse("teams", args=[of.slug]), new_key()
    assert director.post(page, {"key": key, "name": "Die Ersten", "player": ["1", "2"]}).status_code == 302
    for players in (["1", "2"], ["3", "4"]):
        answer = director.post(page, {"key": key, "name": "Die Zweiten", "player": players})
        assert answer.status_code == 400
    team = reverse("team", args=[of.slug, 1])
    gone = new_key()
    assert director.post(team, {"key": gone, "dissolve": "1"}).status_code == 302
    assert director.get(team).status_code == 404
    assert director.post(team, {"key": gone, "name": "Die Dritten", "player": ["3", "4"]}).status_code == 404
    assert Team.objects.filter(tournament=of).count() == 1
