"""Several directors at one desk: two taps on one thing are one, or the second one is told who was quicker."""

import re

import pytest
from django.urls import reverse

from tests.support.accounts import log_in, make_account
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import Kind
from tournaments.models import Act

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    """A round of two tables that is played."""
    _of, first, _tables = factories.whole(9)
    return started(first)


def log_in_two():
    """Two directors: Anna at the desk, Berta walking about with a phone."""
    return log_in(make_account("director", login="anna")), log_in(make_account("director", login="berta"))


def read_key(client, address):
    """The key of the forms of a page, as it is now."""
    return find_key(client.get(address))


def find_key(answer):
    """The first key in a page."""
    return re.findall(r'name="key" value="([^"]+)"', answer.content.decode())[0]


def open_desks(round_):
    """The desks of both, and where their clocks are changed."""
    desk = reverse("desk", args=[round_.tournament.slug, 1])
    taps = [(client, read_key(client, desk)) for client in log_in_two()]
    return taps, reverse("desk_clock", args=[round_.tournament.slug, 1])


def test_five_minutes_more_from_two_desks_are_five_until_the_second_one_insists(round_):
    ((anna, hers), (berta, other)), clock = open_desks(round_)
    extend = {"what": "extend", "minutes": "5"}
    assert anna.post(clock, {**extend, "key": hers}).status_code == 302
    assert anna.post(clock, {**extend, "key": hers}).status_code == 302  # the same tap again
    refused = berta.post(clock, {**extend, "key": other})
    assert refused.status_code == 409
    assert "Anna hat genau das inzwischen gemacht" in refused.content.decode()
    assert Act.objects.filter(kind=Kind.EXTEND).count() == 1
    again = find_key(refused)
    assert berta.post(clock, {**extend, "key": again}).status_code == 302
    assert Act.objects.filter(kind=Kind.EXTEND).count() == 2


def test_what_was_taken_back_is_not_held_against_the_second_one(round_):
    ((anna, hers), (berta, other)), clock = open_desks(round_)
    anna.post(clock, {"what": "extend", "minutes": "5", "key": hers})
    act = Act.objects.get(kind=Kind.EXTEND)
    anna.post(reverse("undo", args=[round_.tournament.slug, act.sequence]), {"key": new_key()})
    assert berta.post(clock, {"what": "extend", "minutes": "5", "key": other}).status_code == 302


@pytest.mark.parametrize("what", ["pause", "end"])
def test_pause_and_gong_from_two_desks_come_once(round_, what):
    ((anna, hers), (berta, other)), clock = open_desks(round_)
    assert anna.post(clock, {"what": what, "key": hers, "sure": "1"}).status_code == 302
    assert berta.post(clock, {"what": what, "key": other, "sure": "1"}).status_code == 409
    assert Act.objects.filter(kind__in=(Kind.PAUSE, Kind.TIME_UP)).count() == 1


def test_two_substitutes_for_one_seat_are_a_question(round_):
    of = round_.tournament
    one, other = factories.enter_people(of, "Kurt Neumann", "Lisl Altmann")
    page = reverse("substitute", args=[of.slug, 1, 1])
    anna, berta = log_in_two()
    taps = [(client, read_key(client, page), who) for client, who in ((anna, one), (berta, other))]
    codes = [
        client.post(page, {"key": key, "place": "0", "name": who.person.name, "person": str(who.person_id)}).status_code
        for client, key, who in taps
    ]
    assert codes == [302, 409]
    assert Act.objects.filter(kind=Kind.SUBSTITUTE).count() == 1


def test_the_desk_says_who_did_what_last(round_):
    ((anna, hers), (berta, _other)), clock = open_desks(round_)
    live = reverse("desk_live", args=[round_.tournament.slug, 1])
    before = berta.get(live)["ETag"]
    anna.post(clock, {"what": "extend", "minutes": "5", "key": hers})
    news = berta.get(live, headers={"If-None-Match": before})
    text = news.content.decode()
    assert news.status_code == 200
    assert "<strong>Anna</strong>" in text
    assert f'data-seen="{Act.objects.get(kind=Kind.EXTEND).sequence}"' in text


def tap_both(page, address, fields):
    """Both have the page before them, and tap the same button; the answers."""
    taps = []
    for client in log_in_two():
        shown = client.get(page)
        seen = re.findall(r'name="seen" value="([^"]+)"', shown.content.decode())
        taps.append((client, {"key": find_key(shown), "seen": (seen or [""])[0]}))
    return [client.post(address, {**fields, **sent}) for client, sent in taps]


def play_all(of, first, tables):
    """Everybody has paid, each table has a hand, and the time is up."""
    acts.pay(first, new_key(), [entrant.pk for entrant in of.entrants.all()])
    acts.start_clock(first, new_key(), confirmed=True)
    for table in tables:
        play(first, table.number)
    acts.end_time(first, new_key())


@pytest.mark.parametrize("kind", [Kind.DRAFT, Kind.DONE, Kind.RESULT, Kind.PAID])
def test_of_two_who_do_the_same_within_a_second_the_second_one_is_told_and_nothing_is_doubled(kind):
    of, first, tables = factories.whole(8, fee=300, count_chips=False)
    slug, people, fields = [of.slug], [str(entrant.pk) for entrant in of.entrants.all()], {}
    if kind == Kind.PAID:
        page, address, fields = reverse("entrants", args=slug), reverse("settle_fees", args=slug), {"paid": people[0]}
    else:
        play_all(of, first, tables)
    if kind == Kind.DONE:
        page = reverse("desk_table", args=[*slug, 1, 1])
        address, fields = reverse("desk_done", args=[*slug, 1, 1]), {"what": "done", "confirm": "1"}
    elif kind in (Kind.DRAFT, Kind.RESULT):
        for table in tables:
            acts.close_table(table, new_key(), confirmed=True)
        page, address = reverse("results", args=slug), reverse("publish", args=[*slug, 1])
    if kind == Kind.DRAFT:
        acts.open_round(of, new_key())
        page, address = reverse("draw", args=[*slug, 2]), reverse("draw_again", args=[*slug, 2])
        fields = {"shown": ",".join(people)}
    before = Act.objects.filter(tournament=of, kind=kind).count()
    one, other = tap_both(page, address, fields)
    assert (one.status_code, other.status_code // 100) == (302, 4)
    assert 'class="problem"' in other.content.decode()
    assert Act.objects.filter(tournament=of, kind=kind).count() == before + 1
