"""At the door: two taps are one, a fee is taken once and goes back with the tap; its page works without a script."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import clean_details, create_person
from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import normal, play_hand, running
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Entrant, Presence, Round, Tournament
from tournaments.people.door import selectors as door_selectors
from tournaments.people.door.actions import announce_oneself, check_in_newcomer, close_door, count_paid
from tournaments.people.door.selectors import FREE, GONE, MISSING, OWING, READY, find_rows, load_door
from tournaments.people.entrants.selectors import list_unseen
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.selectors import set_details

pytestmark = pytest.mark.django_db


def states(of) -> list[str]:
    return [row.state for row in sorted(load_door(of).rows, key=lambda row: row.number)]


def prepare(count: int = 3, **settings):
    of = factories.tournament(**{"fee": 300, **settings})
    entrants = factories.people(of, count)
    return of, factories.round_(of, 0), entrants


def test_the_page_that_reads_codes_may_ask_for_the_camera():
    of, _round, _entrants = prepare()
    permissions = desk(of).get(reverse("door", args=[of.slug])).headers["Permissions-Policy"]
    assert "camera" not in permissions
    assert "microphone=()" in permissions


def test_a_tap_enters_the_round_and_takes_the_fee_once():
    of, round_, (anna, berta, _cilli) = prepare()
    key = factories.new_key()
    assert acts.check_in(round_, key, anna.pk, paid=True) == 300
    assert acts.check_in(round_, key, anna.pk, paid=True) == 300  # the answer was lost: the same tap again
    with pytest.raises(ActionRefused, match="here_already"):  # the other desk
        acts.check_in(round_, factories.new_key(), anna.pk, paid=True)
    assert acts.check_in(round_, factories.new_key(), berta.pk, paid=False) == 0
    assert states(of) == [READY, OWING, MISSING]
    assert acts.check_in(round_, factories.new_key(), berta.pk, paid=True) == 300
    assert load_cash_box(of).balance == 600
    assert Presence.objects.filter(round=round_).count() == 2


def test_what_was_paid_or_waived_before_is_not_paid_at_the_door():
    of, round_, (anna, berta, cilli) = prepare()
    acts.check_in(round_, factories.new_key(), berta.pk, paid=False)
    Presence.objects.filter(entrant=berta).update(debt=Presence.Debt.WAIVED)
    acts.check_in(round_, factories.new_key(), anna.pk, paid=False)
    acts.pay(round_, factories.new_key(), [anna.pk])
    Entrant.objects.filter(pk__in=[anna.pk, berta.pk]).update(arrived=None)
    assert states(of) == [FREE, FREE, MISSING]
    taken = [acts.check_in(round_, factories.new_key(), each.pk, paid=True) for each in (anna, berta, cilli)]
    assert taken == [0, 0, 300]
    assert states(of) == [READY] * 3


def test_a_fee_of_the_tournament_is_taken_once_in_all_rounds():
    of, first, (anna, _berta, _cilli) = prepare(fee_per="tournament", rounds=2)
    assert acts.check_in(first, factories.new_key(), anna.pk, paid=True) == 300
    second = factories.round_(of, 0)
    Entrant.objects.update(arrived=None)
    assert acts.check_in(second, factories.new_key(), anna.pk, paid=True) == 0


def test_a_tap_taken_back_gives_the_fee_back_and_leaves_the_round():
    of, round_, (anna, berta, _cilli) = prepare()
    acts.check_in(round_, factories.new_key(), anna.pk, paid=True)
    with pytest.raises(ActionRefused, match="fee_taken"):
        acts.take_back_arrival(round_, factories.new_key(), anna.pk, money=False)
    acts.take_back_arrival(round_, factories.new_key(), anna.pk, money=True)
    assert load_cash_box(of).balance == 0
    assert not Presence.objects.filter(round=round_).exists()
    with pytest.raises(ActionRefused, match="not_here"):
        acts.take_back_arrival(round_, factories.new_key(), berta.pk, money=True)
    # What was paid before the tap stays.
    acts.check_in(round_, factories.new_key(), berta.pk, paid=False)
    acts.pay(round_, factories.new_key(), [berta.pk])
    acts.take_back_arrival(round_, factories.new_key(), berta.pk, money=True)
    assert Presence.objects.get(entrant=berta).paid == 300


def test_who_was_at_a_table_of_an_earlier_round_has_been_seen_without_passing_the_door():
    of, first, entrants = prepare(4)
    late, ghost = entrants[0], entrants[1]
    acts.change_entries(first, factories.new_key(), [entrant.pk for entrant in entrants])
    Entrant.objects.filter(pk__in=[entrants[2].pk, entrants[3].pk]).update(arrived=now())
    Presence.objects.filter(entrant=ghost).update(state=Presence.State.NO_SHOW)
    Round.objects.filter(pk=first.pk).update(started=now(), closed=now())
    second = factories.round_(of)
    assert states(of) == [OWING, MISSING, OWING, OWING]
    assert list_unseen(second) == [ghost.pk]
    close_door(second, factories.new_key())
    assert Presence.objects.get(round=second, entrant=late).state == Presence.State.IN
    assert Presence.objects.get(round=second, entrant=ghost).state == Presence.State.NO_SHOW


def test_whoever_sits_at_a_table_with_a_hand_is_there():
    of, round_, tables = running(8, fee=0)
    assert (states(of), len(list_unseen(round_))) == ([FREE] * 8, 8)
    play_hand(tables[0], normal(0, 1))
    assert sorted(states(of)) == [FREE] * 4 + [READY] * 4
    assert len(list_unseen(round_)) == 4


def test_who_is_missing_at_the_end_gets_no_seat_until_they_come():
    of, round_, entrants = prepare()
    for entrant in entrants:
        acts.check_in(round_, factories.new_key(), entrant.pk, paid=False)
    Entrant.objects.filter(pk=entrants[0].pk).update(arrived=None)
    close_door(round_, factories.new_key())
    assert Presence.objects.get(entrant=entrants[0]).state == Presence.State.NO_SHOW
    assert close_door(round_, factories.new_key()) is None
    acts.check_in(round_, factories.new_key(), entrants[0].pk, paid=True)
    assert Presence.objects.get(entrant=entrants[0]).state == Presence.State.IN
    acts.withdraw(of.pk, factories.new_key(), entrants[1].pk)
    assert states(of)[1] == GONE


def test_who_says_to_be_there_waits_for_the_tap_and_says_so_once():
    of, round_, (anna, _berta, _cilli) = prepare()
    announce_oneself(anna)
    version = type(of).objects.get(pk=of.pk).version
    with pytest.raises(ActionRefused, match="here_already"):
        announce_oneself(anna)
    assert type(of).objects.get(pk=of.pk).version == version
    assert (load_door(of).counts["waits"], states(of)[0]) == (1, MISSING)
    acts.check_in(round_, factories.new_key(), anna.pk, paid=True)
    assert load_door(of).counts["waits"] == 0


def test_somebody_new_is_entered_and_there_with_one_tap():
    of, round_, _entrants = prepare()
    act = check_in_newcomer(round_, factories.new_key(), Newcomer("Dora Neu"), paid=True)
    entrant = Entrant.objects.select_related("person").latest("pk")
    assert (entrant.person.name, entrant.number, count_paid(act)) == ("Dora Neu", 4, 300)
    assert states(of)[3] == READY


def test_people_are_found_by_name_number_and_the_last_digits_of_their_code(monkeypatch):
    monkeypatch.setattr(
        "tournaments.people.door.selectors.compute_code", lambda _tournament, entrant: f"{120_000 + entrant.pk}"
    )
    of, _round, entrants = prepare(12)
    rows = load_door(of).rows
    code = f"{120_000 + entrants[6].pk}"
    assert [row.number for row in find_rows(rows, "7")] == [7]
    assert 7 in [row.number for row in find_rows(rows, code[-4:])]
    assert [row.number for row in find_rows(rows, "12 spiel")] == [12]


def test_who_pays_less_or_nothing_pays_that_at_the_door():
    of, round_, (anna, berta, cilli) = prepare(reduced=(("Jugend", 0), ("Dame", 200)))
    for entrant, category in ((anna, "Jugend"), (berta, "Dame")):
        set_details(entrant.person, clean_details("", "", category), public=False)
    rows = {row.number: (row.state, row.fee) for row in load_door(of).rows}
    assert rows == {1: (FREE, 0), 2: (MISSING, 200), 3: (MISSING, 300)}
    taken = [acts.check_in(round_, factories.new_key(), each.pk, paid=True) for each in (anna, berta, cilli)]
    assert taken == [0, 200, 300]
    assert states(of) == [READY] * 3
    assert load_cash_box(of).balance == 500


def test_the_door_of_a_hall_sends_a_few_rows_and_searches_for_the_others(monkeypatch):
    monkeypatch.setattr(door_selectors, "MOST_WHOLE", 50)
    of, round_, entrants = prepare(60)
    acts.check_in(round_, factories.new_key(), entrants[58].pk, paid=False)
    client, live = desk(of), reverse("door_live", args=[of.slug])

    def list_found(**asked):
        answer = client.get(live, asked)
        assert "X-Door" in answer
        return re.findall(r'<li id="d[0-9]+"[^>]*>\s*<span class="no">([0-9]+)', answer.content.decode())

    page = client.get(reverse("door", args=[of.slug])).content.decode()
    assert page.count('<li id="d') == door_selectors.MOST_SHOWN
    assert " data-cut" in page
    assert list_found(find="spieler 59") == ["59"]
    assert list_found(find="59") == ["59"]
    assert list_found(find="", only="owing") == ["59"]
    assert len(list_found(find="", only="missing free")) == door_selectors.MOST_SHOWN
    assert list_found(find="", only="waits") == []
    monkeypatch.setattr(door_selectors, "MOST_WHOLE", 60)
    whole = client.get(reverse("door", args=[of.slug])).content.decode()
    assert whole.count('<li id="d') == 60
    assert " data-cut" not in whole


@pytest.fixture
def of():
    made, _round = factories.make_entered_round(3, only=0, fee=300)
    return made


def desk(of, role: str = "secretary") -> Client:
    return log_in(make_account(role, of.club))


def tap(client: Client, of, **posted):
    return client.post(reverse("door", args=[of.slug]), {"key": factories.new_key(), **posted})


def test_a_tap_without_script_leads_back_and_says_what_was_done(of):
    entrant = Entrant.objects.get(tournament=of, number=2)
    client = desk(of)
    answer = tap(client, of, paid=entrant.pk)
    assert answer.status_code == 302
    assert "2 Spieler 2" in client.get(answer["Location"]).content.decode()
    assert Presence.objects.get(entrant=entrant).paid == 300
    again = client.post(answer["Location"].partition("?")[0], {"key": "k", "paid": entrant.pk}, headers={"X-Door": "1"})
    assert (again.status_code, list(again.json())) == (200, ["said"])
    assert Presence.objects.get(entrant=entrant).paid == 300


def test_others_are_told_at_once_and_nothing_is_sent_twice(of):
    client, address = desk(of), reverse("door_live", args=[of.slug])
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    entrant = Entrant.objects.get(tournament=of, number=3)
    tap(desk(of), of, paid=entrant.pk)
    news = client.get(address, headers={"If-None-Match": first["ETag"]}).json()
    assert (news["states"][str(entrant.pk)], news["counts"]["here"], news["counts"]["missing"]) == ("ready", 1, 2)


def test_somebody_of_the_register_is_offered_and_a_namesake_asked_about(of):
    member = create_person(of.club, "Dora Wels")
    client = desk(of)
    html = client.get(reverse("door", args=[of.slug]), {"q": "dora"}).content.decode()
    assert f'name="person" value="{member.pk}"' in html
    assert tap(client, of, person=member.pk).status_code == 302
    assert Entrant.objects.get(person=member).arrived is not None
    asked = tap(client, of, name="Wels Dora")
    assert asked.status_code == 200
    assert 'name="new"' in asked.content.decode()
    assert tap(client, of, name="Emil Neu", town="Ried").status_code == 302
    assert Entrant.objects.get(person__name="Emil Neu").person.town == "Ried"


def test_the_door_of_a_tournament_that_is_over_asks_for_nothing(of):
    Tournament.objects.filter(pk=of.pk).update(ended=now())
    shown = desk(of).get(reverse("door", args=[of.slug])).content.decode()
    assert "Das Turnier ist vorbei." in shown
    assert "Eröffne die erste Runde" not in shown


def test_rows_are_sorted_by_the_surname_that_stands_first_and_none_is_green(of):
    html = desk(of).get(reverse("door", args=[of.slug])).content.decode()
    rows = html.partition('<ul class="door-list">')[2].partition("</ul>")[0]
    surnames = re.findall(r"<strong>(.*?)</strong>", rows)
    assert surnames == sorted(surnames)
    assert "primary" not in rows


@pytest.mark.parametrize("role", ["referee", "treasurer", "watcher"])
def test_who_may_not_let_people_in_or_take_money_does_neither(of, role):
    entrant = Entrant.objects.get(tournament=of, number=1)
    refused = {"here": True, "paid": role != "treasurer"}  # a treasurer takes money, and lets nobody in
    for what in (word for word, is_refused in refused.items() if is_refused):
        assert tap(desk(of, role), of, **{what: entrant.pk}).status_code == 403
    assert not Presence.objects.exists()
