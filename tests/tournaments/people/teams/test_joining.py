"""Lists of people with a column of teams fill them; a form of teams that is sent twice with one key is done once."""

import pytest
from django.urls import reverse

from tests.support.accounts import log_in, make_account
from tests.tournaments.people.teams.test_services import ids, members
from tests.tournaments.results.team_standings.test_standing import paired
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tournaments.models import Act, Team, Tournament
from tournaments.people.name_lists.columns import parse_people
from tournaments.people.name_lists.text import parse_rows
from tournaments.people.teams.actions import join_teams

pytestmark = pytest.mark.django_db
LIST = "Nr.;Name;Mannschaft\n1;Anna Maier;Herzdamen\n2;Bert Huber;\n3;Carl Öller;HERZDAMEN\n4;Doris Adam;Herzdamen\n"


@pytest.mark.parametrize("heading", ["Team", "Mannschaft", "TEAMNAME", "Paar"])
def test_the_column_is_found_by_its_heading(heading):
    (one,) = parse_people(parse_rows(f"Name\t{heading}\nAnna Maier\t Die  Zwei "))
    assert (one.name, one.team) == ("Anna Maier", "Die Zwei")


def read_in(of: Tournament) -> str:
    """The list is pasted and confirmed; where that leads to."""
    staff = log_in()
    shown = staff.post(reverse("read_list", args=[of.slug]), {"key": new_key(), "text": LIST})
    sent = {"key": new_key(), "rows": shown.context["rows"], "numbers": "1"}
    for _ in range(2):  # tapped twice
        answer = staff.post(reverse("confirm_list", args=[of.slug]), sent)
    assert answer.status_code == 302
    assert staff.get(answer.headers["Location"]).status_code == 200
    return answer.headers["Location"]


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
    assert director.post(team, {"key": gone, "name": "Die Dritten", "player": ["3", "4"]}).status_code == 404
    assert Team.objects.filter(tournament=of).count() == 1
