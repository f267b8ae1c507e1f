"""Nothing that a sheet offers is out of reach of the entry form."""

import pytest

from scoring.models import Entry, Total
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.every_game import hand_of, sheets
from tests.scoring.support.pages import open_table_page, url
from tests.scoring.support.tables import book_of, new_table
from tests.support.phones import Client

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]  # the same form for each contract


WITH_ALL_OPTIONS = [sheet for sheet in sheets() if all(sheet[1].values())]


@pytest.mark.parametrize(
    ("sheet_id", "options"),
    [
        pytest.param(*sheet, marks=[pytest.mark.heavy] if number else [])
        for number, sheet in enumerate(WITH_ALL_OPTIONS)
    ],
    ids=lambda value: str(value)[:20],
)
def test_every_contract_of_a_sheet_is_entered_with_the_fields_of_the_page(sheet_id, options):
    client, sheet, table = Client(), sheet_of(sheet_id, **options), new_table(sheet_id, **options)
    for number, contract in enumerate(sheet.contracts.values(), 1):
        page = open_table_page(client, table)
        forehand = book_of(table).now.forehand
        answer = client.post(url("save_hand", table), page.fill_form(hand_of(contract, sheet, forehand)))
        assert answer.status_code == 302, (contract.id, answer.content.decode())
        entry = Entry.objects.latest("sequence")
        assert f'"{contract.id}"' in entry.record
        assert entry.sequence == number
    book = book_of(table)
    assert len(book.played) == len(sheet.contracts)
    kept = Total.objects.filter(sitting__table=table).order_by("sitting__place").values_list("money", flat=True)
    assert list(kept) == list(book.now.totals[: len(kept)])
    assert sum(kept) == 0
    assert client.get(url("table", table)).status_code == 200
