"""The pages of re-scoring: an evening and the whole club under other house rules, in words and as workbooks."""

from io import BytesIO
from typing import Any

import openpyxl
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from scoring.reports.rescoring import tables as rescored_tables
from tests.scoring.support.evenings import end_evening, evening_of, new_order, pagat, play_hands
from tests.scoring.support.tables import dreier, nuller, rufer
from tests.support.accounts import log_in
from tests.support.phones import Client as Phone
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
BESSER = pagat({"plays": [{"contract": "besserrufer", "declarer": 1, "partner": 3, "result": "won"}]})


@share_rows
def table() -> GameTable:
    """An evening in whose third hand a Radl runs that Karlsruhe does not know, and a Besserrufer that it has not."""
    table = evening_of(agreed=Stakes(10))
    play_hands(table, dreier(0), nuller(1), dreier(2, result="lost"), BESSER)
    return table


def _page(client: Client, table: GameTable, **query: str) -> Any:
    answer = client.get(reverse("rescoring", args=[table.slug]), query, headers=ENGLISH)
    assert answer.status_code == 200
    return answer


def _rows(answer: Any) -> list[dict[str, str]]:
    rows = answer.context["list"].rows
    return [{cell.column.name: str(cell.text) for cell in row} for row in rows]


def test_two_taps_from_the_settlement_to_the_result(client: Phone, table: GameTable):
    settlement = client.get(reverse("settlement", args=[table.slug])).content.decode()
    assert f'href="/tables/{table.slug}/rescoring/"' in settlement
    choice = client.get(f"/tables/{table.slug}/rescoring/").content.decode()
    assert f'href="/tables/{table.slug}/rescoring/?under=karlsruhe"' in choice
    assert "list" in client.get(f"/tables/{table.slug}/rescoring/?under=karlsruhe").context


def test_points_ranks_and_money_stand_beside_each_other(client: Phone, table: GameTable):
    rows = _rows(_page(client, table, under="karlsruhe"))
    assert [row["name"] for row in rows] == ["Anna", "Berta", "Dora", "Cilli"]
    anna = rows[0]
    assert (anna["here"], anna["there"], anna["points"], anna["other"]) == ("1", "1", "+17", "+36")
    assert anna["difference"] == "+19"
    assert (anna["euros"], anna["euros_there"]) == ("+\u2060€1.70", "+\u2060€3.60")


def test_hands_say_both_formulas_or_why_they_do_not_exist(client: Phone, table: GameTable):
    page = _page(client, table, under="karlsruhe")
    first, second, third, fourth = page.context["result"].rows
    assert (first.here.formula, first.there.formula) == ("5", "8")
    assert (third.here.formula, third.there.formula) == ("−5×2 = −10", "−8")
    assert (third.radl, third.radl_there) == (2, 1)
    assert fourth.there is None
    assert fourth.problems == ("Karlsruhe has no contract “Besserrufer”.",)
    text = page.content.decode()
    assert "1 hand does not exist there and counts nothing." in text
    assert "No Radl would run there." in text
    assert (second.here.formula, second.there.formula) == ("1−1 = 0", "2−6 = −4")


def test_under_the_same_sheet_nothing_differs(client: Phone, table: GameTable):
    page = _page(client, table, under="treffpunkt")
    assert page.context["result"].rows == ()
    assert "all would pay the same there" in page.content.decode()


def test_unknown_house_rules_are_the_choice(client: Phone, table: GameTable):
    for word in ("nothing", "", "x" * 300, "../etc"):
        assert "result" not in _page(client, table, under=word).context


def test_a_substitute_shares_the_account_and_the_hands_are_of_who_sat_there(client: Phone):
    table = evening_of(5)
    play_hands(table, dreier(0))
    new_order(table, (0, 1, 2, 3, 4), substitutes={0: "Gusti"})
    play_hands(table, dreier(0), rufer(0))
    rows = _rows(_page(client, table, under="karlsruhe"))
    assert "Anna / Gusti" in {row["name"] for row in rows}
    staff = log_in()
    people = {row["name"] for row in _rows(staff.get("/rescoring/", {"under": "karlsruhe"}, headers=ENGLISH))}
    assert {"Anna", "Gusti"} <= people


