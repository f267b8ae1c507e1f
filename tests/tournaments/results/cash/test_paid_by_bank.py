"""Fees that came to the club's account: what a bank's file suggests, and what is written when somebody ticks it."""

from io import BytesIO

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarockclub.kit.lists.bank_file import Credit
from tarockclub.models import Account, Club
from tarockclub.platform.accounts.actors import ANONYMOUS
from tests.support.accounts import log_in, make_account
from tests.support.shared_pictures import list_code_pictures, read_code
from tests.tarockclub.kit.lists.test_bank_files import build_camt, build_entry
from tests.tarockclub.kit.test_bank import BERLIN, VIENNA
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.cash_journal.actions import RecordMove
from tournaments.core.cash_journal.receipts import find_receipt
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Act, Entrant, Tournament
from tournaments.people.entrants import fee_actions
from tournaments.people.entrants.fee_actions import OpenFee, list_open_fees, settle_fees
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.results.cash.bank import build_fee_book, format_transfer_text, match_credits, write_ticked
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.django_db
NAMES = ("Rosl Ahornegg", "Franz Huber", "Anna Huber", "Berta Cerny")


@pytest.fixture
def of():
    """A tournament with two rounds, which costs 15 euros once, and four who owe it."""
    made = factories.tournament(name="Cup 2", fee=1500, fee_per="tournament")
    factories.enter_people(made, *NAMES)
    factories.round_(made)
    Club.objects.filter(pk=made.club_id).update(iban=VIENNA)
    return Tournament.objects.select_related("club").get(pk=made.pk)


def find_fee(of: Tournament, name: str) -> OpenFee:
    return next(fee for fee in list_open_fees(of) if fee.name == name)


def pay_by_code(of: Tournament, name: str, cents: int = 1500, text: str = "") -> Credit:
    return Credit("01.12.2026", cents, name, text or format_transfer_text(of, find_fee(of, name)))


def match(of: Tournament, *incoming: Credit) -> list[tuple[str, bool]]:
    return [(row.debt.name, row.is_sure) for row in match_credits(build_fee_book(of), incoming).suggestions]


def tick_all(of: Tournament, *incoming: Credit) -> int:
    ticks = [row.tick for row in match_credits(build_fee_book(of), incoming).suggestions]
    return write_ticked(build_fee_book(of), ticks, new_key(), ANONYMOUS)


def test_the_text_of_the_code_and_the_amount_are_sure_in_both_languages_however_a_bank_breaks_it(of):
    fee = find_fee(of, "Rosl Ahornegg")
    for language in ("de", "en"):
        with override(language):
            text = format_transfer_text(of, fee)
        for sent in (text, text.upper().replace(",", ""), "\n".join(text), f"SEPA 99 {text} REF 4711"):
            assert match(of, Credit("1.12.2026", 1500, "Gemeinschaftskonto", sent)) == [("Rosl Ahornegg", True)], sent


def test_the_number_of_another_player_or_cup_is_not_taken_for_this_one(of):
    text = format_transfer_text(of, find_fee(of, "Rosl Ahornegg"))
    for other in (f"{text}2", text.replace("Cup 2", "Cup"), text.replace("Cup 2", "Cup 20")):
        assert match(of, Credit("1.12.2026", 1500, "", other)) == []


def test_a_name_with_the_amount_is_doubtful_and_may_be_two(of):
    assert match(of, Credit("1.12.2026", 1500, "MAG. HUBER FRANZ", "Tarock")) == [("Franz Huber", False)]
    both = match(of, Credit("1.12.2026", 1500, "Franz und Anna Huber", "Nenngeld"))
    assert sorted(both) == [("Anna Huber", False), ("Franz Huber", False)]
    assert match(of, Credit("1.12.2026", 1499, "Franz Huber", "Nenngeld")) == []


def test_another_amount_is_shown_and_cannot_be_written(of):
    matches = match_credits(build_fee_book(of), [pay_by_code(of, "Franz Huber", 1000)])
    assert [(row.debt.name, row.is_sure, row.is_same) for row in matches.suggestions] == [("Franz Huber", False, False)]


def test_a_fee_that_came_twice_is_sure_once(of):
    twice = pay_by_code(of, "Franz Huber")
    assert match(of, twice, twice) == [("Franz Huber", True), ("Franz Huber", False)]
    ticks = [row.tick for row in match_credits(build_fee_book(of), [twice, twice]).suggestions]
    with pytest.raises(ActionRefused, match="others_owe"):
        write_ticked(build_fee_book(of), ticks, new_key(), ANONYMOUS)
    assert not Act.objects.filter(tournament=of, key__startswith="bank-").exists()


