"""Programs archive a tournament and bring it back; what has begun is not changed by whoever may only prepare it."""

import pytest

from tests.tarockclub.office.api.tournaments.test_day import Desk
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import factories

pytestmark = pytest.mark.django_db


def test_an_empty_tournament_is_deleted_and_a_played_one_archived():
    of, _first, _tables = factories.whole(4)
    desk = Desk(of, "secretary")
    for _twice in range(2):
        assert desk.send("archive", "gone").json() == {"deleted": True}
    assert desk.program.read(f"tournaments/{of.slug}").status_code == 404
    other, first, _tables = factories.whole(4)
    started(first)
    play(first, 1)
    desk = Desk(other, "secretary")
    assert desk.send("archive").json() == {"deleted": False}
    listed = [desk.program.read(path).json() for path in ("tournaments", "tournaments?archived=1")]
    assert [[tournament["slug"] for tournament in some] for some in listed] == [[], [str(other.slug)]]
    assert desk.send("archive", back=True).json() == {"deleted": False}
    assert [tournament["slug"] for tournament in desk.program.read("tournaments").json()] == [str(other.slug)]


def test_a_secretarys_program_changes_no_team_once_a_round_has_started():
    of, first, _tables = factories.whole(8, team_size=2)
    started(first)
    answer = Desk(of, "secretary").send("teams/by-lot")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_for_role")
