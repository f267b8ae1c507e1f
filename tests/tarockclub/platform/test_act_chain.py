"""The digest of sealed rows: its statement is built once, and asks whatever connection there is."""

import pytest
from django.db import DEFAULT_DB_ALIAS, connections

from tarockclub.models import Club
from tarockclub.platform.accounts.persons import find_or_create_people, load_first_club
from tarockclub.platform.act_chain import NO_ROWS, compute_digest
from tarockclub.platform.clubs.scope import enter_club
from tarockclub.platform.sealed_rows import CLUB

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # on PostgreSQL policies show the rows
[NAMES] = [part for part in CLUB.parts if part.name == "names"]


def test_it_reads_from_the_connection_of_now_and_keeps_none():
    club = load_first_club()
    find_or_create_people(club, ["Anna", "Berta"])
    inside, kept = compute_digest(NAMES, club.pk), connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other = kept.copy()
    try:
        assert compute_digest(NAMES, club.pk) == NO_ROWS != inside  # outside of the test's transaction
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = kept
    assert compute_digest(NAMES, club.pk) == inside


def test_it_holds_for_each_owner_and_for_the_clubs_that_are_shown():
    first, second = load_first_club(), Club.objects.create(name="Zweiter")
    find_or_create_people(first, ["Anna"])
    find_or_create_people(second, ["Anna"])
    digests = compute_digest(NAMES, first.pk), compute_digest(NAMES, second.pk)
    assert len({NO_ROWS, *digests}) == 3
    for club, other, digest in ((first, second, digests[0]), (second, first, digests[1])):
        with enter_club(club.pk):
            assert (compute_digest(NAMES, club.pk), compute_digest(NAMES, other.pk)) == (digest, NO_ROWS)
