"""Undo by one tap, why a hand is changed, standings in the preview of a change; tables that double without a Radl."""

import re
from datetime import timedelta
from typing import Any

import pytest

from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.plan import UNDO_SECONDS
from tests.scoring.support.clocks import clocked, enter
from tests.scoring.support.corrections import confirmed, make_change, page_of, preview_change, radl_of_three
from tests.scoring.support.evenings import end_evening, send_change, table_of
from tests.scoring.support.exports import TITLES, pages_of, values
from tests.scoring.support.pages import FormFields, Page, open_table_page, saved, url
from tests.scoring.support.tables import (
    NAMES,
    book_of,
    dreier,
    everything,
    line_of,
    new_table,
    play,
    rufer,
    totals,
    trischaken,
)
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
HAND = {
    "p0-contract": "besserrufer",
    "p0-declarer": "2",
    "p0-partner": "3",
    "p0-result": "lost",
    "p0-kontra": "2",
    "prem-pagat-declarer": "announced",
    "prem-pagat-declarer-lost": "on",
    "prem-pagat-declarer-kontra": "4",
}


def saved_page(client: Client, table: GameTable, hand: FormFields) -> str:
    """Return the page of the phone that has saved a hand."""
    return str(client.get(saved(client, table, hand)["Location"]).content.decode())


def undo_form(html: str) -> FormFields:
    """The fields of the button."""
    found = re.search(r'<form class="undo".*?</form>', html, re.S)
    assert found is not None
    return {**Page(found[0]).sent, "undo": "1"}


def undone(client: Client, table: GameTable, html: str) -> Any:
    """The answer to a tap on the button."""
    return client.post(url("strike", table), undo_form(html))


@pytest.mark.parametrize("names", [NAMES, (*NAMES, "Emil")])
def test_a_tap_strikes_the_hand_and_its_entry_stands_in_the_form_to_be_saved_anew(german, names):
    table = new_table(names=names)
    answer = undone(german, table, saved_page(german, table, HAND))
    assert answer.status_code == 302
    assert totals(table) == [0] * len(names)
    page = Page(german.get(answer["Location"]).content.decode())
    assert {name: page.sent.get(name) for name in HAND} == HAND
    assert "Spiel 1 ist gestrichen." in page.text
    assert "steht wieder im Formular" in page.text
    assert german.post(url("save_hand", table), page.fill_form({"p0-result": "won"})).status_code == 302
    assert [line.is_deal for line in book_of(table).played] == [False, True]
    assert "p0-contract" not in Page(german.get(answer["Location"]).content.decode()).sent  # another one is the last
    assert totals(table)[2] != 0


