"""The director's desk: what it shows and does, for whom, and how quickly with many tables."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.table_clock import AWAITS_REFEREE, CLOCK_PAUSED
from scoring.models import Mark, Sitting
from tarockclub.platform.server.page_cache import PageCache
from tests.scoring.support.tables import book_of, last_key, new_key
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import BEGIN, clock_at, stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import at, hold, play, write_acts
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import acts, factories
from tournaments.core.acts import Kind
from tournaments.core.rules.line_facts import CapitalCourse
from tournaments.core.selectors import load_settings
from tournaments.core.settings import Settings, encode_settings
from tournaments.hall.desk import page as desk_page
from tournaments.hall.desk import views
from tournaments.models import Act, Round, RoundTable, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]


@share_rows
def drawn_round():
    """A round that is drawn and not started."""
    with stop_time():
        return tables_of(3)


@share_rows
def round_(drawn_round):
    """A round that runs."""
    with stop_time():
        acts.start_clock(drawn_round, new_key())
    return Round.objects.select_related("tournament").get(pk=drawn_round.pk)


def post(client, name, round_, what, **more):
    arguments = {"table": more.pop("table")} if "table" in more else {}
    return client.post(at(name, round_, **arguments), {"what": what, "key": new_key(), **more})


def page(client, round_, **query):
    return client.get(at("desk", round_), query).content.decode()


def tiles(html):
    """The tables of a page: number and all that is said of each, without tags."""
    found = re.findall(r'<li id="table-(\d+)".*?</li>', html, re.S)
    texts = re.findall(r'<li id="table-\d+".*?>(.*?)</li>', html, re.S)
    return dict(zip(map(int, found), [" ".join(re.sub(r"<[^>]+>", " ", text).split()) for text in texts], strict=True))


def test_the_desk_shows_every_table_with_its_players(director, round_):
    found = tiles(page(director, round_))
    assert set(found) == {1, 2, 3}
    assert all(f"Spieler 2/{place}" in found[2] for place in range(4))


def test_a_round_is_started_paused_resumed_and_extended_from_the_desk(director, drawn_round, watch):
    assert post(director, "desk_clock", drawn_round, "start", asked="1").status_code == 302
    watch.later(minutes=10)
    post(director, "desk_clock", drawn_round, "pause")
    assert clock_at(drawn_round, 1).stands == CLOCK_PAUSED
    watch.later(minutes=7)
    post(director, "desk_clock", drawn_round, "resume")
    post(director, "desk_clock", drawn_round, "extend", minutes="5")
    assert clock_at(drawn_round, 1).compute_left(watch.at) == 25 * 60 * 1000
    post(director, "desk_clock", drawn_round, "end")
    assert clock_at(drawn_round, 1).is_over(watch.at)


@pytest.mark.parametrize("minutes", ["", "x", "5.5", "--5", "99999", "٣"])
def test_minutes_that_are_none_change_no_clock(director, round_, watch, minutes):
    assert post(director, "desk_clock", round_, "extend", minutes=minutes).status_code == 409
    assert clock_at(round_, 1).compute_left(watch.at) == 30 * 60 * 1000


def test_a_hall_is_a_map_and_few_tables_have_names_and_capital(director, round_, monkeypatch):
    play(round_, 1)
    few = director.get(at("desk", round_)).content.decode()
    assert re.findall(r"Spieler 1/0\s+<b>([0-9,]+)</b>", few)
    monkeypatch.setattr(desk_page, "HALL", 3)
    RoundTable.objects.filter(pk=table_at(round_, 2).pk).update(called=BEGIN)
    hall = director.get(at("desk", round_)).content.decode()
    tables = hall.partition('data-piece="tables"')[2].partition("</ol>")[0]
    assert set(tiles(page(director, round_))) == {1, 2, 3}
    assert "Spieler" not in tables
    assert 'id="need-called-2"' in hall


def test_capital_that_was_replaced_is_marked_and_the_round_ends_at_the_foot(director, round_, monkeypatch):
    play(round_, 1)
    assert "Ersatz" not in tiles(page(director, round_))[1]
    monkeypatch.setattr(CapitalCourse, "replaced", 1)
    shown = page(director, round_)
    assert "+50,00 Ersatz" in tiles(shown)[1]
    foot = shown.partition('class="act-foot"')[2].partition("</form>")[0]
    assert at("desk_close", round_) in foot


def test_a_table_says_what_is_open_there(director, round_):
    play(round_, 2)
    hold(round_, 2)
    entry = table_at(round_, 2).game_table.entries.get()
    said = {"kind": Mark.Kind.DISPUTED, "place": 1, "key": "m", "device": "other", "at": round_.started}
    Mark.objects.create(table=entry.table, entry=entry, **said)
    found = tiles(page(director, round_))
    assert "urgent" in page(director, round_)
    assert found[2] != found[1].replace("1", "2")


def test_one_table_is_halted_and_goes_on(director, round_):
    post(director, "desk_table_clock", round_, "halt", table=2)
    assert clock_at(round_, 2).stands == AWAITS_REFEREE
    assert clock_at(round_, 1).stands == ""
    post(director, "desk_table_clock", round_, "go_on", table=2)
    assert clock_at(round_, 2).stands == ""


def test_one_table_gets_time_and_its_time_is_ended(director, round_, watch):
    post(director, "desk_table_clock", round_, "extend", table=2, minutes="2")
    assert clock_at(round_, 2).compute_left(watch.at) == 32 * 60 * 1000
    post(director, "desk_table_clock", round_, "end", table=2)
    assert clock_at(round_, 2).compute_left(watch.at) == 0
    assert clock_at(round_, 1).compute_left(watch.at) == 30 * 60 * 1000


def chips(round_, number, *amounts):
    sittings = Sitting.objects.filter(table=table_at(round_, number).game_table).order_by("place")
    return {f"chips-{sitting.pk}": amount for sitting, amount in zip(sittings, amounts, strict=True)}


def test_right_chips_and_nothing_open_close_the_table(director, round_, watch):
    play(round_, 1)
    post(director, "desk_table_clock", round_, "end", table=1)
    Tournament.objects.update(settings=encode_settings(Settings(double_round=False)))
    answer = post(director, "desk_count", round_, "", table=1, **chips(round_, 1, "51", "51,00", "49.00", "49"))
    assert answer.status_code == 302
    assert table_at(round_, 1).done == watch.at


def test_right_chips_do_not_close_what_is_open_but_are_kept(director, round_):
    answer = post(director, "desk_count", round_, "", table=1, **chips(round_, 1, "50", "50", "50", "50"))
    assert answer.status_code == 409
    assert table_at(round_, 1).done is None
    assert Act.objects.filter(kind=Kind.COUNTED).count() == 1
    post(director, "desk_done", round_, "done", table=1, confirm="1")
    assert table_at(round_, 1).done is not None


def test_wrong_chips_are_shown_with_their_difference(director, round_):
    post(director, "desk_count", round_, "", table=1, **chips(round_, 1, "48", "50", "50", "50"))
    html = director.get(at("desk_table", round_, table=1)).content.decode()
    assert "−2,00" in html
    assert post(director, "desk_done", round_, "done", table=1, confirm="1").status_code == 409
    post(director, "desk_done", round_, "done", table=1, confirm="1", reason="verzählt")
    assert table_at(round_, 1).done is not None
    assert Act.objects.filter(kind=Kind.DONE, note__text="verzählt").count() == 1


def test_a_table_is_opened_again_or_ended_early(director, round_, watch):
    post(director, "desk_done", round_, "struck", table=1, reason="Nur noch drei")
    assert (table_at(round_, 1).done, table_at(round_, 1).counts) == (watch.at, False)
    post(director, "desk_done", round_, "stands", table=1, reason="Doch")
    assert table_at(round_, 1).counts
    post(director, "desk_done", round_, "reopen", table=1, reason="Ein Spiel fehlt", minutes="2")
    assert table_at(round_, 1).done is None


@pytest.mark.parametrize("kinds", [(), (Kind.RESULT,)])
def test_a_correction_needs_a_reason(director, round_, kinds):
    post(director, "desk_done", round_, "stands", table=1, reason="Ende")
    write_acts(round_, *kinds)
    places = (
        Sitting.objects.filter(table=table_at(round_, 1).game_table).order_by("place").values_list("place", flat=True)
    )
    sent = {"kind": "seat", "seat": list(places[:2])}
    looked = post(director, "desk_correct", round_, "", table=1, **sent)
    assert looked.status_code == 200
    sent |= {"shown": looked.context["shown"], "confirm": "1"}
    assert post(director, "desk_correct", round_, "", table=1, **sent).status_code == 409
    assert not Act.objects.filter(kind=Kind.CORRECTED).exists()
    assert post(director, "desk_correct", round_, "", table=1, **sent, why="verwechselt").status_code == 302
    assert [act.note and act.note.text for act in Act.objects.filter(kind=Kind.CORRECTED)] == ["verwechselt"]


def test_at_a_table_that_is_done_even_a_director_changes_nothing_before_he_was_warned(director, round_, watch):
    def strike_hand():
        game = table_at(round_, 1).game_table
        sent = {"key": new_key(), "previous": last_key(game), "reason": "Irrtum"}
        director.post(reverse("strike", args=[game.slug]), sent)
        return all(line.score is None for line in book_of(game).played)

    play(round_, 1)
    post(director, "desk_done", round_, "stands", table=1, reason="Ende")
    assert not strike_hand()
    acts.begin_correction(table_at(round_, 1), new_key(), "Falsch", confirmed=True)
    write_acts(round_, Kind.RESULT)
    assert not strike_hand()  # the result was published since
    acts.begin_correction(table_at(round_, 1), new_key(), "Falsch", confirmed=True)
    watch.later(minutes=61)
    assert not strike_hand()  # that was too long ago
    acts.begin_correction(table_at(round_, 1), new_key(), "Falsch", confirmed=True)
    assert strike_hand()


def test_whoever_asks_again_gets_nothing_until_something_has_changed(director, round_):
    first = director.get(at("desk_live", round_))
    assert first.status_code == 200
    assert abs(int(first["X-Now"]) - round_.started.timestamp() * 1000) < 1000
    again = {"If-None-Match": first["ETag"]}
    assert director.get(at("desk_live", round_), headers=again).status_code == 304
    play(round_, 2)
    news = director.get(at("desk_live", round_), headers=again)
    assert news.status_code == 200
    assert tiles(news.content.decode())[2] != tiles(first.content.decode())[2]


def test_what_was_made_a_moment_ago_is_shown_until_the_director_does_something(director, round_, monkeypatch):
    monkeypatch.setattr(views, "PAGE_CACHE", PageCache(seconds=60))
    again = {"If-None-Match": director.get(at("desk_live", round_))["ETag"]}
    play(round_, 2)
    assert director.get(at("desk_live", round_), headers=again).status_code == 304
    post(director, "desk_clock", round_, "pause")
    assert director.get(at("desk_live", round_), headers=again).status_code == 200


def test_what_is_sent_to_all_has_no_key_of_a_form(director, round_):
    assert 'name="key"' not in director.get(at("desk_live", round_)).content.decode()


def test_a_wall_without_a_round_says_that_it_begins_soon(watch):
    tournament = factories.tournament()
    assert Client().get(reverse("projector", args=[tournament.slug])).status_code == 200
    assert "data-clock " not in Client().get(reverse("projector_live", args=[tournament.slug])).content.decode()


def test_of_more_than_64_tables_the_wall_names_those_that_do_not_simply_play(watch):
    tournament, first, _tables = running(4 * 65)
    acts.halt(table_at(first, 7), new_key())
    html = Client().get(reverse("projector", args=[tournament.slug])).content.decode()
    tables = html[html.index("wall-tables") :]
    assert re.findall(r"<strong>(\d+)</strong>", tables) == ["7"]


@pytest.mark.parametrize("shown", [True, False])
def test_a_wall_says_who_has_lost_everything_only_behind_the_name_and_where_a_club_wants_it(round_, shown):
    of = round_.tournament
    Tournament.objects.filter(pk=of.pk).update(
        settings=encode_settings(load_settings(of)._replace(show_replacements=shown))
    )
    for _again in range(13):
        play(round_, 1, {"plays": [{"contract": "solo", "declarer": 0, "result": "lost"}]})
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    every_page, _mark, pages = html.partition('data-piece="pages"')
    assert "Spieler 1/0" not in every_page
    named = [page for page in pages.split("<section")[1:] if "Ersatzkapital" in page]
    assert ["Spieler 1/1" in page for page in named] == ([True] if shown else [])  # among all others
    assert not load_settings(factories.tournament()).show_replacements


def test_the_time_of_the_server_is_told_to_everybody_and_kept_by_nobody(watch):
    answer = Client().get(reverse("time"))
    assert answer.json() == {"now": round(watch.at.timestamp() * 1000), "speed": 0, "base": ""}
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("done", [True, False])
def test_the_director_sees_what_a_correction_changes_beside_the_sheet_only_where_the_table_is_done(
    director, round_, done
):
    play(round_, 1)
    if done:
        post(director, "desk_done", round_, "stands", table=1, reason="Ende")
    game = table_at(round_, 1).game_table
    sent = {"what": "strike", "line": str(book_of(game).played[0].number)}
    shown = director.post(reverse("change", args=[game.slug]), sent)
    assert shown.status_code == 200, shown.context["refusals"]
    around = shown.context["around"]
    assert (around is not None) is done
    if done:
        assert [move.name for move in around["effects"].moves[:2]] == ["Spieler 1/0", "Spieler 1/1"]


@pytest.mark.parametrize("closed", [True, False])
def test_only_a_round_that_goes_on_shows_its_clock(watch, closed, director):
    made = tables_of(1)
    acts.start_clock(made, new_key())
    play(made, 1)
    if closed:
        Round.objects.filter(pk=made.pk).update(closed=BEGIN)
    html = director.get(reverse("desk", args=[made.tournament.slug, made.number])).content.decode()
    head = html.partition('data-piece="head"')[2].partition("</div>")[0]
    assert ("data-clock " in head) is not closed
    assert ("clock-state" in head) is not closed
