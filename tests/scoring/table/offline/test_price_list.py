"""The price list of a table's page, and what happens if a phone has other amounts than the server."""

import gzip
import json
import random

import pytest

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.engine.evening.state import begin, set_radl
from scoring.table.entry.price_list import DEALS, build_price_list, list_next_factors
from tarockclub.models import LogEntry
from tarockclub.platform.accounts.club_log import Kind
from tests.scoring.engine.support.built_in import SHEETS_MOSTLY_HEAVY, rules_of, sheet_of
from tests.scoring.support.pages import open_table_page, url
from tests.soak import IS_SOAK

MOST_BYTES = 3000  # packed, with whatever options
MOST_CHOICES = 8 if IS_SOAK else 3  # of a sheet's options that are tried
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
RIGHT = "-30,90,-30,-30"


@pytest.mark.heavy_but("zwanzigerrufen")
@pytest.mark.parametrize("sheet_id", SHEETS_MOSTLY_HEAVY)
def test_the_list_of_a_sheet_is_small_and_has_each_game_that_is_played_alone(sheet_id):
    choices = list(rules_of(sheet_id).list_choices())
    for chosen in random.Random(sheet_id).sample(choices, min(MOST_CHOICES, len(choices))):
        sheet = sheet_of(sheet_id, **chosen)
        prices = build_price_list(sheet)
        assert len(gzip.compress(json.dumps(prices, separators=(",", ":")).encode())) <= MOST_BYTES
        assert {name for name, game in prices["games"].items() if not game["items"]} == {
            contract.id for contract in sheet.contracts.values() if contract.only_bei
        }


def test_a_price_is_told_for_each_kontra_and_in_a_radl():
    prices = build_price_list(sheet_of("treffpunkt"))
    items = prices["games"]["dreier"]["items"]
    unit, shape = prices["prices"][items[""][0]]
    assert [[unit * part for part in by_kontra[0]] for by_kontra in prices["shapes"][shape]] == [
        [30, 60],
        [60, 120],
        [120, 240],
        [240, 480],
    ]
    assert "pagat-silent" in items
    assert "valat-silent" not in items


def test_where_a_kontra_costs_money_only_the_written_score_stands_beside_it():
    prices = build_price_list(sheet_of("tirol_2020"))
    _unit, shape = prices["prices"][prices["games"]["dreier"]["items"][""][0]]
    [single], [kontra], *_more = prices["shapes"][shape]
    assert kontra[0] == (2 * single[0], single[0])


def test_what_the_next_deals_count_and_how_long_a_radl_is():
    sheet = sheet_of("treffpunkt")
    assert list_next_factors(begin(), sheet) == ["1" * DEALS, "4"]
    assert list_next_factors(set_radl(begin(5), 2), sheet) == ["22" + "1" * (DEALS - 2), "5"]
    assert list_next_factors(begin(), sheet_of("skoty")) == ["1" * DEALS]


@pytest.fixture
def preview(db, client, table):
    """A question what the Dreier pays, with the amounts that a phone would have shown."""

    def ask(priced: str, **more: str) -> str:
        posted = open_table_page(client, table).fill_form(DREIER | more)
        posted.pop("line", None)
        return str(client.post(url("preview", table), posted | {"priced": priced}).content.decode())

    return ask


def list_told() -> list[LogEntry]:
    """The entries of the club's log about prices."""
    return list(LogEntry.objects.filter(kind=Kind.PRICE_DIFFERS))


def test_other_amounts_switch_the_list_off_and_stand_in_the_log_once_a_day(preview, table):
    assert "data-differs" not in preview(RIGHT)
    assert "data-differs" not in preview("")
    assert list_told() == []
    answer = preview("-30,90,-30,-36")
    assert "data-differs" in answer
    assert "+15" in answer
    assert "data-differs" in preview("0,0,0,0")
    [entry] = list_told()
    content = json.loads(entry.said)
    assert content["sheet"] == table.sheet_version.digest
    assert content["record"]["plays"] == [{"contract": "dreier", "declarer": 1, "result": "won"}]
    assert not {"Anna", "Bert"} & {*entry.said.replace('"', " ").split()}


def test_an_impossible_hand_has_no_amounts_to_compare(preview):
    assert "data-differs" not in preview("0,0,0,0", **{"p0-points": "99"})
    assert list_told() == []


def test_the_page_of_those_who_enter_has_the_list_of_its_sheet(client, table, db):
    page = client.get(url("table", table)).content.decode()
    text = page.partition('<script id="prices" type="application/json">')[2].partition("</script>")[0]
    assert json.loads(text) == json.loads(
        json.dumps(build_price_list(parse_sheet(table.sheet_version)) | {"digest": table.sheet_version.digest})
    )
    assert 'data-course="1' in page
