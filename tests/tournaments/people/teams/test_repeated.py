"""A form of teams that is sent twice with one key is done once, and answered twice the same."""

import pytest
from django.urls import reverse

from tests.support.accounts import log_in, make_account
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tournaments.models import Act, Team

pytestmark = pytest.mark.django_db


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
