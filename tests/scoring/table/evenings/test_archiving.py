"""Evenings begun by mistake are deleted, played ones archived: out of all lists, and back; no hand is lost."""

import pytest
from django.urls import reverse

from scoring.book.audit import verify
from scoring.book.ledger.services import record_hand
from scoring.models import GameTable
from scoring.reports.statistics.filters import StatisticsFilter, list_filter_tables
from tarockclub.models import LogEntry
from tests.scoring.support.tables import new_key, new_table
from tests.support.accounts import log_in, make_account

pytestmark = pytest.mark.django_db
HAND = {"plays": [{"contract": "solorufer", "declarer": 0, "partner": 1, "result": "won"}]}


def texts(client):
    """The first page and the lists, without the line above all pages about what goes on."""
    pages = [client.get(reverse(page)).content.decode() for page in ("home", "evenings", "archived_evenings")]
    return [page.partition("<main")[2] for page in pages]


def test_an_evening_without_a_hand_is_deleted_with_two_taps():
    table, secretary = new_table(), log_in()
    page = reverse("archive_evening", args=[table.slug])
    assert page in texts(secretary)[0]  # offered in the list
    assert "Diesen Abend löschen?" in secretary.get(page).content.decode()
    for _tap in range(2):
        assert secretary.post(page, {"what": "archive"}).status_code == 302
    assert not any(str(table.slug) in text for text in texts(secretary))
    assert secretary.get(reverse("table", args=[table.slug])).status_code == 404
    assert GameTable.objects.filter(pk=table.pk).exists()


def test_a_hand_of_a_late_phone_is_not_lost():
    table, secretary = new_table(), log_in()
    secretary.post(reverse("archive_evening", args=[table.slug]), {"what": "archive"})
    assert record_hand(table.slug, new_key(), "", HAND).entry is not None
    assert str(table.slug) in texts(secretary)[2]
    assert secretary.get(reverse("table", args=[table.slug])).status_code == 200


def test_a_played_evening_is_archived_and_comes_back():
    table, secretary = new_table(), log_in()
    record_hand(table.slug, new_key(), "", HAND)
    page = reverse("archive_evening", args=[table.slug])
    assert table in list_filter_tables(table.club_id, StatisticsFilter())
    secretary.post(page, {"what": "archive"})
    assert [str(table.slug) in text for text in texts(secretary)] == [False, False, True]
    assert table not in list_filter_tables(table.club_id, StatisticsFilter())
    secretary.post(page, {"what": "back"})
    assert [str(table.slug) in text for text in texts(secretary)] == [True, True, False]
    assert table in list_filter_tables(table.club_id, StatisticsFilter())


def test_the_log_says_who_archived_an_evening_and_who_took_it_back_and_the_proof_agrees():
    table = new_table()
    record_hand(table.slug, new_key(), "", HAND)
    account = make_account()
    secretary, page = log_in(account), reverse("archive_evening", args=[table.slug])
    for what in ("archive", "archive", "back"):
        secretary.post(page, {"what": what})
        assert verify() == []
    entries = LogEntry.objects.filter(kind__startswith="evening_").order_by("sequence")
    assert [(entry.kind, entry.by_id) for entry in entries] == [
        ("evening_archived", account.person_id),
        ("evening_back", account.person_id),
    ]
    shown = log_in(make_account("director")).get(reverse("club_log")).content.decode()
    assert "Abend aus dem Archiv zurückgeholt" in shown
    assert reverse("table", args=[table.slug]) in shown
