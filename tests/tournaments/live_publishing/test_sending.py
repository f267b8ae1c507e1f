"""Wherever the network breaks off: each content arrives once, all pages change at once, older ones never come back."""

import time
from typing import cast

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarockclub.accounts.actors import ANONYMOUS
from tarockclub.accounts.persons import load_first_club
from tarockclub.models import Person, ReceivedPage, ReceivedPiece, ReceivedSite, SentSite
from tarockclub.parcels.peer import Peer, PeerTrouble, _read_answer
from tarockclub.time_source import now
from tests.tournaments.live_publishing.conftest import AFTER, BEFORE, MOMENT, ScriptedPeer, create_site, write_pages
from tests.tournaments.public.conftest import play, publish
from tests.tournaments.season.seasons import season
from tournaments.live_publishing import process, sending
from tournaments.live_publishing.messages import format_sent
from tournaments.live_publishing.pieces import unpack_page
from tournaments.live_publishing.process import Attention, must_watch, watch_site
from tournaments.live_publishing.sending import find_moment, save_state, send_beat, send_site
from tournaments.live_publishing.services import set_address
from tournaments.models import Tournament
from tournaments.register.services import set_publicity

pytestmark = pytest.mark.django_db
FIRST = write_pages(index="eins", results="zwei", seats="drei", rules="vier", start="fünf")
SECOND = write_pages(index="eins neu", results="zwei", seats="drei neu", rules="vier", more="sechs")
NEW_CONTENTS = 3  # contents of the second state that the first one has not


@pytest.fixture
def site(secret, small_bundles, monkeypatch):
    """A site whose pages the test writes."""
    monkeypatch.setattr(sending, "find_moment", lambda _site: MOMENT)
    return create_site(load_first_club(), secret)


def read_shown():
    """The texts that are shown, by paths."""
    pages = ReceivedPage.objects.filter(site__stand__isnull=False).select_related("piece")
    return {page.path: unpack_page(bytes(page.piece.content)).main for page in pages}


def read_built(build):
    return {path: unpack_page(page.content).main for path, page in build().items()}


def count_messages(secret, site):
    """The number of messages that the second state takes."""
    assert send_site(site, ScriptedPeer(secret), FIRST)
    peer = ScriptedPeer(secret)
    assert send_site(site, peer, SECOND)
    return len(peer.asked)


def test_all_arrives_and_nothing_twice(secret, site):
    peer = ScriptedPeer(secret)
    assert send_site(site, peer, FIRST)
    assert (read_shown(), set(peer.arrived.values())) == (read_built(FIRST), {1})
    again = ScriptedPeer(secret)
    assert send_site(site, again, FIRST)
    assert (again.asked, sum(again.arrived.values())) == (["offer"], 0)
    third = ScriptedPeer(secret)
    assert send_site(site, third, SECOND)
    assert (read_shown(), sum(third.arrived.values())) == (read_built(SECOND), NEW_CONTENTS)
    assert ReceivedPiece.objects.count() == len(read_shown())
    assert (site.waiting, site.trouble, site.is_there) == (0, "", True)


@pytest.mark.heavy
@pytest.mark.parametrize("when", [BEFORE, AFTER])
@pytest.mark.parametrize("number", range(4))
def test_a_break_at_any_message_costs_nothing(secret, site, number, when):
    assert send_site(site, ScriptedPeer(secret), FIRST)
    broken = ScriptedPeer(secret, [(number, when)])
    assert not send_site(site, broken, SECOND)
    assert len(broken.asked) == number + 1
    assert site.trouble in {"no_answer", "timeout"}
    # The last answer may be lost after all is shown; in between nothing of the new state is.
    assert read_shown() == read_built(SECOND if (number, when) == (3, AFTER) else FIRST)
    assert site.waiting == 4  # three that differ, and one that is gone
    assert "4 pages are waiting" in format_sent(site)
    whole = ScriptedPeer(secret)
    assert send_site(SentSite.objects.get(pk=site.pk), whole, SECOND)
    assert read_shown() == read_built(SECOND)
    assert all(times == 1 for times in (broken.arrived + whole.arrived).values())
    assert sum((broken.arrived + whole.arrived).values()) == NEW_CONTENTS


def test_these_are_all_messages(secret, site):
    assert count_messages(secret, site) == 4


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is rolled back
@given(cuts=st.lists(st.tuples(st.integers(0, 7), st.sampled_from([BEFORE, AFTER])), max_size=5))
def test_a_bad_network_delivers_the_newest_state_in_the_end(secret, site, cuts):
    peer, here = ScriptedPeer(secret, cuts), SentSite.objects.get(pk=site.pk)
    with transaction.atomic():
        for build in (FIRST, SECOND, FIRST):
            send_site(here, peer, build)
            assert read_shown() in ({}, read_built(FIRST), read_built(SECOND))
        peer.cuts = set()
        assert send_site(here, peer, SECOND)
        assert read_shown() == read_built(SECOND)
        transaction.set_rollback(True)


