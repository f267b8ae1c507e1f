"""Chips compared by a table's own phones, and all tables of a round in one list."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.ledger.entries import Outcome
from scoring.book.table_clock import DOUBLE
from scoring.models import Deal, HeldHand
from scoring.table.corrections.changes import void_hand
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.tables import new_key
from tests.support import phones
from tests.support.phones import let_write
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import hold, play
from tests.tournaments.support import acts
from tournaments.core.acts import Kind
from tournaments.hall.desk.chips import find_last_count
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.desk.services import agree, close_finished
from tournaments.models import Act, Round, RoundTable
from tournaments.results.undo.services import list_undo_lines, undo_all

pytestmark = pytest.mark.django_db


@share_rows
def played_round():
    """Two tables that have played to their end; the hand that table 1 played at the gong stands there."""
    with stop_time() as watch:
        made = tables_of(2, double_round=False)
        acts.start_clock(made, new_key())
        for number in (1, 2):
            let_write(table_at(made, number).game_table)
            play(made, number)
        watch.later(minutes=31)
        for number in (1, 2):
            play(made, number, phase="play")
        return Round.objects.select_related("tournament").get(pk=made.pk)


@pytest.fixture
def round_(watch, played_round):
    """The round, a minute after its gong."""
    watch.later(minutes=31)
    return played_round


def phone():
    """A phone that the program knows by its cookie."""
    client = phones.Client()
    client.get(reverse("home"))
    return client


def address(round_, number=1):
    return reverse("table_chips", args=[table_at(round_, number).game_table.slug])


def read_question(client, round_, number=1):
    """Return the question of the table's page to the phone."""
    html = client.get(reverse("table", args=[table_at(round_, number).game_table.slug])).content.decode()
    found = re.search(r'<section class="chips-asked".*?</section>', html, re.S)
    return found[0] if found else ""


def say(client, round_, number=1, **more):
    """Send the first form of the question, or with other chips; as the page's script does."""
    html = read_question(client, round_, number)
    form = re.search(r"<form.*?</form>", html, re.S)
    assert form, html
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]))
    return client.post(address(round_, number), {**fields, **more}, headers={"X-Live": "1"}), fields


def row(round_, number=1):
    return load_rows(RoundTable.objects.filter(round=round_, number=number), INSIDE)[0]


def test_after_its_last_hand_a_table_is_asked_and_two_phones_say_that_the_chips_fit(round_):
    first, second = phone(), phone()
    assert "Stimmen die Jetons?" in read_question(first, round_)
    assert say(first, round_)[0].status_code == 204
    assert (row(round_).counted, row(round_).differs, row(round_).is_confirmed) == (True, False, False)
    assert say(second, round_)[0].status_code == 204
    assert row(round_).is_confirmed
    assert close_finished(round_, new_key()).closed == (1,)
    count = Act.objects.filter(kind=Kind.COUNTED).order_by("sequence")
    assert len({sent_count.device for sent_count in count} - {""}) == 2


def test_what_one_phone_says_closes_no_table_and_it_cannot_confirm_itself(round_):
    first = phone()
    say(first, round_)
    again, _fields = say(first, round_)
    assert again.status_code == 409
    assert again.content
    assert not row(round_).is_confirmed
    done = close_finished(round_, new_key())
    assert [(number, why.code) for number, why in done.left] == [(1, "not_confirmed"), (2, "not_counted")]
    assert done.closed == ()


