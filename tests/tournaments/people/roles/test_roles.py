"""Roles for one tournament: given, replaced and taken away, and what they open there and nowhere else."""

import json

import pytest
from django.urls import reverse

from scoring.book.audit import verify
from tarockclub.models import Account, Club, LogEntry
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_season
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import acts, factories
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Act, Presence, RoundTable, TournamentRole
from tournaments.people.roles.selectors import give_role

pytestmark = pytest.mark.django_db


@share_rows
def table():
    """A table of a round that runs."""
    _, _first, tables = running(4)
    return RoundTable.objects.select_related("round__tournament", "game_table").get(pk=tables[0].pk)


def get_address(route, table, *more):
    """The address of a page of the round of a table."""
    return reverse(route, args=[table.round.tournament.slug, table.round.number, *more])


def test_a_director_gives_replaces_and_takes_a_role_and_the_log_knows(table):
    tournament, helper, director = table.round.tournament, make_account(""), log_in(make_account("director"))
    page = reverse("tournament_roles", args=[tournament.slug])
    for sent in ({"role": "referee"}, {"role": "treasurer"}, {"role": "treasurer"}, {"end": "1"}):
        assert director.post(page, {"account": helper.pk, **sent}).status_code == 302
        had = TournamentRole.objects.filter(account=helper).values_list("role", flat=True).first() or ""
        assert had == sent.get("role", "")
        assert Account.objects.get(pk=helper.pk).is_helper == bool(had)
        assert not [finding for finding in verify() if finding.table.startswith("log")]
    noted = LogEntry.objects.filter(kind=Kind.TOURNAMENT_ROLE).order_by("sequence")
    assert [json.loads(entry.said)["role"] for entry in noted] == ["referee", "treasurer", ""]
    assert {entry.about_id for entry in noted} == {helper.person_id}


def test_an_account_of_another_club_and_no_role_are_refused(table):
    stranger = make_account("", Club.objects.create(name="Nachbarn"))
    page, director = reverse("tournament_roles", args=[table.round.tournament.slug]), log_in(make_account("director"))
    own = make_account("")
    for sent in ({"account": stranger.pk, "role": "referee"}, {"account": own.pk}, {"account": own.pk, "role": "host"}):
        assert director.post(page, sent).status_code == 400
    assert not TournamentRole.objects.exists()


def test_a_role_for_one_tournament_opens_this_one_and_nothing_of_another(table):
    other, _, _ = factories.whole(4)
    helper = make_account("")
    give_role(table.round.tournament, helper, "referee")
    client = log_in(Account.objects.get(pk=helper.pk))
    first = client.get("/").content.decode()
    assert reverse("tournament", args=[table.round.tournament.slug]) in first
    assert reverse("tournament", args=[other.slug]) not in first
    assert client.get(get_address("desk", table)).status_code == 200
    assert client.get(reverse("tournament", args=[other.slug])).status_code == 403
    assert client.get(reverse("register")).status_code == 403
    assert "Spieler 1" not in client.get("/search/", {"q": "Spieler"}).content.decode()


def test_a_referee_stops_the_clock_and_takes_that_back_but_closes_no_table(table):
    referee = log_in(make_account("referee"))
    clock = get_address("desk_clock", table)
    assert referee.post(clock, {"key": "pause-it-now-please", "what": "pause"}).status_code == 302
    act = Act.objects.get(tournament=table.round.tournament, kind="pause")
    undo = reverse("undo", args=[table.round.tournament.slug, act.sequence])
    assert referee.post(undo, {"key": "and-go-on-once-more"}).status_code == 302
    close = get_address("desk_close", table)
    assert referee.post(close, {"key": "close-them-all-now"}).status_code == 403
    page = referee.get(get_address("desk_table", table, table.number)).content.decode()
    assert get_address("ruling", table, table.number) in page
    assert get_address("desk_done", table, table.number) not in page


def test_a_treasurer_takes_the_fee_and_a_secretary_too_but_nobody_else_ticks(table):
    tournament = table.round.tournament
    one = Presence.objects.filter(round=table.round)[0].entrant
    page = reverse("entrant", args=[tournament.slug, one.number])
    treasurer = log_in(make_account("treasurer"))
    sent = {"key": "the-fee-is-paid-here", "round": table.round.number}
    assert treasurer.post(page, {**sent, "what": "no_show"}).status_code == 403
    assert treasurer.post(page, {**sent, "key": "all-of-it-withdrawn", "what": "withdraw"}).status_code == 403
    assert treasurer.post(page, {**sent, "what": "pay"}).status_code in (302, 409)  # there may be no fee
    assert log_in(make_account("referee")).post(page, {**sent, "what": "pay"}).status_code == 403


def test_a_refusal_says_which_roles_may(table):
    page = log_in(make_account("watcher")).get(get_address("desk", table)).content.decode()
    assert "Dafür braucht es: Schiedsgericht oder Leitung. Es wurde nichts geändert." in page


