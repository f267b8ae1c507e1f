"""Steps of the tests of the pages of changes: ask for a change, and confirm it."""

from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import GameTable
from tests.scoring.support.pages import FormFields, Page, url
from tests.scoring.support.tables import (
    dreier,
    everything,
    new_table,
    play,
    totals,
    trischaken,
)


def page_of(client: Client, name: str, table: GameTable, *more: int) -> Page:
    """A page about a table."""
    answer = client.get(reverse(name, args=[table.slug, *more]))
    assert answer.status_code == 200
    return Page(answer.content.decode())


def preview_change(client: Client, table: GameTable, posted: FormFields, status: int = 200) -> Page:
    """The preview of a change; it writes nothing."""
    before = everything(table)
    answer = client.post(url("change", table), posted)
    assert answer.status_code == status
    assert everything(table) == before
    return Page(answer.content.decode())


def confirmed(client: Client, table: GameTable, preview: Page, reason: str = "verzählt") -> Any:
    """The answer to the second tap."""
    return client.post(url("change", table), {**preview.sent, "reason": reason, "confirm": "1"})


def make_change(client: Client, table: GameTable, posted: FormFields, reason: str = "verzählt") -> Page:
    """A change with both taps, and the table's page after it."""
    answer = confirmed(client, table, preview_change(client, table, posted), reason)
    assert answer.status_code == 302
    return Page(client.get(answer["Location"]).content.decode())


def radl_of_three() -> GameTable:
    """A Trischaken by mistake, and two hands that count double after it."""
    table = new_table()
    play(table, trischaken(0))
    play(table, dreier(1))
    play(table, dreier(2))
    assert totals(table) == [-22, 18, 22, -18]
    return table
