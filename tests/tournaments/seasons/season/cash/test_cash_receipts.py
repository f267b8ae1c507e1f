"""Receipts of a season's own cash box: numbered without a gap in their season, once for a key, never changed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tarockclub.kit.time_source import now
from tests.support.accounts import log_in
from tests.support.pdf import look_at
from tests.tournaments.seasons.season.cash.test_cash import a_season
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.journal import DONATION, EXPENSE, TypedMove
from tournaments.core.cash_journal.receipts import find_receipt, load_receipts, write_move_receipt
from tournaments.core.cash_journal.services import count_box, load_cash_box, record_movement, take_back
from tournaments.models import Season
from tournaments.seasons.season.cash.services import load_season_box

pytestmark = pytest.mark.django_db


def record_move(season: Season, cents: int, party: str = "") -> int:
    """A movement; its sequence number."""
    return record_movement(season, new_key(), TypedMove(DONATION, cents, party=party), "Spende").sequence


def test_numbers_have_no_gap_and_each_season_has_its_own():
    season, other = a_season(0), a_season(0)
    first, second = record_move(season, 500), record_move(season, 700)
    write_move_receipt(other, new_key(), record_move(other, 10))
    write_move_receipt(season, new_key(), second, "Frau Wirtin")
    with pytest.raises(ActionRefused, match="has_receipt"):
        write_move_receipt(season, new_key(), second)
    with pytest.raises(ActionRefused, match="no_such_move"):
        write_move_receipt(season, new_key(), 999)
    write_move_receipt(season, new_key(), first)
    number = Season.objects.filter(club=season.club_id, pk__lte=season.pk).count()
    labels = [f"S{now().year}-{number}/{sequence}" for sequence in (1, 2)]
    assert [(receipt.label, receipt.cents, receipt.name) for receipt in load_receipts(season)] == [
        (labels[0], 700, "Frau Wirtin"),
        (labels[1], 500, ""),
    ]
    assert [receipt.label for receipt in load_receipts(other)] == [f"S{now().year}-{number + 1}/1"]


def test_a_receipt_stays_as_it_is_moves_nothing_and_is_named_by_what_takes_it_back():
    season = a_season(0)
    done = record_movement(season, new_key(), TypedMove(EXPENSE, -4200, "17", "Graveur"), "Wanderpokal")
    write_move_receipt(season, new_key(), done.sequence)
    one = find_receipt(season, 1)
    assert one is not None
    assert (one.name, one.cents, one.paid_in, one.reverses) == ("Graveur", 4200, False, "")
    back = take_back(season, new_key(), done.sequence, "zurückgegeben")
    write_move_receipt(season, new_key(), back.sequence, "Graveur")
    again = find_receipt(season, 2)
    assert again is not None
    assert (again.paid_in, again.cents, again.reverses) == (True, 4200, one.label)
    assert find_receipt(season, 1) == one
    assert (load_season_box(season).own, len(load_cash_box(season).journal)) == (0, 2)
    counted = count_box(season, new_key(), 5, 0, reason="lag darin")
    with pytest.raises(ActionRefused, match="no_such_move"):
        write_move_receipt(season, new_key(), counted.sequence)


def test_a_double_tap_writes_one_receipt_and_another_body_is_refused():
    season, key = a_season(0), new_key()
    first, second = record_move(season, 500), record_move(season, 700)
    acts = {write_move_receipt(season, key, first, "Wirt").pk for _ in range(2)}
    assert len(acts) == len(load_receipts(season)) == 1
    for sequence, party in ((second, "Wirt"), (first, "Wirtin")):
        with pytest.raises(ActionRefused, match="other_body"):
            write_move_receipt(season, key, sequence, party)


def test_staff_write_one_on_the_page_and_print_it_with_its_party():
    season, staff = a_season(0), log_in()
    page = reverse("season_cash", args=[season.slug])
    first = record_move(season, 123456)
    assert [move[0] for move in staff.get(page).context["without"]] == [first]
    sent = {"key": new_key(), "receipt": first, "of": "Huber & <b>Söhne</b>"}
    for _ in range(2):
        assert staff.post(page, sent).status_code == 302
    assert staff.post(page, sent | {"key": new_key()}).status_code == 400
    [one] = load_receipts(season)
    pdf = reverse("season_receipt_pdf", args=[season.slug, 1])
    answer = staff.get(page)
    assert pdf in answer.content.decode()
    assert one.label in answer.content.decode()
    assert answer.context["without"] == []
    [printed] = look_at(staff.get(pdf).content)
    assert printed.text.count(one.label) == 2
    assert printed.text.count("1234,56") == 4
    assert "Huber & <b>Söhne</b>" in printed.text
    assert season.name in printed.text
    assert staff.get(reverse("season_receipt_pdf", args=[season.slug, 2])).status_code == 404


def test_what_takes_back_names_the_receipt_on_paper():
    season, staff = a_season(0), log_in()
    first = record_move(season, 500, "Wirt")
    write_move_receipt(season, new_key(), first)
    back = take_back(season, new_key(), first, "doppelt")
    write_move_receipt(season, new_key(), back.sequence)
    one = find_receipt(season, 1)
    assert one is not None
    [printed] = look_at(staff.get(reverse("season_receipt_pdf", args=[season.slug, 2])).content)
    assert printed.text.count(one.label) == 2


def test_more_receipts_take_no_more_queries():
    counts, staff = [], log_in()
    for many in (1, 5):
        season = a_season(0)
        for cents in range(1, many + 1):
            write_move_receipt(season, new_key(), record_move(season, cents), "Wirt")
        with CaptureQueriesContext(connection) as queries:
            assert staff.get(reverse("season_cash", args=[season.slug])).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
