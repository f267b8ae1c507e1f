"""A date that does not take place: everybody reads it, nothing is lost, and it can be taken back."""

from datetime import datetime, time, timedelta
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Publication
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Application, Entrant, Presence, Tournament
from tournaments.people.entrants.fee_actions import list_open_fees, list_refunds
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.registration.actions import submit_application
from tournaments.results.undo.services import undo
from tournaments.seasons.season.data import load_season_progress

pytestmark = pytest.mark.django_db
DIRECTOR = Actor(directs=True)


@share_rows
def of():
    """A tournament in nine days, to which everybody is invited: Anna and Berta play, Anna has paid."""
    made = factories.tournament(name="Nikoloturnier", fee=300, rounds=2)
    Tournament.objects.filter(pk=made.pk).update(day=localdate(now()) + timedelta(days=9))
    details = InvitationDetails(time(18, 30), "Linde", is_public=True, registration="ask")
    acts.change_invitation(made.pk, factories.new_key(), details)
    anna, _berta = factories.enter_people(made, "Anna Auer", "Berta Bauer")
    acts.pay(factories.round_(made), factories.new_key(), [anna.pk])
    Publication.objects.create(club=load_first_club(), dates=True)
    return Tournament.objects.get(pk=made.pk)


def read(name, *args):
    return Client().get(reverse(name, args=args)).content.decode()


def read_sequence(of):
    calendar = read("invitation_date", of.slug)
    uid, sequence = (calendar.split(f"{name}:")[1].split("\r\n")[0] for name in ("UID", "SEQUENCE"))
    return uid, int(sequence), "STATUS:CANCELLED" in calendar


def test_everybody_reads_that_it_is_cancelled_and_calendars_follow_by_the_same_event(of):
    before = read_sequence(of)
    act = acts.cancel(of, factories.new_key())
    for page in (
        ("coming",),
        ("front",),
        ("invitation", of.slug),
        ("feed",),
        ("sign_up", of.slug),
        ("standings", of.slug),
    ):
        text = read(*page)
        assert "Abgesagt" in text, page
        assert "Wasserschaden" in text, page
        assert "Mitspielen" not in text, page
    assert "STATUS:CANCELLED" in read("federation_calendar")
    assert "Abgesagt" in Client().get(reverse("search"), {"q": "Nikolo"}).content.decode()
    assert Client().get(f"/api/v1/tournaments/{of.slug}").json()["cancelled"]
    off = read_sequence(of)
    undo(of.pk, factories.new_key(), act.sequence, DIRECTOR)
    on = read_sequence(of)
    assert {entry[0] for entry in (before, off, on)} == {before[0]}
    assert before[1] < off[1] < on[1]
    assert [entry[2] for entry in (before, off, on)] == [False, True, False]
    assert "Wasserschaden" not in read("coming")
    assert "Mitspielen" in read("coming")


def test_whoever_typed_a_name_while_it_was_cancelled_reads_why(of):
    typed = {"key": factories.new_key(), "name": "Cilli Cerny"}
    page, view = reverse("sign_up", args=[of.slug]), "tournaments.people.registration.views.actions.is_open"
    acts.cancel(of, factories.new_key())
    with patch(view, return_value=True):  # as it was when the form was checked
        answer = Client().post(page, typed)
    assert answer.status_code == 409
    assert "Wasserschaden" in answer.content.decode()
    assert Application.objects.count() == 0


def test_a_cancelled_tournament_takes_nobody_and_starts_nothing_until_it_is_taken_back(of):
    secret, berta = acts.open_link(of.pk, draw_secret()), Entrant.objects.get(person__name="Berta Bauer")
    act = acts.cancel(of, factories.new_key())
    refused = []
    for ask in (
        lambda: submit_application(of, factories.new_key(), "Cilli"),
        lambda: submit_application(of, factories.new_key(), "Cilli", by_staff=True),
        lambda: acts.enter(of.pk, factories.new_key(), [Newcomer("Cilli")]),
        lambda: acts.open_round(of, factories.new_key()),
        lambda: acts.draft(of.rounds.get(), factories.new_key()),
        lambda: acts.start_clock(of.rounds.get(), factories.new_key()),
        lambda: acts.pay(of.rounds.get(), factories.new_key(), [berta.pk]),
        lambda: acts.cancel(of, factories.new_key()),
        lambda: acts.move(of, factories.new_key(), of.day + timedelta(days=7)),
    ):
        with pytest.raises(ActionRefused) as caught:
            ask()
        refused.append(caught.value.code)
    assert set(refused) == {"cancelled"}
    assert "Abgesagt" in read("apply", secret)
    undo(of.pk, factories.new_key(), act.sequence, DIRECTOR)
    assert submit_application(of, factories.new_key(), "Cilli").decided_as == ""


