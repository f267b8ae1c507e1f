"""The made-up evening of `make demo`."""

import pytest

from scoring.models import Entry, GameTable
from scoring.table.evenings.demo import create_demo_evening
from tests.scoring.support.tables import book_of, everything

pytestmark = pytest.mark.django_db


def test_the_demo_evening_is_entered_once_and_shows_every_kind_of_hand(client):
    table = create_demo_evening()
    assert client.get(f"/tables/{table.slug}/").status_code == 200
    kinds = {line.entry.kind for line in book_of(table).played}
    assert kinds == {Entry.Kind.HAND, Entry.Kind.STRIKE}
    assert any(line.entry.radl == 2 for line in book_of(table).played)
    before = everything(table)
    assert create_demo_evening() == table
    assert everything(table) == before
    assert GameTable.objects.count() == 1
