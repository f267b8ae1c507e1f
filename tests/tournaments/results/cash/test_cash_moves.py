"""The cash box and its pages: fees, prizes, moves, the opposite, counts, donations table by table; it adds up."""

import re

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

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
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.cash_journal.receipts import load_receipts
from tournaments.core.cash_journal.services import (
    BY_HAND,
    DONATION,
    EXPENSE,
    FLOAT,
    INCOME,
    Move,
    add_balances,
    load_cash_box,
)
from tournaments.core.settings import CUP, build_default_settings
from tournaments.models import Act, Entrant, Presence, Round, RoundTable, Tournament
from tournaments.results.cash import page as cash_page
from tournaments.results.cash.page import (
    CashDonation,
    compute_handed_in,
    compute_sums,
    list_table_debts,
    load_donations,
)

pytestmark = pytest.mark.django_db


@share_rows
def of() -> Tournament:
    return factories.whole(8)[0]


def enter_move(of, what, cents, **more):
    return acts.record_movement(of, new_key(), what, cents, "so", **more)


def test_each_kind_says_what_it_is(of):
    enter_move(of, EXPENSE, -1890, voucher="2026/118", party="Papierhandlung")
    enter_move(of, DONATION, 700)
    enter_move(of, DONATION, -500)
    enter_move(of, INCOME, 250)
    enter_move(of, FLOAT, 5000)
    box = load_cash_box(of)
    assert (box.balance, box.donated) == (3560, 200)
    assert (box.moves[0].voucher, box.moves[0].party) == ("2026/118", "Papierhandlung")
    assert [entry.balance for entry in box.journal] == [-1890, -1190, -1690, -1440, 3560]
    assert '"voucher"' in Act.objects.get(sequence=box.moves[0].sequence, tournament=of).said
    assert "Papier" not in Act.objects.get(sequence=box.moves[0].sequence, tournament=of).said


@pytest.mark.parametrize(("what", "cents"), [(EXPENSE, 100), (INCOME, -100), ("", 100), ("count", 5), (DONATION, 0)])
def test_what_goes_the_wrong_way_or_is_nothing_is_refused(of, what, cents):
    with pytest.raises(ActionRefused, match="no_amount"):
        enter_move(of, what, cents)


def test_a_mistake_is_taken_back_by_the_opposite_once(of):
    done = enter_move(of, DONATION, 700)
    acts.reverse_move(of, new_key(), done.sequence, "war doppelt")
    box = load_cash_box(of)
    assert (box.balance, box.donated, len(box.moves)) == (0, 0, 2)
    assert (box.moves[0].taken_back, box.moves[1].of) == (True, done.sequence)
    assert [cents for _text, cents in compute_sums(box.moves)] == [0]
    with pytest.raises(ActionRefused, match="taken_back"):
        acts.reverse_move(of, new_key(), done.sequence, "noch einmal")
    with pytest.raises(ActionRefused, match="no_such_move"):
        acts.reverse_move(of, new_key(), box.moves[1].sequence, "das auch")
    with pytest.raises(ActionRefused, match="no_such_move"):
        acts.reverse_move(of, new_key(), 1, "keine Kasse")


def test_what_was_written_down_before_there_were_kinds_is_change_money(of):
    TOURNAMENTS.act(of.pk, Command(new_key(), Kind.CASH, [500], reason="Wechselgeld"), lambda _row: {"cents": 500})
    (move,) = load_cash_box(of).moves
    assert (move.what, move.cents, move.reason) == (FLOAT, 500, "Wechselgeld")


def test_the_box_goes_on_with_what_was_counted(of):
    acts.record_movement(of, new_key(), FLOAT, 5000, "Wechselgeld")
    with pytest.raises(ActionRefused, match="no_reason"):
        acts.count_box(of, new_key(), 4990, 5000)
    with pytest.raises(ActionRefused, match="box_changed"):
        acts.count_box(of, new_key(), 4990, 4000, reason="so")
    acts.count_box(of, new_key(), 4990, 5000, reason="zehn Cent fehlen")
    acts.count_box(of, new_key(), 4990, 4990)
    box = load_cash_box(of)
    assert (box.balance, [move.counted for move in box.moves]) == (4990, [None, 4990, 4990])
    assert box.moves[-1].cents == 0


def test_the_donation_of_a_table_is_what_was_handed_in_less_what_was_taken_back():
    of, _first, (one, other) = factories.whole(8)
    done = acts.record_movement(of, new_key(), DONATION, 300, "so", table=one)
    acts.record_movement(of, new_key(), DONATION, 300, "so", table=other)
    acts.record_movement(of, new_key(), DONATION, 300, "so")
    acts.reverse_move(of, new_key(), done.sequence, "falscher Tisch")
    assert compute_handed_in(load_cash_box(of)) == {(1, 1): 0, (1, 2): 300}


MOVES = st.lists(
    st.tuples(st.sampled_from(["fee", "back", "prize", "off", "take_back", "count", *BY_HAND]), st.integers(1, 5000)),
    max_size=14,
)


