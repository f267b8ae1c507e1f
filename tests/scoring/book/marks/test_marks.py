"""Marks of other phones: who may say what of which hand, how long it counts, and what pages ask and show."""

import django.test
import pytest
from django.urls import reverse

from scoring.book import marks
from scoring.book.audit import verify
from scoring.book.ledger.services import record_hand
from scoring.book.marks import (
    MARK_DISPUTED,
    MARK_FITS,
    MARK_SETTLED,
    NO_VERDICT,
    MarkOutcome,
    MarkRequest,
    compute_verdicts,
    load_marks,
)
from scoring.models import Deal, Mark
from scoring.table.corrections import changes
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.devices import get_device
from tests.scoring.support.evenings import change_book, end_evening, fresh
from tests.scoring.support.exports import pages_of, values
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import (
    book_of,
    dreier,
    last_key,
    new_key,
    new_table,
    nuller,
    play,
    strike,
)
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
FIRST, OTHER, THIRD = Actor(None, "1" * 16), Actor(None, "2" * 16), Actor(None, "3" * 16)


def enter_hand(table, hand=None, who=FIRST):
    """A hand that a phone enters; the number of its line."""
    record_hand(table.slug, new_key(), last_key(table), hand or dreier(0), who=who)
    return book_of(table).played[-1].number


def send_mark(table, line, kind, who=OTHER, place=1, key=None, **seen):
    """Send a mark from a phone that shows everything as it is; the outcome."""
    newest = Mark.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    entry = Deal.objects.filter(table=table, number=line).values_list("entry__sequence", flat=True).first() or 0
    ask = MarkRequest(**{"line": line, "seen": entry, "newest": newest, "kind": kind, "place": place, **seen})
    return marks.write_mark(fresh(table), ask, key or new_key(), who)


def verdict_of(table, line):
    """The places of those who say that it fits, and of those who dispute it."""
    found = compute_verdicts(book_of(table), load_marks(table)).get(line, NO_VERDICT)
    return [opinion.place for opinion in found.fits], [opinion.place for opinion in found.disputed]


def corrected(table, line, hand):
    """Another record for a hand, with the reason that a correction needs."""
    change_book(table, changes.correct_hand(line, hand))


@pytest.mark.parametrize("kind", [MARK_FITS, MARK_DISPUTED])
def test_the_phone_that_entered_a_hand_has_nothing_to_say_of_it(kind, table, line):
    assert send_mark(table, line, kind, FIRST) is MarkOutcome.OWN_HAND
    assert send_mark(table, line, kind, ANONYMOUS) is MarkOutcome.OWN_HAND
    assert not Mark.objects.exists()


def test_any_phone_says_that_a_dispute_is_settled():
    for who in (FIRST, OTHER, THIRD, ANONYMOUS):
        table = new_table()
        line = enter_hand(table)
        send_mark(table, line, MARK_DISPUTED)
        assert verdict_of(table, line) == ([], [1])
        assert send_mark(table, line, MARK_SETTLED, who) is MarkOutcome.MARKED
        assert verdict_of(table, line) == ([], [])


def test_who_corrected_a_hand_has_entered_it_and_who_entered_it_first_may_look_at_it(table, line):
    send_mark(table, line, MARK_DISPUTED)
    corrected(table, line, dreier(1))  # by a phone without a sign
    assert verdict_of(table, line) == ([], [])
    assert send_mark(table, line, MARK_FITS, FIRST) is MarkOutcome.MARKED


def test_striking_a_hand_ends_a_dispute_even_where_it_paid_nothing():
    table = new_table()
    line = enter_hand(table, nuller(0))
    send_mark(table, line, MARK_DISPUTED)
    strike(table)
    assert verdict_of(table, line) == ([], [])
    assert send_mark(table, line, MARK_FITS) is MarkOutcome.STALE


def test_a_mark_sent_twice_is_one_mark_and_the_same_key_for_something_else_is_refused(table, line):
    key = new_key()
    assert send_mark(table, line, MARK_FITS, key=key) is MarkOutcome.MARKED
    assert send_mark(table, line, MARK_FITS, key=key) is MarkOutcome.MARKED
    assert send_mark(table, line, MARK_FITS) is MarkOutcome.MARKED  # a second tap, with a key of its own
    assert Mark.objects.count() == 1
    assert send_mark(table, line, MARK_DISPUTED, key=key) is MarkOutcome.OTHER_BODY
    assert send_mark(table, line, MARK_FITS, key="no key") is MarkOutcome.INVALID


def test_a_hand_that_pays_something_else_by_now_is_to_be_looked_at_first(table, line):
    seen = Deal.objects.get(table=table, number=line).entry.sequence
    corrected(table, line, {"plays": [{"contract": "dreier", "declarer": 0, "points": "60"}]})
    assert send_mark(table, line, MARK_FITS, seen=seen) is MarkOutcome.MARKED  # the same amounts
    corrected(table, line, dreier(1))
    assert send_mark(table, line, MARK_FITS, THIRD, seen=seen) is MarkOutcome.STALE
    assert send_mark(table, line, MARK_FITS, THIRD, seen=999) is MarkOutcome.STALE


