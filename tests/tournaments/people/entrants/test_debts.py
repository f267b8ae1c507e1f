"""The unpaid fee of a round, of a no-show or a substitute, about which the staff decides; reduced fees by category."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tarockclub.models import Club, Person
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.settings import TOURNAMENT, Settings, encode_settings, parse_settings
from tournaments.hall.setup.overview import load_rounds
from tournaments.models import Entrant, Presence, Round, Tournament
from tournaments.people.entrants.fees import compute_fees, list_debtors
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db
FEE = 300
ENGLISH = {"accept-language": "en"}


def due(of):
    """Return the sum that is still due for all rounds, in cents."""
    return compute_fees(Presence.objects.filter(round__tournament=of), Settings(fee=FEE)).due


def entrant(of, name):
    return Entrant.objects.get(tournament=of, person__name=name).pk


def debt(of, name):
    return Presence.objects.get(round__tournament=of, entrant=entrant(of, name)).debt


@share_rows
def absent():
    """A table of four: everybody has paid but Spieler 2, who has not come; Ersatz plays the whole round for him."""
    of, round_, (table,) = factories.whole(4)
    acts.pay(round_, factories.new_key(), [entrant(of, f"Spieler {number}") for number in (1, 3, 4)])
    acts.start_clock(round_, factories.new_key(), confirmed=True)
    acts.set_state(round_, factories.new_key(), [entrant(of, "Spieler 2")], "no_show")
    acts.substitute(table, factories.new_key(), 1, Newcomer("Ersatz"))
    return of, round_, table


def test_who_takes_the_seat_of_a_no_show_owes_the_fee_and_the_debt_of_the_no_show_stays(absent):
    of, round_, _table = absent
    assert due(of) == 2 * FEE
    states = dict(Presence.objects.filter(round=round_).values_list("entrant__person__name", "state"))
    assert (states["Spieler 2"], states["Ersatz"]) == ("no_show", "in")
    acts.withdraw(of.pk, factories.new_key(), entrant(of, "Spieler 2"))
    assert due(of) == 2 * FEE
    acts.pay(round_, factories.new_key(), [entrant(of, "Ersatz")])
    assert due(of) == FEE
    assert [row.entered for row in load_rounds(of)] == [4]  # who played


def test_the_staff_decides_about_a_debt_with_one_tap(absent):
    of, round_, _table = absent
    secretary, number = log_in(make_account("secretary")), Entrant.objects.get(person__name="Spieler 2").number
    page = reverse("entrant", args=[of.slug, number])
    html = secretary.get(page, headers=ENGLISH).content.decode()
    assert "Waive the entry fee" in html
    assert "Ersatz pays it" in html
    sent = {"what": "moved", "round": "1", "payer": entrant(of, "Ersatz"), "key": factories.new_key()}
    for _twice in range(2):
        assert secretary.post(page, sent).status_code == 302
    assert (due(of), debt(of, "Spieler 2"), debt(of, "Ersatz")) == (FEE, "moved", "")
    assert "somebody else pays the entry fee" in secretary.get(page, headers=ENGLISH).content.decode()
    assert secretary.post(page, {"what": "owed", "round": "1", "key": factories.new_key()}).status_code == 302
    assert due(of) == 2 * FEE
    assert secretary.post(page, {"what": "waived", "round": "1", "key": factories.new_key()}).status_code == 302
    assert (due(of), debt(of, "Spieler 2")) == (FEE, "waived")
    said = [parse_content(act)["debt"] for act in of.acts.filter(kind=Kind.DEBT).order_by("sequence")]
    assert said == ["moved", "", "waived"]
    acts.pay(round_, factories.new_key(), [entrant(of, "Spieler 2")])
    assert (due(of), debt(of, "Spieler 2")) == (FEE, "")


def test_the_fee_button_of_a_substitute_stands_in_the_list(absent, secretary):
    of, round_, _table = absent
    page = reverse("entrants", args=[of.slug])
    html = secretary.get(page, {"round": 1}, headers=ENGLISH).content.decode()
    assert f'name="pay" value="{entrant(of, "Ersatz")}"' in html
    secretary.post(page, {"round": "1", "pay": entrant(of, "Ersatz"), "key": factories.new_key()})
    assert Presence.objects.get(round=round_, entrant=entrant(of, "Ersatz")).paid == FEE


def test_a_substitute_owes_nothing_where_the_fee_of_the_seat_is_paid_until_it_is_given_back():
    of, round_, (table,) = factories.whole(4)
    everybody = [entrant(of, f"Spieler {number}") for number in (1, 2, 3, 4)]
    acts.pay(round_, factories.new_key(), everybody[1:])
    acts.start_clock(round_, factories.new_key())
    acts.substitute(table, factories.new_key(), 1, Newcomer("Ersatz"))
    acts.substitute(table, factories.new_key(), 0, Newcomer("Zweiter Ersatz"))
    acts.substitute(table, factories.new_key(), 1, Newcomer("Dritter Ersatz"))
    assert [debt(of, name) for name in ("Ersatz", "Zweiter Ersatz", "Dritter Ersatz")] == ["seat", "", "seat"]
    assert due(of) == 2 * FEE  # the first player's, and that of who plays on for him
    acts.pay(round_, factories.new_key(), [everybody[1]], back=True)
    assert [debt(of, name) for name in ("Spieler 2", "Ersatz")] == ["waived", ""]


def test_whoever_waits_owes_nothing_nor_does_anybody_in_a_round_that_was_given_up():
    of, round_ = factories.make_entered_round(5)
    acts.set_state(round_, factories.new_key(), [entrant(of, "Spieler 5")], "waits")
    assert due(of) == 4 * FEE
    acts.give_up_round(round_, factories.new_key(), "zu wenige")
    assert due(of) == 0


def test_what_cannot_be_decided_is_refused(absent):
    of, round_, _table = absent
    for who, decision, payer, code in (
        ("Spieler 1", "waived", None, "has_paid_fee"),
        ("Spieler 2", "moved", entrant(of, "Spieler 2"), "same_person"),
        ("Spieler 2", "moved", None, "payer_not_entered"),
        ("Spieler 2", "seat", None, "no_decision"),
    ):
        with pytest.raises(ActionRefused, match=code):
            acts.decide_debt(round_, factories.new_key(), entrant(of, who), decision, payer=payer)
    assert due(of) == 2 * FEE


def test_programs_read_and_decide_debts(absent):
    of, _round, _table = absent
    api = create_program(make_account("secretary"))
    at = f"/api/v1/tournaments/{of.slug}"
    rows = {row["name"]: row for row in api.get(f"{at}/entrants").json()["entrants"]}
    assert rows["Spieler 2"]["rounds"] == [{"round": 1, "state": "no_show", "paid": 0, "owes": FEE, "debt": ""}]
    sent = {"entrant": rows["Spieler 2"]["number"], "decision": "moved", "payer": rows["Ersatz"]["number"]}
    answer = api.post(f"{at}/rounds/1/debts", {"key": factories.new_key(), **sent}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert due(of) == FEE


def test_a_no_show_is_written_down_on_the_page_of_the_table_and_leads_to_the_desk(director):
    of, round_, _tables = factories.whole(4)
    page, desk = (reverse(name, args=[of.slug, 1, 1]) for name in ("desk_presence", "desk_table"))
    two = entrant(of, "Spieler 2")
    assert f'name="no_show" value="{two}"' in director.get(desk).content.decode()
    key = factories.new_key()
    for _twice in range(2):
        leads_to = director.post(page, {"key": key, "no_show": two})["Location"]
        assert leads_to == reverse("desk", args=[of.slug, 1])
    assert Presence.objects.get(round=round_, entrant=two).state == "no_show"
    assert of.acts.filter(kind=Kind.PRESENCE).count() == 1
    assert f'name="in" value="{two}"' in director.get(desk).content.decode()
    director.post(page, {"key": factories.new_key(), "in": two})
    assert Presence.objects.get(round=round_, entrant=two).state == "in"


def test_who_comes_late_and_has_no_seat_is_named_on_the_desk_and_under_what_to_do_next(director):
    of, round_, _tables = factories.whole(4)
    acts.enter(of.pk, factories.new_key(), [Newcomer("Nachzügler")], [1])
    seat = reverse("seat_late", args=[of.slug, 1])
    for page in (reverse("desk", args=[of.slug, 1]), reverse("tournament", args=[of.slug])):
        html = director.get(page).content.decode()
        assert "Nachzügler" in html
        assert seat in html
    acts.seat_late(round_, factories.new_key(), entrant(of, "Nachzügler"))
    for page in (reverse("desk", args=[of.slug, 1]), reverse("tournament", args=[of.slug])):
        assert seat not in director.get(page).content.decode()


def test_before_a_round_is_open_the_page_says_when_fees_are_taken():
    of = factories.tournament()
    factories.people(of, 4)
    secretary, page = log_in(make_account("secretary")), reverse("entrants", args=[of.slug])
    said = "open the first round for that"
    assert said in secretary.get(page, headers=ENGLISH).content.decode()
    factories.round_(of)
    assert said not in secretary.get(page, headers=ENGLISH).content.decode()


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
    act = acts.pay(first, new_key(), find(of, 1, 2, 4))
    assert act is not None
    assert compute(of) == (2, 2000, 4 * 1200)
    acts.pay(first, new_key(), find(of, 1, 2, 4))  # once more: nobody pays twice
    assert compute(of) == (2, 2000, 4 * 1200)
    acts.pay(first, new_key(), find(of, 1), back=True)
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
        acts.pay(first, new_key(), find(of, 1))
        dues.append(compute(of)[2])
    assert dues == [2 * 800 + 3 * 5 * 1200, 5 * 1200]


def test_what_was_paid_stays_when_the_category_changes():
    of, first = open_tournament()
    acts.pay(first, new_key(), find(of, 1))
    Person.objects.filter(entrants__tournament=of, entrants__number=1).update(categories="")
    assert compute(of)[1:] == (800, 5 * 1200)
    acts.pay(first, new_key(), find(of, 1), back=True)
    assert compute(of)[1:] == (0, 6 * 1200)


def test_the_settings_take_only_categories_of_the_club():
    account = make_account("director")
    director = log_in(account)
    of, _first = open_tournament()
    Club.objects.update(categories="Jugend\nDame")
    program = create_program(account)
    said = {"name": "Kirtag", "day": "2026-01-06", "key": new_key()}
    wrong = program.send("tournaments", said | {"settings": {"reduced": {"Damen": 100}}})
    assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (400, "settings/reduced/Damen")
    assert program.send("tournaments", said | {"settings": {"reduced": {"Dame": 100}}}).status_code == 200
    assert parse_settings(Tournament.objects.get(name="Kirtag").settings).reduced == (("Dame", 100),)
    Tournament.objects.filter(pk=of.pk).update(settings=encode_settings(Settings(fee=1200, reduced=REDUCED)))
    page = director.get(reverse("entrants", args=[of.slug])).content.decode()
    assert "zahlt nichts" in page
    assert "€ 8,00" in page.replace("\xa0", " ")


def test_the_treasurers_list_has_each_payment_and_refund_with_its_day():
    of, first = open_tournament(fee_per=TOURNAMENT)
    acts.pay(first, new_key(), find(of, 1, 4))
    acts.pay(first, new_key(), find(of, 4), back=True)
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
