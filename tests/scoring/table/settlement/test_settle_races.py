"""The end of an evening from several phones at the same moment; the book stays proved."""

import pytest

from scoring.book.audit import verify_tables
from scoring.engine.agreement import AgreedPot, Stakes
from scoring.models import Entry
from tests.scoring.book.ledger.test_races import PHONES, at_once
from tests.scoring.support.evenings import evening_of, fresh, table_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import dreier, new_key, play
from tests.support.phones import Client

pytestmark = pytest.mark.usefixtures("fresh_database")


def end(table, key, seen):
    """End the evening on the settlement page; the status."""
    return Client().post(url("settlement", table), {"what": "end", "key": key, "seen": seen}).status_code


def test_of_many_phones_one_ends_the_evening_and_the_others_are_told():
    table = table_of(dreier(0), agreed=Stakes(10, False, AgreedPot("standard", 10)))
    seen = str(fresh(table).last_sequence)
    got = at_once(lambda _phone: end(table, new_key(), seen))
    assert sorted(got) == [302] + [412] * (PHONES - 1)
    assert Entry.objects.filter(table=table, kind="ended").count() == 1
    assert verify_tables() == []


def test_one_form_that_is_sent_many_times_at_once_ends_it_once_and_all_hear_the_same():
    table = evening_of(4)
    seen, key = str(fresh(table).last_sequence), new_key()
    assert at_once(lambda _phone: end(table, key, seen)) == [302] * PHONES
    assert Entry.objects.filter(table=table, kind="ended").count() == 1


def test_nobody_ends_an_evening_without_having_seen_its_last_hand():
    table = evening_of(4)
    seen = str(fresh(table).last_sequence)

    def act(phone):
        return end(table, new_key(), seen) if phone else play(table, dreier(0)).outcome.value

    hand, *ends = at_once(act)
    entries = list(Entry.objects.filter(table=table).order_by("sequence").values_list("kind", flat=True))
    assert (hand, entries) in [(200, ["hand"]), (409, ["ended"])]
    assert ends.count(302) == entries.count("ended")
