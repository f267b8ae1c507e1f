"""The page of an evening under other house rules, in words."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from tests.scoring.support.evenings import end_evening, evening_of, new_order, pagat, play_hands
from tests.scoring.support.tables import dreier, nuller, rufer
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
    assert (first.own.formula, first.other.formula) == ("5", "8")
    assert (third.own.formula, third.other.formula) == ("−5×2 = −10", "−8")
    assert (third.radl, third.radl_there) == (2, 1)
    assert fourth.other is None
    assert fourth.problems == ("Karlsruhe has no contract “Besserrufer”.",)
    text = page.content.decode()
    assert "1 hand does not exist there and counts nothing." in text
    assert "No Radl would run there." in text
    assert (second.own.formula, second.other.formula) == ("1−1 = 0", "2−6 = −4")


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
