"""Every note belongs to a club."""

import pytest

from tarockclub.models import Club, Note
from tests.support.accounts import make_account
from tests.tarockclub.office.privacy.everywhere import create_everywhere
from tests.tournaments.seasons.season.cash.test_cash import a_season, record_move
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key

pytestmark = pytest.mark.django_db


def write_notes_of_all_kinds() -> Club:
    """Write a note wherever one can be written, and return their club."""
    make_account("director")
    there = create_everywhere()
    season = a_season(0)
    acts.write_move_receipt(season, new_key(), record_move(season, 500), "Frau Wirtin")
    return there.person.club


def test_every_note_that_is_written_names_its_club():
    club = write_notes_of_all_kinds()
    assert set(Note.objects.values_list("club", flat=True)) == {club.pk}
