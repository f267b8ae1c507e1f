"""Held hands on the pages: what every phone of the table is asked, what a tap does, and what others see of it."""

import re

import django.test
import pytest
from django.urls import reverse

from scoring.models import Entry, GameTable
from scoring.table.held_hands.receiving import save_followers
from scoring.table.held_hands.services import DROP, NEXT, REOPEN, SAME
from tests.scoring.support.evenings import SIX, end_evening, evening_of
from tests.scoring.support.held_hands import Away, decided, dreier_of, held_of, open_at, too_late
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import book_of, dreier, everything, line_of, new_table, play, strike, totals
from tests.support.phones import Client
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db


@share_rows
def table():
    """A table with a Dreier of Anna, and a phone that has entered it too, and one of Cilli after it."""
    found = new_table()
    too_late(found, dreier_of(0), {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"})
    return found


def piece(page: Page, name: str = "held") -> Page:
    """Return the part of the page about held hands."""
    return Page(page.html.partition(f'<div data-live="{name}">')[2].partition('<div data-live="')[0])


def get_decisions(client: Client, table: GameTable) -> Page:
    """Return the part about those on which people have decided."""
    return piece(open_table_page(client, table), "held-before")


def form_of(answer) -> Page:
    """The entry form of a page."""
    return Page(answer.content.decode().partition('<form id="entry"')[2].partition("</form>")[0])


def tap_button(client: Client, table: GameTable, value: str, *, script: bool = False, **more: str):
    """The answer to a tap on a button of the first hand that is asked about."""
    asked = piece(open_table_page(client, table))
    assert value in asked.fields["as"], f"there is no {value}: {sorted(asked.fields['as'])}"
    sent = {"hand": asked.sent["hand"], "seen": asked.sent.get("seen", ""), "as": value, **more}
    return client.post(url("held", table), sent, headers={"X-Live": "1"} if script else {})


def test_every_phone_that_may_write_is_asked_in_words_with_what_it_would_pay(german, table):
    shown = piece(open_table_page(german, table)).text
    assert "Welches Spiel ist das?" in shown
    assert "Dreier\nAnna\ngewonnen" in shown
    assert "+15" in shown
    assert "Dasselbe wie Spiel 1" in shown
    assert "Ein weiteres: als Spiel 2 speichern" in shown
    assert "Danach hat dasselbe Handy eingetragen: Rufer · Berta" in shown
    assert "Dieses gilt" not in shown


def test_the_same_game_of_the_same_player_is_offered_first(german, table):
    html = piece(open_table_page(german, table)).html
    assert f'value="same {line_of(table, 0)}" class="primary"' in html
    assert 'value="next" class="primary"' not in html


@pytest.fixture
def other_end():
    """A table where the phone that came late says that the Dreier was lost, and has one more hand."""
    table = new_table()
    too_late(table, dreier_of(0) | {"p0-result": "lost"}, dreier_of(1))
    return table


def test_of_the_same_game_with_another_end_both_versions_are_shown_with_what_differs(german, other_end):
    asked = piece(open_table_page(german, other_end))
    marked = re.findall('class="differs">(?:<dt>.*?<dd>)?(.*?)</', asked.html)
    assert marked == ["gewonnen", "+15", "−5", "−5", "−5", "verloren", "−15", "+5", "+5", "+5"]
    assert 'class="primary"' not in asked.html, "whoever taps the one that stands out would lose what was entered"
    assert "Das auf der Schrift gilt" in asked.text


def test_where_the_late_version_is_right_it_takes_the_place_of_the_other_and_what_followed_it_is_saved(
    german, other_end
):
    phone_of = [hand.key for hand in held_of(other_end).open]
    address = reverse("correct", args=[other_end.slug, line_of(other_end, 0)]) + f"?held={phone_of[0]}"
    assert address in piece(open_table_page(german, other_end)).html
    form = Page(german.get(address).content.decode())
    assert (form.sent["key"], form.sent["p0-result"]) == (phone_of[0], "lost")
    sent = form.sent | {"confirm": "1", "reason": "vertippt"}
    assert german.post(url("change", other_end), sent).status_code == 302
    assert totals(other_end) == [-15, 5, 5, 5]
    assert open_at(other_end) == phone_of[1:]
    save_followers(other_end.pk)  # as its phone makes it, which asks what became of the first one
    assert totals(other_end) == [-20, 20, 0, 0]
    assert open_at(other_end) == []


def test_a_hand_of_other_players_than_the_next_one_is_not_saved_by_a_tap(german):
    table = evening_of(5)
    too_late(table, {"p0-contract": "rufer", "p0-partner": "1", "p0-result": "won"})
    asked = piece(open_table_page(german, table))
    assert "next" not in asked.fields["as"]
    assert "fehlt" not in asked.text
    then, now = SIX[0], SIX[4]
    assert f"Eingetragen ist es mit: {then}. Jetzt wäre es mit: {now}." in asked.text
    sent = {"hand": asked.sent["hand"], "seen": asked.sent["seen"], "as": "next"}
    answer = german.post(url("held", table), sent, headers={"X-Live": "1"})
    assert answer.status_code == 406
    assert "Nimm es ins Formular" in answer.content.decode()


def test_another_game_is_likely_another_hand(german):
    table = new_table()
    too_late(table, dreier_of(2))
    html = piece(open_table_page(german, table)).html
    assert 'value="next" class="primary"' in html
    assert f'value="same {line_of(table, 0)}">' in html


def test_who_only_watches_sees_nothing_of_it(table):
    watching = django.test.Client()
    for address in (url("table", table), url("live", table)):
        html = watching.get(address).content.decode()
        assert not piece(Page(html), "held-before").text
        assert "held" in html
        assert not piece(Page(html)).text
        assert open_at(table)[0] not in html


def test_other_phones_are_shown_it_by_the_live_page(german):
    table = new_table()
    phone = Away(table)
    phone.enter(dreier_of(0))
    play(table, dreier(0))
    tags = [german.get(url("live", table))["ETag"]]
    phone.send(phone.queue[0])
    tags.append(german.get(url("live", table))["ETag"])
    page = Page(german.get(url("live", table)).content.decode())
    assert "Dreier\nAnna" in piece(page).text
    assert "csrfmiddlewaretoken" not in piece(page).fields
    decided(table, phone.queue[0].key, DROP, note="doppelt")
    tags.append(german.get(url("live", table))["ETag"])
    assert len(set(tags)) == 3


def test_a_tap_says_that_it_is_the_same_hand(german, table):
    answer = tap_button(german, table, f"same {line_of(table, 0)}")
    assert answer.url == url("table", table) + "#held"
    assert totals(table) == [14, -4, -6, -4]  # and what followed it is saved by itself
    assert open_at(table) == []
    shown = get_decisions(german, table)
    assert "dasselbe wie Spiel 1" in shown.text
    assert shown.fields["as"] == {REOPEN}


def test_a_tap_saves_it_as_the_next_hand_and_shows_what_was_saved(german, table):
    answer = tap_button(german, table, NEXT)
    entry = Entry.objects.get(sequence=2)
    assert answer.url == f"{url('table', table)}?saved=2"
    assert entry.key not in open_at(table)
    assert totals(table) == [30, -10, -10, -10]


def test_a_script_is_answered_without_a_page(german, table):
    answer = tap_button(german, table, DROP, script=True)
    assert (answer.status_code, answer.content) == (204, b"")
    shown = get_decisions(german, table).text
    assert "verworfen: es zählt nicht" in shown
    answer = tap_button(german, table, "next", script=True, seen="0")
    assert (answer.status_code, answer["Content-Type"]) == (412, "text/plain; charset=utf-8")
    assert "Die Schrift hat sich" in answer.content.decode()


def test_only_a_hand_that_may_be_the_same_is_offered_as_the_same(german):
    """Another game of another player is another hand."""
    table = new_table()
    too_late(table, {"p0-contract": "solorufer", "p0-declarer": "2", "p0-partner": "3", "p0-result": "won"})
    asked = piece(open_table_page(german, table))
    assert not [value for value in asked.fields["as"] if value.startswith("same")]
    assert DROP in asked.fields["as"]


def test_what_does_not_count_is_told_with_its_reason_and_can_be_decided_anew(german, table):
    key = open_at(table)[0]
    tap_button(german, table, DROP, reason="nur \u200bprobiert")
    shown = get_decisions(german, table)
    assert "zählt nicht: nur probiert" in shown.text
    again = german.post(url("held", table), {"hand": key, "as": REOPEN})
    assert again.status_code == 302
    assert open_at(table)[0] == key


def test_the_second_phone_is_told_what_was_decided(german, table):
    key, seen = open_at(table)[0], "1"
    line = line_of(table, 0)
    decided(table, key, SAME, line=line)
    sent = {"hand": key, "seen": seen}
    told = german.post(url("held", table), {**sent, "as": NEXT})
    assert told.status_code == 410
    assert "Ein anderes Handy war schneller" in told.content.decode()
    decided(table, key, REOPEN)
    decided(table, key, DROP, note="doppelt")
    told = german.post(url("held", table), {**sent, "as": f"same {line}"}, headers={"X-Live": "1"})
    assert "Das Spiel zählt nicht" in told.content.decode()
    decided(table, key, REOPEN)
    decided(table, key, NEXT)
    told = german.post(url("held", table), {**sent, "as": f"same {line}"}, headers={"X-Live": "1"})
    assert "steht schon in der Schrift" in told.content.decode()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"as": "nix"}, 400),
        ({"as": "same"}, 412),
        ({"as": "same 99999999999999999999999999"}, 412),
        ({"as": NEXT, "seen": ""}, 412),
        ({"as": NEXT, "seen": "x"}, 412),
        ({"as": NEXT, "hand": "unknown"}, 404),
        ({"as": NEXT, "hand": ""}, 400),
        ({"as": NEXT, "hand": "\x00"}, 400),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(table, sent, status):
    before, waiting = everything(table), open_at(table)
    answer = Client().post(url("held", table), {"hand": waiting[0], "seen": "1", **sent})
    assert answer.status_code == status
    assert 'id="message"' in answer.content.decode()
    assert (everything(table), open_at(table)) == (before, waiting)


