"""Wherever the network breaks off: each piece arrives once, all changes at once, older things never come back."""

import json
import time
from typing import cast

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarockclub.kit.time_source import now
from tarockclub.models import Person, ReceivedPiece, ReceivedSite, SentSite
from tarockclub.office.publishing import process, sending
from tarockclub.office.publishing.pieces import build_pieces
from tarockclub.office.publishing.process import Attention, must_watch, watch_site
from tarockclub.office.publishing.sending import RemoteState, find_moment, save_state, send_beat, send_site
from tarockclub.office.publishing.services import set_address
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.parcels.peer import Peer, PeerTrouble, _read_answer
from tests.tarockclub.office.publishing.conftest import (
    AFTER,
    BEFORE,
    MOMENT,
    ScriptedPeer,
    create_site,
    read_shown,
    write_rows,
)
from tests.tournaments.around.public.conftest import play, publish
from tests.tournaments.seasons.season.seasons import season
from tournaments.models import Tournament
from tournaments.people.register.services import set_publicity

pytestmark = pytest.mark.django_db
FIRST = write_rows(t1="eins", t2="zwei", t3="drei", t4="vier", t5="fünf")
SECOND = write_rows(t1="eins neu", t2="zwei", t3="drei neu", t4="vier", t6="sechs")
NEW_PIECES = 3  # pieces of the second state that the first one has not


@pytest.fixture
def site(secret, small_bundles):
    """A site whose rows the test writes."""
    return create_site(load_first_club(), secret)


@pytest.fixture
def send(monkeypatch):
    """Send these rows, by a process that has just begun or by one that goes on."""

    def send_rows(site, peer, rows, known=None):
        monkeypatch.setattr(sending, "find_moment", lambda _site: MOMENT._replace(read=lambda _contents: rows))
        return send_site(site, peer, known or RemoteState())

    return send_rows


def load_moment(site):
    moment = find_moment(site)
    assert moment is not None
    return moment


def read(rows):
    return {key: json.loads(row)["name"] for (_label, key), row in rows.items()}


def test_all_arrives_and_nothing_twice(secret, site, send):
    peer = ScriptedPeer(secret)
    assert send(site, peer, FIRST)
    assert (read_shown(), set(peer.arrived.values())) == (read(FIRST), {1})
    again = ScriptedPeer(secret)
    assert send(site, again, FIRST)
    assert (again.asked, sum(again.arrived.values())) == (["offer"], 0)
    third = ScriptedPeer(secret)
    assert send(site, third, SECOND)
    assert (read_shown(), sum(third.arrived.values())) == (read(SECOND), NEW_PIECES)
    assert ReceivedPiece.objects.count() == len(read_shown())
    assert (site.trouble, site.is_there) == ("", True)


def test_a_process_that_goes_on_sends_what_is_new_in_one_message(secret, site, send):
    known = RemoteState()
    assert send(site, ScriptedPeer(secret), FIRST, known)
    peer = ScriptedPeer(secret)
    assert send(site, peer, SECOND, known)
    assert (peer.asked, sum(peer.arrived.values()), read_shown()) == (["offer"], NEW_PIECES + 1, read(SECOND))
    ReceivedSite.objects.update(sign="another")  # somebody else has sent meanwhile
    again = ScriptedPeer(secret)
    assert send(site, again, FIRST, known)
    assert (again.asked[:2], read_shown()) == (["offer", "offer"], read(FIRST))


def test_after_many_changes_all_is_offered_in_fewer_pieces(secret, site, send, monkeypatch):
    monkeypatch.setattr(sending, "MOST_CHANGES", 2)
    known = RemoteState()
    for rows in (FIRST, SECOND, FIRST, SECOND):
        assert send(site, ScriptedPeer(secret), rows, known)
    assert (known.changes, read_shown()) == (0, read(SECOND))
    assert len(json.loads(ReceivedSite.objects.get().pieces)) == len(SECOND)


