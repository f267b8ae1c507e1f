"""The tablet in the middle of the table: a panel on each side, and everybody answers at their own edge."""

import re

import django.test
import pytest

from scoring.book.marks import derive_edge_device
from scoring.models import Entry, Mark
from scoring.table.table_page.views import list_edges
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.book.marks.test_marks import enter_hand, verdict_of
from tests.scoring.support.evenings import end_evening
from tests.scoring.support.pages import url
from tests.scoring.support.tables import book_of, dreier, new_key, new_table, play
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Berta", "Cilli", "Dora", "Erna", "Frieda")


@pytest.fixture
def tablet():
    """A tablet that has its sign and may write."""
    client = Client(headers={"accept-language": "de"})
    client.get("/log-in/")
    return client


def list_forms(client, table):
    """The fields of each edge that asks, by place."""
    html = client.get(url("tablet", table)).content.decode()
    forms = re.findall(r'<form class="mark".*?</form>', html, re.DOTALL)
    fields = [dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) for form in forms]
    return {int(sent["place"]): sent for sent in fields}


def answer(client, table, place, kind, **headers):
    """A tap at an edge."""
    return client.post(url("mark", table), {**list_forms(client, table)[place], "kind": kind}, **headers)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_each_player_has_one_panel_on_a_side_of_their_own_however_it_is_turned(players):
    view = load_table_view(new_table(names=NAMES[:players]), INSIDE)
    seen = set()
    for turn in range(6):
        edges = list_edges(view, None, turn, keyed=False)
        assert sorted(edge.player.name for edge in edges) == list(NAMES[:players])
        assert len({edge.side for edge in edges}) == players
        names = [edge.player.name for edge in edges]
        at = names.index("Anna")
        assert (*names[at:], *names[:at]) == NAMES[:players]  # the order of play goes round
        seen.add(names[0])
    assert seen == set(NAMES[:players])


def test_it_shows_totals_the_last_change_and_who_deals(table, tablet):
    enter_hand(table)
    enter_hand(table)
    html = tablet.get(url("tablet", table)).content.decode()
    panel = html.partition('aria-label="Anna"')[2].partition("</section>")[0]
    assert ">30<" in panel
    assert "+15" in panel
    assert "Dreier" in panel
    assert "Berta gibt" in html


def test_everybody_answers_at_their_own_edge_also_of_a_hand_that_was_entered_there(table, tablet):
    key = new_key()
    body = {"key": key, "previous": "", "seats": [0, 1, 2, 3, 0], "record": dreier()}
    assert tablet.post(url("save_hand", table), body, content_type="application/json").status_code == 200
    line = book_of(table).played[-1].number
    for place in range(4):
        assert answer(tablet, table, place, "disputed" if place == 2 else "fits").status_code == 302
    assert [sorted(places) for places in verdict_of(table, line)] == [[0, 1, 3], [2]]
    answer(tablet, table, 2, "fits")
    assert [sorted(places) for places in verdict_of(table, line)] == [[0, 1, 2, 3], []]
    assert len(set(Mark.objects.values_list("device", flat=True))) == 4


def test_an_answer_at_the_edge_leads_back_to_the_tablet_and_names_no_phone(table, tablet):
    enter_hand(table)
    done = answer(tablet, table, 1, "fits")
    assert done["Location"] == f"{url('tablet', table)}?turn=0"
    assert "seat" not in done.cookies
    assert answer(tablet, table, 3, "fits", headers={"x-live": "1"}).status_code == 204


def test_a_device_without_a_sign_answers_for_nobody():
    assert derive_edge_device("", 1) == ""
    assert derive_edge_device("0123456789abcdef", 1) != derive_edge_device("0123456789abcdef", 2)
    assert len(derive_edge_device("0123456789abcdef", 1)) == 16


def test_whoever_sits_out_of_the_table_is_not_asked_and_the_phone_that_wrote_it_keeps_its_rule(table, tablet):
    line = enter_hand(table, who=Actor(None, "0123456789abcdef"))
    assert sorted(list_forms(tablet, table)) == [0, 1, 2, 3]
    fields = {**list_forms(tablet, table)[0], "place": "7", "kind": "fits"}
    assert tablet.post(url("mark", table), fields).status_code == 400
    assert verdict_of(table, line) == ([], [])


def test_guests_see_it_without_buttons_and_after_the_end_nobody_is_asked(table, tablet):
    enter_hand(table)
    guest = django.test.Client(headers={"accept-language": "de"})
    html = guest.get(url("tablet", table)).content.decode()
    assert 'class="edge' in html
    assert "<form" not in html.partition("<main")[2]
    end_evening(table)
    assert list_forms(tablet, table) == {}
    assert "Dieser Abend ist beendet" in tablet.get(url("tablet", table)).content.decode()


def test_the_live_panels_come_only_when_something_is_new(table, tablet):
    first = tablet.get(url("tablet_live", table))
    assert first.status_code == 200
    assert tablet.get(url("tablet_live", table), headers={"if-none-match": first["ETag"]}).status_code == 304
    play(table, dreier())
    second = tablet.get(url("tablet_live", table), headers={"if-none-match": first["ETag"]})
    assert second.status_code == 200
    assert Entry.objects.filter(table=table).count() == 1
    turned = tablet.get(f"{url('tablet_live', table)}?turn=1", headers={"accept-encoding": "identity"})
    straight = tablet.get(url("tablet_live", table), headers={"accept-encoding": "identity"})
    assert turned.content != straight.content


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("order", [1, -1])
def test_a_phone_and_a_tablet_that_ask_at_the_same_time_each_get_their_own(table, tablet, turn, order):
    live = {"tablet": f"{url('tablet_live', table)}?turn={turn}", "standing": url("live", table)}
    for part, address in list(live.items())[::order]:
        assert f'data-live="{part}"' in tablet.get(address, headers={"accept-encoding": "identity"}).content.decode()


@pytest.mark.parametrize("turn", ["", "x", "9", "-1", "1e9", "٣", "0" * 900])
def test_any_turn_in_the_address_is_answered(tablet, turn):
    assert tablet.get(url("tablet", new_table()), {"turn": turn}).status_code == 200
