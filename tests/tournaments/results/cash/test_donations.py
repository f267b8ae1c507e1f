"""The page of the donation box: table by table, for staff only, and nowhere without the setting."""

import pytest
from django.urls import reverse

from scoring.book import audit
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tournaments.around.printing.test_papers import made_by, told_of
from tests.tournaments.results.exports.exported import taken
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import acts, cup, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.printing.services import TOURNAMENT_PAPERS
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.settings import CUP, build_default_settings
from tournaments.models import RoundTable
from tournaments.results.cash.page import list_table_debts, load_donations

pytestmark = pytest.mark.django_db
END_TOTALS = {"amounts": [-150, -540, 360, 60, 270], "written": [-180, -180, 180, 0, 180], "box_cents": 3150}
SETTINGS = {**build_default_settings(CUP)._asdict(), "rounds": 0, "rate": 10, "kontra": 1, "donation": True}


def page_of(tournament):
    return log_in(make_account("secretary")).get(reverse("donations", kwargs={"slug": tournament.slug}))


def test_the_page_says_what_each_table_owes_and_who_puts_it_in():
    of = cup.cup()
    cup.play_round(of, 1)
    page = page_of(of).content.decode()
    for said in ("0,20", "1,20", "1,40", "Spieler 06: 12", "Spieler 02: 1, Spieler 03: 1"):
        assert said in page


def test_without_a_donation_box_there_is_no_page_and_nothing_is_expected():
    of, _first, _tables = factories.whole(4)
    assert page_of(of).status_code == 404
    assert load_donations(of) == ()


def test_of_end_totals_the_box_gets_at_least_what_the_columns_differ_by():
    of, _first, (one,) = running(4, **SETTINGS)
    row = RoundTable.objects.select_related("round__tournament", "game_table").get(pk=one.pk)
    acts.enter_end_totals(row, new_key(), (72, -72, 12, -12), written=(36, -36, 12, -12), hands=16)
    (found,) = load_donations(of)
    assert (found.sixths, found.cents) == (36, 60)
    assert [(donor.name, donor.sixths) for donor in found.by] == [("Spieler 2", 36)]
    assert (found.at_least, found.counted) == (True, None)


@share_rows
def on_paper():
    """A table of five whose columns differ by 60 points; hand by hand the box would have got 315, at 10 cents each."""
    of, _first, (one,) = running(5, **SETTINGS)
    row = RoundTable.objects.select_related("round__tournament", "game_table").get(pk=one.pk)
    return of, row


MONEY, WRITTEN_SCORE = (-150, -540, 360, 60, 270), (-180, -180, 180, 0, 180)  # −25/−90/60/10/45 and −30/−30/30/0/30


def test_what_a_table_has_really_put_into_the_box_counts_and_else_it_is_at_least_what_the_columns_say(on_paper):
    of, row = on_paper
    acts.enter_end_totals(row, new_key(), MONEY, written=WRITTEN_SCORE)
    (found,) = load_donations(of)
    assert (found.cents, found.at_least) == (600, True)
    page = page_of(of).content.decode()
    assert "mindestens" in page
    acts.enter_end_totals(row, new_key(), MONEY, written=WRITTEN_SCORE, box=3150)
    (found,) = load_donations(of)
    assert (found.sixths, found.cents, found.at_least, found.counted, found.by) == (315 * 6, 3150, False, 3150, ())
    page = page_of(of).content.decode()
    assert "31,50" in page
    assert "mindestens" not in page
    acts.enter_end_totals(row, new_key(), MONEY, written=WRITTEN_SCORE, box=200)  # less than the columns say
    (found,) = load_donations(of)
    assert (found.cents, found.at_least, found.counted) == (600, False, 200)


def test_every_list_of_the_box_says_where_it_may_be_more(on_paper):
    of, row = on_paper
    acts.enter_end_totals(row, new_key(), MONEY, written=WRITTEN_SCORE)
    (donation,) = load_donations(of)
    assert (donation.cents, donation.at_least, donation.counted) == (600, True, None)
    (owed,) = list_table_debts(of, load_cash_box(of))
    assert (owed.expected, owed.at_least) == (600, True)
    assert taken(of).values("donations")[0]["known"] == "at least: only final totals are known"
    [paper] = made_by(TOURNAMENT_PAPERS, "donations", told_of(of))
    assert paper.text.count("mindestens") >= 3
    api = create_program(make_account("secretary"))
    answer = api.send(f"tournaments/{of.slug}/rounds/1/tables/1/end-totals", {**END_TOTALS, "key": new_key()})
    assert answer.status_code == 200, answer.content
    (donation,) = load_donations(of)
    assert (donation.cents, donation.at_least, donation.counted) == (3150, False, 3150)


def test_the_box_is_typed_beside_the_columns_of_a_round(on_paper):
    of, row = on_paper
    secretary, page = log_in(make_account("secretary")), reverse("quick_round", args=[of.slug, 1])
    typed = {f"t1-a{at}": str(amount // 6) for at, amount in enumerate(WRITTEN_SCORE)}
    typed |= {f"t1-m{at}": str(amount // 6) for at, amount in enumerate(MONEY)}
    wrong = secretary.post(page, {**typed, "t1-key": new_key(), "t1-box": "x"})
    assert wrong.status_code == 400
    assert 'value="x"' in wrong.content.decode()
    assert secretary.post(page, {**typed, "t1-key": new_key(), "t1-box": "31,50"}).status_code == 302
    assert load_donations(of)[0].cents == 3150
    assert 'value="31,50"' in secretary.get(page).content.decode()
    assert audit.verify([row.game_table_id]) == []
