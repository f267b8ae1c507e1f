"""Held hands on the pages: what every phone of the table is asked, what a tap does, and what others see of it."""

import django.test
import pytest
from django.urls import reverse

from scoring.models import Entry, GameTable
from scoring.table.held_hands.decisions import DROP, NEXT, REOPEN, SAME
from tests.scoring.support.evenings import SIX, end_evening, evening_of
from tests.scoring.support.held_hands import Away, decided, dreier_of, open_at
from tests.scoring.support.pages import Page, open_table_page, url, words
from tests.scoring.support.tables import book_of, dreier, everything, new_table, play, strike, totals
from tests.scoring.table.held_hands.test_held import line_of, too_late
from tests.support.phones import Client
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def german():
    """Return one that speaks German, for what says the same in every language."""
    return Client(headers={"accept-language": "de"})


@pytest.fixture(params=["de", "en"])
def client(request):
    """Return a phone that speaks a language."""
    return Client(headers={"accept-language": request.param})


@share_rows
def table():
    """A table with a Dreier of Anna, and a phone that has entered it too, and one of Cilli after it."""
    found = new_table()
    too_late(found, dreier_of(0), {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"})
    return found


def piece(page: Page, name: str = "held") -> Page:
    """Return the part of the page about held hands."""
    return Page(page.html.partition(f'<div data-live="{name}">')[2].partition("\n</div>")[0])


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


def test_every_phone_that_may_write_is_asked_in_words_with_what_it_would_pay(client, table):
    shown = piece(open_table_page(client, table)).text
    assert words(client, "Welches Spiel ist das?", "Which hand is this?") in shown
    assert "Dreier · Anna" in shown
    assert words(client, "Als Spiel 2 zahlt es:", "As hand 2 it pays:") in shown
    assert "+15" in shown
    assert words(client, "Dasselbe wie Spiel 1", "The same as hand 1") in shown
    assert words(client, "Ein weiteres: als Spiel 2 speichern", "It is another one: save it as hand 2") in shown
    assert (
        words(client, "Danach hat dasselbe Handy eingetragen: Rufer · Berta", "phone entered: Rufer · Berta") in shown
    )


def test_the_same_game_of_the_same_player_is_offered_first(german, table):
    html = piece(open_table_page(german, table)).html
    assert f'value="same {line_of(table, 0)}" class="primary"' in html
    assert 'value="next" class="primary"' not in html


def test_the_same_game_with_another_end_says_what_stands_in_the_sheet(client):
    table = new_table()
    too_late(table, dreier_of(0) | {"p0-result": "lost"})
    asked = piece(open_table_page(client, table))
    said = words(
        client,
        "In der Schrift steht es anders: 5; Dreier · Anna · gewonnen.",
        "The score sheet says otherwise: 5; Dreier · Anna · won.",
    )
    assert said in asked.text
    assert 'class="primary"' not in asked.html, "whoever taps the one that stands out would lose what was entered"


def test_what_says_the_same_as_the_sheet_is_not_said_to_differ(client, table):
    assert words(client, "steht es anders", "says otherwise") not in piece(open_table_page(client, table)).text


def test_a_hand_of_other_players_than_the_next_one_is_not_saved_by_a_tap(client):
    table = evening_of(5)
    too_late(table, dreier_of(1))
    asked = piece(open_table_page(client, table))
    assert "next" not in asked.fields["as"]
    then, now = SIX[0], SIX[4]
    assert (
        words(
            client,
            f"Eingetragen ist es mit: {then}. Jetzt wäre es mit: {now}.",
            f"with: {then}. Now it would be: {now}",
        )
        in asked.text
    )
    sent = {"hand": asked.sent["hand"], "seen": asked.sent["seen"], "as": "next"}
    answer = client.post(url("held", table), sent, headers={"X-Live": "1"})
    assert answer.status_code == 406
    assert words(client, "Nimm es ins Formular", "load it into the form") in answer.content.decode()


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
    assert "Dreier · Anna" in piece(page).text
    assert "csrfmiddlewaretoken" not in piece(page).fields
    decided(table, phone.queue[0].key, DROP, note="doppelt")
    tags.append(german.get(url("live", table))["ETag"])
    assert len(set(tags)) == 3


def test_a_tap_says_that_it_is_the_same_hand(client, table):
    answer = tap_button(client, table, f"same {line_of(table, 0)}")
    assert answer.url == url("table", table) + "#held"
    assert totals(table) == [14, -4, -6, -4]  # and what followed it is saved by itself
    assert open_at(table) == []
    shown = get_decisions(client, table)
    assert words(client, "dasselbe wie Spiel 1", "the same as hand 1") in shown.text
    assert shown.fields["as"] == {REOPEN}


def test_a_tap_saves_it_as_the_next_hand_and_shows_what_was_saved(german, table):
    answer = tap_button(german, table, NEXT)
    entry = Entry.objects.get(sequence=2)
    assert answer.url == f"{url('table', table)}?saved=2"
    assert entry.key not in open_at(table)
    assert totals(table) == [30, -10, -10, -10]


def test_a_script_is_answered_without_a_page(client, table):
    answer = tap_button(client, table, DROP, script=True)
    assert (answer.status_code, answer.content) == (204, b"")
    shown = get_decisions(client, table).text
    assert words(client, "verworfen: es zählt nicht", "discarded: it does not count") in shown
    answer = tap_button(client, table, "next", script=True, seen="0")
    assert (answer.status_code, answer["Content-Type"]) == (412, "text/plain; charset=utf-8")
    assert words(client, "Die Schrift hat sich", "The score sheet has changed") in answer.content.decode()


def test_a_game_of_the_forehand_says_that_another_one_is_forehand_now(client):
    """An entered hand is not missing: it belongs to the deal of then."""
    table = new_table()
    too_late(table, {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"})
    asked = piece(open_table_page(client, table))
    reason = words(
        client,
        "Rufer ist das Spiel der Vorhand, und die ist jetzt Berta.",
        "Rufer is the forehand's game, and the forehand is Berta now.",
    )
    assert reason in asked.text
    assert words(client, "fehlt", "missing") not in asked.text


def test_a_hand_of_other_players_is_not_said_to_lack_what_was_entered(client):
    table = evening_of(5)
    too_late(table, {"p0-contract": "rufer", "p0-partner": "1", "p0-result": "won"})
    asked = piece(open_table_page(client, table)).text
    assert words(client, "Eingetragen ist es mit", "It was entered with") in asked
    assert words(client, "fehlt", "missing") not in asked


def test_only_a_hand_that_may_be_the_same_is_offered_as_the_same(german):
    """Another game of another player is another hand."""
    table = new_table()
    too_late(table, {"p0-contract": "solorufer", "p0-declarer": "2", "p0-partner": "3", "p0-result": "won"})
    asked = piece(open_table_page(german, table))
    assert not [value for value in asked.fields["as"] if value.startswith("same")]
    assert DROP in asked.fields["as"]


def test_what_does_not_count_is_told_with_its_reason_and_can_be_decided_anew(client, table):
    key = open_at(table)[0]
    tap_button(client, table, DROP, reason="nur \u200bprobiert")
    shown = get_decisions(client, table)
    assert words(client, "zählt nicht: nur probiert", "does not count: nur probiert") in shown.text
    again = client.post(url("held", table), {"hand": key, "as": REOPEN})
    assert again.status_code == 302
    assert open_at(table)[0] == key


def test_the_second_phone_is_told_what_was_decided(client, table):
    key, seen = open_at(table)[0], "1"
    line = line_of(table, 0)
    decided(table, key, SAME, line=line)
    sent = {"hand": key, "seen": seen}
    told = client.post(url("held", table), {**sent, "as": NEXT})
    assert told.status_code == 410
    assert words(client, "Ein anderes Handy war schneller", "Another phone was quicker") in told.content.decode()
    decided(table, key, REOPEN)
    decided(table, key, DROP, note="doppelt")
    told = client.post(url("held", table), {**sent, "as": f"same {line}"}, headers={"X-Live": "1"})
    assert words(client, "Das Spiel zählt nicht", "the hand does not count") in told.content.decode()
    decided(table, key, REOPEN)
    decided(table, key, NEXT)
    told = client.post(url("held", table), {**sent, "as": f"same {line}"}, headers={"X-Live": "1"})
    assert words(client, "steht schon in der Schrift", "is already on the score sheet") in told.content.decode()


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


def test_a_hand_that_cannot_be_the_next_one_says_why_and_goes_into_the_form(client):
    table = new_table()
    vorhandspiel = {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"}
    phone = too_late(table, vorhandspiel)
    shown = piece(open_table_page(client, table))
    assert words(client, "Spiel 2 kann es so nicht sein:", "It cannot be hand 2 like this:") in shown.text
    assert "next" not in shown.fields["as"]
    key = phone.queue[0].key
    assert f"?held={key}#entry" in shown.html
    told = client.post(url("held", table), {"hand": key, "seen": "1", "as": NEXT}, headers={"X-Live": "1"})
    assert told.status_code == 400
    assert words(client, "Nimm es ins Formular.", "load it into the form.") in told.content.decode()


def test_the_form_is_filled_with_it_under_its_key_and_saving_decides(german, table):
    key = open_at(table)[0]
    form = form_of(german.get(f"{url('table', table)}?held={key}"))
    assert (form.sent["key"], form.sent["p0-contract"], form.sent["p0-declarer"]) == (key, "dreier", "0")
    assert "data-empty" not in form.html.partition(">")[0]
    answer = german.post(url("save_hand", table), form.fill_form({"p0-declarer": "2"}))
    assert answer.status_code == 302
    assert totals(table) == [10, -10, 10, -10]
    assert key not in open_at(table)


@pytest.mark.parametrize("held", ["unknown", "", "\x00"])
def test_the_form_stays_empty_for_a_hand_that_is_not_there(german, table, held):
    page = Page(german.get(url("table", table), {"held": held}).content.decode())
    assert page.html.count("data-empty") == 1


def test_a_hand_that_was_decided_does_not_fill_the_form_any_more(german, table):
    key = open_at(table)[0]
    decided(table, key, DROP, note="doppelt")
    page = Page(german.get(url("table", table), {"held": key}).content.decode())
    assert page.html.count("data-empty") == 1
    assert key not in page.sent.get("key", "")


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


def test_a_hand_to_be_put_before_another_keeps_its_key_while_something_is_missing(client, table):
    key, line = open_at(table)[0], line_of(table, 0)
    form = Page(client.get(reverse("insert", args=[table.slug, line]) + f"?held={key}").content.decode())
    sent = {name: value for name, value in form.sent.items() if name != "p0-result"}
    again = Page(client.post(url("change", table), sent).content.decode())
    assert words(client, "So lässt es sich noch nicht speichern:", "This cannot be saved yet:") in again.text
    assert again.sent["key"] == key


def test_after_the_end_it_says_how_the_hand_may_still_count(client, table):
    end_evening(table)
    shown = piece(open_table_page(client, table))
    assert words(client, "Dann öffne den Abend wieder:", "Then reopen the evening:") in shown.text
    assert "next" not in shown.fields["as"]
    assert tap_button(client, table, f"same {line_of(table, 0)}").status_code == 302
    key = open_at(table)[0]
    told = client.post(url("held", table), {"hand": key, "seen": "2", "as": NEXT})
    assert told.status_code == 409


def test_the_settlement_warns_while_hands_are_undecided(client, table):
    shown = Page(client.get(url("settlement", table)).content.decode()).text
    assert words(client, "Über 2 Spiele, die zu spät kamen", "2 hands that came late") in shown
    assert words(client, "Entscheidet zuerst über die Spiele", "First decide about the hands") in shown
    for key in open_at(table):
        decided(table, key, DROP, note="doppelt")
    shown = Page(client.get(url("settlement", table)).content.decode()).text
    assert words(client, "zu spät kam", "came late") not in shown


def test_a_decision_for_a_hand_that_was_struck_since_says_so(client, table):
    decided(table, open_at(table)[0], SAME, line=line_of(table, 0))
    strike(table)  # what followed and was saved by itself
    strike(table)
    shown = get_decisions(client, table).text
    assert (
        words(client, "dasselbe wie ein Spiel, das seither gestrichen", "hand that has been struck out since") in shown
    )
