"""A table that plays so many hands: the golden moments of tests/data/hands.toml, retries, queues, corrections."""

import json
import tomllib
from typing import Any

import pytest
from django.urls import reverse

from scoring.book import audit
from scoring.book.ledger.entries import Outcome, count_counted_hands, list_open_phases, load_phases
from scoring.book.table_clock import PlayTime, decode_clock, encode_clock
from scoring.engine.evening.course import Seating
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import strike_last_deal
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.scoring.support.clocks import enter, wind
from tests.scoring.support.evenings import send_change
from tests.scoring.support.state_machine_checks import all_of_it
from tests.scoring.support.tables import book_of, dreier, last_key, new_key, new_table
from tests.support.paths import DATA
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
MOMENTS = tomllib.loads((DATA / "hands.toml").read_text("utf-8"))["moments"]
NAMES = ("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz")
DIRECTOR = Actor(directs=True)
FOUR = (4, 5, 6)


def unlimited(table: GameTable, hands: tuple[int, ...] = FOUR, **more: Any) -> None:
    """A clock that knows no time, but so many hands."""
    clock = PlayTime(stands="", timed=False, hands=hands, **more)
    GameTable.objects.filter(pk=table.pk).update(clock=encode_clock(clock))


def table_of(players: int = 4, hands: tuple[int, ...] = FOUR, **more: Any) -> GameTable:
    """A new table of so many that plays so many hands."""
    table = new_table(names=NAMES[:players])
    unlimited(table, hands, **{"double": False} | more)
    return GameTable.objects.get(pk=table.pk)


def try_change(table: GameTable, ask: changes.ChangeRequest, who: Actor = DIRECTOR) -> str:
    """Change a table's book, and what was answered."""
    written = send_change(table, ask, who=who)
    return "saved" if written.outcome is Outcome.SAVED else written.code


def seated(table: GameTable, coming: int = 0) -> changes.ChangeRequest:
    """Somebody more sits down (his number), or the last one gets up."""
    order = book_of(table).now.order
    if not coming:
        return changes.change_seats(Seating(order[:-1]))
    person = find_or_create_person(load_first_club(), NAMES[coming - 1]).pk
    return changes.change_seats(Seating((*order, coming - 1), came=((coming - 1, person),)))


def put(table: GameTable, what: str) -> None:
    """Let something stand in the book."""
    special = {
        "void": changes.void_next_deal,
        "redeal": changes.redeal,
        "fifth": lambda: seated(table, 5),
        "sixth": lambda: seated(table, 6),
        "leaves": lambda: seated(table),
    }
    if what in special:
        assert try_change(table, special[what]()) == "saved"
    elif what == "struck":
        assert enter(table).outcome is Outcome.SAVED
        assert strike_last_deal(table, new_key(), last_key(table), "verzählt").outcome is Outcome.SAVED
    else:
        assert enter(table, what).outcome is Outcome.SAVED


def at_moment(golden: dict[str, Any]) -> GameTable:
    """A table at one of the golden moments."""
    table, double = table_of(golden["players"]), golden.get("double_round", False)
    before = {"play": lambda: wind(table, -60, double=double, hands=FOUR)}
    unlimited(table, double=double)
    for what in golden["book"]:
        before.get(what, lambda: None)()
        put(table, what)
    hands = tuple(golden["hands"])
    if "left" in golden:
        wind(table, golden["left"], double=double, hands=hands)
    else:
        unlimited(table, hands, double=double)
    return GameTable.objects.get(pk=table.pk)


@pytest.mark.heavy_but("the gong as a brake: the hand in play may be finished")
@pytest.mark.parametrize("golden", MOMENTS, ids=lambda golden: golden["name"])
def test_a_hand_is_answered_by_how_many_were_played(golden):
    for phase in ("time", "play", "double"):
        table = at_moment(golden)
        before = all_of_it(table)
        written = enter(table, phase)
        assert ("saved" if written.outcome is Outcome.SAVED else written.code) == golden[phase], phase
        if golden[phase] != "saved":
            assert written.outcome is Outcome.TIME_OVER
            assert all_of_it(table) == before
    assert audit.verify([table.pk]) == []


