"""Every note belongs to a club; those from before notes had one get it by what refers to them."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from scoring.book.ledger import triggers
from scoring.book.ledger.entries import create_note
from tarockclub.models import Club, Note
from tests.support.accounts import make_account
from tests.tarockclub.office.privacy.everywhere import create_everywhere
from tests.tournaments.seasons.season.cash.test_cash import a_season, record_move
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key

pytestmark = pytest.mark.django_db
migration = import_module("tournaments.migrations.0003_squashed_0012_rehearsals")


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


def test_old_notes_get_the_club_of_what_refers_to_them_and_others_none():
    club = write_notes_of_all_kinds()
    other = Club.objects.create(name="other")
    alone = create_note("to which nothing refers", other.pk)
    assert alone is not None
    triggers.remove_triggers(connection)
    Note.objects.update(club=None)
    migration.give_notes_their_clubs(apps, connection.schema_editor())
    assert set(Note.objects.exclude(pk=alone.pk).values_list("club", flat=True)) == {club.pk}
    assert Note.objects.get(pk=alone.pk).club is None