@pytest.mark.no_cover
@given(MOVES)
def test_whatever_is_done_it_adds_up_to_the_cent(moves):
    of, first, _tables = factories.whole(4)
    expected = 0
    for what, number in moves:
        expected += _take_step(of, first, what, number, expected)
        box = load_cash_box(of)
        assert box.adds_up
        assert box.balance == expected == sum(entry.cents for entry in box.journal)
    assert sum(cents for _text, cents in compute_sums(load_cash_box(of).moves)) == load_cash_box(of).other_total


def _take_step(of: Tournament, first: Round, what: str, number: int, balance: int) -> int:
    """Do something; by how much the box should have changed."""
    if what in ("fee", "back"):
        one = Entrant.objects.filter(tournament=of).order_by("number")[number % 4]
        before = first.presences.get(entrant=one).paid
        acts.pay(first, new_key(), [one.pk], back=what == "back")
        return (0 if what == "back" else 300) - before if what == "back" or not before else 0
    if what == "prize":
        acts.add_prize(of, new_key(), 0, f"Preis {number}", number)
        return -number
    if what == "off":
        prize = of.prizes.filter(gone=None).first()
        if prize is None:
            return 0
        acts.remove_prize(prize, new_key())
        acts.remove_prize(prize, new_key())  # once more takes nothing more off
        return prize.cents
    if what == "take_back":
        open_ones = [move for move in load_cash_box(of).moves if move.what in BY_HAND and not move.taken_back]
        if not open_ones:
            return 0
        one_move = open_ones[number % len(open_ones)]
        acts.reverse_move(of, new_key(), one_move.sequence, "so")
        return -one_move.cents
    if what == "count":
        acts.count_box(of, new_key(), number, balance, reason="so")
        return number - balance
    cents = -number if what == EXPENSE else number
    enter_move(of, what, cents)
    return cents


def test_balances_follow_the_order_of_the_acts():
    moves = [Move(3, factories.DAY, FLOAT, 100), Move(2, factories.DAY, FLOAT, 5)]  # type: ignore[arg-type]
    assert [move.balance for move in add_balances(moves)] == [5, 105]


@share_rows
def paid_tournament():
    of, first, _tables = factories.whole(8)
    entrants = list(of.entrants.order_by("number"))
    acts.pay(first, new_key(), [entrant.pk for entrant in entrants[:6]])
    acts.pay(first, new_key(), [entrants[0].pk], back=True)
    return of


def test_fees_prizes_and_moves_make_the_balance(paid_tournament):
    assert (load_cash_box(paid_tournament).fee_total, load_cash_box(paid_tournament).balance) == (1500, 1500)
    acts.add_prize(paid_tournament, new_key(), 1, "Speck", 1240)
    acts.add_prize(paid_tournament, new_key(), 1, "Wein", 700)
    acts.record_movement(paid_tournament, new_key(), FLOAT, 5000, "Wechselgeld")
    acts.record_movement(paid_tournament, new_key(), FLOAT, -350, "Zettel kopiert")
    box = load_cash_box(paid_tournament)
    assert (box.bought, box.other_total, box.balance) == (1940, 4650, 4210)
    assert box.adds_up
    acts.remove_prize(paid_tournament.prizes.get(name="Wein"), new_key())
    assert load_cash_box(paid_tournament).balance == 4910


def test_a_fee_that_nobody_wrote_down_is_noticed(paid_tournament):
    Presence.objects.filter(paid=0).update(paid=300)
    assert not load_cash_box(paid_tournament).adds_up


@share_rows
def with_fees() -> Tournament:
    tournament, first, _tables = factories.whole(8)
    acts.pay(first, new_key(), [entrant.pk for entrant in tournament.entrants.all()[:2]])
    return tournament


def at(of: Tournament, route: str = "cash_box", *more: int) -> str:
    return reverse(route, args=[of.slug, *more])


@pytest.mark.parametrize(
    ("way", "balance"), [("in", 1850), ("expense", -650), ("donation", 1850), ("donated", -650), ("income", 1850)]
)
def test_each_way_is_written_down(with_fees, way, balance, secretary):
    sent = {"key": new_key(), "way": way, "amount": "12,50", "reason": "so", "voucher": "17", "party": "Seewirt"}
    assert secretary.post(at(with_fees), sent).status_code == 302
    assert load_cash_box(with_fees).balance == balance
    page = secretary.get(at(with_fees)).content.decode()
    assert "Seewirt" not in page  # that stands on the page of the movement
    (move,) = load_cash_box(with_fees).moves
    assert "Seewirt" in secretary.get(at(with_fees, "cash_move", move.sequence)).content.decode()


@pytest.mark.parametrize(
    ("way", "amount", "reason"), [("gone", "1", "Zettel"), ("in", "viel", "Zettel"), ("in", "17", " ")]
)
def test_what_nobody_knows_is_refused_and_stays_typed(with_fees, secretary, way, amount, reason):
    answer = secretary.post(at(with_fees), {"key": new_key(), "way": way, "amount": amount, "reason": reason})
    assert answer.status_code == 400
    assert f'value="{amount}"' in answer.content.decode()
    assert reason.strip() in answer.content.decode()
    assert not load_cash_box(with_fees).moves


