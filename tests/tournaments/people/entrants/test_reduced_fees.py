"""Reduced entry fees by category: owed, paid and given back as what they are, per round and per tournament."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tarockclub.models import Club, Person
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tournaments.core.settings import TOURNAMENT, Settings, encode_settings, parse_settings
from tournaments.models import Entrant, Presence, Round, Tournament
from tournaments.people.entrants.fees import compute_fees, list_debtors
from tournaments.people.entrants.round_entries import pay

pytestmark = pytest.mark.django_db
REDUCED = (("Jugend", 0), ("Dame", 800))


def open_tournament(**settings: Any) -> tuple[Tournament, Round]:
    """Eight people in the first round: 1 is a lady, 2 a junior, 3 both; the fee is 12 euros."""
    of = factories.tournament(fee=1200, reduced=REDUCED, **settings)
    factories.people(of, 8)
    for number, categories in ((1, "Dame"), (2, "jugend"), (3, "Dame, Jugend")):
        Person.objects.filter(entrants__tournament=of, entrants__number=number).update(categories=categories)
    return of, factories.round_(of)


def find(of: Tournament, *numbers: int) -> list[int]:
    rows = dict(Entrant.objects.filter(tournament=of).values_list("number", "pk"))
    return [rows[number] for number in numbers]


def compute(of: Tournament) -> tuple[int, int, int]:
    """The payers, and the cents paid and due."""
    fees = compute_fees(Presence.objects.filter(round__tournament=of), parse_settings(of.settings))
    return fees.payers, fees.paid, fees.due


@pytest.mark.parametrize("per", ["round", TOURNAMENT])
def test_everybody_owes_and_pays_the_fee_of_their_categories(per: str):
    of, first = open_tournament(fee_per=per)
    assert compute(of) == (0, 0, 800 + 5 * 1200)
    act = pay(first, new_key(), find(of, 1, 2, 4))
    assert act is not None
    assert compute(of) == (2, 2000, 4 * 1200)
    pay(first, new_key(), find(of, 1, 2, 4))  # once more: nobody pays twice
    assert compute(of) == (2, 2000, 4 * 1200)
    pay(first, new_key(), find(of, 1), back=True)
    assert compute(of) == (1, 1200, 800 + 4 * 1200)
    debtors = list_debtors(Presence.objects.filter(round=first), parse_settings(of.settings))
    assert {entrant for entrant, _round in debtors} == set(find(of, 1, 5, 6, 7, 8))


def test_the_fee_of_a_tournament_is_owed_once_in_three_rounds_and_that_of_a_round_thrice():
    dues = []
    for per in ("round", TOURNAMENT):
        of, first = open_tournament(fee_per=per)
        for number in (2, 3):
            factories.round_(of)
            assert Round.objects.filter(tournament=of, number=number).exists()
        everybody = list(Entrant.objects.filter(tournament=of))
        rounds = list(Round.objects.filter(tournament=of))
        Presence.objects.bulk_create(
            (Presence(round=here, entrant=entrant) for here in rounds for entrant in everybody), ignore_conflicts=True
        )
        pay(first, new_key(), find(of, 1))
        dues.append(compute(of)[2])
    assert dues == [2 * 800 + 3 * 5 * 1200, 5 * 1200]


def test_what_was_paid_stays_when_the_category_changes():
    of, first = open_tournament()
    pay(first, new_key(), find(of, 1))
    Person.objects.filter(entrants__tournament=of, entrants__number=1).update(categories="")
    assert compute(of)[1:] == (800, 5 * 1200)
    pay(first, new_key(), find(of, 1), back=True)
    assert compute(of)[1:] == (0, 6 * 1200)


def test_the_settings_take_only_categories_of_the_club():
    account = make_account("director")
    director = log_in(account)
    of, _first = open_tournament()
    Club.objects.update(categories="Jugend\nDame")
    address = f"/api/v1/tournaments/{of.slug}/settings"
    program = create_program(account)
    assert program.get(address).json()["settings"]["reduced"] == {"Jugend": 0, "Dame": 800}
    said = {"name": "Cup", "day": "2026-01-06", "key": new_key()}
    wrong = program.post(address, said | {"settings": {"reduced": {"Damen": 100}}}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid")
    right = said | {"settings": {"reduced": {"Dame": 100}}}
    assert program.post(address, right, content_type="application/json").status_code == 200
    of.refresh_from_db()
    assert parse_settings(of.settings).reduced == (("Dame", 100),)
    Tournament.objects.filter(pk=of.pk).update(settings=encode_settings(Settings(fee=1200, reduced=REDUCED)))
    page = director.get(reverse("entrants", args=[of.slug])).content.decode()
    assert "zahlt nichts" in page
    assert "€ 8,00" in page.replace("\xa0", " ")


def test_the_treasurers_list_has_each_payment_and_refund_with_its_day():
    of, first = open_tournament(fee_per=TOURNAMENT)
    pay(first, new_key(), find(of, 1, 4))
    pay(first, new_key(), find(of, 4), back=True)
    treasurer = log_in(make_account("treasurer"))
    page = treasurer.get(reverse("cash_payments", args=[of.slug])).content.decode().replace("\xa0", " ")
    assert page.count(">bezahlt<") == 2
    assert page.count(">zurückgegeben<") == 1
    assert ">Runde<" not in page  # the fee is not that of a round
    file = treasurer.get(reverse("cash_payments_file", args=[of.slug])).content.decode("utf-8-sig").splitlines()
    assert [line.split(";")[2:6] for line in file[1:]] == [
        ["1", "Spieler 1", "8,00", "bezahlt"],
        ["4", "Spieler 4", "12,00", "bezahlt"],
        ["4", "Spieler 4", "-12,00", "zurückgegeben"],
    ]
    assert all(re.fullmatch(r"\d\d\.\d\d\.\d{4};\d\d:\d\d", ";".join(line.split(";")[:2])) for line in file[1:])