@pytest.mark.parametrize(
    "golden", [moment for moment in MOMENTS if "insert" in moment], ids=lambda golden: golden["name"]
)
def test_a_forgotten_hand_is_one_of_them_too(golden):
    table = at_moment(golden)
    first = book_of(table).played[0].number
    assert try_change(table, changes.insert_hand(first, dreier(0)), Actor()) == golden["insert"]
    assert try_change(at_moment(golden), changes.insert_hand(first, dreier(0))) == "saved"  # the director may


@pytest.mark.parametrize(
    "golden", [moment for moment in MOMENTS if "void_next" in moment], ids=lambda golden: golden["name"]
)
def test_a_void_deal_is_one_of_them_too(golden):
    assert try_change(at_moment(golden), changes.void_next_deal(), Actor()) == golden["void_next"]
    assert try_change(at_moment(golden), changes.void_next_deal()) == "saved"  # the director may


@pytest.mark.heavy_but("all are played before the gong")
@pytest.mark.parametrize("golden", MOMENTS, ids=lambda golden: golden["name"])
def test_the_form_offers_what_is_taken(golden):
    table = at_moment(golden)
    clock = decode_clock(table.clock)
    assert clock is not None
    taken = tuple(phase for phase in ("time", "play", "double") if golden[phase] == "saved")
    assert list_open_phases(table.pk, clock, book_of(table).now) == taken
    page = Client().get(reverse("table", args=[table.slug]))
    phase = page.context["phase"]
    assert tuple(name for name, _words, offered, _chosen in phase.choices if offered) == taken
    assert bool(page.context["closed"]) == (not taken)


def test_a_hand_that_has_arrived_is_answered_as_the_first_time_also_when_it_was_the_last():
    table, key = table_of(), new_key()
    for _hand in range(3):
        enter(table)
    previous = last_key(table)
    first = enter(table, key=key)
    again = enter(table, key=key)  # follows another hand now, but is known
    assert (first.outcome, again.outcome) == (Outcome.SAVED, Outcome.OTHER_BODY)
    assert previous != last_key(table)
    assert count_counted_hands(load_phases(table.pk)) == 4


def test_a_phone_that_kept_five_hands_is_told_which_one_is_too_many():
    table, phone = table_of(), Client()

    def send_hand(number: int) -> Any:
        seats = [0, 1, 2, 3, book_of(table).now.forehand]
        body = {"key": f"hand-{number}", "previous": last_key(table), "seats": seats, "record": dreier(0)}
        body |= {"phase": "time", "at": "2026-01-06T19:00:00Z"}
        return phone.post(reverse("save_hand", args=[table.slug]), json.dumps(body), content_type="application/json")

    answers = [send_hand(number) for number in (1, 2, 3, 4, 5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 423]
    said = answers[-1].json()
    assert (said["code"], said["held"]) == ("hands_played", False)
    assert "one too many" in said["message"] or "zu viel" in said["message"]
    # Sent once more it is the same; one of the others, struck out, makes room for it.
    assert send_hand(5).status_code == 423
    strike_last_deal(table, new_key(), last_key(table), "doppelt")
    assert send_hand(5).status_code == 200


def test_the_director_may_still_type_in():
    table = table_of()
    for _hand in range(4):
        enter(table)
    assert enter(table).code == "hands_played"
    assert enter(table, who=DIRECTOR).outcome is Outcome.SAVED
    assert count_counted_hands(load_phases(table.pk)) == 5


def test_a_struck_hand_counts_again_only_while_there_is_room():
    table = table_of()
    for _hand in range(4):
        enter(table)
    struck = book_of(table).played[-1].number
    strike_last_deal(table, new_key(), last_key(table), "verzählt")
    enter(table)
    assert try_change(table, changes.restore_line(struck), Actor()) == "hands_played"
    strike_last_deal(table, new_key(), last_key(table), "doch nicht")
    assert try_change(table, changes.restore_line(struck), Actor()) == "hand_counts"
    assert try_change(table, changes.restore_line(struck)) == "saved"  # the director may


def test_a_correction_takes_no_hand_more():
    table = table_of()
    for _hand in range(4):
        enter(table)
    assert try_change(table, changes.correct_hand(book_of(table).played[0].number, dreier(1)), Actor()) == "saved"
    assert Entry.objects.filter(table=table).count() > 4


def test_a_clock_of_before_there_were_limits_is_read_as_one_without():
    old = '{"ends": null, "left": 1800000, "stands": "before", "in_play": true, "double": true, "settled": [4]}'
    assert decode_clock(old) == PlayTime(left=1_800_000, settled=(4,))