def test_the_form_has_a_kind_from_the_start_and_the_day_is_drawn_once_it_has_a_course(with_fees, secretary):
    page = secretary.get(at(with_fees)).content.decode()
    assert re.findall(r'name="way" value="(\w+)" required\s+checked', page) == ["in"]
    assert "Der Tag" not in page
    for way in ("in", "expense"):
        secretary.post(at(with_fees), {"key": new_key(), "way": way, "amount": "5", "reason": "so"})
    [course] = secretary.get(at(with_fees)).context["chart"].lines
    assert len(course.points) == len(load_cash_box(with_fees).journal) + 1


def test_the_box_is_counted(with_fees, secretary):
    sent = {"key": new_key(), "counted": "5,90", "seen": "600"}
    assert secretary.post(at(with_fees), sent).status_code == 400
    assert secretary.post(at(with_fees), {**sent, "key": new_key(), "reason": "fehlt"}).status_code == 302
    # Another one was first.
    assert secretary.post(at(with_fees), {**sent, "key": new_key(), "reason": "fehlt"}).status_code == 400
    assert secretary.post(at(with_fees), {"key": new_key(), "counted": "viel", "seen": "590"}).status_code == 400
    assert load_cash_box(with_fees).balance == 590


def test_pieces_are_added_up_and_what_is_no_number_is_refused(with_fees, secretary):
    def count(**pieces):
        return secretary.post(at(with_fees), {"key": new_key(), "seen": "600", **pieces}).status_code

    assert count(**{"of-500": "eine", "counted": "1"}) == 400
    assert count(**{"of-500": "1", "counted": "viel"}) == 400
    assert count(**{"of-500": "1", "of-100": "", "counted": ""}) == 400  # one euro is missing, and nobody says why
    assert "Noch nicht gezählt." in secretary.get(at(with_fees)).content.decode()
    assert count(**{"of-200": "2", "of-100": "1", "counted": "1,00"}) == 302
    (move,) = load_cash_box(with_fees).moves
    assert (move.counted, move.cents) == (600, 0)
    assert "stimmt." in secretary.get(at(with_fees)).content.decode()


def test_a_movement_is_taken_back_on_its_page_and_gets_a_receipt(with_fees, secretary):
    done = acts.record_movement(with_fees, new_key(), FLOAT, 500, "Wechselgeld")
    page = at(with_fees, "cash_move", done.sequence)
    assert secretary.post(page, {"key": new_key(), "receipt": "1", "party": "Kassier"}).status_code == 302
    assert secretary.post(page, {"key": new_key(), "reason": ""}).status_code == 400
    assert secretary.post(page, {"key": new_key(), "reason": "zu viel"}).status_code == 302
    assert load_cash_box(with_fees).balance == 600
    assert [receipt.name for receipt in load_receipts(with_fees)] == ["Kassier"]
    assert secretary.get(at(with_fees, "cash_move", 1)).status_code == 404


def test_a_receipt_for_fees_is_found_by_number_or_name(with_fees):
    staff, page = log_in(), at(with_fees, "cash_receipts")
    first = staff.post(page, {"key": new_key(), "player": "1"})
    assert first.headers["Location"].startswith(at(with_fees, "cash_receipt", 1))
    assert staff.post(page, {"key": new_key(), "player": "Spieler 2"}).status_code == 302
    assert staff.post(page, {"key": new_key(), "player": "Spieler 3"}).status_code == 400  # has not paid
    assert staff.post(page, {"key": new_key(), "player": "niemand"}).status_code == 400
    assert staff.get(page).status_code == 200
    assert "Spieler 2" in staff.get(at(with_fees, "cash_receipt", 2)).content.decode()
    assert staff.get(at(with_fees, "cash_receipt", 3)).status_code == 404


def test_what_tables_hand_in_is_held_against_what_they_owe(with_fees, monkeypatch):
    tables = list(with_fees.rounds.get().tables.order_by("number"))
    owe = [CashDonation(1, table.number, table.pk, 0, 150 * table.number, (), True, True) for table in tables]
    monkeypatch.setattr(cash_page, "load_donations", lambda _of: tuple(owe))
    staff, page = log_in(), at(with_fees, "cash_donations")
    assert [debt.left for debt in staff.get(page).context["owed"]] == [150, 300]
    sent = {"amount-1-1": "1,50", "amount-1-2": "2", "table": "1-2"}
    assert staff.post(page, {"key": new_key(), **sent}).status_code == 302
    assert [debt.left for debt in staff.get(page).context["owed"]] == [150, 100]
    assert load_cash_box(with_fees).donated == 200
    assert staff.get(at(with_fees)).context["left"] == 250
    assert staff.post(page, {"key": new_key(), **sent, "table": "1-9"}).status_code == 404
    assert staff.post(page, {"key": new_key(), **sent, "amount-1-2": "x"}).status_code == 400


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