def test_an_older_message_never_replaces_a_newer_one(secret, site):
    assert send_site(site, ScriptedPeer(secret), FIRST)
    late = SentSite.objects.get(pk=site.pk)
    assert send_site(site, ScriptedPeer(secret), SECOND)
    late_offer = {"kind": "tournament", "name": "Cup", "live": True, "sequence": late.sequence}
    pages = {path: page.digest for path, page in FIRST().items()}
    answer = ScriptedPeer(secret).ask(f"/{site.thing}/offer", {**late_offer, "pages": pages})
    assert (answer["state"], answer["sequence"]) == ("older", site.sequence)
    assert read_shown() == read_built(SECOND)


def test_a_laptop_with_an_older_backup_goes_on(secret, site):
    assert send_site(site, ScriptedPeer(secret), FIRST)
    assert send_site(site, ScriptedPeer(secret), SECOND)
    SentSite.objects.filter(pk=site.pk).update(sequence=0, there={})
    restored = SentSite.objects.get(pk=site.pk)
    assert send_site(restored, ScriptedPeer(secret), FIRST)
    assert read_shown() == read_built(FIRST)
    assert restored.sequence > site.sequence


def test_what_is_switched_off_is_deleted_there_and_comes_back_when_it_is_switched_on(secret, site):
    assert send_site(site, ScriptedPeer(secret), FIRST)
    site.is_on = False
    assert not send_site(site, ScriptedPeer(secret, [(0, AFTER)]), FIRST)
    assert site.is_there  # its answer was lost
    assert send_site(site, ScriptedPeer(secret), FIRST)
    assert (read_shown(), ReceivedPiece.objects.count(), site.is_there) == ({}, 0, False)
    site.is_on = True
    assert send_site(site, ScriptedPeer(secret), SECOND)
    assert read_shown() == read_built(SECOND)


def test_a_beat_that_does_not_fit_has_everything_offered_again(secret, site):
    assert send_site(site, ScriptedPeer(secret), FIRST)
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

    def note_and_send(site, peer):
        built.append(site.pk)
        return send_site(site, peer)

    monkeypatch.setattr(process, "send_site", note_and_send)
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    peer, attention = ScriptedPeer(secret), Attention()
    assert must_watch(site)
    watch_site(site, peer, attention)
    assert "index.html" in read_shown()
    attention.next_look = 0
    watch_site(site, peer, attention)
    assert len(built) == 1
    publish(cup.tournament, 1)
    attention.next_look = 0
    assert site.sign != find_moment(site).sign
    watch_site(site, peer, attention)
    assert (len(built), "results/1/1.html" in read_shown()) == (2, True)
    assert not must_watch(SentSite.objects.get()) or find_moment(site).is_live


def test_a_turn_ends_and_the_next_one_goes_on(secret, site, monkeypatch):
    monkeypatch.setattr(sending, "TURN_SECONDS", -1.0)
    peer = ScriptedPeer(secret)
    monkeypatch.setattr(sending, "build_pages", FIRST)
    assert not send_site(site, peer, FIRST)
    assert (peer.asked, site.trouble) == ([], "")
    clock = iter(range(1000))
    monkeypatch.setattr(sending, "TURN_SECONDS", 2.5)  # looks at the clock
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    turns = 1
    while not send_site(site, peer, FIRST):
        assert (site.trouble, read_shown()) == ("", {})
        turns += 1
    assert (turns > 1, read_shown(), set(peer.arrived.values())) == (True, read_built(FIRST), {1})


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
    assert (site.trouble, "results/1/1.html" in read_shown()) == ("", True)


def test_what_was_deleted_is_taken_off_there(secret):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    watch_site(site, ScriptedPeer(secret), Attention())
    assert read_shown()
    Tournament.objects.update(archived=now())
    assert must_watch(site)
    assert not watch_site(site, ScriptedPeer(secret), Attention())
    assert (read_shown(), process.list_sites()) == ({}, [])


def test_another_name_and_another_secret_send_a_season_again(secret):
    club = load_first_club()
    of = season(club, "Saison")
    person = Person.objects.create(club=club, number=1, name="Anna Maier")
    site = create_site(club, secret, "season", of.slug)
    sign = find_moment(site).sign
    assert find_moment(site).sign == sign
    set_publicity(person, "number")
    assert find_moment(site).sign != sign
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
