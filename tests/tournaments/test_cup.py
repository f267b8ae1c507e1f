"""A cup of nine players, played through the services: every number is the one on the paper (tests/data/cup-9.toml)."""

import pytest

from scoring.table.settlement.services import compute_settlement
from scoring.table.written_sheet.selectors import load_book_and_seats
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tests.tournaments.results.standings.played_tables import standings
from tests.tournaments.support import cup
from tests.tournaments.support.cup import PAPER, in_points, numbers, of_sixths
from tournaments.core.settings import Settings
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import RoundTable, Tournament
from tournaments.results.cash.page import DonationBox, build_donation_agreement, load_donations

pytestmark = pytest.mark.django_db
BY = ["ranks", "by_place_points", "by_written", "by_places"]


def by_number(lines, value):
    return {line.player.number: value(line) for line in lines}


def test_everything_is_as_it_was_worked_out_on_paper():
    of = cup.play_cup()
    found = standings(of)
    for number, paper in enumerate(PAPER["rounds"], 1):
        lines = found.find_round(number).lines
        assert by_number(lines, lambda one: one.rank) == numbers(paper["ranks"])
        assert by_number(lines, lambda one: in_points(one.together)) == numbers(paper["sums"])
        for at, table in enumerate(paper["tables"], 1):
            here = [line for line in lines if line.table == at]
            assert by_number(here, lambda one: of_sixths(one.written)) == numbers(table["written"])
            assert by_number(here, lambda one: one.place) == numbers(table["places"])
            assert by_number(here, lambda one: in_points(one.points)) == numbers(table["points"])
    overall = PAPER["overall"]
    assert by_number(found.totals, lambda one: of_sixths(one.written)) == numbers(overall["written"])
    assert by_number(found.totals, lambda one: in_points(one.points)) == numbers(overall["points"])
    assert by_number(found.totals, lambda one: in_points(one.together)) == numbers(overall["sums"])
    assert by_number(found.totals, lambda one: one.rank) == numbers(overall["ranks"]["of"])
    for by in BY:
        ranks_by(of, overall[by])
    the_box(of)


def ranks_by(of, paper):
    """The same rounds ranked by other criteria."""
    stand = load_progress(Tournament.objects.get(pk=of.pk))
    ranked = stand._replace(settings=stand.settings._replace(overall_criteria=tuple(paper["criteria"])))
    assert by_number(load_standings(ranked, EVERYBODY).totals, lambda one: one.rank) == numbers(paper["of"])


def the_box(of):
    """The donation box, table by table; it is what each table's settlement says."""
    given = load_donations(of)
    assert DonationBox(given).sixths == PAPER["overall"]["box"] * 6
    assert DonationBox(given).cents == PAPER["overall"]["cents"]
    for donation, (round_, at, table) in zip(given, cup.tables(), strict=True):
        assert (donation.round, donation.table, of_sixths(donation.sixths)) == (round_, at, table["box"])
        by = {donor.name: of_sixths(donor.sixths) for donor in donation.by}
        assert by == {seat_name(table, player): points for player, points in numbers(table["box_by"]).items()}
        assert donation.cents == table["box"] * PAPER["rate"]
        game = RoundTable.objects.select_related("game_table__sheet_version").get(pk=donation.round_table).game_table
        settled = compute_settlement(
            *load_book_and_seats(game, INSIDE),
            build_donation_agreement(Settings(rate=10, donation=True)),
            bytes(game.head),
        )
        assert settled.settlement.box_cents == donation.cents
        money = {account.name: of_sixths(account.owed.money) for account in settled.accounts}
        assert money == {seat_name(table, player): points for player, points in numbers(table["money"]).items()}


def seat_name(table, player):
    """A seat's account is called like everybody who sat there."""
    instead = table.get("substitute", {})
    both = (instead["instead_of"], player) if instead.get("player") == player else (player,)
    return " / ".join(map(cup.name_of, both))