def test_an_evening_without_hands_and_one_that_is_over(client: Phone):
    table = evening_of()
    assert "No hand has been played yet." in _page(client, table, under="karlsruhe").content.decode()
    play_hands(table, dreier(0))
    assert "1 hand was played." in _page(client, end_evening(table), under="karlsruhe").content.decode()


def test_the_number_of_queries_does_not_depend_on_the_hands(client: Phone, table: GameTable):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            _page(client, table, under="karlsruhe")
        return len(queries)

    count()  # whose table it is, a process remembers
    first = count()
    play_hands(table, *[dreier(0)] * 5)
    assert count() == first


def test_the_workbook_has_totals_and_hands(client: Phone, table: GameTable):
    answer = _page(client, table, under="karlsruhe", form="xlsx")
    book = openpyxl.load_workbook(BytesIO(answer.content))
    totals, hands = book.worksheets
    assert (totals.title, hands.title) == ("Totals", "Hands that differ")
    values = [[cell.value for cell in row] for row in totals.iter_rows()]
    at = next(number for number, row in enumerate(values) if row[0] == "Player")
    assert values[at + 1][:6] == ["Anna", 1, 1, 17, 36, 19]
    rows = [[cell.value for cell in row] for row in hands.iter_rows(min_row=2)]
    assert [row[3] for row in rows] == [1, 2, 3, 4]
    assert rows[0][5:7] == ["5", "8"]
    assert rows[3][7] == "Karlsruhe has no contract “Besserrufer”."
    assert rows[0][10:13] == ["Anna", 15, 24]
    assert rows[3][12] is None


def test_the_club_page_is_for_the_staff(client: Phone, table: GameTable):
    assert client.get("/rescoring/").status_code == 302
    staff = log_in()
    page = staff.get("/rescoring/", {"under": "karlsruhe"}, headers=ENGLISH)
    rows = {row["name"]: row for row in _rows(page)}
    assert (rows["Anna"]["points"], rows["Anna"]["other"], rows["Anna"]["hands"]) == ("+17", "+36", "4")
    assert page.context["reasons"] == [("Karlsruhe has no contract “Besserrufer”.", 1)]
    assert [row.number for hands in page.context["tables"] for row in hands.rows] == [1, 2, 3, 4]


def test_the_club_page_takes_the_filter_of_the_statistics(table: GameTable):
    staff = log_in()
    none = staff.get("/rescoring/", {"under": "karlsruhe", "from": "2001-01-01", "to": "2001-01-02"}, headers=ENGLISH)
    assert "No hand has been played yet." in none.content.decode()
    own = staff.get("/rescoring/", {"under": "karlsruhe", "of": "evenings", "sheet": "treffpunkt"}, headers=ENGLISH)
    assert own.context["pages"].paginator.count == 4
    assert 'href="/rescoring/?under=steindl&amp;of=evenings&amp;sheet=treffpunkt"' in own.content.decode()


def test_hands_come_page_by_page_and_all_in_the_workbook(table: GameTable, monkeypatch: pytest.MonkeyPatch):
    play_hands(table, *[dreier(0)] * rescored_tables.MOST_SHOWN)
    staff = log_in()
    second = staff.get("/rescoring/", {"under": "karlsruhe", "page": "2"}, headers=ENGLISH)
    assert len([row for hands in second.context["tables"] for row in hands.rows]) == 4
    file = staff.get("/rescoring/", {"under": "karlsruhe", "form": "xlsx"}, headers=ENGLISH)
    sheet = openpyxl.load_workbook(BytesIO(file.content)).worksheets[1]
    assert sheet.max_row == 1 + 4 + rescored_tables.MOST_SHOWN


def test_too_many_hands_are_for_the_command(table: GameTable, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rescored_tables, "MOST_HANDS", 3)
    page = log_in().get("/rescoring/", {"under": "karlsruhe"}, headers=ENGLISH)
    assert "rescore”." in page.content.decode()
    assert "list" not in page.context


def test_a_result_is_kept_until_a_book_changes(table: GameTable):
    staff = log_in()
    first = staff.get("/rescoring/", {"under": "karlsruhe"}).context["pages"].paginator.count
    play_hands(table, dreier(0))
    assert staff.get("/rescoring/", {"under": "karlsruhe"}).context["pages"].paginator.count == first + 1
