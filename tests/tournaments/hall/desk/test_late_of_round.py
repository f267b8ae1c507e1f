"""Late hands of a whole round on one page: table by table, each taken or turned down with one tap, once."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.models import HeldHand
from scoring.table.held_hands.receiving import receive_hand
from tests.scoring.support.held_hands import Away
from tests.scoring.support.tables import book_of, new_key
from tests.support.accounts import make_account
from tests.support.clients import count_queries
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import BEGIN, stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support.clock_acts import start_clock
from tests.tournaments.support.desk_acts import break_up
from tournaments.core.acts import Kind
from tournaments.core.selectors import find_round
from tournaments.hall.desk.late_hands import load_round_late_hands
from tournaments.hall.desk.table_page import build_table_context
from tournaments.models import Act, Round

pytestmark = pytest.mark.django_db
SOLO = {"p0-contract": "solo", "p0-declarer": "1", "p0-result": "won", "phase": "time"}
LOST = {"p0-contract": "solo", "p0-declarer": "0", "p0-result": "lost", "phase": "time"}

NORMAL = {"p0-contract": "normalspiel", "p0-declarer": "0", "p0-partner": "1", "p0-result": "won", "phase": "time"}


def late(round_, number, *entered):
    """Hands entered at a table in time without network, each on a phone of its own; they come after the gong."""
    for minute, fields in enumerate(entered, 27):
        away = Away(table_at(round_, number).game_table)
        sent = away.enter(fields).submission._replace(phase="time")
        receive_hand(away.table.slug, sent, away.who, entered=BEGIN + timedelta(minutes=minute))


@share_rows
def round_with_late_hands():
    """A round whose time is up: two hands came late to table 1, one to table 3, none to table 2."""
    with stop_time() as watch:
        made = tables_of(3)
        start_clock(made, new_key())
        for number in (1, 2, 3):
            play(made, number)
        watch.later(minutes=31)
        late(made, 3, LOST)
        late(made, 1, SOLO, LOST)
        return Round.objects.select_related("tournament").get(pk=made.pk)


@pytest.fixture
def round_(watch, round_with_late_hands):
    """The round, a minute after its gong."""
    watch.later(minutes=31)
    return round_with_late_hands


def at(round_, name="desk_late", **more):
    return reverse(name, kwargs={"slug": round_.tournament.slug, "number": round_.number, **more})


def forms(html):
    """Return the fields that each form of the page would send, by its hand."""
    found = {}
    for form in re.findall(r'<form method="post" action="[^"]*late-hands/">(.*?)</form>', html, re.S):
        sent = dict(re.findall(r'name="(key|table|hand|seen|reason)" value="([^"]*)"', form))
        found[sent["hand"]] = sent
    return found


def page(client, round_):
    return client.get(at(round_)).content.decode()


def count_waiting(round_):
    """Return the number of hands that wait, by the number of their table."""
    return [(late_table.table.number, len(late_table.late)) for late_table in load_round_late_hands(round_, "de")]


def hands(round_, number):
    return sum(line.score is not None for line in book_of(table_at(round_, number).game_table).played)


def test_hands_of_all_tables_stand_there_table_by_table_in_the_order_they_came(director, round_):
    sent = list(forms(page(director, round_)).values())
    assert [form["table"] for form in sent] == ["1", "1", "3"]
    first, second, _third = HeldHand.objects.order_by("table__round_table__number", "pk")
    assert [form["hand"] for form in sent[:2]] == [first.key, second.key]
    assert len({form["key"] for form in sent}) == 3


def test_they_say_the_same_as_on_the_page_of_the_table(round_):
    found = find_round(round_.tournament.slug, round_.number)
    for group in load_round_late_hands(round_, "de"):
        assert list(group.late) == build_table_context(found, table_at(round_, group.table.number))["late"]
    assert "Spieler 1/" in load_round_late_hands(round_, "de")[0].late[0].words


def test_a_hand_of_the_time_is_not_told_as_one_with_double_stake_that_is_played_meanwhile(round_):
    before = load_round_late_hands(round_, "de")[-1].late[0].remark
    play(round_, 3, phase="double")
    assert load_round_late_hands(round_, "de")[-1].late[0].remark == before != ""


def test_each_says_who_played_what_it_would_pay_and_which_hand_of_the_book_is_like_it(director, round_):
    """Table 2: the hand that its other phone had entered in time, once with a kontra; and one that is half entered."""
    late(round_, 2, NORMAL, {**NORMAL, "p0-kontra": "2"}, {"p0-contract": "solo", "phase": "time"})
    same, similar, half = load_round_late_hands(round_, "de")[1].late
    names = [name for name, _ in same.amounts]
    assert same.words == f"Normalspiel · {names[0]} mit {names[1]} · gewonnen"
    assert [amount // 6 for _, amount in same.amounts] == [1, 1, -1, -1]
    assert same.same is not None
    assert (same.same.number, same.same.words, same.same.is_equal) == (1, same.words, True)
    assert similar.words == f"{same.words} · Kontra"
    assert similar.same is not None
    assert (similar.same.number, similar.same.is_equal) == (1, False)
    assert (half.amounts, half.same, half.words) == ((), None, "Solo")
    assert half.problems
    html = page(director, round_)
    assert html.count("Dasselbe Spiel steht schon in der Schrift:") == 1
    assert "Am ähnlichsten in der Schrift:" in html
    assert "in der Zeit" in html
    path = f"tournaments/{round_.tournament.slug}/rounds/{round_.number}/late-hands"
    answer = create_program(make_account("director")).read(path).json()
    told = [hand["same"] for hand in answer["hands"] if hand["table"] == 2]
    assert [line and (line["number"], line["is_equal"]) for line in told] == [(1, True), (1, False), None]


def test_one_is_taken_and_one_turned_down_from_there(director, round_):
    solo, _lost, other = forms(page(director, round_)).values()
    assert director.post(at(round_), {**solo, "what": "take"}).status_code == 302
    assert director.post(at(round_), {**other, "what": "turn_down"}).status_code == 302
    assert (hands(round_, 1), hands(round_, 3)) == (2, 1)
    assert count_waiting(round_) == [(1, 1)]
    taken, down = Act.objects.filter(kind=Kind.LATE_HAND).order_by("sequence")
    assert (taken.table and taken.table.number, taken.note) == (1, None)
    assert (down.table and down.table.number, down.note and down.note.text) == (3, other["reason"])
    (left,) = forms(page(director, round_)).values()
    answer = director.post(at(round_), {**left, "what": "take"})
    assert answer.status_code == 302, answer.context["problem"]
    assert (hands(round_, 1), count_waiting(round_)) == (3, [])
    assert 'value="take"' not in page(director, round_)


def test_what_cannot_be_taken_is_told_with_its_table_and_waits_on(director, round_):
    *_first, other = forms(page(director, round_)).values()
    play(round_, 3, phase="double")
    answer = director.post(at(round_), {**other, "what": "take"})
    assert (answer.status_code, hands(round_, 3)) == (409, 2)
    assert answer.context["problem_table"] == 3
    assert 'role="alert"' in answer.content.decode()
    assert count_waiting(round_) == [(1, 2), (3, 1)]
    *_first, again = forms(answer.content.decode()).values()  # with what was played meanwhile
    assert director.post(at(round_), {**again, "what": "take"}).status_code == 302


@pytest.mark.parametrize("sent", [{}, {"table": "9"}, {"table": "x"}])
def test_a_table_that_is_not_there_is_not_found(director, round_, sent):
    assert director.post(at(round_), {"key": new_key(), "what": "take", **sent}).status_code == 404


def test_after_its_result_was_published_a_hand_is_taken_only_once_a_correction_was_begun(director, round_):
    solo = next(iter(forms(page(director, round_)).values()))
    break_up(table_at(round_, 1), new_key(), "Ende", counts=True)
    said = {"sequence": 1000, "key": "r", "kind": Kind.RESULT, "said": '{"of":2}', "at": round_.started}
    Act.objects.create(tournament=round_.tournament, round=round_, **said)
    type(round_.tournament).objects.update(version=1000)
    assert director.post(at(round_), {**solo, "what": "take"}).status_code == 409
    assert hands(round_, 1) == 1
    begun = {"key": new_key(), "reason": "Fehlt", "confirm": "1"}
    assert director.post(at(round_, "desk_correct", table=1), begun).status_code == 302
    assert director.post(at(round_), {**solo, "what": "take"}).status_code == 302
    assert hands(round_, 1) == 2


def test_the_desk_leads_there_where_any_wait(director, round_):
    link = f'href="{at(round_)}#late-'
    assert link in director.get(at(round_, "desk")).content.decode()
    for form in forms(page(director, round_)).values():
        director.post(at(round_), {**form, "what": "turn_down"})
    assert link not in director.get(at(round_, "desk")).content.decode()


def test_it_asks_as_often_for_many_hands_as_for_few(director, watch):
    made = tables_of(7)
    start_clock(made, new_key())
    watch.later(minutes=31)
    asked = set()
    for numbers in ((1,), range(2, 8)):
        for number in numbers:
            late(made, number, SOLO, LOST)
        director.get(at(made))  # what is kept of sheets is there
        asked.add(count_queries(director, at(made)))
    assert len(load_round_late_hands(made, "de")) == 7
    assert len(asked) == 1
