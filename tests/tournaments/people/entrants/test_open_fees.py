"""Open fees: the same list over all rounds on the cash box, the list of people, the desk and before publishing."""

import re

import pytest
from django.urls import reverse

from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import over, published, running
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.tournament_fee import DIRECTOR, entrant, fees
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.settings import TOURNAMENT
from tournaments.models import Act, Presence
from tournaments.people.entrants.fee_actions import list_open_fees, settle_fees
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.django_db
FEE = 300


@pytest.fixture
def of():
    """Five people in two rounds; three have paid the first one, nobody the second, in which Spieler 5 does not play."""
    of, first, _tables = running(5, fee=FEE)
    acts.pay(first, new_key(), [entrant(f"Spieler {number}") for number in (1, 2, 3)])
    factories.round_(of, 4)
    return of


def list_owed(of) -> list[tuple[str, tuple[int, ...], int]]:
    return [(fee.name, fee.rounds, fee.cents) for fee in list_open_fees(of)]


def read_rows(html: str) -> dict[int, str]:
    """The rows of the list on a page: the entrant, and what is said of them."""
    rows = re.findall(r'<li id="need-owes-(\d+)"(.*?)</li>', html, re.S)
    return {int(pk): " ".join(re.sub(r"<[^>]+>", " ", text.partition(">")[2]).split()) for pk, text in rows}


def read_keys(html: str) -> dict[int, str]:
    """The keys of who owes, on the desk: the entrant, and what a key says."""
    keys = re.findall(r'name="paid" value="(\d+)"\s+aria-label="([^"]+)"', html)
    return {int(pk): said for pk, said in keys}


def settle(client, of, /, **body):
    return client.post(reverse("settle_fees", args=[of.slug]), {"key": new_key(), **body})


def test_each_debtor_is_named_once_with_all_rounds_and_the_sum_is_that_of_the_fees_due(of):
    assert list_owed(of) == [
        ("Spieler 1", (2,), FEE),
        ("Spieler 2", (2,), FEE),
        ("Spieler 3", (2,), FEE),
        ("Spieler 4", (1, 2), 2 * FEE),
        ("Spieler 5", (1,), FEE),
    ]
    assert sum(cents for _name, _rounds, cents in list_owed(of)) == fees(of).due == 6 * FEE


def test_the_list_takes_few_queries_whatever_its_length(of, django_assert_num_queries):
    with django_assert_num_queries(2):
        list_open_fees(of)


def test_the_same_people_stand_on_the_cash_box_the_list_the_desk_and_before_publishing(of):
    client = log_in(make_account("director", of.club))
    last = of.rounds.get(number=2)
    pages = {
        "cash_box": [of.slug],
        "entrants": [of.slug],
    }
    shown = {name: read_rows(client.get(reverse(name, args=args)).content.decode()) for name, args in pages.items()}
    wanted = {fee.entrant: fee for fee in list_open_fees(of)}
    for name, rows in shown.items():
        assert set(rows) == set(wanted), name
        assert rows == shown["cash_box"]
    text = shown["cash_box"][entrant("Spieler 4")]
    assert "Spieler 4, € 6,00 Runden 1, 2 bezahlt" in text
    assert "bezahlt" in text
    assert "erlassen" in text
    keys = read_keys(client.get(reverse("desk", args=[of.slug, last.number])).content.decode())
    assert set(keys) == set(wanted)
    assert keys[entrant("Spieler 4")].replace("\xa0", " ") == "bezahlt: Spieler 4, € 6,00"


def test_publishing_shows_the_list_and_is_there_again_after_each_answer():
    of, first, tables = factories.whole(4, fee=FEE, rounds=1)
    over(first, (tables[0], (3, -1, -1, -1)))
    published(of, 1)
    client = log_in(make_account("director", of.club))
    page = reverse("publish", args=[of.slug, 0])
    asked = client.get(page).content.decode()
    assert set(read_rows(asked)) == {fee.entrant for fee in list_open_fees(of)}
    assert "Endergebnis veröffentlichen?" in asked
    answer = settle(client, of, waived=entrant("Spieler 1"), next=page)
    assert answer["Location"] == page
    assert len(read_rows(client.get(page).content.decode())) == 3


def test_one_tap_pays_or_waives_what_somebody_owes_in_all_rounds(of):
    client = log_in(make_account("secretary", of.club))
    assert settle(client, of, paid=entrant("Spieler 4")).status_code == 302
    assert settle(client, of, waived=entrant("Spieler 5"), next=reverse("cash_box", args=[of.slug])).status_code == 302
    assert [name for name, _rounds, _cents in list_owed(of)] == ["Spieler 1", "Spieler 2", "Spieler 3"]
    entries = Presence.objects.filter(entrant=entrant("Spieler 4"))
    assert sorted(entries.values_list("round__number", "paid")) == [(1, FEE), (2, FEE)]
    assert Presence.objects.get(entrant=entrant("Spieler 5")).debt == Presence.Debt.WAIVED
    box = load_cash_box(of)
    assert (box.fee_total, box.adds_up) == (5 * FEE, True)


