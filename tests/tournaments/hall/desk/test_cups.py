"""A cup at the desk and at its tables: which hand of how many, who is slow, what one tap closes, who owes whom."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book import audit
from scoring.book.ledger.sheet_versions import parse_sheet, pin_sheet
from scoring.models import GameTable
from scoring.table.settlement.services import load_agreed
from scoring.table.settlement.views import load_settlement_view
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.tables import new_key, nuller
from tests.support import phones
from tests.support.phones import let_write
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import clock_at, stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import at, hold, normal, play
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.settings import Settings
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.desk.page import load_desk
from tournaments.hall.desk.services import close_finished
from tournaments.hall.setup.services import TournamentDetails, change_tournament_settings
from tournaments.models import Act, Round, RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]
CUP: dict[str, Any] = {
    "round_seconds": 0,
    "hands": (4, 5, 6),
    "double_round": False,
    "start": 0,
    "count_chips": False,
    "rate": 10,
    "kontra": 1,
    "donation": True,
}


@share_rows
def round_():
    """A round of a cup with tables of four, five and four that runs."""
    with stop_time():
        drawn = tables_of(0, (4, 5, 4), **CUP)
        acts.start_clock(drawn, new_key())
        return Round.objects.select_related("tournament").get(pk=drawn.pk)


def hands(of: Round, number: int, count: int) -> None:
    """Play so many hands at a table."""
    for _hand in range(count):
        play(of, number)


def read_text(answer) -> str:
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_every_face_says_which_hand_of_how_many_is_played(round_, director):
    hands(round_, 1, 2)
    hands(round_, 2, 5)
    desk = read_text(director.get(at("desk", round_)))
    assert re.search("(Hand 3 of|Spiel 3 von) 4", desk)
    assert re.search("5 (of 5 hands|von 5 Spielen)", desk)
    for page in (at("desk_table", round_, table=1), reverse("projector", args=[round_.tournament.slug])):
        said = read_text(director.get(page))
        assert re.search("(Hand 3 of|Spiel 3 von) 4", said)
        assert "data-clock data-state" not in director.get(page).content.decode()
    let_write(table_at(round_, 1).game_table)
    table = Client().get(reverse("table", args=[table_at(round_, 1).game_table.slug])).content.decode()
    assert "data-clock data-state" not in table
    assert 'class="purses' not in table


def test_before_the_round_the_desk_says_the_hands_of_each_size_of_tables(watch, director):
    drawn = tables_of(0, (4, 5, 4), **CUP)
    assert re.search(
        "4 (hands|Spiele), 5 (at tables of|an Tischen zu) 5",
        read_text(director.get(at("desk", drawn))).replace(" ,", ","),
    )


def test_the_last_hand_is_announced_and_then_the_players_need_call_nobody(round_):
    page = reverse("table", args=[table_at(round_, 1).game_table.slug])
    hands(round_, 1, 3)
    assert Client().get(page).context["around"]["progress"].is_last
    hands(round_, 1, 1)
    answer = Client().get(page)
    assert answer.context["around"]["progress"].is_over
    assert answer.context["closed"]
    assert re.search("donation box|Spendenschwein", read_text(answer))


def test_a_table_that_has_played_says_no_more_that_a_radl_goes_on(watch):
    drawn = tables_of(1, **CUP | {"sheet": "treffpunkt"})
    acts.start_clock(drawn, new_key())
    page = reverse("table", args=[table_at(drawn, 1).game_table.slug])
    badges = []
    for hand in range(4):
        play(drawn, 1, nuller((hand + 1) % 4))
        badges.append('class="radl"' in Client().get(page).content.decode())
    assert badges == [True, True, True, False]


def test_tables_that_have_played_are_closed_in_one_tap_and_the_others_are_named(round_):
    hands(round_, 1, 4)
    hands(round_, 2, 5)
    hands(round_, 3, 2)
    hold(round_, 2, why="stale")
    once = new_key()
    done = close_finished(round_, once)
    assert done.closed == (1,)
    assert [(number, why.code) for number, why in done.left] == [(2, "held")]
    assert [bool(table.done) for table in RoundTable.objects.filter(round=round_).order_by("number")] == [
        True,
        False,
        False,
    ]
    assert close_finished(round_, once).closed == ()
    assert Act.objects.filter(kind=Kind.DONE).count() == 1


def test_what_has_not_begun_or_is_over_is_not_closed(round_, watch):
    later = Round.objects.create(tournament=round_.tournament, number=9)
    with pytest.raises(ActionRefused, match="not_begun"):
        close_finished(later, new_key())
    Round.objects.filter(pk=round_.pk).update(closed=watch.at)
    with pytest.raises(ActionRefused, match="closed"):
        close_finished(Round.objects.get(pk=round_.pk), new_key())


def test_the_tap_on_the_desk_tells_what_was_closed(round_, director):
    hands(round_, 1, 4)
    hands(round_, 2, 5)
    acts.call_referee(table_at(round_, 2), new_key())
    answer = director.post(at("desk_close", round_), {"key": new_key()})
    assert answer.status_code == 200
    assert answer.context["finished"]["closed"] == (1,)
    assert [number for number, _why in answer.context["finished"]["left"]] == [2]
    assert clock_at(round_, 1).stands == "done"


def test_what_is_missing_at_a_table_must_be_confirmed(round_):
    for number, count, code in ((1, 3, "hands_left"), (2, 0, "no_hands")):
        hands(round_, number, count)
        with pytest.raises(ActionRefused, match="must_confirm") as refused:
            acts.close_table(table_at(round_, number), new_key())
        assert [open_point.code for open_point in refused.value.params["pending"]] == [code]
    acts.close_table(table_at(round_, 1), new_key(), confirmed=True)
    acts.reopen(table_at(round_, 1), new_key(), 0, "zu früh")
    hands(round_, 1, 1)
    acts.close_table(table_at(round_, 1), new_key())


def test_a_round_that_is_cut_short_below_what_is_played_finishes_those_tables(round_):
    hands(round_, 1, 3)
    hands(round_, 3, 1)
    acts.play_hands(round_, new_key(), 2, confirmed=True)
    rows = load_rows(RoundTable.objects.filter(round=round_), INSIDE)
    assert [(row.is_played, row.progress.too_many) for row in rows] == [(True, 1), (False, 0), (False, 0)]


def test_the_director_cuts_short_from_the_desk_and_from_a_table(round_, director):
    answer = director.post(at("desk_clock", round_), {"what": "hands", "hands": "3", "key": new_key()})
    assert (answer.status_code, answer.context["asked"]) == (409, "hands")
    assert answer.context["typed"] == {"what": "hands", "hands": "3"}
    confirmed = {"what": "hands", "hands": "3", "confirm": "1", "key": new_key()}
    assert director.post(at("desk_clock", round_), confirmed).status_code == 302
    assert [clock_at(round_, number).get_most_hands(4) for number in (1, 2)] == [3, 3]
    of_one = {"what": "hands", "hands": "5", "key": new_key()}
    assert director.post(at("desk_table_clock", round_, table=2), of_one).status_code == 302
    assert [clock_at(round_, 1).hands, clock_at(round_, 2).hands] == [(3, 3, 4), (4, 5, 6)]
    for cannot_be in ("viele", "0", "-4", "100"):
        sent = {"what": "hands", "hands": cannot_be, "confirm": "1", "key": new_key()}
        assert director.post(at("desk_clock", round_), sent).status_code == 409
    assert clock_at(round_, 1).hands == (3, 3, 4)


def test_what_must_be_confirmed_at_a_table_stands_there_as_it_was_typed(round_, director):
    of_five = {"what": "hands", "hands": "3", "reason": "Der Bus fährt", "key": new_key()}
    answer = director.post(at("desk_table_clock", round_, table=2), of_five)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'name="hands" value="3"' in page
    assert 'value="Der Bus fährt"' in page
    assert "<details open>" in page
    untouched = director.get(at("desk_table", round_, table=2)).content.decode()
    assert "<details open>" not in untouched


def test_who_is_slow_is_named_fives_by_their_deals_for_each_player(watch):
    drawn = tables_of(0, (4, 5, 4, 4), **CUP | {"hands": (8, 10, 12)})
    acts.start_clock(drawn, new_key())
    for number, count in ((1, 5), (2, 6), (3, 4), (4, 2)):
        hands(drawn, number, count)
    here = Round.objects.select_related("tournament").get(pk=drawn.pk)
    desk = load_desk(here.tournament, here, INSIDE)
    assert [row.number for row in desk.slow] == [4]
    assert desk.from_to == (3, 6)


def test_kontra_counts_in_money_only_and_the_difference_goes_to_the_box(round_):
    lost = normal() | {"plays": [normal()["plays"][0] | {"result": "lost", "kontra": 2, "kontra_by": 2}]}
    play(round_, 1, lost)
    table = GameTable.objects.select_related("sheet_version").get(pk=table_at(round_, 1).game_table_id)
    assert parse_sheet(table.sheet_version).written == 1
    view = load_settlement_view(table, load_agreed(table))
    assert [2 * value for value in view.book.now.written] == list(view.book.now.totals)
    # Who lost pays 20 cents each; who won gets 10 each, and the box 20.
    paid = {
        name: sum(payment.amount for payment in view.payments if payment.payer == name) for _place, name in view.players
    }
    got = {name: sum(payment.amount for payment in view.payments if payment.getter == name) for name in (*paid, "")}
    assert sorted(paid.values()) == [0, 0, 20, 20]
    assert (sorted(got.values()), got[""]) == ([0, 0, 10, 10, 20], 20)
    assert audit.verify([table.pk]) == []


def test_the_house_rules_of_the_table_say_what_kontra_counts(round_):
    said = read_text(Client().get(reverse("rules", args=[table_at(round_, 1).game_table.slug])))
    assert "×1" in said
    plain, capped = pin_sheet("zwanzigerrufen", {}), pin_sheet("zwanzigerrufen", {}, 1)
    assert plain.digest != capped.digest
    assert pin_sheet("zwanzigerrufen", {}, 0) == plain == pin_sheet("zwanzigerrufen", {}, 4)
    assert pin_sheet("skoty", {}, 2) == pin_sheet("skoty", {}) != pin_sheet("skoty", {}, 0)


def test_the_settlement_of_a_table_is_for_its_players_to_read(round_):
    table = table_at(round_, 1).game_table
    phone = Client()
    assert phone.get(reverse("settlement", args=[table.slug])).status_code == 403
    let_write(table)
    player = phones.Client()
    hands(round_, 1, 1)
    assert reverse("settlement", args=[table.slug]) in player.get(reverse("table", args=[table.slug])).content.decode()
    page = player.get(reverse("settlement", args=[table.slug]))
    assert page.status_code == 200
    assert 'name="what" value="agree"' not in page.content.decode()
    agree = {"what": "agree", "rate": "5", "key": new_key(), "seen": "1"}
    assert player.post(reverse("settlement", args=[table.slug]), agree).status_code == 403
    assert load_agreed(table).rate == 10


def test_tables_that_are_laid_follow_what_the_settings_say_of_money_and_hands():
    of, first = factories.make_entered_round(4, **CUP)
    [table] = factories.draw_tables(first)
    assert (load_agreed(table.game_table).rate, load_agreed(table.game_table).donation) == (10, True)
    other = Settings(**{"rounds": 0} | CUP | {"rate": 50, "hands": (8, 10, 12)})
    change_tournament_settings(of.pk, factories.new_key(), TournamentDetails(of.name, of.day, other))
    laid = GameTable.objects.get(pk=table.game_table_id)
    assert load_agreed(laid).rate == 50
    assert clock_at(first, 1).hands == (8, 10, 12)
    assert audit.verify([laid.pk]) == []
    with pytest.raises(ActionRefused, match="tables_are_laid"):
        change_tournament_settings(
            of.pk, factories.new_key(), TournamentDetails(of.name, of.day, other._replace(kontra=2))
        )


TIMED_SETTINGS: dict[str, Any] = {"hands": (4, 5, 6), "double_round": False, "start": 0, "count_chips": False}


@pytest.mark.parametrize(("in_play", "closed"), [(True, (2, 3)), (False, (1, 2, 3))])
def test_a_hand_that_was_being_played_at_the_gong_is_not_shut_out(watch, in_play, closed):
    drawn = tables_of(3, hand_in_play=in_play, round_seconds=60, **TIMED_SETTINGS)
    acts.start_clock(drawn, new_key())
    for number, count in ((1, 2), (2, 4), (3, 2)):
        for _hand in range(count):
            play(drawn, number)
    watch.later(seconds=61)
    if in_play:
        play(drawn, 3, phase="play")
    here = Round.objects.select_related("tournament").get(pk=drawn.pk)
    rows = load_rows(RoundTable.objects.filter(round=here), INSIDE)
    assert tuple(row.number for row in rows if row.is_played) == closed
    assert close_finished(here, new_key()).closed == closed
    assert clock_at(here, 1).stands == ("" if in_play else "done")
