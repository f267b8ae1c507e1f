"""The queue of the desk: what waits for the director, each with a tap, and tables from which nothing comes."""

import re
from datetime import time, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from scoring.book.table_clock import AWAITS_REFEREE, DOUBLE, IN_PLAY
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.tables import new_key
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.phones import let_write
from tests.tournaments.hall.clock.rounds import clock_at, table_at, tables_of
from tests.tournaments.hall.desk.playing import at, hold, play
from tests.tournaments.support import acts, factories
from tournaments.core.acts import Kind
from tournaments.hall.desk.page import KINDS, MOST_NAMED, OVERTIME, SILENT, load_desk
from tournaments.models import Act, Presence, Round, RoundTable
from tournaments.people.entrants.selectors import list_unseated
from tournaments.people.invitations.actions import InvitationDetails

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]


@pytest.fixture
def round_(watch):
    """A round of four tables that runs."""
    made = tables_of(4, fee=0)
    acts.start_clock(made, new_key())
    return Round.objects.select_related("tournament").get(pk=made.pk)


def needs(client, round_):
    """The lines of the queue: id to text and markup."""
    html = client.get(at("desk_live", round_)).content.decode()
    queue = html.partition('data-piece="needs"')[2].partition("</ol>")[0]
    return {name: " ".join(text.split()) for name, text in re.findall(r'<li id="need-([\w-]+)"(.*?)</li>', queue, re.S)}


def tables(client, round_):
    html = client.get(at("desk", round_)).content.decode()
    return [int(number) for number in re.findall(r'<li id="table-(\d+)"', html)]


def enter_late(round_, count=1):
    """People who enter the round after its draw."""
    late = factories.people(round_.tournament, count)
    acts.change_entries(round_, new_key(), [entrant.pk for entrant in late])
    return late


def test_the_most_urgent_comes_first_and_calls_by_how_long_they_wait(director, round_, watch):
    assert needs(director, round_) == {}
    play(round_, 1)
    hold(round_, 1)
    late = enter_late(round_)[0]
    RoundTable.objects.filter(pk=table_at(round_, 2).pk).update(called=watch.at)
    RoundTable.objects.filter(pk=table_at(round_, 4).pk).update(called=watch.at - timedelta(minutes=4))
    found = needs(director, round_)
    assert list(found) == ["called-4", "called-2", f"unseated-{late.pk}", "late-1"]
    order = [KINDS.index(name.rpartition("-")[0]) for name in found]
    assert order == sorted(order)
    assert tables(director, round_) == [1, 2, 3, 4]


def test_each_line_is_settled_by_its_own_button(director, round_, watch):
    """With the fields of the form that all of them share."""
    late = enter_late(round_)[0]
    acts.halt(table_at(round_, 3), new_key())
    RoundTable.objects.filter(pk=table_at(round_, 3).pk).update(called=watch.at)
    assert clock_at(round_, 3).stands == AWAITS_REFEREE
    for name, expected in (("called-3", "go_on"), (f"unseated-{late.pk}", str(late.pk))):
        [(action, field, value)] = re.findall(
            r'<button form="tap" formaction="([^"]+)" name="(\w+)" value="(\w+)"', needs(director, round_)[name]
        )
        assert value == expected
        answer = director.post(action, {"key": new_key(), "desk": "1", field: value})
        assert (answer.status_code, answer["Location"]) == (302, at("desk", round_))
        assert name not in needs(director, round_)
    assert clock_at(round_, 3).stands == ""
    assert list_unseated(round_) == []


@pytest.mark.parametrize(("page", "leads"), [("/evenings/", "/evenings/"), ("//example.com/", "/")])
def test_what_is_settled_on_another_page_leads_back_there(director, round_, watch, page, leads):
    acts.halt(table_at(round_, 3), new_key())
    RoundTable.objects.filter(pk=table_at(round_, 3).pk).update(called=watch.at)
    assert "called-3" in needs(director, round_)
    address = reverse("desk_table_clock", args=[round_.tournament.slug, round_.number, 3])
    answer = director.post(address, {"key": new_key(), "what": "go_on", "next": page})
    assert (answer.status_code, answer.headers.get("Location")) == (302, leads)
    assert "called-3" not in needs(director, round_)