def test_what_is_ticked_is_a_fee_that_was_paid_with_a_receipt_and_the_box_does_not_have_it(of):
    file = [pay_by_code(of, "Rosl Ahornegg"), pay_by_code(of, "Franz Huber")]
    box = load_cash_box(of).balance
    assert tick_all(of, *file) == 2
    after = load_cash_box(of)
    assert (after.balance, after.fee_total, after.adds_up) == (box, 3000, True)
    assert sorted(fee.name for fee in list_open_fees(of)) == ["Anna Huber", "Berta Cerny"]
    rosl = Entrant.objects.get(tournament=of, person__name="Rosl Ahornegg")
    acts.write_fees_receipt(of, new_key(), rosl.pk)
    receipt = find_receipt(of, 1)
    assert receipt is not None
    assert (receipt.name, receipt.cents, receipt.paid_in) == ("Rosl Ahornegg", 1500, True)


def test_the_same_file_again_suggests_and_writes_nothing(of):
    file = [pay_by_code(of, "Rosl Ahornegg"), pay_by_code(of, "Franz Huber")]
    ticks = [row.tick for row in match_credits(build_fee_book(of), file).suggestions]
    key = new_key()
    assert write_ticked(build_fee_book(of), ticks, key, ANONYMOUS) == 2
    assert write_ticked(build_fee_book(of), ticks, key, ANONYMOUS) == 0
    matches = match_credits(build_fee_book(of), file)
    assert (matches.suggestions, matches.written, matches.other) == ((), 2, 0)
    assert load_cash_box(of).fee_total == 3000


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(booked=st.lists(st.sets(st.sampled_from(NAMES)), max_size=4))
def test_rows_whose_bookings_were_undone_are_suggested_again_and_the_box_never_has_their_money(of, booked):
    with transaction.atomic():
        file, box = [pay_by_code(of, name) for name in NAMES], load_cash_box(of).balance
        for names in booked:
            ticks = [row.tick for row in match_credits(build_fee_book(of), file).suggestions if row.debt.name in names]
            key = new_key()
            assert write_ticked(build_fee_book(of), ticks, key, ANONYMOUS) == len(names)
            assert match(of, *file) == [(name, True) for name in NAMES if name not in names]
            after = load_cash_box(of)
            assert (after.balance, after.fee_total, after.adds_up) == (box, 1500 * len(names), True)
            for act in Act.objects.filter(tournament=of, kind="paid", undone_by=None):
                undo(of.pk, new_key(), act.sequence, acts.DIRECTOR)
            write_ticked(build_fee_book(of), ticks, key, ANONYMOUS)  # the browser sends the form once more
            after = load_cash_box(of)
            assert (after.balance, after.fee_total, after.adds_up) == (box, 0, True)
        transaction.set_rollback(True)


def book_as_before(of: Tournament, *names: str) -> Act:
    """Book fees of a file in two acts, as it was done at first: the fees, and one movement out of the box."""
    for place, name in enumerate(names):
        settle_fees(of, f"bank-{place:024x}", "paid", find_fee(of, name).entrant)
    move = RecordMove.build(what="float", cents=-1500 * len(names))
    return move.perform(of, new_key(), ANONYMOUS, "auf dem Bankkonto")


def undo_fee(of: Tournament, place: int) -> None:
    act = Act.objects.get(tournament=of, kind="paid", key__startswith=f"bank-{place:024x}.")
    undo(of.pk, new_key(), act.sequence, acts.DIRECTOR)


def test_an_older_booking_is_undone_by_its_fee_alone_and_the_box_never_has_its_money(of):
    acts.record_movement(of, new_key(), "float", 5000, "Wechselgeld")
    move = book_as_before(of, "Rosl Ahornegg", "Franz Huber")
    assert load_cash_box(of).balance == 5000
    with pytest.raises(ActionRefused, match="of_bank_file"):
        acts.reverse_move(of, new_key(), move.sequence, "verwechselt")
    for place, left in ((0, 1500), (1, 0)):
        undo_fee(of, place)
        after = load_cash_box(of)
        assert (after.balance, after.fee_total, after.adds_up) == (5000, left, True)
        with pytest.raises(ActionRefused, match="of_bank_file"):
            acts.reverse_move(of, new_key(), move.sequence, "verwechselt")
    assert tick_all(of, pay_by_code(of, "Rosl Ahornegg")) == 1
    assert load_cash_box(of).balance == 5000


def test_what_was_half_undone_before_can_still_be_undone_to_its_end(of):
    move = book_as_before(of, "Rosl Ahornegg")
    reversal = Command(new_key(), Kind.CASH, ["back", move.sequence], acts.DIRECTOR)
    content = {"what": "reversal", "cents": 1500, "of": move.sequence}
    TOURNAMENTS.act(of.pk, reversal, lambda _row: content)
    undo_fee(of, 0)
    after = load_cash_box(of)
    assert (after.balance, after.fee_total, after.adds_up) == (0, 0, True)


