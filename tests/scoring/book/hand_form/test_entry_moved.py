"""A late phone keeps its entry of the same players, also where they sit on other seats by now."""

import pytest

from scoring.book.hand_form import move_entry
from scoring.book.ledger.held_hands import DealSeats
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.pages import Page, open_table_page, saved, url
from tests.scoring.support.tables import NAMES, dreier, new_table, play, totals
from tests.support.phones import Client

FIVE = (*NAMES, "Emil")
WAS, NOW = DealSeats((0, 1, 2, 3), 0, (10, 11, 12, 13)), DealSeats((1, 2, 3, 4), 1, (11, 12, 13, 14))


def move_fields(posted, was=WAS, now=NOW):
    """The same entry on the seats of now."""
    return move_entry(posted, was, now, sheet_of("treffpunkt"))


def test_everything_said_of_a_player_goes_along_with_him():
    entry = {
        "p0-contract": "dreier",
        "p0-declarer": "2",
        "p0-kontra_by": "3",
        "prem-pagat-declarer": "announced",
        "prem-mondfang-defence-by": "1",
        "renonce": "3",
        "claim-1": "2",
    }
    assert move_fields(entry) == {
        "p0-contract": "dreier",
        "p0-declarer": "1",
        "p0-kontra_by": "2",
        "prem-pagat-declarer": "announced",
        "prem-mondfang-defence-by": "0",
        "renonce": "2",
        "claim-0": "2",
    }


def test_what_was_said_of_somebody_who_sits_out_now_is_open_again():
    assert move_fields({"p0-contract": "dreier", "p0-declarer": "0", "claim-0": "1"}) == {"p0-contract": "dreier"}


def test_who_was_replaced_leaves_nothing_to_his_successor():
    now = WAS._replace(sittings=(10, 99, 12, 13))
    assert move_fields({"p0-declarer": "1", "p0-result": "won"}, now=now) == {"p0-result": "won"}


def test_the_four_points_of_trischaken_stay_with_those_who_made_them():
    entry = {"p0-contract": "trischaken", "p0-points-0": "30", "p0-points-1": "20", "p0-blatt-3": "2"}
    assert move_fields(entry) == {"p0-contract": "trischaken", "p0-points-0": "20", "p0-blatt-2": "2"}


def test_who_lost_a_trischaken_moves_while_all_four_play():
    entry = {"p0-contract": "trischaken", "p0-loser-0": "0", "p0-jungfrau-2": "2", "p0-mayor-0": "0"}
    turned = WAS._replace(active=(1, 2, 3, 0), sittings=(11, 12, 13, 10))
    assert move_fields(entry, now=turned) == {
        "p0-contract": "trischaken",
        "p0-loser-3": "3",
        "p0-jungfrau-1": "1",
        "p0-mayor-3": "3",
    }
    assert move_fields(entry) == {"p0-contract": "trischaken"}  # one of them does not play now


def test_a_game_of_the_forehand_does_not_become_that_of_the_next_one():
    rufer = {"p0-contract": "rufer", "p0-partner": "2", "p0-result": "won"}
    assert move_fields(rufer) == {"p0-contract": "rufer"}
    assert move_fields({**rufer, "p0-contract": "solorufer"}) == {
        "p0-contract": "solorufer",
        "p0-partner": "1",
        "p0-result": "won",
    }


@pytest.mark.django_db
def test_a_late_phone_at_a_table_of_five_saves_for_the_player_it_was_entered_for():
    client, table = Client(), new_table(names=FIVE)
    posted = open_table_page(client, table).fill_form({"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"})
    play(table, dreier(3))
    page = Page(client.post(url("save_hand", table), posted).content.decode())
    assert client.post(url("save_hand", table), page.fill_form({})).status_code == 302
    assert totals(table) == [-5, 10, -10, 10, -5]


@pytest.mark.django_db
def test_a_late_rufer_is_asked_for_its_partner_again():
    client, table = Client(), new_table()
    posted = open_table_page(client, table).fill_form({"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"})
    play(table, dreier(3))
    page = Page(client.post(url("save_hand", table), posted).content.decode())
    assert "p0-partner" not in page.sent
    assert client.post(url("save_hand", table), page.fill_form({})).status_code == 400
    assert saved(client, table, {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"}).status_code == 302
