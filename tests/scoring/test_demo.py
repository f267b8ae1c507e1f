"""The made-up evening of `make demo`."""

import pytest
from django.core.management import call_command

from scoring.models import Entry, GameTable
from tarockclub.models import Account
from tests.scoring.tables import book_of, everything

pytestmark = pytest.mark.django_db


def test_the_demo_evening_is_entered_once_and_shows_every_kind_of_hand(client, capsys):
    call_command("demo")
    table = GameTable.objects.get()
    address = capsys.readouterr().out.split()[-1]
    assert address.startswith("http://localhost:8000/tables/")
    assert client.get(address).status_code == 200
    assert Account.objects.count() == 0
    kinds = {one.entry.kind for one in book_of(table).played}
    assert kinds == {Entry.Kind.HAND, Entry.Kind.STRIKE}
    assert any(one.entry.radl == 2 for one in book_of(table).played)
    before = everything(table)
    call_command("demo")
    assert everything(table) == before
    assert GameTable.objects.count() == 1
