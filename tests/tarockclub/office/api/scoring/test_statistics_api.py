"""Statistics and papers of house rules through the API."""

import pytest
from django.urls import reverse

from tests.scoring.support.evenings import SIX
from tests.scoring.support.tables import dreier, new_table, play, rufer
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.support.programs import Program, create_program
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
EVENING = {"names": list(SIX[:4]), "day": "2026-11-01", "sheet": "treffpunkt"}


@share_rows
def secretary():
    return create_program(make_account("director"), "secretary")


def test_statistics_say_what_was_played_and_filters_pick_out(secretary):
    table = new_table()
    play(table, dreier(0))
    play(table, rufer(1))
    players = secretary.read("statistics/players").json()
    [listed] = players["lists"][:1]
    names = [column["name"] for column in listed["columns"]]
    hands = {row[0]: row[names.index("hands")] for row in listed["rows"]}
    assert set(hands.values()) == {2}
    assert len(hands) == 4
    games = secretary.read("statistics/games").json()["lists"][0]
    assert len(games["rows"]) == 2
    assert secretary.read("statistics/games/dreier").json()["lists"]
    assert secretary.read("statistics/sheets/treffpunkt").status_code == 200
    assert secretary.read("statistics/players?until=2001-01-01").json()["lists"][0]["rows"] == []
    assert secretary.read("statistics/players?since=gestern").status_code == 400
    assert secretary.read("statistics/games/nothing").status_code == 404


IMPOSSIBLE = ("0001-01-01", "9999-12-31", "1899-12-31", "3000-01-01", "2026-02-30", "20260106", "2026-W01-1", "")


@pytest.mark.parametrize("day", IMPOSSIBLE)
def test_a_day_of_no_calendar_is_refused_and_picks_nothing_out_of_a_page(secretary, day):
    for name in ("since", "until"):
        answer = secretary.read(f"statistics/players?{name}={day}")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    pages = log_in()
    for address in ("statistics", "games_statistics", "sheets_statistics"):
        assert pages.get(reverse(address), {"from": day, "to": day}).status_code == 200


@pytest.mark.parametrize("players", [4, 5, 6])
def test_an_empty_written_sheet_is_for_so_many(players):
    answer = Program().read(f"sheets/treffpunkt/papers/written?players={players}")
    assert answer["Content-Type"] == "application/pdf"
    assert look_at(bytes(answer.content))
    assert Program().read("sheets/wirtshaus/papers/written").status_code == 404
    assert Program().read("sheets/treffpunkt/papers/written?players=7").status_code == 400