def test_a_phone_that_keeps_no_cookies_confirms_nobody(round_):
    say(phone(), round_)
    table = table_at(round_, 1).game_table
    unknown = phones.Client()
    count = find_last_count(table_at(round_, 1))
    assert count is not None
    fields = {
        "key": new_key(),
        "seen": str(table.last_sequence),
        **{f"chips-{sent_count}": str(cents // 100) for sent_count, cents in count.chips.items()},
    }
    assert unknown.post(address(round_), fields, headers={"X-Live": "1"}).status_code == 409


def test_the_same_tap_twice_is_one_count(round_):
    first = phone()
    answer, fields = say(first, round_)
    again = first.post(address(round_), fields, headers={"X-Live": "1"})
    assert (answer.status_code, again.status_code) == (204, 204)
    assert Act.objects.filter(kind=Kind.COUNTED).count() == 1


def test_other_chips_are_typed_confirmed_and_the_desk_sees_the_difference(round_):
    first, second = phone(), phone()
    sitting = next(iter(table_at(round_, 1).game_table.sittings.order_by("place"))).pk
    assert say(first, round_, **{f"chips-{sitting}": "49,50"})[0].status_code == 204
    assert (row(round_).differs, row(round_).is_confirmed, row(round_).needs) == (True, False, True)
    assert "Spieler 1/0" in read_question(second, round_)
    assert say(second, round_)[0].status_code == 204
    assert (row(round_).differs, row(round_).is_confirmed) == (True, True)
    assert [why.code for number, why in close_finished(round_, new_key()).left if number == 1] == ["not_counted"]


def test_a_second_phone_that_says_otherwise_makes_it_open_again(round_):
    first, second, third = phone(), phone(), phone()
    say(first, round_)
    sitting = next(iter(table_at(round_, 1).game_table.sittings.order_by("place"))).pk
    say(second, round_, **{f"chips-{sitting}": "49,50"})
    assert (row(round_).differs, row(round_).is_confirmed) == (True, False)
    say(third, round_, **{f"chips-{sitting}": "52"})
    assert (row(round_).differs, row(round_).is_confirmed) == (False, True)


def test_a_hand_that_is_changed_afterwards_makes_the_count_stale_and_says_so(round_):
    say(phone(), round_)
    say(phone(), round_)
    void_first(round_)
    found = row(round_)
    assert (found.counted, found.is_confirmed, found.is_stale) == (False, False, True)
    assert "geändert" in read_question(phone(), round_)
    assert close_finished(round_, new_key()).closed == ()
    assert say(phone(), round_)[0].status_code == 204
    assert not row(round_).is_stale


def void_first(round_):
    """Make the first hand of table 1 void, as the director does."""
    game = table_at(round_, 1).game_table
    line = Deal.objects.filter(table=game).order_by("number")[0].number
    who = Actor(None, "d" * 16, directs=True)
    written = write_change(game, new_key(), game.last_sequence, void_hand(line), "vergeben", sent="void", who=who)
    assert written.outcome is Outcome.SAVED, written


def test_an_old_page_does_not_say_that_newer_chips_fit(round_):
    first = phone()
    _answer, fields = say(first, round_)
    void_first(round_)
    late = phone().post(address(round_), {**fields, "key": new_key()}, headers={"X-Live": "1"})
    assert late.status_code == 409
    assert row(round_).is_stale


@pytest.mark.parametrize("open_one", ["late", "held", "called"])
def test_while_a_hand_is_open_no_phone_counts(round_, open_one):
    client = phone()
    say(client, round_, 2)
    if open_one == "called":
        acts.call_referee(table_at(round_, 1), new_key())
    else:
        hold(round_, 1, HeldHand.Why.TIME if open_one == "late" else HeldHand.Why.STALE)
    table = table_at(round_, 1).game_table
    sittings = table.sittings.values_list("pk", flat=True)
    sent = {"key": new_key(), "seen": str(table.last_sequence), **{f"chips-{sitting}": "50" for sitting in sittings}}
    assert client.post(address(round_), sent, headers={"X-Live": "1"}).status_code == 409
    assert not row(round_).counted
    assert "<form" not in read_question(client, round_)


def test_before_the_end_nothing_is_asked_or_counted(watch):
    made = tables_of(1)
    acts.start_clock(made, new_key())
    let_write(table_at(made, 1).game_table)
    client, table = phone(), table_at(made, 1).game_table
    assert read_question(client, made) == ""  # with a double round nobody knows yet when it ends
    sittings = table.sittings.values_list("pk", flat=True)
    sent = {"key": new_key(), "seen": "0", **{f"chips-{sitting}": "50" for sitting in sittings}}
    assert client.post(address(made), sent, headers={"X-Live": "1"}).status_code == 409
    watch.later(minutes=31)
    for _hand in range(4):
        play(made, 1, phase=DOUBLE)
    assert "chips-" in read_question(client, made)


@pytest.mark.parametrize("said", [{"count_chips": False}, {"start": 0, "count_chips": False}])
def test_where_no_chips_are_counted_no_phone_is_asked(watch, said):
    made = tables_of(1, double_round=False, **said)
    acts.start_clock(made, new_key())
    let_write(table_at(made, 1).game_table)
    watch.later(minutes=31)
    play(made, 1, phase="play")
    assert read_question(phone(), made) == ""


def test_who_only_watches_is_shown_what_was_said_and_may_not_say_it(round_):
    say(phone(), round_)
    assert "<form" not in read_question(Client(), round_)
    sent = {"key": new_key(), "seen": str(table_at(round_, 1).game_table.last_sequence)}
    assert Client().post(address(round_), sent).status_code == 403


def test_without_script_the_tap_leads_back_to_the_table(round_):
    client = phone()
    html = read_question(client, round_)
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html.split("</form>")[0]))
    answer = client.post(address(round_), fields)
    assert answer.status_code == 302
    again = client.post(address(round_), {**fields, "key": new_key()})
    assert again.status_code == 409
    assert 'role="alert"' in again.content.decode()


