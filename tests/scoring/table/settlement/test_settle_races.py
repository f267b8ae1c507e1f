"""The end of an evening from several phones at the same moment; the book stays proved."""

import pytest

from scoring.book.audit import verify_tables
from scoring.engine.agreement import AgreedPot, Stakes
from scoring.models import Entry
from scoring.table.settlement.services import load_agreed, request_agreement
from tests.scoring.book.ledger.test_services_races import PHONES, at_once
from tests.scoring.support.evenings import change_book, evening_of, fresh, table_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import dreier, new_key, play
from tests.support.accounts import log_in, make_account
from tests.support.phones import Client

pytestmark = pytest.mark.usefixtures("fresh_database")


def post_form(table, what, **fields):
    """Send one of the forms of the settlement page; the status. The evening is opened again by a director."""
    client = log_in(make_account("director")) if what == "reopen" else Client()
    return client.post(url("settlement", table), {"what": what, **fields}).status_code


def test_of_many_phones_one_ends_the_evening_and_the_others_are_told():
    table = table_of(dreier(0), agreed=Stakes(10, False, AgreedPot("standard", 10)))
    seen = str(fresh(table).last_sequence)
    got = at_once(lambda _phone: post_form(table, "end", key=new_key(), seen=seen))
    assert sorted(got) == [302] + [412] * (PHONES - 1)
    assert Entry.objects.filter(table=table, kind="ended").count() == 1
    assert verify_tables() == []


def test_one_form_that_is_sent_many_times_at_once_ends_it_once_and_all_hear_the_same():
    table = evening_of(4)
    seen, key = str(fresh(table).last_sequence), new_key()
    assert at_once(lambda _phone: post_form(table, "end", key=key, seen=seen)) == [302] * PHONES
    assert Entry.objects.filter(table=table, kind="ended").count() == 1


def test_nobody_ends_an_evening_without_having_seen_its_last_hand():
    table = evening_of(4)
    seen = str(fresh(table).last_sequence)

    def act(phone):
        return post_form(table, "end", key=new_key(), seen=seen) if phone else play(table, dreier(0)).outcome.value

    hand, *ends = at_once(act)
    entries = list(Entry.objects.filter(table=table).order_by("sequence").values_list("kind", flat=True))
    assert (hand, entries) in [(200, ["hand"]), (409, ["ended"])]
    assert ends.count(302) == entries.count("ended")


def test_a_book_that_was_agreed_upon_ended_and_opened_again_is_proved_clean():
    table = table_of(dreier(0), players=5, agreed=Stakes(10))
    change_book(table, request_agreement(Stakes(20, False, AgreedPot("treffpunkt", 50))))
    number = str(fresh(table).last_sequence)
    assert post_form(table, "cash", key=new_key(), seen=number, place="1", way="into", amount="2") == 302
    for what, reason in (("end", ""), ("reopen", "doch noch ein Radl"), ("end", "")):
        number = str(fresh(table).last_sequence)
        assert post_form(table, what, key=new_key(), seen=number, reason=reason) == 302
    assert verify_tables() == []
    assert load_agreed(fresh(table)) == Stakes(20, False, AgreedPot("treffpunkt", 50))
    assert fresh(table).ended is not None