def test_a_program_has_no_more_rights_than_its_account_has_there(table):
    helper = make_account("")
    give_role(table.round.tournament, helper, "referee")
    program = create_program(Account.objects.get(pk=helper.pk), "director")
    of = f"tournaments/{table.round.tournament.slug}"
    assert program.read(f"{of}/rounds/1/desk").status_code == 200
    assert program.send(f"{of}/archive", {"key": "k" * 16}).status_code == 403
    assert program.read("persons").status_code == 403
    assert program.read("evenings").status_code == 403
    watching = create_program(Account.objects.get(pk=helper.pk), "watcher")
    assert watching.read(f"{of}/rounds/1/desk").status_code == 403


def test_a_cashier_keeps_every_cash_box_of_the_club_and_opens_nothing_else(table):
    tournament, season = table.round.tournament, create_small_season(table.round.tournament)
    client = log_in(make_account("cashier"))
    first = client.get("/").content.decode()
    box = reverse("cash_box", args=[tournament.slug])
    for address in (box, reverse("season_cash", args=[season.slug])):
        assert address in first
        page = client.get(address).content.decode()
        assert reverse("home") in page
        assert reverse("entrants", args=[tournament.slug]) not in page
    for refused in ("tournament", "entrants", "donations", "papers", "exports", "tournament_log"):
        address = reverse(refused, args=[tournament.slug])
        assert f'"{address}"' not in first
        assert client.get(address).status_code == 403
    for refused in ("evenings", "tournaments", "seasons", "register", "statistics", "club"):
        assert client.get(reverse(refused)).status_code == 403
    assert get_address("desk", table) not in first  # what goes on
    assert "Spieler 1" not in client.get("/search/", {"q": "Spieler"}).content.decode()


def test_a_cashier_writes_receipts_counts_and_takes_back(table):
    slug, client = table.round.tournament.slug, log_in(make_account("cashier"))
    box = reverse("cash_box", args=[slug])
    paid = {"key": "change-money-is-in", "way": "in", "amount": "50,00", "reason": "Wechselgeld"}
    assert client.post(box, paid).status_code == 302
    [act] = Act.objects.filter(tournament=table.round.tournament, kind="cash")
    move = reverse("cash_move", args=[slug, act.sequence])
    assert client.post(move, {"key": "a-receipt-for-it-ok", "receipt": "1", "party": "Wirt"}).status_code == 302
    assert client.get(reverse("cash_receipt", args=[slug, 1])).status_code == 200
    assert client.get(reverse("receipt_pdf", args=[slug, 1])).status_code == 200
    assert client.post(move, {"key": "it-was-a-mistake-no", "reason": "verzählt"}).status_code == 302
    seen = load_cash_box(table.round.tournament).balance
    counted = {"key": "counted-at-the-end", "counted": "12,00", "seen": seen, "reason": "Trinkgeld"}
    assert client.post(box, counted).status_code == 302
    assert load_cash_box(table.round.tournament).balance == 1200


def test_a_cashier_of_one_tournament_comes_to_its_cash_box_only(table):
    other, _, _ = factories.whole(4)
    helper = make_account("")
    give_role(table.round.tournament, helper, "cashier")
    client = log_in(Account.objects.get(pk=helper.pk))
    box = reverse("cash_box", args=[table.round.tournament.slug])
    first = client.get("/").content.decode()
    assert f'"{box}"' in first
    assert f'"{reverse("tournament", args=[table.round.tournament.slug])}"' not in first
    assert client.get(box).status_code == 200
    assert client.get(reverse("cash_box", args=[other.slug])).status_code == 403


def test_the_list_of_payments_leads_to_people_only_whoever_may_see_them(table):
    tournament = table.round.tournament
    one = Presence.objects.filter(round=table.round)[0].entrant
    acts.pay(table.round, "the-fee-is-paid-here", [one.pk], Actor(directs=True))
    page, entrant = (
        reverse("cash_payments", args=[tournament.slug]),
        reverse("entrant", args=[tournament.slug, one.number]),
    )
    assert entrant in log_in(make_account("watcher")).get(page).content.decode()
    shown = log_in(make_account("cashier")).get(page).content.decode()
    assert one.person.name in shown.replace("\u00ad", "")
    assert entrant not in shown


def test_a_program_of_a_cashier_finds_what_has_a_cash_box_and_reads_no_names(table):
    cashier, slug = make_account("cashier"), str(table.round.tournament.slug)
    program = create_program(cashier, "director")
    assert program.read("me").json()["role"] == "cashier"
    assert [row["slug"] for row in program.read("tournaments").json()] == [slug]
    for refused in ("entrants", "rounds/1/desk", "prizes"):
        assert program.read(f"tournaments/{slug}/{refused}").status_code == 403
    assert create_program(cashier, "watcher").read("me").status_code == 403  # they share too little for a role