def test_fees_of_a_cancelled_tournament_are_given_back_in_one_tap_and_nobody_owes_any(of, director):
    acts.cancel(of, factories.new_key())
    of.refresh_from_db()
    assert [(fee.name, fee.cents) for fee in list_refunds(of)] == [("Anna Auer", 300)]
    assert list_open_fees(of) == ()
    assert "1 bekommt " in director.get(reverse("home")).content.decode()
    for page in ("entrants", "cash_box"):
        assert "Wer das Nenngeld zurückbekommt" in director.get(reverse(page, args=[of.slug])).content.decode()
    anna = Entrant.objects.select_related("tournament").get(person__name="Anna Auer")
    own = Client().get(build_own_path(anna)).content.decode()
    assert "Abgesagt" in own
    assert "3,00" in own
    sent = {"key": factories.new_key(), "back": anna.pk}
    for _twice in range(2):
        assert director.post(reverse("settle_fees", args=[of.slug]), sent).status_code == 302
    assert Presence.objects.filter(paid__gt=0).count() == 0
    assert load_cash_box(of).balance == 0
    assert list_refunds(of) == list_open_fees(of) == ()
    assert "1 bekommt " not in director.get(reverse("home")).content.decode()
    assert Entrant.objects.filter(tournament=of, withdrawn=None).count() == 2


def test_a_moved_tournament_keeps_all_says_its_old_day_and_goes_back(of):
    closes = datetime(2027, 3, 27, 12, tzinfo=ZoneInfo("Europe/Vienna"))
    details = InvitationDetails(is_public=True, registration="ask", closes=closes)
    acts.change_invitation(of.pk, factories.new_key(), details)
    Tournament.objects.filter(pk=of.pk).update(day="2027-03-28")
    of.refresh_from_db()
    uid, before, _off = read_sequence(of)
    act = acts.move(of, factories.new_key(), of.day + timedelta(days=7))
    moved = Tournament.objects.get(pk=of.pk)
    assert (f"{moved.day}", f"{moved.moved_from}") == ("2027-04-04", "2027-03-28")
    assert moved.invitation.closes == datetime(2027, 4, 3, 12, tzinfo=ZoneInfo("Europe/Vienna"))  # also in summer time
    assert "28. März 2027" in read("invitation", of.slug)
    assert "Der Saal ist vergeben" in read("coming")
    assert read_sequence(of)[0] == uid
    assert read_sequence(of)[1] > before
    assert [entrant.withdrawn for entrant in moved.entrants.all()] == [None, None]
    with pytest.raises(ActionRefused, match="no_day"):
        acts.move(moved, factories.new_key(), moved.day)
    undo(of.pk, factories.new_key(), act.sequence, DIRECTOR)
    back = Tournament.objects.get(pk=of.pk)
    assert (f"{back.day}", back.moved_from, back.invitation.closes) == ("2027-03-28", None, closes)


def test_a_season_does_not_wait_for_a_day_that_is_cancelled(of):
    season = seasons.season()
    acts.add_tournament(season, factories.new_key(), of)
    assert [event.state for event in load_season_progress(season).events] == ["to_come"]
    act = acts.cancel(of, factories.new_key())
    assert load_season_progress(season).events == ()
    undo(of.pk, factories.new_key(), act.sequence, DIRECTOR)
    assert [event.state for event in load_season_progress(season).events] == ["to_come"]


def test_the_director_says_why_and_takes_it_back_on_one_page(of, director):
    page, key = reverse("date", args=[of.slug]), factories.new_key()
    assert director.post(page, {"key": key, "what": "cancel"}).status_code == 409
    for _twice in range(2):
        assert director.post(page, {"key": key, "what": "cancel", "reason": "Grippe"}).status_code == 302
    shown = director.get(page).content.decode()
    assert "Grippe" in shown
    act = of.acts.get(kind="date")
    assert reverse("undo", args=[of.slug, act.sequence]) in shown
    assert "Grippe" in director.get(reverse("tournament", args=[of.slug])).content.decode()
    assert "abgesagt" in director.get(reverse("tournaments")).content.decode()
    assert log_in(make_account("secretary")).get(page).status_code == 403
