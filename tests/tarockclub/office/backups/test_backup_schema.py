"""The migrations make the tables that the models describe, and whatever is different is named."""

import pytest
from django.db import connection, transaction

from tarockclub.office.backups.contents import find_differences

pytestmark = pytest.mark.usefixtures("fresh_database")


def test_what_the_migrations_have_made_is_what_a_restore_compares_with():
    with transaction.atomic():
        assert find_differences(connection) == []


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("CREATE UNIQUE INDEX stranger ON scoring_entry (device)", "scoring_entry"),
        ("CREATE INDEX stranger ON scoring_mark (kind) WHERE kind = 'x'", "scoring_mark"),
        ("ALTER TABLE tarockclub_club ADD COLUMN stranger integer CHECK (stranger > 0)", "tarockclub_club"),
        ("CREATE TABLE stranger (n integer)", "stranger"),
        ("CREATE VIEW stranger AS SELECT 1 AS n", "stranger"),
    ],
)
def test_what_is_not_from_the_migrations_is_named(statement, table):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
        assert find_differences(connection) == [table]
