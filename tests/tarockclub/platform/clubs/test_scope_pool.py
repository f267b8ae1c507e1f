"""A request takes one connection of the pool, also where its club is looked up only when a statement needs it."""

import copy

import pytest
from django.db import connections

from tarockclub.platform.clubs.scope import enter_when_needed
from tarockclub.platform.server.databases import share_connections
from tarockclub.platform.server.postgres_backend.base import DatabaseWrapper

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
ALIAS = "pooled"


@pytest.fixture
def pooled(settings):
    """A connection as the threads of a web server's worker have one, with a pool that has no second one."""
    settings.DATABASE_CONNECTIONS = 1
    database = copy.deepcopy(connections["default"].settings_dict)
    share_connections(database)
    connections[ALIAS] = wrapper = DatabaseWrapper(database, ALIAS)
    yield wrapper
    wrapper.close()
    wrapper.close_pool()
    del connections[ALIAS]


def test_looking_up_the_club_takes_no_second_connection(pooled):
    looked_up = []

    def find_club():
        with pooled.cursor() as cursor:
            cursor.execute("SELECT 5")
            looked_up.append(cursor.fetchone()[0])
        return looked_up[-1]

    for _request in range(3):
        with enter_when_needed(find_club), pooled.cursor() as cursor:
            cursor.execute("SELECT current_setting('tarockclub.clubs')")
            assert cursor.fetchone() == ("{5}",)
        pooled.close()
    assert looked_up == [5, 5, 5]
