"""People who have left a table may be seated again, at the same one or at another one."""

import pytest
from django.urls import reverse

from scoring.book.ledger.entries import Outcome
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.actors import Actor
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.support import factories
from tests.tournaments.support.clock_acts import start_clock
from tournaments.core.acts import ActionRefused
from tournaments.hall.draw.late_entries import list_free_tables, seat_late
from tournaments.models import Entrant, Presence
from tournaments.people.entrants.round_entries import set_state
from tournaments.people.entrants.selectors import list_unseated
from tournaments.people.entrants.substitutes import list_seat_holders, substitute
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db
STAFF = Actor(None, "d" * 16, directs=True)


@share_rows
def left():
    """A round of a five and a four that runs: somebody has left the five."""
    _of, round_, tables = factories.whole(9)
    start_clock(round_, factories.new_key())
    game = GameTable.objects.get(pk=tables[0].game_table_id)
    gone = list_seat_holders(game)[4]
    written = write_change(
        game, factories.new_key(), 0, changes.change_seats(Seating((0, 1, 2, 3))), "geht", sent=["goes"], who=STAFF
    )
    assert written.outcome is Outcome.SAVED, written
    return round_, tables, Entrant.objects.get(person=gone.person)


def names(table):
    return [holder.name for holder in list_seat_holders(table.game_table)]


@pytest.mark.parametrize("number", [1, 2])
def test_who_has_left_is_seated_again_once(left, number):
    round_, tables, entrant = left
    assert list_unseated(round_) == [entrant.pk]
    assert {table.table.number for table in list_free_tables(round_.tournament, round_, entrant.pk)} == {1, 2}
    seat_late(round_, factories.new_key(), entrant.pk, number)
    assert names(tables[number - 1])[-1] == entrant.person.name
    assert list_unseated(round_) == []
    with pytest.raises(ActionRefused, match="seated_already"):
        seat_late(round_, factories.new_key(), entrant.pk)


def test_the_page_offers_him_until_it_is_said_that_he_has_gone_home(left):
    round_, _tables, entrant = left
    director = log_in(make_account("director"))
    page = reverse("seat_late", kwargs={"slug": round_.tournament.slug, "number": 1})
    assert director.get(page).context["first"].id == entrant.pk
    set_state(round_, factories.new_key(), [entrant.pk], Presence.State.LEFT)
    assert director.get(page).context["first"] is None


def test_whose_seat_was_taken_over_sits_nowhere_and_who_took_it_over_does():
    _of, round_, tables = factories.whole(8)
    start_clock(round_, factories.new_key())
    substitute(tables[0], factories.new_key(), 1, Newcomer("Ersatz"))
    gone = Entrant.objects.get(person__name="Spieler 2")
    assert list_unseated(round_) == []
    set_state(round_, factories.new_key(), [gone.pk], Presence.State.IN)
    assert list_unseated(round_) == [gone.pk]
    seat_late(round_, factories.new_key(), gone.pk, 2)
    assert names(tables[1])[-1] == "Spieler 2"
    assert names(tables[0])[1] == "Ersatz"
