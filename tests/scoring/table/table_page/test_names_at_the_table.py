"""The place of each name: after somebody's coming was struck out, and in the preview of a change."""

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.table_page.live import find_moment
from scoring.table.written_sheet.selectors import TableView, load_table_view
from tarockclub.models import Person
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book, table_of
from tests.scoring.support.pages import Page
from tests.scoring.support.tables import NAMES, dreier, new_table, play, rufer
from tests.scoring.support.tampering import numbers, person
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def view_of(table: GameTable) -> TableView:
    """Return the table's page as it is now."""
    return load_table_view(GameTable.objects.select_related("sheet_version").get(pk=table.pk), INSIDE)


def struck_coming(place: int, order: tuple[int, ...]) -> GameTable:
    """A table whose second line, Emil's coming, was struck out again."""
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating(order, came=((place, person("Emil")),))))
    change_book(table, changes.strike_line(numbers(table)[1]))
    assert play(table, dreier(1)).entry
    return table


def test_who_was_to_be_replaced_keeps_his_name_where_that_was_struck_out():
    view = view_of(struck_coming(0, (0, 1, 2, 3)))
    assert view.names == view.active == NAMES
    assert [total.name for total in view.totals] == list(NAMES)


def test_whose_coming_was_struck_out_has_no_column():
    assert view_of(struck_coming(4, (0, 1, 2, 3, 4))).names == NAMES


def test_the_history_of_a_struck_coming_still_names_him(english):
    table = struck_coming(0, (0, 1, 2, 3))
    page = Page(english.get(reverse("deal", args=[table.slug, numbers(table)[1]])).content.decode())
    assert "Anna leaves with 15; Emil joins; playing order: Emil, Berta, Cilli, Dora" in page.text
    assert page.texts[0] == "Entry · Tarockclub"  # it is no hand


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        ({**rufer(2), "premiums": [{"premium": "valat", "side": "declarer", "won": True}]}, "Cilli und Anna je"),
        ({**dreier(1), "premiums": [{"premium": "valat", "side": "declarer", "won": True}]}, "Berta"),
    ],
)
def test_a_valat_is_of_all_who_won_it_the_declarer_first(hand, names):
    table = new_table(forehand=2)
    play(table, hand)
    with translation.override("de"):
        moment = find_moment(view_of(table))
    assert moment is not None
    assert (moment.title, moment.name) == ("Valat!", names)


def read_preview(client: Client, table: GameTable, **posted: object) -> str:
    """Return the text of the preview of a change."""
    return Page(client.post(reverse("change", args=[table.slug]), posted).content.decode()).text


def test_the_preview_of_a_substitute_names_him_and_whom_he_replaces(english, table):
    text = read_preview(english, table, what="substitute", place=0, name="Gerti", seen=0)
    assert "Gerti plays on for Anna; playing order: Gerti, Berta, Cilli, Dora" in text
    assert "forehand\nGerti\n(so far Anna)" in text


def test_the_preview_of_a_mix_up_names_the_next_forehand_as_he_will_be_called(english, table):
    assert "forehand\nBerta\n(so far Anna)" in read_preview(english, table, what="swap", place=0, other=1, seen=0)


def test_whose_coming_is_refused_is_not_known_to_the_club(english):
    table = new_table("treffpunkt", 0, (*NAMES, "Emil", "Fini"))
    posted = {"what": "come", "place": 0, "name": "Gerti", "seen": 0, "key": "k", "confirm": 1}
    known = Person.objects.count()
    assert english.post(reverse("change", args=[table.slug]), posted).status_code == 400
    assert Person.objects.count() == known