# the list of the director


def list_tables(director, round_, query=""):
    at = reverse("desk_chips", args=[round_.tournament.slug, round_.number])
    html = director.get(at + query).content.decode()
    texts = re.findall(r'<li id="table-(\d+)"(.*?)</li>', html.replace("</li></ul>", ""), re.S)
    return html, dict(texts)


def tick(director, round_, *tables, **more):
    at = reverse("desk_chips", args=[round_.tournament.slug, round_.number])
    seen = {f"seen-{number}": table_at(round_, number).game_table.last_sequence for number in (1, 2)}
    body = {"what": "agree", "key": new_key(), **seen, "table": [str(table) for table in tables], **more}
    return director.post(at, body)


def test_one_tap_says_of_all_ticked_tables_that_their_chips_fit_and_closes_them(director, round_):
    assert tick(director, round_, 1, 2).status_code == 200
    assert [table_row.done is not None for table_row in (row(round_, 1), row(round_, 2))] == [True, True]
    assert Act.objects.filter(kind=Kind.COUNTED).count() == 2


def test_the_tap_of_one_table_leaves_the_ticked_ones_alone(director, round_):
    tick(director, round_, 1, one="2")
    assert [table_row.done is not None for table_row in (row(round_, 1), row(round_, 2))] == [False, True]


def test_the_same_tap_twice_closes_once(director, round_):
    key = new_key()
    tick(director, round_, 1, key=key)
    assert tick(director, round_, 1, key=key).status_code == 200
    assert Act.objects.filter(kind=Kind.DONE).count() == 1


def test_a_table_with_something_open_is_counted_and_named_but_not_closed(director, round_):
    hold(round_, 1)
    html = tick(director, round_, 1, 2).content.decode()
    assert (row(round_, 1).done, row(round_, 2).done is not None) == (None, True)
    assert "/tables/1/" in html.split('role="status"')[1].split("</div>")[0]


def test_a_hand_that_came_after_the_list_was_shown_keeps_its_table_open(director, round_):
    tick(director, round_, 1, **{"seen-1": "0"})
    assert row(round_, 1).done is None
    assert not row(round_, 1).counted


def test_the_list_shows_what_differs_first_and_ticks_what_a_phone_says(director, round_):
    say(phone(), round_, 2)
    sitting = next(iter(table_at(round_, 1).game_table.sittings.order_by("place"))).pk
    _html, tables = list_tables(director, round_)
    assert list(tables) == ["1", "2"]
    assert ("checked" in tables["1"], "checked" in tables["2"]) == (False, True)
    say(phone(), round_, 1, **{f"chips-{sitting}": "49,50"})
    _html, tables = list_tables(director, round_, "?all=1")
    assert "−2,50" in tables["1"]
    assert 'type="checkbox"' not in tables["1"]
    assert "Spieler 2/3" in tables["2"]


def test_tables_that_one_tap_has_closed_are_opened_by_one(round_):
    seen = {number: table_at(round_, number).game_table.last_sequence for number in (1, 2)}
    key = "k" * 56
    for _tap in range(2):
        assert agree(round_, key, seen).closed == (1, 2)
    (line,) = list_undo_lines(round_.tournament, rights=frozenset({"direct"}), round_=round_, most=1)
    undo_all(round_.tournament_id, new_key(), line.acts, Actor(None, "d" * 16, directs=True))
    assert [table_at(round_, number).done for number in (1, 2)] == [None, None]
    assert [row.is_confirmed for row in load_rows(RoundTable.objects.filter(round=round_), INSIDE)] == [True, True]
