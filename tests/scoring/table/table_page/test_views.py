"""The table to look at and to listen to: the place of each name, sentences read aloud, the tablet with four sides."""

import re

import django.test
import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags

from scoring.book.marks import MARK_DISPUTED, derive_edge_device
from scoring.engine.evening.course import Seating
from scoring.models import Entry, GameTable, Mark
from scoring.table.corrections import changes
from scoring.table.corrections.forms import list_reasons
from scoring.table.table_page.live import find_moment, list_missed_reminders
from scoring.table.table_page.views import list_edges
from scoring.table.written_sheet.selectors import TableView, load_table_view
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.book.marks.test_marks import enter_hand, send_mark, verdict_of
from tests.scoring.support.evenings import change_book, end_evening, table_of
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import (
    NAMES,
    book_of,
    dreier,
    new_key,
    new_table,
    nuller,
    play,
    rufer,
    strike,
    trischaken,
)
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


def list_missed(table: GameTable) -> set[str]:
    """Return the ids of the reminders of what the table has got wrong."""
    book = book_of(table)
    return {book.sheet.reminders[place].id for place in list_missed_reminders(book)}


def test_a_rule_that_was_got_wrong_is_known_by_what_was_put_right_and_by_a_renonce():
    table = table_of(rufer(0), dreier(1), dreier(2), sheet="standard")
    number = numbers(table)
    assert list_missed(table) == set()
    change_book(
        table, changes.correct_hand(number[1], dreier(1, result="lost")), f"{list_reasons('correct')[0]}: zu schnell"
    )
    change_book(table, changes.correct_hand(number[2], dreier(3)))
    assert list_missed(table) == set()  # a slip of the thumb, another declarer: no rule
    kontra = {**rufer(0), "plays": [{**rufer(0)["plays"][0], "kontra": 2}]}
    change_book(table, changes.correct_hand(number[0], kontra))
    assert list_missed(table) == {"kontra"}
    trull = {"premium": "trull", "side": "declarer"}
    change_book(table, changes.correct_hand(number[0], {**kontra, "premiums": [trull]}))
    assert list_missed(table) == {"kaiserstich"}  # what the last correction put right
    play(table, {**dreier(3), "renonce": {"seat": 0}})
    assert list_missed(table) == {"kaiserstich", "ablage", "ablage_zaehlt"}


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


def hear(client, table, language="de"):
    """The sentences of the page."""
    client.cookies["django_language"] = language
    page = client.get(reverse("table", args=[table.slug])).content.decode()
    [piece] = re.findall(r'<div data-live="speech".*?</div>', page, re.DOTALL)
    return [" ".join(strip_tags(sentence).split()) for sentence in re.findall(r"<p.*?</p>", piece)]


def test_before_the_first_hand_there_is_nothing_to_say(client):
    assert hear(client, new_table()) == []


def test_the_side_of_the_declarer_says_all(client):
    table = table_of(rufer(0))
    assert hear(client, table) == ["Anna und Cilli plus eins. Anna gibt."]
    assert hear(client, table, "en") == ["Anna and Cilli plus one. Anna deals."]
    play(table, rufer(1, result="lost"))
    assert hear(client, table) == ["Berta und Dora minus eins. Berta gibt."]
    play(table, dreier(3))
    assert hear(client, table) == ["Dora bekommt fünf von jedem, zusammen fünfzehn. Cilli gibt."]


def test_of_a_trischaken_everybody_is_named_who_gets_or_pays(client):
    table = table_of(trischaken(0))
    [said] = hear(client, table)
    assert said.startswith("Cilli und Dora plus zwei, Anna und Berta minus zwei. ")


def test_a_hand_for_nothing_and_the_radl_that_it_begins(client):
    table = table_of(nuller(0))
    assert hear(client, table) == ["Niemand bekommt etwas. Noch vier im Radl, Anna gibt."]
    play(table, rufer(1))
    assert hear(client, table) == ["Berta und Dora plus zwei. Noch drei im Radl, Berta gibt."]
    assert hear(client, table, "en") == ["Berta and Dora plus two. Three left in the Radl, Berta deals."]


def test_a_hand_that_is_struck_out_pays_nobody(client):
    table = table_of(dreier(0))
    strike(table)
    [said] = hear(client, table)
    assert said.startswith("Spiel eins ist gestrichen.")


def test_a_dispute_is_said_beside_the_newest_hand(client):
    table = table_of(dreier(0))
    send_mark(table, table.deals.get().number, MARK_DISPUTED)
    assert hear(client, table)[1:] == ["Spiel eins ist strittig."]


def test_after_the_evening_nobody_deals(client):
    table = table_of(dreier(0))
    end_evening(table)
    assert hear(client, table) == ["Anna bekommt fünf von jedem, zusammen fünfzehn."]


def test_every_phone_hears_the_same_as_it_comes_live(client):
    table = table_of(dreier(0))
    live = client.get(reverse("live", args=[table.slug])).content.decode()
    assert "Anna bekommt fünf von jedem, zusammen fünfzehn. Anna gibt." in " ".join(strip_tags(live).split())


SIX_NAMES = ("Anna", "Berta", "Cilli", "Dora", "Erna", "Frieda")


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
    view = load_table_view(new_table(names=SIX_NAMES[:players]), INSIDE)
    seen = set()
    for turn in range(6):
        edges = list_edges(view, None, turn, keyed=False)
        assert sorted(edge.player.name for edge in edges) == list(SIX_NAMES[:players])
        assert len({edge.side for edge in edges}) == players
        names = [edge.player.name for edge in edges]
        at = names.index("Anna")
        assert (*names[at:], *names[:at]) == SIX_NAMES[:players]  # the order of play goes round
        seen.add(names[0])
    assert seen == set(SIX_NAMES[:players])


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
