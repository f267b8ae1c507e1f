"""Whoever has a table's link can take the evening along as a workbook."""

from urllib.parse import unquote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import GameTable
from scoring.reports.exports.data import load_evening_data
from scoring.reports.exports.evening_workbook import format_evening_file_name
from tarockclub.models import Club
from tarockclub.platform.server.downloads import LONGEST_NAME
from tests.scoring.support.exports import TITLES, open_workbook
from tests.scoring.support.pages import open_table_page as page_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import NAMES, dreier, new_table, play

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def parse_file_name(disposition: str) -> str:
    """The name of the file that a browser reads from the header."""
    assert disposition.startswith("attachment; filename*=utf-8''")
    return unquote(disposition.partition("''")[2])


@pytest.mark.django_db
def test_the_table_page_leads_to_the_workbook(client):
    table = new_table()
    assert f'href="{url("export", table)}"' in page_of(client, table).html
    assert 'aria-label="Tabelle (xlsx)"' in page_of(client, table).html


@pytest.mark.django_db
def test_the_answer_is_a_file_with_the_club_the_day_and_the_players_in_its_name(client):
    table = new_table(names=("Änne", "Bär", "Cilli", "Dora"))
    Club.objects.filter(pk=table.club_id).update(name="Tarockrunde Wörthersee")
    play(table, dreier(0))
    answer = client.get(url("export", table))
    assert (answer.status_code, answer["Content-Type"]) == (200, XLSX)
    day = load_evening_data(table, "de").started.strftime("%Y-%m-%d")
    expected = f"Tarockrunde Wörthersee {day} Änne, Bär, Cilli, Dora.xlsx"
    assert parse_file_name(answer["Content-Disposition"]) == expected
    assert answer["Content-Disposition"].isascii()
    assert "no-store" in answer["Cache-Control"]
    assert open_workbook(answer.content).sheetnames == TITLES


@pytest.mark.heavy_but("...")
@pytest.mark.django_db
@pytest.mark.parametrize(
    "hostile",
    [
        "../../etc/passwd",
        "a\r\nSet-Cookie: x=1",
        'x"; filename="evil.exe',
        "CON",
        "C:\\x",
        "😀" * 80,
        "שלום",
        "...",
        "",
    ],
)
def test_a_name_of_a_club_makes_no_file_name_that_does_harm(client, hostile):
    table = new_table()
    Club.objects.filter(pk=table.club_id).update(name=hostile)
    fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
    name = format_evening_file_name(load_evening_data(fresh, "de"))
    assert name.endswith(".xlsx")
    assert not set(name) & set('/\\:*?"<>|\r\n')
    assert not name.startswith((".", " "))
    assert len(name) <= LONGEST_NAME + len(".xlsx")
    answer = client.get(url("export", table))
    assert "\n" not in answer["Content-Disposition"]
    assert not answer.cookies
    assert open_workbook(answer.content).sheetnames == TITLES


@pytest.mark.django_db
def test_a_long_evening_takes_no_more_queries_than_a_short_one(client):
    counts = []
    for hands in (1, 12):
        table = new_table()
        for at in range(hands):
            play(table, dreier(at % len(NAMES)))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(url("export", table))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 18
