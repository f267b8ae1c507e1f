"""Hands are held whatever fields a phone sends with them, and docs/dev/live.md names every answer to one."""

import json
import re

import pytest
from django.utils.timezone import localdate
from hypothesis import given
from hypothesis import strategies as st

from scoring.book.hand_form import FRAME_FIELDS, keep_hand_fields, move_entry, read_hand_form
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.held_hands import DealSeats
from scoring.engine.hand.reader import parse
from scoring.engine.house_rules.library import BUILT_IN
from scoring.models import Entry, HeldHand
from scoring.table.held_hands.services import DROP, NEXT, SAME, DecisionOutcome
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.held_hands import Away, decided, dreier_of, held_of, open_at, post_hand, too_late
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import dreier, line_of, new_table, play
from tests.scoring.support.tampering import behind_the_back
from tests.support.paths import DEV_DOCS
from tests.support.phones import Client

ODD = (
    *({f"p0-{kind}-{seat}": seat} for kind in ("loser", "jungfrau", "mayor") for seat in ("9", "²", "٣", "00", "")),
    {"p0-declarer": "²"},
    {"p0-points-²": "3", "claim-٣": "1", "p9-contract": "dreier", "renonce": "0x1"},
)


@pytest.mark.django_db
def test_a_field_that_no_form_has_is_left_out_before_the_hand_is_held():
    phone = Away(new_table())
    play(phone.table, dreier(0))
    hands = [phone.enter(dreier_of(0, **fields)) for fields in ODD]
    for hand in hands:
        assert post_hand(phone.table, hand).status_code == 412
    stored = [json.loads(fields) for fields in HeldHand.objects.values_list("fields", flat=True)]
    assert len(stored) == len(ODD)
    assert {name for fields in stored for name in fields} == {"p0-contract", "p0-declarer", "p0-result", "renonce"}
    client = Client()
    assert client.get(url("table", phone.table)).status_code == 200
    assert client.get(url("live", phone.table)).status_code == 200
    assert decided(phone.table, hands[0].key, DROP).answer is DecisionOutcome.DONE


@pytest.mark.django_db
@pytest.mark.sqlite  # what pages and names of fields say to each other
def test_nothing_of_a_hand_that_the_page_of_any_sheet_has_is_left_out():
    for sheet_id in BUILT_IN:
        html = open_table_page(Client(), new_table(sheet_id)).html
        names = set(Page(html.partition('<form id="entry"')[2].partition("</form>")[0]).fields)
        assert len(names) > 30
        unknown = names - keep_hand_fields(dict.fromkeys(names)).keys() - {*FRAME_FIELDS}
        assert unknown == {"csrfmiddlewaretoken", "preview"}, sheet_id


@pytest.mark.django_db
def test_the_same_hand_with_and_without_such_a_field_is_one_hand():
    table = new_table()
    phone = Away(table)
    hand = phone.enter(dreier_of(0))
    odd = hand._replace(fields={**hand.fields, "p0-loser-9": "9", "made-up": "x"})
    assert post_hand(table, odd).json()["saved"]
    assert post_hand(table, hand).json()["saved"]
    assert Entry.objects.filter(table=table).count() == 1


@pytest.mark.heavy
@pytest.mark.django_db
def test_rows_that_an_older_program_has_stored_open_again_and_can_be_decided_about():
    phone = too_late(new_table(), *(dreier_of(1) | fields for fields in ODD))  # the service leaves nothing out
    assert [json.loads(hand.fields) for hand in held_of(phone.table).open] == [dreier_of(1) | odd for odd in ODD]
    for hand in phone.queue:
        for address in (url("table", phone.table), f"{url('table', phone.table)}?held={hand.key}"):
            assert Client().get(address).status_code == 200
        assert decided(phone.table, hand.key, DROP).answer is DecisionOutcome.DONE
    assert not open_at(phone.table)


def break_row(key, **columns):
    """Change a held hand as only a damaged database would."""
    for column, value in columns.items():
        behind_the_back(f"UPDATE scoring_heldhand SET {column} = %(value)s WHERE key = %(key)s", value=value, key=key)