def test_a_second_tap_takes_back_nothing_more(german, table):
    play(table, dreier(0))
    html = saved_page(german, table, HAND)
    first, second = (undone(german, table, html) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert totals(table) == [15, -5, -5, -5]
    note = Entry.objects.get(table=table, kind=Entry.Kind.STRIKE).note
    assert note is not None
    assert note.text == "gleich nach dem Speichern zurückgenommen"


def test_after_another_hand_nothing_is_taken_back_and_the_page_says_so(german, table):
    html = saved_page(german, table, HAND)
    before = totals(table)
    play(table, dreier(3))
    answer = undone(german, table, html)
    assert answer.status_code == 412
    page = Page(answer.content.decode())
    assert "Gestrichen wurde nichts:" in page.text
    assert totals(table) == [amount + more for amount, more in zip(before, (-5, -5, -5, 15), strict=True)]
    assert "p0-contract" not in page.sent


@pytest.mark.parametrize("query", ["?again=1", "?saved=1&again=1", "?saved=99&again=1"])
def test_an_address_that_took_nothing_back_fills_nothing(german, table, query):
    play(table, dreier(3))
    assert "p0-contract" not in Page(german.get(url("table", table) + query).content.decode()).sent


def test_the_time_left_is_that_since_saving_and_ends_at_nothing(german, table, monkeypatch):
    location = saved(german, table, HAND)["Location"]

    def seconds_after(later: float) -> str:
        now = Entry.objects.get(table=table).at + timedelta(seconds=later)
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        found = re.search(r'data-seconds="(\d+)"', german.get(location).content.decode())
        assert found is not None
        return found[1]

    assert [seconds_after(later) for later in (0, 3.4, 60)] == [str(UNDO_SECONDS), str(UNDO_SECONDS - 3), "0"]


def test_only_the_phone_that_saved_has_the_button_and_only_as_long_as_the_hand_is_the_last(german, table):
    location = saved(german, table, HAND)["Location"]
    assert 'class="undo"' not in open_table_page(Client(), table).html
    assert 'class="undo"' in german.get(location).content.decode()
    play(table, dreier(3))
    assert 'class="undo"' not in german.get(location).content.decode()


def test_a_correction_is_not_undone_by_striking_the_hand(german, table):
    play(table, dreier(3))
    line = book_of(table).played[0].number
    changed = {"p0-contract": "dreier", "p0-declarer": "2", "p0-result": "won", "what": "correct", "line": str(line)}
    seen = GameTable.objects.get(pk=table.pk).last_sequence
    sent = {**changed, "seen": str(seen), "reason": "war Cilli", "confirm": "1", "key": "k"}
    location = german.post(url("change", table), sent)["Location"]
    html = german.get(location).content.decode()
    assert "?saved=2" in location
    assert 'class="undo"' not in html


OTHER = {"p0-declarer": "2"}


def read_note(table):
    [text] = Entry.objects.filter(table=table).order_by("-sequence").values_list("note__text", flat=True)[:1]
    return text


@pytest.mark.heavy_but("-Dora had it-Dora had it")
@pytest.mark.parametrize(
    ("why", "typed", "note"),
    [
        ("wrong player", "", "wrong player"),
        ("", "Dora had it", "Dora had it"),
        ("mistyped", "by Berta", "mistyped: by Berta"),
    ],
)
def test_a_usual_reason_is_tapped_on_and_what_is_typed_beside_it_is_not_lost(english, why, typed, note):
    table = table_of(dreier(1))
    form = page_of(english, "correct", table, line_of(table, 0))
    assert form.fields["why"] == {"mistyped", "wrong player", "premium forgotten", ""}
    make_change(english, table, form.fill_form({**OTHER, "why": why}), typed)
    assert totals(table) == [-5, -5, 15, -5]
    assert read_note(table) == note


def test_without_a_reason_nothing_is_written(english):
    table = table_of(dreier(1))
    form = page_of(english, "correct", table, line_of(table, 0))
    preview = preview_change(english, table, form.fill_form(OTHER))
    before = everything(table)
    answer = english.post(url("change", table), {**preview.sent, "why": "", "reason": " ", "confirm": "1"})
    assert answer.status_code == 400
    assert "The reason is missing." in Page(answer.content.decode()).text
    assert everything(table) == before


def test_what_the_form_has_shown_is_written_in_one_step(english):
    table = table_of(dreier(1))
    form = page_of(english, "correct", table, line_of(table, 0))
    sent = {**form.fill_form({**OTHER, "why": "mistyped"}), "confirm": "1"}
    assert english.post(url("change", table), sent).status_code == 302
    assert totals(table) == [-5, -5, 15, -5]
    play(table, dreier(0))
    older = {**sent, "p0-declarer": "3", "key": "another-key-of-it"}
    before = everything(table)
    assert english.post(url("change", table), older).status_code == 412
    assert everything(table) == before


def ask_preview(english, table, posted):
    before = everything(table)
    answer = english.post(url("preview", table), posted)
    assert everything(table) == before
    assert answer["X-Piece"] == "preview"
    return answer.content.decode()


def test_the_form_of_a_change_shows_all_totals_that_follow_and_writes_nothing(english):
    table = radl_of_three()
    form = page_of(english, "correct", table, line_of(table, 0))
    posted = form.fill_form({"p0-contract": "dreier", "p0-declarer": "3", "p0-result": "won"})
    piece = Page(ask_preview(english, table, posted))
    assert "2 other hands change, too" in piece.text
    make_change(english, table, posted)
    for total in totals(table):
        assert str(total).replace("-", "−") in piece.texts


def test_a_hand_as_it_was_would_change_nothing_and_offers_nothing_to_apply(english):
    table = radl_of_three()
    form = page_of(english, "correct", table, line_of(table, 1))
    piece = ask_preview(english, table, form.fill_form({}))
    assert "This would change nothing." in piece
    assert 'data-part="follows"' not in piece


def test_the_next_hand_has_nothing_that_follows(english):
    table = radl_of_three()
    form = page_of(english, "table", table)
    fields = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
    assert 'data-part="follows"' not in ask_preview(english, table, form.fill_form(fields))


FIVE = (*NAMES, "Emil")


def standing(page: Page) -> dict[str, list[str]]:
    """The rows of the standing: so far, then."""
    rows = page.flat.partition("<caption>")[2].partition("</tbody>")[0]
    found = re.findall(r'<th scope="row">(.*?)</th><td>(.*?) →</td><td><b>(.*?)</b></td>', rows)
    return {name: [before, after] for name, before, after in found}


def test_who_is_replaced_keeps_what_he_has(english):
    table = table_of(dreier(0), players=5)
    page = preview_change(english, table, {"what": "replace", "place": "0", "name": "Fritz"})
    assert "; Fritz joins" in page.text
    assert "The standings do not change." in page.text


def test_a_change_that_moves_the_score_of_somebody_who_has_left_shows_his_too(english):
    table = table_of(dreier(0), players=5)
    make_change(english, table, {"what": "replace", "place": "0", "name": "Fritz"})
    page = preview_change(english, table, {"what": "strike", "line": str(book_of(table).played[0].number)})
    assert standing(page)["Anna"] == ["15", "0"]
    assert "Fritz" not in standing(page)


def test_each_player_is_one_line_with_the_total_so_far_then_and_the_difference(english):
    table = table_of(trischaken(0), dreier(1))
    page = preview_change(english, table, {"what": "strike", "line": str(book_of(table).played[0].number)})
    assert '<th scope="row">Berta</th><td>28 →</td><td><b>15</b></td><td class="number lost">−13</td>' in page.flat
    own, following = (
        part.partition("</table>")[0] for part in page.flat.split('<ul class="changes">')[1].split("<li>")[1:]
    )
    assert '<th scope="row">Anna</th><td>−2 →</td><td><b>0</b></td>' in own
    assert '<th scope="row">Anna</th><td>−10 →</td><td><b>−5</b></td>' in following


def test_two_who_were_mixed_up_read_that_it_is_done(english):
    table = table_of(dreier(0))
    posted = preview_change(english, table, {"what": "swap", "place": "0", "other": "1"})
    assert standing(posted) == {"Anna": ["15", "−5"], "Berta": ["−5", "15"]}
    page = Page(english.get(confirmed(english, table, posted)["Location"]).content.decode())
    assert re.search("Saved:\\s*(Anna and Berta|Berta and Anna) swapped seats for all hands", page.text)


def test_a_forgotten_hand_says_whose_forehand_it_was(english):
    table = table_of(dreier(0), dreier(0), players=5)
    page = page_of(english, "insert", table, book_of(table).played[1].number)
    cards = page.texts[page.texts.index("Anna") : page.texts.index("Emil")]
    assert cards[:6] == ["Anna", "15", "Dealer", ", sits out", "Berta", "−5"]
    assert cards[6] == "Forehand"


def test_a_change_that_other_hands_cannot_bear_says_what_to_do(english):
    table = table_of(rufer(0), rufer(1))
    forehand = {"what": "forehand", "place": "1", "line": str(book_of(table).played[0].number)}
    assert "Change or strike out these hands first" in preview_change(english, table, forehand, 400).text
    assert "Change or strike" not in preview_change(english, table, {"what": "nothing"}, 400).text


def test_after_the_end_nobody_is_the_next_forehand(english):
    table = table_of(dreier(0))
    assert 'class="forehand"' in english.get(url("table", table)).content.decode()
    page = english.get(url("table", end_evening(table))).content.decode()
    assert 'class="forehand"' not in page
    assert "Dealer" not in Page(page).text


NORMAL = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 1, "result": "won"}]}