def test_who_may_only_rule_gets_no_button_that_is_refused(director, round_):
    enter_late(round_)
    referee = log_in(make_account("referee"))
    assert "<button" in next(iter(needs(director, round_).values()))
    assert "<button" not in next(iter(needs(referee, round_).values()))


def test_many_without_a_seat_do_not_hide_everything_else(director, round_):
    enter_late(round_, MOST_NAMED + 3)
    found = needs(director, round_)
    assert len(found) == MOST_NAMED + 1
    assert "3" in re.sub(r"<[^>]+>", "", found["unseated-0"])


def test_play_money_is_missing_where_it_was_not_counted(director, watch):
    made = tables_of(3)
    acts.start_clock(made, new_key())
    round_ = Round.objects.select_related("tournament").get(pk=made.pk)
    watch.later(minutes=31)
    for number in (1, 3):
        play(round_, number, phase="play")
        for _deal in range(4):
            play(round_, number, phase="double")
    assert "chips-0" not in needs(director, round_)  # their phones are asked first
    watch.later(minutes=2)
    text = needs(director, round_)["chips-0"]
    assert "1, 3" in " ".join(re.sub(r"<[^>]+>", "", text).split())


def test_a_late_player_is_entered_on_the_desk_and_then_waits_in_the_queue(director, round_):
    sent = {"key": new_key(), "name": "Nachzüglerin", "round": str(round_.number), "inside": "on", "desk": "on"}
    answer = director.post(reverse("add_entrant", args=[round_.tournament.slug]), sent)
    assert answer["Location"] == at("desk", round_)
    [text] = needs(director, round_).values()
    assert "Nachzüglerin" in text


def test_at_a_table_a_seat_is_given_or_taken_over_with_one_tap(director, round_):
    table = table_at(round_, 2)
    late, other = enter_late(round_, 2)
    page = director.get(at("desk_table", round_, table=2)).content.decode()
    assert f'name="entrant" value="{late.pk}"' in page
    [absent, *_others] = re.findall(r'name="no_show" value="(\d+)"', page)
    acts.set_state(round_, new_key(), [int(absent)], Presence.State.NO_SHOW)
    short = next(text for name, text in needs(director, round_).items() if name == "short-2")
    [address] = re.findall(r'<a class="button" href="([^"]+)"', short)
    form = director.get(address).content.decode()
    [place] = set(re.findall(r'name="place" value="(\d+)"', form))
    [person] = re.findall(rf'name="person" value="({other.person_id})"', form)
    sent = {"key": new_key(), "name": other.person.name, "place": place, "person": person}
    assert director.post(address, sent).status_code == 302
    assert "short-2" not in needs(director, round_)
    director.post(at("seat_late", round_), {"key": new_key(), "entrant": late.pk, "table": "2", "desk": "1"})
    assert table.game_table.sittings.filter(to_deal=None).count() == 5


def begin(count=4, **settings):
    made = tables_of(count, **{"fee": 0} | settings)
    acts.start_clock(made, new_key())
    return Round.objects.select_related("tournament").get(pk=made.pk)


def quiet_tables(round_):
    """The silent tables, and those that play on after the gong; each with its minutes."""
    silence = load_desk(round_.tournament, round_, INSIDE).silence
    return tuple([(quiet.row.number, quiet.minutes) for quiet in some] for some in silence)


def test_the_bar_of_a_table_is_full_when_it_is_done_and_not_before():
    round_ = begin(2)
    for _hand in range(2):
        play(round_, 1)
    assert [part for _row, part in load_desk(round_.tournament, round_, INSIDE).bars] == [75, 0]
    RoundTable.objects.filter(round=round_, number=1).update(done=now())
    assert [part for _row, part in load_desk(round_.tournament, round_, INSIDE).bars] == [100, 0]


