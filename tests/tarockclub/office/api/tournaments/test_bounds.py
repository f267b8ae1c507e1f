"""Input of programs is bounded as that of people is, and nothing that was named is overlooked."""

import pytest

from tests.support.accounts import make_account
from tests.support.programs import create_program
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tournaments.models import Act, SeasonResult

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "extreme", [{"points": 2**63 - 1}, {"points": -(2**63) + 1}, {"written": 2**62}, {"rank": 10_000}]
)
def test_results_beyond_all_that_could_be_typed_are_refused(extreme):
    director = create_program(make_account("director"))
    season = director.send("seasons", {"key": new_key(), "name": "Cup"}).json()["slug"]
    event = director.send(f"seasons/{season}/events/typed", {"key": new_key(), "name": "Erster Abend"}).json()["number"]
    said = {"key": new_key(), "results": [{"name": "Spieler 1", "rank": 1} | extreme]}
    assert director.send(f"seasons/{season}/events/{event}/results", said).status_code == 400
    assert not SeasonResult.objects.exists()


def test_the_donation_of_a_table_that_is_not_there_is_not_taken_for_one_of_nobody():
    of, _first, _tables = factories.whole(8)
    said = {"key": new_key(), "what": "donation", "cents": 150, "reason": "Kontra", "round": 1, "table": 3}
    director = create_program(make_account("director"))
    path = f"tournaments/{of.slug}/cash/movements"
    assert director.send(path, said).status_code == 404
    assert not Act.objects.filter(tournament=of, kind="cash").exists()
    assert director.send(path, said | {"table": 2}).status_code == 200