def doubled(sheet: str, hand: object):
    """A table with one double hand, and a last round that has begun."""
    table = new_table(sheet)
    send_change(table, changes.set_radl(2))
    play(table, hand)
    send_change(table, changes.announce_last_round("first_forehand"))
    return table


def test_a_table_by_the_tournament_sheet_nowhere_says_radl(german, english):
    table = doubled("zwanzigerrufen", NORMAL)
    for client, badge, mark in (
        (german, r"Runde mit doppeltem Einsatz \d/\d: noch \d Spiele", "Doppelter Einsatz 1/2"),
        (english, r"Round with double stake \d/\d: \d deals left", "Double stake 1/2"),
    ):
        html = client.get(url("table", table)).content.decode()
        assert "Radl" not in html
        text = Page(html).text
        assert re.search(badge, text)
        assert mark in text
        for name in ("more", "rules", "settlement"):
            assert "Radl" not in client.get(url(name, table)).content.decode(), name


def test_the_workbook_of_such_a_table_does_not_say_it_either():
    said = [
        str(value)
        for page in pages_of(doubled("zwanzigerrufen", NORMAL)).values()
        for row in values(page)
        for value in row
    ]
    assert [text for text in said if "adl" in text] == []
    assert "Doppelter Einsatz" in said
    assert "Runde mit doppeltem Einsatz" in said


def test_what_begins_with_the_gong_is_no_schlussradl_in_the_workbook():
    table = clocked(-1)
    enter(table, "double")
    kinds = [value for row in values(pages_of(table)[TITLES[1]]) for value in row]
    assert "Doppelrunde" in kinds
    assert "Schlussradl" not in kinds


@pytest.mark.parametrize(("sheet", "hinted"), [("skoty", True), ("steindl", True), ("treffpunkt", False)])
def test_where_no_game_starts_a_radl_the_page_says_so_before_one_is_set_by_hand(german, sheet, hinted):
    text = Page(german.get(url("more", new_table(sheet))).content.decode()).text
    assert ("folgt auf kein Spiel eine doppelte Runde" in text) == hinted


def test_an_english_page_says_what_the_games_are(german, english):
    table = new_table("standard")
    text = Page(english.get(url("table", table)).content.decode()).text
    assert "What the games are" in text
    assert "Farbendreier without the talon." in text
    assert 'class="glosses"' not in german.get(url("table", table)).content.decode()