def test_the_silent_ones_are_named_longest_first(watch):
    round_ = begin()
    play(round_, 2)
    watch.later(minutes=4)
    play(round_, 1)
    watch.later(minutes=5, seconds=59)
    assert quiet_tables(round_) == ([], [])
    watch.later(seconds=1)
    play(round_, 4)
    assert quiet_tables(round_) == ([(2, 10), (3, 10)], [])
    watch.later(minutes=4)
    assert quiet_tables(round_) == ([(2, 14), (3, 14), (1, 10)], [])


def test_at_the_usual_pace_nobody_is_named_in_half_an_hour_and_the_double_round(watch):
    round_ = begin(2)
    for _hand in range(7):
        watch.later(minutes=4)
        for number in (1, 2):
            play(round_, number)
        assert quiet_tables(round_) == ([], [])
    watch.later(minutes=3)
    for number in (1, 2):
        play(round_, number, phase=IN_PLAY)
    for _hand in range(3):
        watch.later(minutes=4)
        for number in (1, 2):
            play(round_, number, phase=DOUBLE)
        assert quiet_tables(round_) == ([], [])


def test_who_has_not_finished_long_after_the_gong_is_named_too_once(watch):
    round_ = begin(3)
    watch.later(minutes=29)
    for number in (1, 2, 3):
        play(round_, number)
    watch.later(minutes=9)
    play(round_, 1, phase=DOUBLE)
    watch.later(minutes=7)
    assert quiet_tables(round_) == ([(2, 16), (3, 16)], [(1, 15)])
    for _hand in range(3):
        play(round_, 1, phase=DOUBLE)
    assert quiet_tables(round_)[1] == []


def test_no_time_counts_in_which_nobody_can_play(watch):
    round_ = begin(3)
    for number in (1, 2, 3):
        play(round_, number)
    acts.pause_clock(round_, new_key())
    watch.later(minutes=30)
    assert quiet_tables(round_) == ([], [])
    acts.resume(round_, new_key())
    watch.later(minutes=9)
    assert quiet_tables(round_) == ([], [])
    play(round_, 1)
    acts.halt(table_at(round_, 2), new_key())  # it waits for the referee, who knows
    watch.later(minutes=2)
    assert quiet_tables(round_) == ([(3, 11)], [])


def test_its_phones_are_asked_first_and_their_answer_keeps_the_director_from_walking(watch, director):
    round_ = begin(3)
    for number in (1, 2, 3):
        play(round_, number)
    game, phone = let_write(table_at(round_, 2).game_table), phones.Client()
    answer = reverse("still_playing", args=[game.slug])

    def is_asked():
        page = phone.get(reverse("table", args=[game.slug])).content.decode()
        [form] = re.findall(r'<form class="still-playing"[^>]*>', page)
        return " hidden" not in form

    watch.later(minutes=7, seconds=59)
    assert not is_asked()
    assert phone.post(answer).status_code == 302
    assert not Act.objects.filter(kind=Kind.PLAYS).exists()  # nobody has asked
    watch.later(seconds=1)
    assert is_asked()
    assert quiet_tables(round_) == ([], [])
    live = reverse("live", args=[game.slug])
    again = {"If-None-Match": Client().get(live)["ETag"]}
    assert Client().get(live, headers=again).status_code == 304
    assert [phone.post(answer).status_code for _twice in range(2)] == [302, 302]
    assert Client().get(live, headers=again).status_code == 200
    assert Act.objects.filter(kind=Kind.PLAYS, table__number=2).count() == 1
    assert not is_asked()
    watch.later(minutes=2)
    assert quiet_tables(round_) == ([(1, 10), (3, 10)], [])
    assert director.get(at("desk", round_)).content.decode().count("is-quiet") == 2
    watch.later(minutes=8)
    assert quiet_tables(round_)[0][2] == (2, 10)
    assert Client().post(answer).status_code == 403


@pytest.mark.parametrize("said", [{"silent_seconds": 0}, {"round_seconds": 0, "hands": (16, 20, 24)}])
def test_nobody_is_named_where_it_is_switched_off_and_where_no_clock_runs(watch, said):
    round_ = begin(2, **said)
    play(round_, 1)
    watch.later(minutes=25)
    assert quiet_tables(round_) == ([], [])