@pytest.mark.heavy
@pytest.mark.parametrize("when", [BEFORE, AFTER])
@pytest.mark.parametrize("number", range(4))
def test_a_break_at_any_message_costs_nothing(secret, site, send, number, when):
    assert send(site, ScriptedPeer(secret), FIRST)
    broken = ScriptedPeer(secret, [(number, when)])
    assert not send(site, broken, SECOND)
    assert len(broken.asked) == number + 1
    assert site.trouble in {"no_answer", "timeout"}
    # The last answer may be lost after all is shown; in between nothing of the new state is.
    assert read_shown() == read(SECOND if (number, when) == (3, AFTER) else FIRST)
    whole = ScriptedPeer(secret)
    assert send(SentSite.objects.get(pk=site.pk), whole, SECOND)
    assert read_shown() == read(SECOND)
    assert all(times == 1 for times in (broken.arrived + whole.arrived).values())
    assert sum((broken.arrived + whole.arrived).values()) == NEW_PIECES


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is rolled back
@given(cuts=st.lists(st.tuples(st.integers(0, 7), st.sampled_from([BEFORE, AFTER])), max_size=5))
def test_a_bad_network_delivers_the_newest_state_in_the_end(secret, site, send, cuts):
    peer, here = ScriptedPeer(secret, cuts), SentSite.objects.get(pk=site.pk)
    with transaction.atomic():
        for rows in (FIRST, SECOND, FIRST):
            send(here, peer, rows)
            assert read_shown() in ({}, read(FIRST), read(SECOND))
        peer.cuts = set()
        assert send(here, peer, SECOND)
        assert read_shown() == read(SECOND)
        transaction.set_rollback(True)


def test_an_older_message_never_replaces_a_newer_one(secret, site, send):
    assert send(site, ScriptedPeer(secret), FIRST)
    late = SentSite.objects.get(pk=site.pk)
    assert send(site, ScriptedPeer(secret), SECOND)
    late_offer = {"kind": "tournament", "name": "Cup", "live": True, "sequence": late.sequence}
    pieces = list(build_pieces(FIRST, {}))
    answer = ScriptedPeer(secret).ask(f"/{site.thing}/offer", {**late_offer, "pieces": pieces})
    assert (answer["state"], answer["sequence"]) == ("older", site.sequence)
    assert read_shown() == read(SECOND)


def test_a_laptop_with_an_older_backup_goes_on(secret, site, send):
    assert send(site, ScriptedPeer(secret), FIRST)
    assert send(site, ScriptedPeer(secret), SECOND)
    SentSite.objects.filter(pk=site.pk).update(sequence=0)
    restored = SentSite.objects.get(pk=site.pk)
    assert send(restored, ScriptedPeer(secret), FIRST)
    assert read_shown() == read(FIRST)
    assert restored.sequence > site.sequence


def test_what_is_switched_off_is_deleted_there_and_comes_back_when_it_is_switched_on(secret, site, send):
    assert send(site, ScriptedPeer(secret), FIRST)
    site.is_on = False
    assert not send(site, ScriptedPeer(secret, [(0, AFTER)]), FIRST)
    assert site.is_there  # its answer was lost
    assert send(site, ScriptedPeer(secret), FIRST)
    assert (read_shown(), ReceivedPiece.objects.count(), site.is_there) == ({}, 0, False)
    site.is_on = True
    assert send(site, ScriptedPeer(secret), SECOND)
    assert read_shown() == read(SECOND)


def test_a_beat_that_does_not_fit_has_everything_offered_again(secret, site, send):
    assert send(site, ScriptedPeer(secret), FIRST)
    before = ReceivedSite.objects.get()
    assert before.stand is not None
    assert send_beat(site, ScriptedPeer(secret), is_live=True)
    assert ReceivedSite.objects.filter(stand__gt=before.stand).exists()
    ReceivedSite.objects.update(sequence=99)
    assert not send_beat(site, ScriptedPeer(secret), is_live=True)
    assert site.sign == ""