BROKEN = (
    {"fields": ""},
    {"fields": "[]"},
    {"fields": '{"p0-contract": 7}'},
    {"fields": "[" * 5000},
    {"seats": ""},
    {"seats": "0,1,2,3,0,²,1,1,1"},
)


@pytest.mark.heavy_but("3")
@pytest.mark.django_db
@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_a_row_that_cannot_be_read_is_shown_with_its_day_and_can_only_be_dropped(german, broken):
    phone = too_late(new_table(), dreier_of(1), dreier_of(2))
    table, (first, second) = phone.table, (hand.key for hand in phone.queue)
    break_row(first, **broken)
    day = localdate(HeldHand.objects.get(key=first).entered)
    shown = open_table_page(german, table).text
    assert f"Ein Spiel vom {day:%d.%m.%Y}" in shown
    assert "das nicht lesbar ist" in shown
    assert german.get(url("live", table)).status_code == 200
    assert german.get(f"{url('table', table)}?held={first}").status_code == 200
    assert german.get(url("settlement", table)).status_code == 200
    assert decided(table, first, NEXT).answer is DecisionOutcome.INVALID
    sent = Page(open_table_page(german, table).html.partition('data-live="held"')[2]).sent
    answer = german.post(url("held", table), {"hand": first, "seen": sent["seen"], "as": "drop"})
    assert answer.status_code == 302
    assert "das nicht lesbar ist" in open_table_page(german, table).text  # among the decided ones
    assert first not in open_at(table)
    assert decided(table, second, DROP).answer is DecisionOutcome.DONE


@pytest.mark.django_db
def test_it_may_be_a_hand_of_the_sheet():
    phone = too_late(new_table(), dreier_of(1))
    key = phone.queue[0].key
    break_row(key, fields="")
    assert decided(phone.table, key, SAME, line=line_of(phone.table, 0)).answer is DecisionOutcome.DONE


SEATS_BEFORE, SEATS_NOW = DealSeats((0, 1, 2, 3), 0, (10, 11, 12, 13)), DealSeats((1, 2, 3, 4), 1, (11, 12, 13, 14))
OTHER_SEATS = DealSeats((1, 2, 3, 0), 1, (11, 12, 13, 10))
_ENDS = st.sampled_from(("0", "3", "9", "00", "²", "٣", "-1", "", "by", "from", "lost", "declarer", "defence"))
_KINDS = ("contract", "declarer", "partner", "result", "loser", "jungfrau", "mayor", "points", "kontra", "claim")
_NAMES = st.one_of(
    st.text(max_size=12),
    st.tuples(st.sampled_from(("p0", "p2", "p9", "prem", "prem-pagat")), st.sampled_from(_KINDS), _ENDS).map("-".join),
)
_VALUES = st.one_of(_ENDS, st.sampled_from(("dreier", "trischaken", "rufer", "won", "announced", "1" * 40)), st.text())


@given(st.dictionaries(_NAMES, _VALUES, max_size=12), st.sampled_from((SEATS_BEFORE, SEATS_NOW, OTHER_SEATS)))
def test_no_fields_at_all_stop_their_move_or_their_reading(fields, now):
    sheet = sheet_of("treffpunkt")
    for sent in (fields, keep_hand_fields(fields)):
        moved = move_entry(sent, SEATS_BEFORE, now, sheet)
        parse(read_hand_form(moved, sheet, now.seat_of_forehand).raw)


PAGE = (DEV_DOCS / "live.md").read_text("utf-8")
OF_PHONES = {"same": 200, "dropped": 200, "invalid_json": 400, "no_right": 403, "no_table": 404}


def test_every_answer_to_a_hand_is_explained():
    told = {code: int(status) for status, code in re.findall(r'^\| (\d{3}) `"code": "(\w+)"`', PAGE, re.MULTILINE)}
    others = (Outcome.SAVED, Outcome.DECIDED, Outcome.DIRECTOR, Outcome.TIME_OVER, Outcome.NOT_NOW)
    as_they_are = {outcome.name.lower(): outcome.value for outcome in Outcome if outcome not in others}
    by_the_clock = {"time_up": Outcome.TIME_OVER.value, "in_pause": Outcome.NOT_NOW.value}
    assert told == as_they_are | by_the_clock | OF_PHONES
