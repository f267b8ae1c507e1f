"""The change of rounds on one page: who stays and who pays, the draw, its publication, the start."""

import re

import pytest
from django.urls import reverse

from tarockclub.kit.time_source import now
from tests.tournaments.support import acts, factories
from tournaments.models import Act, Draw, Entrant, Presence, Round, RoundTable
from tournaments.people.door.actions import CheckIn

pytestmark = pytest.mark.django_db
FEE = 300


@pytest.fixture
def second():
    """The second round, just opened, of a tournament whose 9 people have played the first player."""
    tournament, first, _tables = factories.whole(9, fee=FEE)
    acts.start_clock(first, factories.new_key(), confirmed=True)
    Round.objects.filter(pk=first.pk).update(closed=now())
    RoundTable.objects.filter(round=first).update(done=now())
    return acts.open_round(tournament, factories.new_key())


def at(round_, route="draw"):
    return reverse(route, args=[round_.tournament.slug, round_.number])


def list_people(round_):
    return list(Entrant.objects.filter(tournament=round_.tournament).order_by("number"))


def tap(director, round_, button, *, out=(), owes=(), key="", **fields):
    """Tap a button at the foot of the page, with the people as the page shows them."""
    shown = director.get(at(round_)).context["staying"].ids
    ids = {"out": [entrant.pk for entrant in out], "owes": [entrant.pk for entrant in owes]}
    posted = {"key": key or factories.new_key(), "shown": shown, **ids, **fields}
    return director.post(at(round_, button), posted)


def read_entries(round_):
    rows = Presence.objects.filter(round=round_).order_by("entrant__number")
    return {number: (state, paid) for number, state, paid in rows.values_list("entrant__number", "state", "paid")}


def test_one_tap_enters_all_but_who_goes_takes_the_fees_of_all_but_who_owes_and_draws(director, second):
    people = list_people(second)
    response = tap(director, second, "draw_again", out=[people[8]], owes=[people[0], people[8]])
    assert response["Location"] == f"{at(second)}?saved=1"
    assert read_entries(second) == {number: ("in", 0 if number == 1 else FEE) for number in range(1, 9)}
    [draw] = Draw.objects.filter(round=second)
    assert str(people[8].pk) not in re.findall(r"\d+", draw.seating)
    assert not RoundTable.objects.filter(round=second).exists()
    players = director.get(at(second)).context["staying"].players
    assert [player.number for player in players if not player.stays] == [9]
    assert [(player.number, player.fee) for player in players if not player.pays and player.stays and player.fee] == [
        (1, FEE)
    ]


def test_the_same_tap_twice_takes_the_money_once_and_draws_once(director, second):
    key = factories.new_key()
    shown = director.get(at(second)).context["staying"].ids
    for _time in range(2):
        director.post(at(second, "draw_again"), {"key": key, "shown": shown})
    assert sum(paid for _state, paid in read_entries(second).values()) == 9 * FEE
    assert Draw.objects.filter(round=second).count() == 1


def test_whoever_is_tapped_after_the_draw_is_drawn_without_and_nothing_is_published(director, second):
    people = list_people(second)
    tap(director, second, "draw_again")
    tap(director, second, "draw_publish", out=[people[4]], draft=1)
    second.refresh_from_db()
    assert second.draw_id is None
    assert Draw.objects.filter(round=second).count() == 2
    assert read_entries(second)[5] == ("no_show", FEE)  # the fee was taken: the entry stays, and can be given back
    tap(director, second, "draw_publish", out=[people[4]], draft=2)
    second.refresh_from_db()
    assert second.draw.number == 2
    assert RoundTable.objects.filter(round=second).count() == 2
    page = director.get(at(second))
    assert page.context["staying"] is None
    assert (page.context["start"]["tables"], page.context["start"]["players"]) == (2, 8)


def test_whoever_is_not_on_the_page_yet_neither_enters_nor_pays(director, second):
    shown = director.get(at(second)).context["staying"].ids
    late = factories.enter_people(second.tournament, "Nachzüglerin")[0]
    director.post(at(second, "draw_again"), {"key": factories.new_key(), "shown": shown})
    assert late.number not in read_entries(second)
    assert len(read_entries(second)) == 9


def test_who_comes_back_after_going_plays_and_pays_nothing_twice(director, second):
    people = list_people(second)
    tap(director, second, "draw_again")
    tap(director, second, "draw_again", out=[people[2]])
    tap(director, second, "draw_again")
    assert read_entries(second)[3] == ("in", FEE)
    assert sum(paid for _state, paid in read_entries(second).values()) == 9 * FEE


def test_in_the_first_round_nobody_has_paid_by_themselves(director):
    tournament, first = factories.make_entered_round(8, fee=FEE)
    page = director.get(at(first)).context["staying"]
    assert ([player.pays for player in page.players], page.has_debtors) == ([False] * 8, True)
    all_pay = director.get(f"{at(first)}?pay=all").context["staying"]  # it shows what a tap would do, and does nothing
    assert ([player.pays for player in all_pay.players], all_pay.has_debtors) == ([True] * 8, False)
    assert not Presence.objects.filter(round=first, paid__gt=0).exists()
    tap(director, first, "draw_again", owes=list_people(first)[1:])
    assert [paid for _state, paid in read_entries(first).values()] == [FEE, *[0] * 7]
    kinds = Act.objects.filter(tournament=tournament, round=first).values_list("kind", flat=True)
    assert list(kinds).count("paid") == 1


def test_the_fee_of_a_day_is_asked_for_once(director):
    tournament, first, _tables = factories.whole(8, fee=FEE, fee_per="tournament")
    people = list_people(first)
    acts.pay(first, factories.new_key(), [entrant.pk for entrant in people[:7]])
    acts.start_clock(first, factories.new_key(), confirmed=True)
    second = acts.open_round(tournament, factories.new_key())
    players = director.get(at(second)).context["staying"].players
    assert [player.number for player in players if player.fee] == [8]


def test_the_page_has_its_button_and_saves_the_taps_though_the_door_has_let_in_too_few(director):
    _tournament, first = factories.make_entered_round(8)
    people = list_people(first)
    Presence.objects.filter(round=first).delete()
    for entrant in people[:3]:
        CheckIn(entrant=entrant.pk, paid=False).perform(first, factories.new_key())
    page = director.get(at(first)).content.decode()
    assert re.search(r'<button form="change" class="primary">\s*Losen mit', page)
    refused = tap(director, first, "draw_again", out=people[:1])
    assert refused.status_code == 409
    assert "7 Spieler" in refused.content.decode()
    assert list(read_entries(first)) == [2, 3, 4, 5, 6, 7, 8]
    assert tap(director, first, "draw_again").status_code == 302
    assert Draw.objects.get(round=first).number == 1
