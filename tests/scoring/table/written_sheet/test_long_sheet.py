"""A long evening: the page has the last two rounds of deals, all other lines come when they are wanted."""

import pytest

from scoring.models import GameTable
from tests.scoring.support.evenings import evening_of, play_hands
from tests.scoring.support.pages import url
from tests.scoring.support.tables import book_of, dreier, strike
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def play_rounds(table: GameTable, rounds: int) -> None:
    """Play so many rounds of deals, in which each player wins once."""
    for _round in range(rounds):
        play_hands(table, *(dreier(declarer) for declarer in range(4)))


def list_lines(html: str) -> list[int]:
    """The lines of the book that stand on a page."""
    return [int(part.partition('"')[0]) for part in html.split('data-line="')[1:]]


def test_the_page_of_500_hands_has_what_that_of_60_has():
    table, weights = evening_of(), []
    for rounds in (15, 110):
        play_rounds(table, rounds)
        html = Client().get(url("table", table)).content.decode()
        assert len(list_lines(html)) == 8
        weights.append((len(html), html.count("<")))
    (few, few_elements), (many, many_elements) = weights
    assert many <= 1.05 * few
    assert many_elements <= 1.05 * few_elements


def test_all_lines_come_by_one_request_and_again_only_when_one_is_new():
    table, client = evening_of(), Client()
    play_rounds(table, 4)
    answer = client.get(url("rows", table))
    lines = [line.number for line in book_of(table).played]
    assert list_lines(answer.content.decode()) == lines
    assert client.get(url("rows", table), headers={"if-none-match": answer["ETag"]}).status_code == 304
    strike(table, "vergeben")
    struck = client.get(url("rows", table), headers={"if-none-match": answer["ETag"]})
    assert "vergeben" in struck.content.decode()
    assert list_lines(client.get(url("table", table)).content.decode()) == lines[-8:]


def test_without_script_a_link_shows_all_lines():
    table, client = evening_of(), Client(headers={"accept-language": "en"})
    play_rounds(table, 4)
    page = client.get(url("table", table)).content.decode()
    assert f'href="{url("table", table)}?rows=all#schrift">Show all 16 lines</a>' in page
    assert len(list_lines(client.get(f"{url('table', table)}?rows=all").content.decode())) == 16
