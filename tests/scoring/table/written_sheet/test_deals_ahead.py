"""The deals to come as a phone knows them: the same as the server finds out when they are played."""

import json

import pytest

from scoring.book.ledger.services import record_hand
from scoring.table.table_page.page import encode_next_deals
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.tables import dreier, new_table


@pytest.mark.django_db
@pytest.mark.parametrize("players", [4, 5, 6])
def test_the_deals_to_come_are_those_that_come(players):
    table = new_table(names=tuple("ABCDEF"[:players]))
    foreseen = json.loads(encode_next_deals(load_table_view(table, INSIDE)))
    assert len(foreseen) == players
    for at in range(2 * players):
        table.refresh_from_db()
        now = json.loads(encode_next_deals(load_table_view(table, INSIDE)))[0]
        assert now == foreseen[at % players]
        record_hand(table.slug, f"hand-{at}", table.last_key, dreier())


@pytest.mark.django_db
def test_a_deal_says_who_sits_where_and_whose_forehand_it_is():
    table = new_table(names=tuple("ABCDE"))
    first, second, *_ = json.loads(encode_next_deals(load_table_view(table, INSIDE)))
    assert (first["names"], first["forehand"], first["dealer"]) == (["A", "B", "C", "D"], 0, None)
    assert (second["names"], second["forehand"], second["dealer"]) == (["B", "C", "D", "E"], 0, None)
    four = json.loads(encode_next_deals(load_table_view(new_table(), INSIDE)))
    assert [(deal["forehand"], deal["dealer"]) for deal in four] == [(0, 3), (1, 0), (2, 1), (3, 2)]
    assert len({tuple(deal["names"]) for deal in four}) == 1
