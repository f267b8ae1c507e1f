"""A club moves from SQLite to PostgreSQL and back, by the real commands: the proof says the same everywhere."""

from pathlib import Path

import pytest
from django.core.management import call_command

from scoring.book.audit import compute_proof
from tarockclub.models import Club
from tests.scoring.support.tables import dreier, play
from tests.support.server import build_environment, copy_club, manage
from tests.tarockclub.office.club_file.worlds import prove, settle_strangers

pytestmark = [pytest.mark.heavy, pytest.mark.postgres, pytest.mark.usefixtures("fresh_database")]
PLAY = """
from tests.tournaments.support.season_events import a_club
from tests.tarockclub.office.club_file.worlds import play_evening
a_club()
play_evening()
"""
PROVE = """
from scoring.book.audit import compute_proof
proof = compute_proof()
print(proof.findings, proof.tables, proof.hands, proof.acts, proof.head)
"""


def prove_there(data: Path) -> str:
    """Return what the proof says in another installation."""
    return manage(build_environment(data), "shell", "-v0", "-c", PROVE).strip()


def prove_here(club: Club) -> tuple[str, str]:
    """Return what the proof says of a club here, and the head of its books."""
    tables = list(club.gametable_set.values_list("pk", flat=True))
    found = compute_proof(tables)
    return f"{found.findings} {found.tables} {found.hands}", found.head


def test_a_club_goes_to_postgresql_and_back(empty_data, tmp_path):
    first, last = tmp_path / "first", tmp_path / "last"
    for data in (first, last):
        data.mkdir()
        copy_club(empty_data, data)
    manage(build_environment(first), "shell", "-v0", "-c", PLAY)
    before = prove_there(first)
    assert before.startswith("[] ")
    manage(build_environment(first), "club_file", "write", str(tmp_path / "there.zip"))
    settle_strangers(5)
    call_command("club_file", "read", str(tmp_path / "there.zip"))
    club = Club.objects.latest("pk")
    prove()
    said, head = prove_here(club)
    assert before.startswith(said)
    assert before.endswith(head)
    play(club.gametable_set.filter(round_table=None).latest("pk"), dreier(0))
    said, head = prove_here(club)
    call_command("club_file", "write", str(tmp_path / "back.zip"), club=club.slug or str(club.pk))
    manage(build_environment(last), "club_file", "read", str(tmp_path / "back.zip"))
    after = prove_there(last)
    assert after.startswith(said)
    assert after.endswith(head)