def test_a_dispute_that_the_phone_did_not_show_is_not_settled_by_it(table, line):
    send_mark(table, line, MARK_DISPUTED)
    assert send_mark(table, line, MARK_SETTLED, newest=0) is MarkOutcome.STALE
    assert verdict_of(table, line) == ([], [1])


def test_what_is_settled_already_needs_no_second_mark(table, line):
    assert send_mark(table, line, MARK_SETTLED) is MarkOutcome.MARKED
    assert not Mark.objects.exists()


def test_only_deals_and_only_players_of_the_table_and_only_known_words(table, line):
    assert send_mark(table, line + 1, MARK_FITS) is MarkOutcome.INVALID
    assert send_mark(table, line, "wonderful") is MarkOutcome.INVALID
    assert send_mark(table, line, MARK_FITS, place=4) is MarkOutcome.INVALID
    change_book(table, changes.set_radl(4))
    assert send_mark(table, book_of(table).played[-1].number, MARK_FITS) is MarkOutcome.STALE


def test_the_hands_of_another_table_cannot_be_marked_with_the_right_of_this_one(table):
    other = new_table(forehand=1)
    enter_hand(other)
    assert send_mark(table, enter_hand(other), MARK_FITS) is MarkOutcome.INVALID


def test_after_the_end_nothing_more_is_said(table, line):
    assert send_mark(end_evening(table), line, MARK_DISPUTED) is MarkOutcome.ENDED


def test_a_hand_that_follows_from_a_change_is_still_that_of_the_phone_that_entered_it():
    table = new_table()
    first = enter_hand(table, dreier(0))
    line = enter_hand(table, dreier(1), OTHER)
    send_mark(table, line, MARK_FITS, FIRST)
    change_book(table, changes.set_radl(4, first))
    assert verdict_of(table, line) == ([], [])  # it counts double now
    assert send_mark(table, line, MARK_FITS, OTHER) is MarkOutcome.OWN_HAND
    assert send_mark(table, line, MARK_FITS, FIRST) is MarkOutcome.MARKED


def test_the_proof_finds_a_mark_about_a_hand_of_another_table(table, line):
    other = new_table(forehand=1)
    assert send_mark(table, line, MARK_FITS) is MarkOutcome.MARKED
    enter_hand(other)
    assert verify() == []
    entry = other.entries.get()
    Mark.objects.create(table=table, entry=entry, kind=MARK_FITS, place=0, key=new_key(), at=entry.at)
    name = table.slug.hex[:8]
    found = [(finding.code, finding.table, finding.sequence) for finding in verify()]
    assert found == [("mark", name, 1), ("left_marks", f"table {name}", None)]


@pytest.fixture
def phone():
    """A phone that has its sign and may write."""
    client = Client()
    client.get("/log-in/")
    return client


def deal_page(client, table, line):
    answer = client.get(reverse("deal", args=[table.slug, line]))
    assert answer.status_code == 200
    return Page(answer.content.decode())


def post_mark(client, table, kind, place="1", page=None, **headers):
    """The answer to a tap on the form that asks whether the last hand fits."""
    fields = (page or open_table_page(client, table)).sent
    sent = {name: fields[name] for name in ("key", "line", "seen", "newest")}
    return client.post(url("mark", table), {**sent, "place": place, "kind": kind}, **headers)


def marks_form(page):
    """The form of the table page that asks, as the phone shows it: None where it is hidden."""
    start = page.html.find('<form class="mark"')
    tag = page.html[start : page.html.find(">", start)]
    return None if start < 0 or tag.endswith("hidden") else tag


def form_of(page):
    """The form that asks, as it is written."""
    return page.html.partition('<form class="mark"')[2].partition("</form>")[0]


def test_another_phone_is_asked_and_after_its_answer_not_any_more(phone, table, line):
    assert marks_form(open_table_page(phone, table))
    answer = post_mark(phone, table, MARK_FITS, page=deal_page(phone, table, line))
    assert answer.status_code == 302
    assert verdict_of(table, line) == ([1], [])
    page = open_table_page(phone, table)
    assert marks_form(page) is None
    assert "stimmt: Berta" in page.text


def test_who_one_is_is_asked_once(phone, table, line):
    assert "selected>" not in form_of(deal_page(phone, table, line))
    post_mark(phone, table, MARK_FITS, page=deal_page(phone, table, line))
    enter_hand(table, dreier(1))
    assert '<option value="1" selected>Berta<' in form_of(open_table_page(phone, table))


def test_the_phone_that_entered_the_hand_is_not_asked(phone):
    table = new_table()
    page = open_table_page(phone, table)
    phone.post(
        url("save_hand", table), page.fill_form({"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"})
    )
    assert marks_form(open_table_page(phone, table)) is None
    line = book_of(table).played[0].number
    page = deal_page(phone, table, line)
    assert "kind" not in page.fields
    assert "Dieses Handy hat das Spiel selbst eingetragen" in page.text