@pytest.mark.heavy
def test_a_tournament_is_sent_when_it_changes_and_rests_when_it_does_not(secret, monkeypatch):
    built = []

    def note_and_send(site, peer, known):
        built.append(site.pk)
        return send_site(site, peer, known)

    monkeypatch.setattr(process, "send_site", note_and_send)
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    peer, attention = ScriptedPeer(secret), Attention()
    assert must_watch(site)
    watch_site(site, peer, attention)
    assert "Anna" in read_page(site)
    attention.next_look = 0
    watch_site(site, peer, attention)
    assert len(built) == 1
    publish(cup.tournament, 1)
    attention.next_look = 0
    assert site.sign != load_moment(site).sign
    watch_site(site, peer, attention)
    assert (len(built), "/results/1/1/" in read_page(site, "results/")) == (2, True)
    assert not must_watch(SentSite.objects.get()) or load_moment(site).is_live


def test_a_turn_ends_and_the_next_one_goes_on(secret, site, send, monkeypatch):
    monkeypatch.setattr(sending, "TURN_SECONDS", -1.0)
    peer = ScriptedPeer(secret)
    assert not send(site, peer, FIRST)
    assert (peer.asked, site.trouble) == ([], "")
    clock = iter(range(1000))
    monkeypatch.setattr(sending, "TURN_SECONDS", 2.5)  # looks at the clock
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    turns = 1
    while not send(site, peer, FIRST):
        assert (site.trouble, read_shown()) == ("", {})
        turns += 1
    assert (turns > 1, read_shown(), set(peer.arrived.values())) == (True, read(FIRST), {1})


@pytest.mark.heavy
def test_a_fault_is_the_trouble_of_one_site_and_given_up_after_hours(secret, monkeypatch):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    site, attention = create_site(cup.tournament.club, secret, thing=cup.tournament.slug), Attention()
    peer = cast(Peer, None)
    assert watch_site(site, peer, attention)  # nobody asks None
    assert (site.trouble, attention.failures) == ("broken", 1)
    assert watch_site(site, peer, attention)
    assert attention.failures == 1  # it rests
    attention.next_look, attention.failing_since = 0.0, -process.GIVE_UP_SECONDS
    monkeypatch.setattr(process, "send_site", lambda *_args: False)
    assert not watch_site(site, peer, attention)
    assert (site.trouble, must_watch(SentSite.objects.get())) == ("given_up", False)
    monkeypatch.undo()
    publish(cup.tournament, 1)
    assert must_watch(SentSite.objects.get())
    attention.next_look = 0.0
    assert watch_site(site, ScriptedPeer(secret), attention)
    assert (site.trouble, "/results/1/1/" in read_page(site, "results/")) == ("", True)


def test_what_was_deleted_is_taken_off_there(secret):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    watch_site(site, ScriptedPeer(secret), Attention())
    assert read_page(site)
    Tournament.objects.update(archived=now())
    assert must_watch(site)
    assert not watch_site(site, ScriptedPeer(secret), Attention())
    assert (ReceivedSite.objects.get().stand, process.list_sites()) == (None, [])


def read_page(site, page="standings/"):
    """A page of a tournament as it is shown."""
    return (
        Client().get(f"/published/{ReceivedSite.objects.get().slug}/tournaments/{site.thing}/{page}").content.decode()
    )


def test_another_name_and_another_secret_send_a_season_again(secret):
    club = load_first_club()
    of = season(club, "Saison")
    person = Person.objects.create(club=club, number=1, name="Anna Maier")
    site = create_site(club, secret, "season", of.slug)
    sign = load_moment(site).sign
    assert load_moment(site).sign == sign
    set_publicity(person, "number")
    assert load_moment(site).sign != sign
    save_state(site, sign=sign, trouble="unknown_token", is_there=True)
    set_address(club, "https://tarock.example", "another", "Verein", ANONYMOUS)
    site.refresh_from_db()
    assert (site.sign, site.trouble, site.is_there) == ("", "", True)


@pytest.mark.parametrize(
    "said", ["[]", '{"sequence": "x"}', '{"sequence": -1}', '{"missing": [[]]}', '{"address": null}', "[" * 100_000]
)
def test_an_answer_of_another_shape_is_that_of_another_program(said):
    with pytest.raises(PeerTrouble, match="no_program"):
        _read_answer(said.encode())
