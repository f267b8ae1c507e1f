"""The money of a season: its tournaments' cash boxes, its own, and its receipts."""

import pytest
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import load_first_club
from tests.support.accounts import log_in
from tests.support.pdf import look_at
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.receipts import find_receipt, load_receipts
from tournaments.core.cash_journal.services import DONATION, EXPENSE, FLOAT, load_cash_box
from tournaments.models import Season
from tournaments.seasons.season.cash.services import load_season_box
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db


def a_season(tournaments: int) -> Season:
    """A season with so many tournaments in which fees were paid and prizes bought."""
    season = create_season(new_key(), load_first_club(), SeasonDetails("Jahrescup", SeasonSettings()))
    for number in range(1, tournaments + 1):
        of, first, _tables = factories.whole(4)
        acts.pay(first, new_key(), [entrant.pk for entrant in of.entrants.all()])
        acts.add_prize(of, new_key(), 0, "Speck", 100 * number)
        acts.record_movement(of, new_key(), EXPENSE, -50, "Zettel")
        acts.add_tournament(season, new_key(), of)
    return season


def test_tournaments_and_the_own_box_are_the_whole():
    season = a_season(2)
    acts.record_movement(season, new_key(), FLOAT, 5000, "Vortrag vom Vorjahr")
    acts.record_movement(season, new_key(), EXPENSE, -4200, "Wanderpokal", voucher="17", party="Graveur")
    box = load_season_box(season)
    assert [part.balance for part in box.parts] == [1200 - 100 - 50, 1200 - 200 - 50, 800]
    assert (box.own, box.whole.balance) == (800, 2800)
    assert box.whole[2:7] == (2400, -300, 0, -4300, 5000)
    assert (box.moves[1].voucher, box.moves[1].party) == ("17", "Graveur")


def test_staff_write_down_take_back_and_count():
    season, staff = a_season(1), log_in()
    page = reverse("season_cash", args=[season.slug])
    sent = {"key": new_key(), "way": "expense", "amount": "42", "reason": "Pokal"}
    for _twice in range(2):
        assert staff.post(page, sent).status_code == 302
    (move,) = load_cash_box(season).journal
    assert staff.post(page, {"key": new_key(), "back": move.sequence, "reason": " "}).status_code == 400
    assert staff.post(page, {"key": new_key(), "back": move.sequence, "reason": "doppelt"}).status_code == 302
    assert staff.post(page, {"key": new_key(), "counted": "1", "seen": "0", "reason": "da"}).status_code == 302
    assert load_season_box(season).own == 100


def record_move(season, cents, party=""):
    """A movement; its sequence number."""
    return acts.record_movement(season, new_key(), DONATION, cents, "Spende", party=party).sequence


def test_numbers_have_no_gap_and_each_season_has_its_own():
    season, other = a_season(0), a_season(0)
    first, second = record_move(season, 500), record_move(season, 700)
    acts.write_move_receipt(other, new_key(), record_move(other, 10))
    acts.write_move_receipt(season, new_key(), second, "Frau Wirtin")
    with pytest.raises(ActionRefused, match="no_such_move"):
        acts.write_move_receipt(season, new_key(), 999)
    acts.write_move_receipt(season, new_key(), first)
    number = Season.objects.filter(club=season.club_id, pk__lte=season.pk).count()
    labels = [f"S{localdate(now()).year}-{number}/{sequence}" for sequence in (1, 2)]
    assert [(receipt.label, receipt.cents, receipt.name) for receipt in load_receipts(season)] == [
        (labels[0], 700, "Frau Wirtin"),
        (labels[1], 500, ""),
    ]
    assert [receipt.label for receipt in load_receipts(other)] == [f"S{localdate(now()).year}-{number + 1}/1"]
    assert (load_season_box(other).own, len(load_cash_box(other).journal)) == (10, 1)  # a receipt moves nothing
    counted = acts.count_box(other, new_key(), 5, 10, reason="fehlt")
    with pytest.raises(ActionRefused, match="no_such_move"):
        acts.write_move_receipt(other, new_key(), counted.sequence)


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
    acts.write_move_receipt(season, new_key(), first)
    back = acts.reverse_move(season, new_key(), first, "doppelt")
    acts.write_move_receipt(season, new_key(), back.sequence)
    one = find_receipt(season, 1)
    assert one is not None
    [printed] = look_at(staff.get(reverse("season_receipt_pdf", args=[season.slug, 2])).content)
    assert printed.text.count(one.label) == 2