def test_all_have_paid_takes_what_all_owe_in_all_rounds_once(of):
    everything = fees(of).due
    acts.set_state(of.rounds.get(number=2), new_key(), [entrant("Spieler 3")], Presence.State.NO_SHOW)
    client, key = log_in(make_account("secretary", of.club)), new_key()
    page = client.get(reverse("entrants", args=[of.slug])).content.decode()
    [cents] = re.findall(r'name="all_paid" value="(\d+)"', page)
    assert int(cents) == everything - FEE  # nobody can take money from somebody who has not come
    assert settle(client, of, all_paid=int(cents) + FEE).status_code == 409
    for _twice in range(2):
        answer = client.post(reverse("settle_fees", args=[of.slug]), {"key": key, "all_paid": cents})
        assert answer.status_code == 302
    assert list_owed(of) == [("Spieler 3", (2,), FEE)]
    assert load_cash_box(of).fee_total == 3 * FEE + int(cents)
    assert Act.objects.filter(tournament=of, kind=Kind.PAID).count() == 1 + 2  # one a round


def test_two_desks_take_the_same_money_once(of):
    client = log_in(make_account("secretary", of.club))
    assert settle(client, of, paid=entrant("Spieler 4")).status_code == 302
    refused = settle(client, of, paid=entrant("Spieler 4"))
    assert refused.status_code == 409
    assert "Spieler 4" not in read_rows(refused.content.decode()).values()
    assert load_cash_box(of).fee_total == 5 * FEE


def test_what_was_waived_with_one_tap_can_be_taken_back_with_one(of):
    settle_fees(of, new_key(), "waived", entrant("Spieler 5"))
    act = Act.objects.filter(tournament=of).latest("sequence")
    undo(of.pk, new_key(), act.sequence, DIRECTOR)
    assert ("Spieler 5", (1,), FEE) in list_owed(of)


def test_a_late_entrant_is_asked_on_the_desk_before_all_others_who_owe():
    of, first, _tables = running(12, fee=FEE)
    late = factories.enter_people(of, "Zora Spät")[0]
    client = log_in(make_account("director", of.club))
    acts.change_entries(first, new_key(), [late.pk])
    desk = client.get(reverse("desk", args=[of.slug, 1])).content.decode()
    assert list(read_keys(desk)) == [late.pk]
    rows = read_rows(desk)
    assert list(rows) == [0]  # the others together: a queue is short
    kinds = re.findall(r'<li id="need-[\w-]+" class="need is-(\w+)"', desk)
    assert kinds[:2] == ["unseated", "late_fee"]
    assert rows[0] == "Nenngeld 12 schulden noch € 36,00"
    tapped = settle(client, of, paid=late.pk, next=reverse("desk", args=[of.slug, 1]))
    assert tapped["Location"] == reverse("desk", args=[of.slug, 1])
    assert read_keys(client.get(reverse("desk", args=[of.slug, 1])).content.decode()) == {}


def test_the_fee_of_a_tournament_is_owed_in_its_first_round_alone():
    of, first = factories.make_entered_round(2, fee=FEE, fee_per=TOURNAMENT)
    factories.round_(of)
    assert list_owed(of) == [("Spieler 1", (1,), FEE), ("Spieler 2", (1,), FEE)]
    settle_fees(of, new_key(), "paid", entrant("Spieler 1"))
    settle_fees(of, new_key(), "waived", entrant("Spieler 2"))
    assert list_owed(of) == []
    assert Presence.objects.filter(round=first, paid=FEE).count() == 1


def test_who_pays_nothing_and_a_tournament_without_fees_owe_nothing():
    of, _first = factories.make_entered_round(2, fee=FEE, reduced=(("Jugend", 0),))
    person = of.entrants.get(number=1).person
    person.categories = "Jugend"
    person.save(update_fields=["categories"])
    assert [name for name, _rounds, _cents in list_owed(of)] == ["Spieler 2"]
    free, _round = factories.make_entered_round(2, fee=0)
    assert list_owed(free) == []


def test_only_who_may_take_money_has_the_buttons_and_a_sum_that_changed_is_refused(of):
    watcher = log_in(make_account("referee", of.club))
    page = watcher.get(reverse("entrants", args=[of.slug])).content.decode()
    assert read_rows(page)
    assert 'name="paid"' not in page
    assert settle(watcher, of, paid=entrant("Spieler 4")).status_code == 403
    assert settle(log_in(make_account("secretary", of.club)), of).status_code == 409  # nothing was tapped
    with pytest.raises(ActionRefused, match="others_owe"):
        settle_fees(of, new_key(), "paid", None, cents=1)


def test_the_start_of_a_round_names_what_is_due_from_all_rounds(of):
    second = of.rounds.get(number=2)
    factories.draw_tables(second)
    client = log_in(make_account("director", of.club))
    page = reverse("desk_clock", args=[of.slug, 2])
    asked = client.post(page, {"key": new_key(), "what": "start"}).content.decode()
    assert "Nenngeld noch offen: € 18,00" in " ".join(asked.split())