def test_a_movement_whose_fees_were_undone_before_can_be_undone(of, monkeypatch):
    move = book_as_before(of, "Rosl Ahornegg")
    monkeypatch.setattr(fee_actions, "is_taken_out", lambda _fee: False)  # as it was
    undo_fee(of, 0)
    assert load_cash_box(of).balance == -1500
    acts.reverse_move(of, new_key(), move.sequence, "auch das")
    after = load_cash_box(of)
    assert (after.balance, after.fee_total, after.adds_up) == (0, 0, True)


def test_a_row_of_the_first_round_pays_no_second_one():
    of = factories.tournament(fee=300)
    factories.enter_people(of, *NAMES)
    factories.round_(of)
    file = [pay_by_code(of, "Rosl Ahornegg", 300)]
    assert tick_all(of, *file) == 1
    factories.round_(of)
    assert match(of, *file) == []
    assert match(of, pay_by_code(of, "Rosl Ahornegg", 300)) == [("Rosl Ahornegg", True)]


@pytest.mark.parametrize("tick", ["", "x", "0" * 24, f"{'0' * 24} 1 1500 ", f"{'a' * 24} -1 1500"])
def test_a_tick_that_no_page_has_shown_writes_nothing(of, tick):
    assert write_ticked(build_fee_book(of), [tick], new_key(), ANONYMOUS) == 0


def test_a_tick_for_another_amount_than_is_owed_is_refused(of):
    fee = find_fee(of, "Anna Huber")
    with pytest.raises(ActionRefused, match="others_owe"):
        write_ticked(build_fee_book(of), [f"{'a' * 24} {fee.entrant} 1"], new_key(), ANONYMOUS)


def send(client: Client, of: Tournament, raw: bytes):
    file = BytesIO(raw)
    file.name = "umsaetze.xml"
    return client.post(reverse("cash_bank", args=[of.slug]), {"file": file})


def test_the_treasurer_reads_a_file_ticks_and_finds_it_in_the_book(of):
    client = log_in(make_account(Account.Role.TREASURER))
    client.cookies["django_language"] = "de"
    raw = build_camt(build_entry(name="<Nm>Rosl Ahornegg</Nm>"), build_entry(sign="DBIT"), build_entry(amount="7.00"))
    answer = send(client, of, raw)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "0 × sicher, 1 × fraglich" in html
    assert not load_cash_box(of).fee_total  # nothing by itself
    [suggestion] = answer.context["matches"].suggestions
    sent = {"key": answer.context["key"], "paid": [suggestion.tick]}
    assert client.post(reverse("cash_bank", args=[of.slug]), sent).status_code == 302
    assert load_cash_box(of).fee_total == 1500
    assert "auf dem Bankkonto" in client.get(reverse("cash_box", args=[of.slug])).content.decode()


def test_what_is_no_file_of_a_bank_is_said_and_nothing_is_written(of):
    client = log_in(make_account(Account.Role.TREASURER))
    for raw in (b"<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", b"Name;Ort\nAnna;Wien", b"\x89PNG\0\0"):
        answer = send(client, of, raw)
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
    assert send(client, of, b"<" + b" " * (3 << 20)).status_code == 413


def test_the_clubs_account_is_checked_logged_and_only_the_clubs_treasurers_business(of):
    url = reverse("cash_bank", args=[of.slug])
    client = log_in(make_account(Account.Role.TREASURER))
    assert client.post(url, {"iban": BERLIN[:-1]}).status_code == 400
    assert Club.objects.get(pk=of.club_id).iban == VIENNA
    assert client.post(url, {"iban": f" {BERLIN.lower()}"}).status_code == 302
    assert Club.objects.get(pk=of.club_id).iban == BERLIN
    log = Club.objects.get(pk=of.club_id).log
    assert log.log_entries.filter(kind="iban", about=None).count() == 1
    assert BERLIN not in log.log_entries.get(kind="iban").said
    cashier = log_in(make_account(Account.Role.CASHIER))
    assert cashier.post(url, {"iban": VIENNA}).status_code == 403
    assert BERLIN.encode() not in cashier.get(url).content


def test_the_ticket_of_who_owes_has_the_code_of_the_club_until_it_is_paid(of):
    entrant = Entrant.objects.get(tournament=of, person__name="Franz Huber")
    client = Client(headers={"Accept-Language": "de"})
    html = client.get(build_own_path(entrant)).content.decode()
    lines = [read_code(picture).split("\n") for picture in list_code_pictures(html)]
    [code] = [code for code in lines if code[0] == "BCD"]
    assert code[5:8] == [of.club.name, VIENNA, "EUR15"]
    assert code[10] == format_transfer_text(of, find_fee(of, "Franz Huber"))
    assert "Nenngeld zahlen" in html
    tick_all(of, pay_by_code(of, "Franz Huber"))
    assert "Nenngeld zahlen" not in client.get(build_own_path(entrant)).content.decode()


def test_a_club_without_an_account_offers_no_code(of):
    Club.objects.update(iban="")
    entrant = Entrant.objects.get(tournament=of, person__name="Franz Huber")
    assert "IBAN" not in Client().get(build_own_path(entrant)).content.decode()
