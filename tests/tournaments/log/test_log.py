"""What was done in a tournament: every kind of act has words, and each can be found."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.writing import Who
from tarockclub.models import Person
from tarockclub.persons import own_club
from tests.support.accounts import logged_in
from tests.tournaments import made
from tournaments.acts import Kind
from tournaments.log.listing import WORDS
from tournaments.standings.cash import put

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def test_every_kind_of_act_has_words():
    assert set(WORDS) == set(Kind)


def test_who_did_what_when_and_why_the_latest_first():
    of, _first, _tables = made.whole(4)
    boss = Person.objects.create(club=own_club(), number=900, name="Österreicher")
    put(of.pk, made.new_key(), 500, "Wechselgeld", Who(person=boss.pk))
    client, page = logged_in(), reverse("tournament_log", args=[of.slug])
    rows = client.get(page, headers=ENGLISH).context["list"].rows
    assert [str(cell.text) for cell in rows[0][1:]] == [
        "something was put into the cash box, or taken out",
        "–",
        "Österreicher",
        "Wechselgeld",
    ]
    assert str(rows[-1][1].text) == "the tournament was made"
    for typed in ("wechsel", "ÖSTER"):
        assert len(client.get(page, {"q": typed}).context["list"].rows) == 1
    for column in ("at", "kind", "-where", "by", "-reason"):
        assert client.get(page, {"sort": column}).context["list"].all == len(rows)


def test_the_number_of_queries_does_not_grow_with_the_acts():
    of = made.tournament()
    client, page = logged_in(), reverse("tournament_log", args=[of.slug])
    client.get(page)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        counts.append(len(queries))
        made.people(of, 3)
        made.round_(of)
    assert counts[0] == counts[1]