def test_a_hand_that_cannot_be_the_next_one_says_why_and_goes_into_the_form(german):
    table = new_table()
    vorhandspiel = {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"}
    phone = too_late(table, vorhandspiel)
    shown = piece(open_table_page(german, table))
    assert "Spiel 2 kann es so nicht sein:" in shown.text
    assert "Rufer ist das Spiel der Vorhand, und die ist jetzt Berta." in shown.text
    assert "fehlt" not in shown.text
    assert "next" not in shown.fields["as"]
    key = phone.queue[0].key
    assert f"?held={key}#entry" in shown.html
    told = german.post(url("held", table), {"hand": key, "seen": "1", "as": NEXT}, headers={"X-Live": "1"})
    assert told.status_code == 400
    assert "Nimm es ins Formular." in told.content.decode()


def test_the_form_is_filled_with_it_under_its_key_and_saving_decides(german, table):
    key = open_at(table)[0]
    form = form_of(german.get(f"{url('table', table)}?held={key}"))
    assert (form.sent["key"], form.sent["p0-contract"], form.sent["p0-declarer"]) == (key, "dreier", "0")
    assert "data-empty" not in form.html.partition(">")[0]
    answer = german.post(url("save_hand", table), form.fill_form({"p0-declarer": "2"}))
    assert answer.status_code == 302
    assert totals(table) == [10, -10, 10, -10]
    assert key not in open_at(table)


def test_the_form_stays_empty_for_a_hand_that_is_not_there_or_was_decided(german, table):
    key = open_at(table)[0]
    decided(table, key, DROP, note="doppelt")
    for held in ("unknown", "", "\x00", key):
        page = Page(german.get(url("table", table), {"held": held}).content.decode())
        assert page.html.count("data-empty") == 1
        assert page.sent.get("key", "") != key


def test_a_hand_that_came_before_another_is_put_there_under_its_key(german, table):
    key, line = open_at(table)[0], line_of(table, 0)
    address = reverse("insert", args=[table.slug, line]) + f"?held={key}"
    assert address in piece(open_table_page(german, table)).html
    form = Page(german.get(address).content.decode())
    assert (form.sent["key"], form.sent["p0-declarer"]) == (key, "0")
    shown = german.post(url("change", table), form.fill_form({"reason": "war ohne Netz"}))
    preview = Page(shown.content.decode())
    assert preview.sent["key"] == key
    written = german.post(url("change", table), preview.sent | {"confirm": "1", "reason": "war ohne Netz"})
    assert written.status_code == 302
    assert book_of(table).played[0].key == key
    assert key not in open_at(table)


def test_a_hand_to_be_put_before_another_keeps_its_key_while_something_is_missing(german, table):
    key, line = open_at(table)[0], line_of(table, 0)
    form = Page(german.get(reverse("insert", args=[table.slug, line]) + f"?held={key}").content.decode())
    sent = {name: value for name, value in form.sent.items() if name != "p0-result"}
    again = Page(german.post(url("change", table), sent).content.decode())
    assert "So lässt es sich noch nicht speichern:" in again.text
    assert again.sent["key"] == key


def test_after_the_end_it_says_how_the_hand_may_still_count(german, table):
    end_evening(table)
    shown = piece(open_table_page(german, table))
    assert "Dann öffne den Abend wieder:" in shown.text
    assert "next" not in shown.fields["as"]
    assert tap_button(german, table, f"same {line_of(table, 0)}").status_code == 302
    key = open_at(table)[0]
    told = german.post(url("held", table), {"hand": key, "seen": "2", "as": NEXT})
    assert told.status_code == 409


def test_the_settlement_warns_while_hands_are_undecided(german, table):
    shown = Page(german.get(url("settlement", table)).content.decode()).text
    assert "Über 2 Spiele, die zu spät kamen" in shown
    assert "Entscheidet zuerst über die Spiele" in shown
    for key in open_at(table):
        decided(table, key, DROP, note="doppelt")
    shown = Page(german.get(url("settlement", table)).content.decode()).text
    assert "zu spät kam" not in shown


def test_a_decision_for_a_hand_that_was_struck_since_says_so(german, table):
    decided(table, open_at(table)[0], SAME, line=line_of(table, 0))
    strike(table)  # what followed and was saved by itself
    strike(table)
    shown = get_decisions(german, table).text
    assert "dasselbe wie ein Spiel, das seither gestrichen" in shown
