"""The end of an evening: who won, what each played, the hands people talk about; on the settlement and for watchers."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.engine.agreement import Stakes
from scoring.table.written_sheet.selectors import load_table_view
from scoring.table.written_sheet.summary import Peak, Summary, Tally, compute_summary
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import end_evening, evening_of, fresh, new_order, pagat, play_hands, table_of
from tests.scoring.support.pages import open_table_page, url
from tests.scoring.support.tables import Record, book_of, dreier, nuller, rufer, strike, trischaken

pytestmark = pytest.mark.django_db
POINT = 6


@pytest.fixture
def watcher(db):
    """Return a phone of somebody who has only the address."""
    return Client(headers={"accept-language": "de"})


def load_summary(table) -> Summary:
    """The summary of an evening."""
    view = load_table_view(fresh(table), INSIDE)
    return compute_summary(view.book, view.seats, "de")


def negative(declarer: int, *, won: bool) -> Record:
    """A Bettler."""
    return {"plays": [{"contract": "bettler", "declarer": declarer, "result": "won" if won else "lost"}]}


def test_games_are_counted_for_their_declarers_nobody_declares_trischaken_or_wins_a_renonce():
    table = table_of(rufer(0), dreier(1, result="lost"), trischaken(2), negative(3, won=True))
    play_hands(table, {**dreier(0), "renonce": {"seat": 1, "claims": {}}})
    assert [tally[1:] for tally in load_summary(table).tallies] == [(5, 2, 1), (5, 1, 0), (5, 0, 0), (5, 1, 1)]
    assert load_summary(table).hands == 5
    assert load_summary(table).doubled == 2


def test_two_negative_games_in_one_hand_are_two_games():
    table = evening_of(sheet="standard")
    play_hands(
        table,
        {
            "plays": [
                {"contract": "piccolo", "declarer": 1, "result": "won"},
                {"contract": "piccolo", "declarer": 2, "result": "lost"},
            ]
        },
    )
    assert [(tally.declared, tally.won) for tally in load_summary(table).tallies] == [(0, 0), (1, 1), (1, 0), (0, 0)]


def test_who_came_later_and_who_sat_out_have_their_own_hands():
    table = table_of(rufer(0), dreier(1), players=5)
    new_order(table, (0, 1, 2, 3), came={})
    play_hands(table, dreier(0))
    assert [Tally("Anna", 2, 2, 2), Tally("Emil", 1, 0, 0)] == [
        tally for tally in load_summary(table).tallies if tally.name in ("Anna", "Emil")
    ]


def test_the_hands_people_talk_about_have_names_numbers_formula_and_line():
    table = table_of(dreier(1), dreier(2, result="lost", kontra=2), pagat(rufer(2)))
    found = load_summary(table)
    first, second = (line.number for line in book_of(table).played[:2])
    assert found.best == Peak(1, first, ("Berta",), 15 * POINT, "Dreier · Berta · gewonnen", "5")
    assert found.worst == Peak(2, second, ("Cilli",), -30 * POINT, "Dreier · Cilli · verloren · Kontra", "−5×2 = −10")
    assert found.moved is None


def test_most_points_may_be_moved_by_a_hand_that_is_neither_best_nor_worst():
    table = table_of(dreier(1), dreier(2, result="lost"), rufer(2, kontra=8, points="70"))
    play_hands(table, {**rufer(3, kontra=8), "premiums": []})
    found = load_summary(table)
    assert found.moved is not None
    assert (found.moved.number, found.moved.amount) == (3, 16 * POINT)


def test_an_evening_of_nullers_or_struck_hands_has_nothing_to_talk_about():
    table = table_of(nuller(0), dreier(1))
    strike(table)
    found = load_summary(table)
    assert (found.best, found.worst, found.moved, found.hands) == (None, None, None, 1)


def test_watchers_see_who_won_with_shared_ranks_but_nothing_about_money(watcher):
    table = table_of(rufer(0), agreed=Stakes(10))
    page = open_table_page(watcher, end_evening(table))
    assert "Gemeinsam gewonnen haben\nAnna, Cilli" in page.text or "Anna, Cilli\nhaben gemeinsam" in page.text
    assert page.texts.count("1.") == 2
    assert page.texts.count("3.") == 2
    assert "€" not in page.text
    assert "Wer was gespielt hat" in page.texts
    assert page.inline == []


def test_while_it_goes_on_the_table_page_names_no_winner(watcher):
    table = table_of(rufer(0))
    assert "Wer was gespielt hat" not in open_table_page(watcher, table).texts


def test_an_evening_that_ended_before_a_hand_has_no_winner_and_no_chart(watcher):
    page = open_table_page(watcher, end_evening(evening_of()))
    assert "Wer was gespielt hat" not in page.texts
    assert 'class="chart' not in page.html


def test_a_long_evening_that_is_over_costs_no_more_queries_than_a_short_one(watcher):
    counts = []
    for hands in (1, 14):
        table = table_of(*[dreier(1)] * hands)
        end_evening(table)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            open_table_page(watcher, table)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_chart_stands_on_the_table_page_and_names_everybody_for_a_screen_reader(watcher):
    table = table_of(dreier(0), trischaken(), dreier(0), players=5)
    html = open_table_page(watcher, table).html
    chart = html.partition('<figure class="chart">')[2].partition("</figure>")[0]
    assert "Verlauf der Stände über 3 Spiele" in chart
    table_of_values = chart.partition("<table>")[2]
    assert re.findall(r'<th scope="row">(\w+)', table_of_values) == ["Anna", "Berta", "Cilli", "Dora", "Emil"]
    assert re.findall(r'<th scope="col">([\w ]+)', table_of_values) == ["Name", "1", "2", "3", "Am Schluss"]
    assert chart.count("<polyline") == 5
    assert 'class="doubled"' in chart
    assert "None" not in chart


def test_no_comma_of_a_language_gets_into_the_numbers_of_a_shape():
    for language in ("de", "en"):
        table = table_of(*[dreier(0, kontra=8)] * 3)
        html = Client(headers={"accept-language": language}).get(url("table", table)).content.decode()
        numbers = re.findall(
            r' (?:x|y|x1|x2|y1|y2|width|height|d)="([^"]*)"', html.partition('<figure class="chart">')[2]
        )
        assert len(numbers) > 30
        assert [number for number in numbers if "," in number] == []
