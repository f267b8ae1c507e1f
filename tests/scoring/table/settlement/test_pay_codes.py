"""Codes beside who pays whom: the amount and the payee of the page, where money goes from account to account."""

import django.test
import pytest

from scoring.engine.agreement import AgreedPot, Stakes
from scoring.models import GameTable
from tarockclub.models import Person
from tests.scoring.support.evenings import end_evening, fresh, table_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import dreier
from tests.support.shared_pictures import list_code_pictures, read_code
from tests.tarockclub.kit.test_bank import BERLIN, VIENNA

pytestmark = pytest.mark.django_db
TEN_CENTS = Stakes(10)


def give_iban(name: str, iban: str) -> None:
    Person.objects.filter(name=name).update(iban=iban)


def read_codes(client, table: GameTable) -> list[list[str]]:
    answer = client.get(url("settlement", table))
    return [read_code(picture).split("\n") for picture in list_code_pictures(answer.content.decode())]


def end_with_ibans(*ibans: tuple[str, str], agreed: Stakes = TEN_CENTS) -> GameTable:
    table = table_of(dreier(2), agreed=agreed)
    for name, iban in ibans:
        give_iban(name, iban)
    end_evening(table)
    return fresh(table)


def test_each_payment_has_the_code_of_its_amount_for_who_gets_it(german):
    table = end_with_ibans(("Cilli", VIENNA))
    codes = read_codes(german, table)
    assert [(code[5], code[6], code[7]) for code in codes] == [("Cilli", VIENNA, "EUR0.5")] * 3
    text = german.get(url("settlement", table)).content.decode()
    assert text.count("Zahlen mit Code") == 3
    assert "AT61 1904 3002 3457 3201" in text
    assert not any(name in code[10] for code in codes for name in ("Anna", "Berta", "Cilli", "Dora"))


def test_the_account_of_who_pays_is_nobodys_business(german):
    table = end_with_ibans(("Anna", BERLIN))
    assert "Zahlen mit Code" not in german.get(url("settlement", table)).content.decode()
    assert read_codes(german, table) == []


def test_without_an_iban_nothing_is_said(german):
    assert "Code" not in german.get(url("settlement", end_with_ibans())).content.decode()


def test_while_it_is_played_amounts_may_change(german):
    table = table_of(dreier(2), agreed=TEN_CENTS)
    give_iban("Cilli", VIENNA)
    assert read_codes(german, table) == []


def test_points_are_no_euros(german):
    assert read_codes(german, end_with_ibans(("Cilli", VIENNA), agreed=Stakes())) == []


def test_a_pot_is_paid_by_code_where_points_are_not(german):
    table = end_with_ibans(("Cilli", VIENNA), ("Anna", BERLIN), agreed=Stakes(0, False, AgreedPot("standard", 10)))
    payments = german.get(url("settlement", table)).context["view"].payments
    sums = {f"EUR{payment.amount / 100:g}" for payment in payments if payment.transfer}
    assert {code[7] for code in read_codes(german, table)} == sums


def test_who_shares_an_account_of_the_evening_has_no_code(german):
    table = end_with_ibans(("Cilli", VIENNA))
    seat = table.sittings.get(place=2)
    other = Person.objects.create(club=table.club, number=99, name="Emil", iban=BERLIN)
    seat.seated.create(person=other, from_deal=2)
    assert read_codes(german, table) == []


def test_only_phones_of_the_table_and_the_club_read_an_iban():
    table, client = end_with_ibans(("Cilli", VIENNA)), django.test.Client()
    for answer in (client.get(url("settlement", table)), client.get(url("table", table))):
        assert b"3457 3201" not in answer.content
        assert VIENNA.encode() not in answer.content