def test_a_round_on_paper_is_left_in_peace(watch):
    round_ = begin(2)
    watch.later(minutes=50)
    assert quiet_tables(round_) == ([], [])


def test_the_desk_says_so_by_itself_of_many_tables_in_few_lines(watch, monkeypatch, director):
    """Although nothing happens: the page asks again and gets another answer."""
    round_ = begin(MOST_NAMED + 2)
    play(round_, 1)
    live = reverse("desk_live", kwargs={"slug": round_.tournament.slug, "number": round_.number})
    tag = director.get(live)["ETag"]
    watch.later(minutes=12)
    monkeypatch.setattr("tournaments.hall.desk.views.PAGE_CACHE.choose_tag", lambda _name, _acts, newest, **_: newest)
    html = director.get(live, headers={"If-None-Match": tag}).content.decode()
    lines = re.findall(r'<li id="need-(\w+)-(\d+)"(.*?)</li>', html, re.S)
    assert [line[:2] for line in lines] == [(SILENT, "0")]
    assert re.findall(r"tables/(\d+)/clock/", lines[0][2]) == [str(number) for number in range(1, MOST_NAMED + 3)]
    assert lines[0][2].count("<small>12 min</small>") == MOST_NAMED + 2
    assert OVERTIME not in html


def test_the_last_two_minutes_are_told_by_the_round_and_not_by_each_of_its_tables(watch):
    """But by a table whose own time ends at another moment."""
    round_ = begin(3)
    acts.extend(round_, new_key(), 60, table=table_at(round_, 2))
    watch.later(minutes=29)
    html = log_in(make_account("director")).get(
        reverse("desk", kwargs={"slug": round_.tournament.slug, "number": round_.number})
    )
    tiles = re.findall(r'<li id="table-(\d)"(.*?)</li>', html.content.decode(), re.S)
    assert [number for number, tile in tiles if "weniger als 2 Minuten" in tile] == ["2"]
    assert "weniger als 2 Minuten" in html.content.decode().partition('id="table-')[0]


def test_one_sentence_says_what_comes_next_and_when_to_all_who_direct(director, watch):
    round_ = tables_of(3, fee=0, count_chips=False, double_round=False)
    phone, pages = log_in(make_account("director", login="second")), [at("desk", round_)]
    pages.append(reverse("tournament", args=[round_.tournament.slug]))

    def read():
        """The sentence of the desk and of the tournament's page, which both directors read."""
        [text] = {who.get(page).context["next_text"] for who in (director, phone) for page in pages}
        return text

    acts.start_clock(round_, new_key())
    for number in (1, 2, 3):
        play(round_, number)
    watch.later(minutes=20)
    play(round_, 1)
    play(round_, 2)
    watch.later(minutes=5)
    assert read() == "Gong in 5 Minuten, Tisch 3 ist still; Runde 3 kann um 20:40 beginnen."
    watch.later(minutes=6)
    assert read() == "Nach dem Gong: Tische 1, 2, 3 noch nicht fertig."
    for number in (1, 3):
        acts.close_table(table_at(round_, number), new_key(), confirmed=True)
    assert read() == "Nach dem Gong: Tisch 2 noch nicht fertig."
    acts.close_table(table_at(round_, 2), new_key(), confirmed=True)
    assert read() == "Alle Tische sind fertig: Ergebnis veröffentlichen."


def test_before_the_start_it_says_who_is_missing_and_how_many_minutes_are_left(director):
    of = factories.tournament(fee=0)
    acts.change_invitation(of.pk, new_key(), InvitationDetails(time(20, 12), "Linde"))
    factories.people(of, 6)
    first = factories.round_(of, 4)
    page = reverse("tournament", args=[of.slug])
    begins = "Beginn in 12 Minuten, um 20:12. "
    assert director.get(page).context["next_text"].startswith(f"{begins}Noch nicht da: Spieler 5, Spieler 6. ")
    factories.draw_tables(first)
    text = f"{begins}Wenn alle sitzen, die Uhr starten."
    assert director.get(reverse("desk", args=[of.slug, 1])).context["next_text"] == text
