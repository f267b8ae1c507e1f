"""Papers through the API: those that there are can be fetched, by whom they are meant for."""

import pytest

from tests.support.accounts import make_account
from tests.support.pdf import look_at
from tests.support.programs import Program, create_program
from tests.support.small_season import create_small_season
from tests.support.small_tournament import create_small_tournament

pytestmark = pytest.mark.django_db
PDF = "application/pdf"


def pdf_at(who: Program, path: str) -> bytes:
    answer = who.read(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, PDF), answer.content
    return bytes(answer.content)


def test_every_paper_that_is_listed_can_be_read_by_the_staff_and_only_public_ones_by_others():
    tournament = create_small_tournament()
    watcher, anybody = create_program(make_account("director"), "watcher"), Program()
    listed = watcher.read(f"tournaments/{tournament.slug}/papers").json()["papers"]
    assert {paper["what"] for paper in listed} >= {"players", "seats-by-name", "written-sheets", "table-cards"}
    statuses = {}
    for paper in listed:
        of = f"rounds/{paper['round']}/papers" if paper["round"] else "papers"
        path = f"tournaments/{tournament.slug}/{of}/{paper['what']}?first={paper['first']}"
        assert pdf_at(watcher, path).startswith(b"%PDF")
        statuses[paper["what"]] = anybody.read(path).status_code
    assert {what for what, status in statuses.items() if status == 200} == {"seats-by-name", "seats-by-table"}
    assert set(statuses.values()) == {200, 401}


def test_the_seats_of_a_round_are_on_their_paper():
    tournament = create_small_tournament()
    pages = look_at(pdf_at(Program(), f"tournaments/{tournament.slug}/rounds/1/papers/seats-by-name"))
    assert {"Anton", "Bruno", "Clara", "Doris"} <= set(" ".join(pages[0].words).split())


def test_what_is_not_there_is_not_found():
    tournament = create_small_tournament()
    season = create_small_season(tournament)
    watcher = create_program(make_account("director"), "watcher")
    for path in (
        f"tournaments/{tournament.slug}/papers/nothing",
        f"tournaments/{tournament.slug}/papers/result",
        f"tournaments/{tournament.slug}/rulings/1/paper",
        f"seasons/{season.slug}/papers/certificates",
    ):
        assert watcher.read(path).status_code == 404, path
    assert pdf_at(Program(), f"seasons/{season.slug}/papers/standing").startswith(b"%PDF")
