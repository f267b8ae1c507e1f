"""A substitute takes a seat in the middle of a round; both names stay visible, the score goes on."""

import pytest
from django.urls import reverse

from scoring.models import GameTable
from scoring.seats import read_seats
from tests.support.accounts import logged_in, new_account
from tests.tournaments import made
from tournaments.acts import Refused
from tournaments.clock.services import start
from tournaments.models import Entrant, Presence
from tournaments.people.entering import Newcomer
from tournaments.people.substituting import substitute, who_sits

pytestmark = pytest.mark.django_db


def names(table):
    return [seat.name for seat in read_seats(GameTable.objects.get(pk=table.game_table_id))]


def test_the_one_who_comes_stands_beside_the_one_who_goes():
    of, round_, tables = made.whole(4)
    start(round_, made.new_key())
    key = made.new_key()
    for _twice in range(2):
        substitute(tables[0], key, 1, Newcomer("Ersatz"))
    assert names(tables[0]) == ["Spieler 1", "Spieler 2 / Ersatz", "Spieler 3", "Spieler 4"]
    assert Entrant.objects.get(person__name="Ersatz").number == 5
    states = dict(Presence.objects.filter(round=round_).values_list("entrant__person__name", "state"))
    assert states["Spieler 2"] == "left"
    assert of.acts.filter(kind="substitute").count() == 1


def test_a_seat_is_taken_only_by_who_sits_nowhere_and_only_while_it_is_played():
    _of, round_, tables = made.whole(8)
    with pytest.raises(Refused, match="not_started"):
        substitute(tables[0], made.new_key(), 1, Newcomer("Ersatz"))
    start(round_, made.new_key())
    for place, name, why in (
        (1, "Spieler 5", "seated_elsewhere"),
        (1, "Spieler 1", "seated_elsewhere"),
        (5, "Ersatz", "not_seated"),
    ):
        with pytest.raises(Refused, match=why):
            substitute(tables[0], made.new_key(), place, Newcomer(name))
    assert not Entrant.objects.filter(person__name="Ersatz").exists()
    substitute(tables[0], made.new_key(), 1, Newcomer("Ersatz"))
    with pytest.raises(Refused, match="seated_elsewhere"):  # who has left does not come back at the same table
        substitute(tables[0], made.new_key(), 2, Newcomer("Spieler 2"))
    assert [one.name for one in who_sits(tables[0].game_table)] == ["Spieler 1", "Ersatz", "Spieler 3", "Spieler 4"]


def test_the_director_names_the_substitute_on_a_page():
    of, round_, tables = made.whole(4)
    start(round_, made.new_key())
    director = logged_in(new_account("director"))
    page = reverse("substitute", args=[of.slug, 1, 1])
    assert director.post(page, {"key": made.new_key(), "place": "0", "name": ""}).status_code == 400
    assert director.post(page, {"key": made.new_key(), "place": "9", "name": "Ersatz"}).status_code == 409
    assert director.post(page, {"key": made.new_key(), "place": "0", "name": "Ersatz"}).status_code == 302
    assert names(tables[0])[0] == "Spieler 1 / Ersatz"
