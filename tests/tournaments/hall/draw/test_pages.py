"""The director's pages of a draw, and the lists of seats that everybody may see."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.kit.time_source import now
from tests.tournaments.support import acts, factories
from tournaments.hall.draw.history import list_apart_pairs
from tournaments.models import Draw, Entrant, Presence, Round, RoundTable
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db


def a_round(count):
    return factories.make_entered_round(count)[1]


def at(round_, route="draw"):
    return reverse(route, args=[round_.tournament.slug, round_.number])


def post(director, round_, route, **fields):
    return director.post(at(round_, route), {"key": factories.new_key(), **fields})


def make_draft(director, round_):
    assert post(director, round_, "draw_again").status_code == 302
    return Draw.objects.filter(round=round_).order_by("number").last()


def numbers(draw):
    by_id = dict(Entrant.objects.values_list("pk", "number"))
    return [[by_id[player] for player in table] for table in json.loads(draw.seating)]


def test_a_director_draws_looks_at_the_draft_and_publishes_it(director):
    round_ = a_round(9)
    page = director.get(at(round_))
    assert page.context["counted"]["sizes"] == [(4, 1), (5, 1)]
    draw = make_draft(director, round_)
    shown = director.get(at(round_)).context["draft"]
    assert [[player.number for player, _, _ in seats] for _, seats in shown["tables"]] == numbers(draw)
    assert (shown["repeats"], shown["report"].sizes) == ([], ((4, 1), (5, 1)))
    assert [sum(deals for _, deals, _ in seats) for _, seats in shown["tables"]] == [1, 1]
    assert not RoundTable.objects.filter(round=round_).exists()
    assert post(director, round_, "draw_publish", draft=draw.number).status_code == 302
    assert RoundTable.objects.filter(round=round_).count() == 2
    assert director.get(at(round_)).context["draft"]["published"]


def test_a_director_is_warned_before_drawing_of_those_whom_nobody_has_seen_at_the_door(director):
    round_ = a_round(9)
    link = f'<a class="button" href="{reverse("door", args=[round_.tournament.slug])}">'

    def count_unseen():
        page = director.get(at(round_))
        assert (link in page.content.decode()) == bool(page.context["unseen"])
        return page.context["unseen"]

    without_door = count_unseen()
    Entrant.objects.filter(tournament=round_.tournament, number__gt=2).update(arrived=now())
    Presence.objects.filter(round=round_, entrant__number=2).update(state=Presence.State.NO_SHOW)
    assert (without_door, count_unseen()) == (0, 1)
    draw = make_draft(director, round_)
    assert count_unseen() == 1
    post(director, round_, "draw_publish", draft=draw.number)
    assert count_unseen() == 0


def test_where_not_all_can_be_seated_the_director_names_who_waits(director):
    round_ = a_round(7)
    assert director.get(at(round_)).context["counted"]["wait"] == 1
    assert post(director, round_, "draw_again").status_code == 409
    assert post(director, round_, "draw_waits", one="3").status_code == 302
    assert Presence.objects.get(round=round_, entrant__number=3).state == Presence.State.WAITS
    page = director.get(at(round_))
    assert [entrant.number for entrant in page.context["waiting"]] == [3]
    assert page.context["counted"]["players"] == 6
    assert [len(table) for table in numbers(make_draft(director, round_))] == [6]
    post(director, round_, "draw_waits", one="3", again="1")
    assert Presence.objects.get(round=round_, entrant__number=3).state == Presence.State.IN


def test_two_change_their_seats_by_start_numbers(director):
    round_ = a_round(8)
    draw = make_draft(director, round_)
    one, other = numbers(draw)[0][0], numbers(draw)[1][3]
    assert post(director, round_, "draw_swap", draft=1, one=one, other=other).status_code == 302
    made = Draw.objects.get(round=round_, number=2)
    assert (numbers(made)[0][0], numbers(made)[1][3]) == (other, one)
    assert (made.way, made.dealers) == (Draw.Way.SWAPPED, draw.dealers)
    assert post(director, round_, "draw_swap", draft=1, one=one, other=one).status_code == 409
    assert post(director, round_, "draw_swap", draft=1, one=one, other="99").status_code == 409


def test_forbidden_pairs_are_named_by_start_numbers_and_told_where_they_sit_together(director):
    round_ = a_round(8)
    draw = make_draft(director, round_)
    one, other = numbers(draw)[0][:2]
    post(director, round_, "draw_apart", one=one, other=other)
    assert len(list_apart_pairs(round_.tournament)) == 1
    post(director, round_, "draw_again", reason="Ehepaar")
    assert director.get(at(round_)).context["draft"]["together"] == []
    pair = [place[0].number for place in director.get(at(round_)).context["apart"]]
    assert pair == [min(one, other)]
    post(director, round_, "draw_swap", draft=2, one=other, other=_beside(round_, one))
    together = director.get(at(round_)).context["draft"]["together"]
    assert [{pair.one.number, pair.other.number} for pair in together] == [{one, other}]
    post(director, round_, "draw_apart", one=one, other=other, again="1")
    assert list_apart_pairs(round_.tournament) == ()


def _beside(round_, one):
    """Somebody who sits with a player in the second draft."""
    tables = numbers(Draw.objects.get(round=round_, number=2))
    return next(player for table in tables if one in table for player in table if player != one)


def test_a_draw_by_cards_is_typed_in_line_by_line_and_what_is_wrong_is_told_at_once(director):
    round_ = a_round(8)
    wrong = post(director, round_, "draw_by_cards", tables="1 2 3\n5 6 7 8 8 99")
    assert wrong.status_code == 400
    assert len(wrong.context["problems"]) == 4
    assert wrong.context["text"] == "1 2 3\n5 6 7 8 8 99"
    typed = "8, 1, 2, 3\n 5 6 7 4 "
    assert post(director, round_, "draw_by_cards", tables=typed).status_code == 302
    assert numbers(Draw.objects.get(round=round_)) == [[8, 1, 2, 3], [5, 6, 7, 4]]
    again = director.get(at(round_, "draw_by_cards") + "?draft=1")
    assert again.context["text"] == "8 1 2 3\n5 6 7 4"


def test_another_draw_after_publishing_needs_a_reason(director):
    round_ = a_round(8)
    make_draft(director, round_)
    post(director, round_, "draw_publish", draft=1)
    make_draft(director, round_)
    assert post(director, round_, "draw_publish", draft=2).status_code == 409
    assert post(director, round_, "draw_publish", draft=2, reason="Karten vertauscht").status_code == 302
    drafts = director.get(at(round_)).context["drafts"]
    round_.refresh_from_db()
    assert [(draft.number, draft.pk == round_.draw_id, reason) for draft, reason in drafts] == [
        (2, True, "Karten vertauscht"),
        (1, False, ""),
    ]


def test_a_draft_tells_who_came_and_who_went_since(director):
    round_ = a_round(9)
    make_draft(director, round_)
    Presence.objects.filter(round=round_, entrant__number=4).update(state=Presence.State.NO_SHOW)
    acts.enter(round_.tournament_id, factories.new_key(), [Newcomer("Zu spät")], rounds=[1])
    draft = director.get(at(round_)).context["draft"]
    assert [entrant.number for entrant in draft["gone"]] == [4]
    assert [entrant.name for entrant in draft["came"]] == ["Zu spät"]
    assert post(director, round_, "draw_publish", draft=1).status_code == 409


def test_who_came_too_late_is_seated_at_the_table_that_is_chosen(director):
    round_ = a_round(12)
    make_draft(director, round_)
    post(director, round_, "draw_publish", draft=1)
    acts.enter(round_.tournament_id, factories.new_key(), [Newcomer("Zu spät")], rounds=[1])
    page = director.get(at(round_, "seat_late"))
    assert [free.table.number for free in page.context["free"]] == [1, 2, 3]
    late = page.context["first"]
    assert post(director, round_, "seat_late", entrant=late.id, table=2).status_code == 302
    assert director.get(at(round_, "seat_late")).context["first"] is None
    listed = Client().get(at(round_, "seats")).context["part"].rows
    assert [(player.name, table) for _, player, table in listed if player.id == late.id] == [("Zu spät", 2)]


def test_everybody_finds_his_table_by_name_and_by_table():
    of = factories.tournament()
    factories.enter_people(of, "Özgür", "Oskar", "Ottilie", "Ähre", "Zita", "Adam", "Berta", "Österreicher")
    round_ = factories.round_(of)
    factories.draw_tables(round_)
    named = Client().get(at(round_, "seats")).context["part"].rows
    order = ["Adam", "Ähre", "Berta", "Oskar", "Österreicher", "Ottilie", "Özgür", "Zita"]
    assert [player.name for _, player, _ in named] == order
    tables = Client().get(at(round_, "seats") + "?by=table").context["part"].rows
    assert [[player.number for player in table.players] for table in tables] == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_what_cannot_be_done_is_told_on_the_page_where_it_was_asked(director):
    round_ = a_round(8)
    make_draft(director, round_)
    for route, fields in (
        ("draw_apart", {"one": "1", "other": "99"}),
        ("draw_waits", {"one": "99"}),
        ("draw_swap", {"draft": "7", "one": "1", "other": "2"}),
        ("seat_late", {"entrant": "x"}),
    ):
        answer = post(director, round_, route, **fields)
        assert (answer.status_code, bool(answer.context["problem"])) == (409, True)
    Round.objects.filter(pk=round_.pk).update(started=now())
    assert not director.get(at(round_)).context["open"]
    answer = post(director, round_, "draw_by_cards", tables="1 2 3 4\n5 6 7 8")
    assert (answer.status_code, len(answer.context["problems"])) == (400, 1)
    assert director.get(at(round_, "draw_by_cards") + "?draft=9").context["text"] == ""


def test_among_many_players_start_numbers_are_typed(director):
    round_ = a_round(61)
    assert director.get(at(round_)).context["choices"] == ()
    make_draft(director, round_)
    assert post(director, round_, "draw_swap", draft=1, one=1, other=2).status_code == 302
    assert len(director.get(at(a_round(60))).context["choices"]) == 60


def test_everybody_reads_how_fair_the_draws_were_and_what_is_possible_at_best(director):
    round_ = a_round(9)
    draw = make_draft(director, round_)
    assert "Hier wurde noch nichts gelost." in Client().get(at(round_, "draw_fairness")).content.decode()
    post(director, round_, "draw_publish", draft=draw.number)
    page = Client().get(at(round_, "draw_fairness"))
    values = {line.what: (line.value, line.best) for line in page.context["lines"]}
    assert values["An einem Tisch zu fünft oder sechst"] == ("jeder 0- oder 1-mal", "bestenfalls jeder 0- oder 1-mal")
    assert values["Einander begegnet"] == ("16 Paare einmal", "weniger geht nicht, wenn alle gleich oft aussetzen")
    assert page.context["seeds"] == [(1, draw.seed)]
    assert at(round_, "draw_fairness") in Client().get(at(round_, "seats")).content.decode()


def test_a_draft_of_the_second_round_says_how_the_whole_day_is_with_it(director):
    round_ = a_round(9)
    post(director, round_, "draw_publish", draft=make_draft(director, round_).number)
    second = factories.round_(round_.tournament)
    make_draft(director, second)
    lines = {line.what: line.value for line in director.get(at(second)).context["draft"]["day"]}
    assert lines["An einem Tisch zu fünft oder sechst"] in ("jeder 0- oder 1-mal", "jeder 1- oder 2-mal")


@pytest.mark.parametrize(("rule", "version"), [({}, "1.0"), ({"rule": 2}, "1.1")])
def test_a_draft_of_a_rule_before_says_which_version_repeats_it(director, rule, version):
    round_ = a_round(8)
    draw = make_draft(director, round_)
    words = "Nach der Regel von Version"
    assert words not in director.get(at(round_)).content.decode()
    kept = json.loads(draw.made_from)
    del kept["rule"]
    draw.pk, draw.number, draw.made_from = None, draw.number + 1, json.dumps(kept | rule)
    draw.save(force_insert=True)
    assert f"{words} {version} gelost" in director.get(at(round_)).content.decode()
