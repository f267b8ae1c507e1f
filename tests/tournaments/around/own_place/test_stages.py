"""One page from the registration to the certificate: what it says at each stage, and what its two links may do."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from scoring.book.marks import MarkOutcome, MarkRequest, write_mark
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.server.page_cache import read_newest
from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import (
    finish_table,
    normal,
    paper,
    play_hand,
    publish_results,
    started,
)
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.editions import FINAL
from tournaments.hall.desk.chips import compute_chips
from tournaments.models import Application, Entrant, RoundTable, Tournament
from tournaments.people.door.selectors import load_door
from tournaments.people.entrants.entering import NumberByName
from tournaments.people.entrants.own_codes import build_own_path, compute_code, compute_secret
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.registration import actions
from tournaments.results.standings import seat_cards
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
NAMES = ("Anna Auer", "Berta Cerny", "Dora Egger", "Franz Gruber")


@pytest.fixture(autouse=True)
def forgetful_tables(monkeypatch):
    """Each look asks again whether the chips were counted."""
    monkeypatch.setattr(seat_cards, "TASKS_KEPT_SECONDS", 1e-6)


@pytest.fixture
def of():
    """A tournament of today with four places; the fee is three euros."""
    made = factories.tournament(rounds=1, fee=300)
    Tournament.objects.filter(pk=made.pk).update(day=localdate(now()))
    details = InvitationDetails(is_public=True, registration="auto", most=4)
    acts.change_invitation(made.pk, new_key(), details)
    factories.round_(made, 0)
    return Tournament.objects.get(pk=made.pk)


def register(of, *names: str) -> list[Application]:
    return [actions.submit_application(of, new_key(), name) for name in names]


def get_link(application) -> str:
    of = application.tournament
    return reverse("own_place", args=[of.slug, actions.find_own_secret(of, application.key)])


def get_entrant(application) -> Entrant:
    return Entrant.objects.select_related("tournament", "person").get(applications=application)


def draw(round_, applications) -> RoundTable:
    """The one table of those who registered."""
    acts.change_entries(round_, new_key(), [get_entrant(each).pk for each in applications])
    acts.publish_draw(round_, new_key(), acts.draft(round_, new_key()).number)
    round_.refresh_from_db()
    return RoundTable.objects.select_related("round", "game_table").get()


def read(address: str, status: int = 200) -> str:
    with read_newest():
        answer = Client().get(address)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


def test_before_the_day_the_code_is_there_and_nothing_of_seats_or_of_being_here(of):
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) + timedelta(days=3))
    [anna] = register(Tournament.objects.get(pk=of.pk), NAMES[0])
    for address in (get_link(anna), build_own_path(get_entrant(anna))):
        shown = read(address)
        assert "Startnummer: 1" in shown
        assert compute_code(of, get_entrant(anna)) in shown
        assert "own-standing" not in shown
        assert 'name="here"' not in shown
        assert "€ 3,00" in shown


def test_who_waits_sees_the_place_and_no_code(of):
    *_inside, waits = register(of, *NAMES, "Emil Fux")
    shown = read(get_link(waits))
    assert "Nummer 1 auf der Warteliste" in shown
    assert 'id="code"' not in shown


def test_the_link_changes_and_withdraws_and_the_code_only_shows(of):
    [anna] = register(of, NAMES[0])
    link, code = get_link(anna), build_own_path(get_entrant(anna))
    assert 'name="withdraw"' in read(link)
    shown = read(code)
    assert 'name="withdraw"' not in shown
    assert actions.find_own_secret(of, anna.key) not in shown
    for sent in ({"withdraw": "1"}, {"name": "Fremd", "remark": "Unfug"}, {"comes": "1"}):
        assert Client().post(code, {"key": new_key(), **sent}).status_code == 200
    anna.refresh_from_db()
    assert (anna.decided_as, anna.name.text, anna.remark) == ("taken", NAMES[0], None)
    assert Client().post(link, {"key": new_key(), "withdraw": "1"}).status_code == 302
    assert "zurückgezogen" in read(link)
    assert "Du hast abgesagt" in read(code)


def test_codes_of_before_forward_and_hold_under_another_start_number(of):
    anna, _berta = register(of, "Zita Zauner", "Adam Cerny")
    entrant = get_entrant(anna)
    old = reverse("come", args=[of.slug, entrant.number, compute_secret(of, entrant)])
    answer = Client().get(old)
    assert (answer.status_code, answer["Location"]) == (301, build_own_path(entrant))
    NumberByName().perform(of, new_key())
    entrant.refresh_from_db()
    assert entrant.number == 2
    assert "Zita Zauner" in read(answer["Location"])


@pytest.mark.heavy
def test_a_wrong_secret_opens_nothing_and_many_are_refused(of):
    anna, _berta = register(of, *NAMES[:2])
    entrant = get_entrant(anna)
    other = factories.tournament()
    secret = compute_secret(of, entrant)
    for wrong in ("0" * 16, "0" * 32, "१" * 16, "²", "x" * 400, secret.upper() + "0", secret[:-1]):
        read(reverse("own_place", args=[of.slug, wrong]), 404)
    read(reverse("own_place", args=[other.slug, secret]), 404)
    erase(entrant.person)
    read(build_own_path(entrant), 404)
    answers = {Client().get(reverse("own_place", args=[of.slug, "0" * 16])).status_code for _try in range(60)}
    assert answers == {404, 403}


def test_who_comes_says_so_on_the_page_and_staff_who_scan_the_code_are_at_the_door(of):
    [anna] = register(of, NAMES[0])
    link, code = get_link(anna), build_own_path(get_entrant(anna))
    assert Client().post(link, {"here": "1"}).status_code == 302
    assert Client().post(code, {"here": "1"}).status_code == 302
    assert load_door(of).counts["waits"] == 1
    assert 'name="here"' not in read(link)
    desk = log_in(make_account("secretary", of.club))
    digits = compute_code(of, get_entrant(anna))
    assert desk.get(code)["Location"] == f"{reverse('door', args=[of.slug])}?q={digits}"
    assert desk.get(link).status_code == 200  # who helps here plays here, too
    watcher = log_in(make_account("watcher", of.club))
    assert watcher.get(code).status_code == 200
    for open_fee, paid in (("€ 3,00", False), ("Nenngeld ist erledigt", True)):
        acts.check_in(of.rounds.get(), new_key(), get_entrant(anna).pk, paid=paid)
        shown = read(link)
        assert "Gutes Spiel" in shown
        assert open_fee in shown
        assert 'id="code"' not in shown


def test_the_page_says_what_is_to_be_done_at_the_table(of):
    applications = register(of, *NAMES)
    round_ = of.rounds.get()
    table = draw(round_, applications)
    link = get_link(applications[0])
    sheet = f'href="{reverse("table", args=[table.game_table.slug])}"'
    shown = read(link)
    assert 'id="code"' in shown  # drawn, and not come yet
    assert "Tisch 1, Platz" in shown
    started(round_)
    assert 'id="code"' not in read(link)
    play_hand(table, normal(0, 1))
    shown = read(link)
    assert "Spiel 1 bestätigen" in shown
    assert sheet in shown
    assert "Spiel 1 bestätigen" in read(reverse("tournament_player_live", args=[of.slug, 1]))
    game = GameTable.objects.get(pk=table.game_table_id)
    deal = game.deals.select_related("entry").get()
    ask = MarkRequest(deal.number, deal.entry.sequence, newest=0, kind="fits", place=2)
    assert write_mark(game, ask, new_key(), Actor(None, "e" * 16)) is MarkOutcome.MARKED
    assert "Spiel 1 bestätigen" not in read(link)


def test_while_a_round_is_played_the_page_begins_at_the_table(of):
    applications, round_ = register(of, *NAMES), of.rounds.get()
    table = draw(round_, applications)
    links = [get_link(each) for each in applications]
    assert not [link for link in links if "now-head" in read(link)]
    started(round_)
    play_hand(table, normal(0, 1))
    pages = [read(link).partition('class="now-head"')[2] for link in links]
    heads = [re.findall(r"<h1>(.*?)</h1>(?: <b>(.*?)</b>)?", page)[0] for page in pages]
    assert sorted(head[0].strip().partition(", ")[2] for head in heads) == ["", "", "du bist Vorhand", "du gibst"]
    assert [head[0].split(",")[0].strip() for head in heads] == [name.split()[0] for name in NAMES]
    for page, head in zip(pages, heads, strict=True):
        own = re.findall(r'<tr class="own"><td>([^<]*)</td><th scope="row">(.*?)</tr>', page)
        assert [place.rstrip(".").isdigit() for place, _line in own] == [True, True]  # at the table, and among all
        assert all(f">{head[1]}</td>" in line for _place, line in own)
        seats = re.findall(r"<tr(?: class=.own.)?><td>[1-4]</td><th scope=.row.>([^<]*)", page)
        assert sorted(name.strip() for name in seats) == sorted(NAMES)
        assert re.search(r"<strong> ?[1-4]\. von 4", page)
    assert any("hinter" in page.partition("page-lead")[2].partition("</p>")[0] for page in pages)
    Tournament.objects.filter(pk=of.pk).update(settings=json.dumps(json.loads(of.settings) | {"show_live": False}))
    hidden = read(links[0])
    assert "Mein Tisch" in hidden
    assert "von 4" not in hidden
    assert "Rund um mich" not in hidden


def test_the_page_asks_for_the_chips_when_the_table_has_played(of):
    applications, round_ = register(of, *NAMES), of.rounds.get()
    table = draw(round_, applications)
    started(round_)
    game, link = GameTable.objects.get(pk=table.game_table_id), get_link(applications[0])
    acts.end_time(round_, new_key(), reason="Ende")
    assert "Jetons zählen" not in read(link)  # the hand in play, and the round with double stake, are still to come
    paper(table, 10, 10, -10, -10)
    assert "Jetons zählen" in read(link)
    chips = compute_chips(game, of)
    acts.count_chips(table, new_key(), chips, Actor(None, "e" * 16), by_table=True)
    assert "Zählung der Jetons bestätigen" in read(link)
    acts.count_chips(table, new_key(), chips, Actor(None, "f" * 16), by_table=True)
    assert "Jetons" not in read(link)


def test_in_the_end_it_has_rank_prize_certificate_and_the_season(of):
    applications = register(of, *NAMES)
    round_ = of.rounds.get()
    acts.add_prize(of, new_key(), 0, "Geschenkkorb", 2000)
    table = draw(round_, applications)
    started(round_)
    paper(table, 30, -5, -10, -15)
    finish_table(table)
    season = create_season(new_key(), of.club, SeasonDetails("Jahreswertung", SeasonSettings()))
    acts.add_tournament(season, new_key(), of)
    publish_results(of, 1, FINAL)
    of.refresh_from_db()
    winner = next(each for each in applications if "Gesamt</span> <strong>1." in read(get_link(each)))
    entrant = get_entrant(winner)
    acts.record_choice(of, new_key(), FINAL, entrant.person_id, of.prizes.get().pk)
    for address in (get_link(winner), build_own_path(entrant)):
        shown = read(address)
        assert "Geschenkkorb" in shown
        assert reverse("own_certificate", args=[of.slug, entrant.number]) in shown
        assert reverse("season_standing", args=[season.slug]) in shown
        assert "Rang 1. mit" in shown
        assert 'id="code"' not in shown
        assert "Das Turnier ist vorbei" in shown
    loser = next(each for each in applications if each != winner)
    assert "Geschenkkorb" not in read(get_link(loser))