def test_a_disputed_hand_stays_in_sight_everywhere_until_it_is_settled(phone, table, line):
    post_mark(phone, table, MARK_DISPUTED, page=deal_page(phone, table, line))
    link = reverse("deal", args=[table.slug, line])
    page = open_table_page(phone, table)
    assert "Spiel 1 ist strittig" in page.text
    assert "stimmt nicht: Berta" in page.text
    assert page.html.count(f'href="{link}"') == 6  # ribbon (three), notice, sheet, chart
    settlement = Page(phone.get(url("settlement", table)).content.decode())
    assert "Spiel 1 ist strittig" in settlement.text
    assert "Ein Spiel ist noch strittig. Nach dem Ende lässt sich nichts mehr ausbessern." in settlement.text
    post_mark(phone, table, MARK_SETTLED, "2", page=deal_page(phone, table, line))
    for shown in (open_table_page(phone, table), Page(phone.get(url("settlement", table)).content.decode())):
        assert "ist strittig" not in shown.text
        assert "stimmt nicht: Berta" not in shown.text
    history = deal_page(phone, table, line).text
    assert "Berta:\n⚑ stimmt nicht" in history
    assert "Cilli:\nerledigt" in history
    assert "zählt nicht mehr" in history


def test_a_mark_that_cannot_be_is_answered_with_what_to_do(phone, table, line):
    page = deal_page(phone, table, line)
    assert post_mark(phone, table, MARK_FITS, "", page=page).status_code == 400
    strike(table)
    answer = post_mark(phone, table, MARK_FITS, page=page)
    assert answer.status_code == 412
    assert "Das Spiel steht inzwischen anders da." in Page(answer.content.decode()).text
    answer = post_mark(phone, table, MARK_FITS, page=page, HTTP_X_LIVE="1")
    assert (answer.status_code, answer["Content-Type"]) == (412, "text/plain; charset=utf-8")
    assert answer.content.decode().startswith("Das Spiel steht")


def test_a_script_is_answered_without_a_page(phone, table, line):
    answer = post_mark(phone, table, MARK_FITS, page=deal_page(phone, table, line), HTTP_X_LIVE="1")
    assert (answer.status_code, answer.content) == (204, b"")
    assert Mark.objects.count() == 1


def test_from_the_page_of_a_hand_one_stays_there(phone, table, line):
    sent = deal_page(phone, table, line).sent | {"place": "1", "kind": MARK_FITS}
    assert phone.post(url("mark", table), sent).url == reverse("deal", args=[table.slug, line])


def test_the_own_mark_is_seen_as_chosen_and_can_be_changed(phone, table, line):
    post_mark(phone, table, MARK_FITS, page=deal_page(phone, table, line))
    assert 'value="fits" aria-pressed="true"' in deal_page(phone, table, line).html
    post_mark(phone, table, MARK_DISPUTED, page=deal_page(phone, table, line))
    assert verdict_of(table, line) == ([], [1])


def test_whoever_only_watches_sees_what_was_said_and_is_asked_nothing(table, line):
    send_mark(table, line, MARK_DISPUTED)
    watching = django.test.Client()
    page = Page(watching.get(url("table", table)).content.decode())
    assert "Spiel 1 ist strittig" in page.text
    assert '<form class="mark"' not in page.html
    page = deal_page(watching, table, line)
    assert "Berta:\n⚑ stimmt nicht" in page.text
    assert '<form class="mark"' not in page.html
    assert watching.post(url("mark", table), {"line": line, "kind": MARK_FITS}).status_code == 403


def test_after_the_end_what_was_said_stays_and_nobody_is_asked(phone, table, line):
    send_mark(table, line, MARK_FITS)
    end_evening(table)
    assert '<form class="mark"' not in open_table_page(phone, table).html
    page = deal_page(phone, fresh(table), line)
    assert "✓ stimmt" in page.text
    assert '<form class="mark"' not in page.html


def test_the_pages_take_as_many_queries_for_many_marks(phone, django_assert_max_num_queries):
    for hands in (1, 30):
        table = new_table()
        for at in range(hands):
            line = enter_hand(table)
            send_mark(table, line, MARK_DISPUTED, place=at % 4)
        for address in (url("table", table), url("settlement", table), reverse("deal", args=[table.slug, line])):
            with django_assert_max_num_queries(12):
                assert phone.get(address).status_code == 200


def test_a_phone_without_a_sign_is_asked_nothing(rf):
    assert get_device(rf.get("/")) == ""
    table = new_table()
    play(table, dreier(0))
    client = Client()
    assert marks_form(open_table_page(client, table)) is None
    assert send_mark(table, book_of(table).played[0].number, MARK_FITS, Actor()).name == "OWN_HAND"


def test_the_workbook_says_beside_a_hand_what_was_said_of_it(table, line):
    send_mark(table, line, MARK_FITS, Actor(None, "3" * 16), place=2)
    send_mark(table, line, MARK_DISPUTED)
    cells = {cell for page in pages_of(table).values() for row in values(page) for cell in row}
    assert "Dreier; stimmt nicht: Berta; stimmt: Cilli" in cells
