"""The surroundings of a tournament's table on its page: clock, capital, replacement; the same queries for all."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from scoring.models import GameTable
from tarockclub.platform.server.static_files import TABLE, get_style_name
from tests.scoring.support.tables import new_key, new_table
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.phones import let_write
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import stop_time
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support import acts, factories
from tournaments.core.acts import Kind
from tournaments.models import Act, Presence, Round, RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]
LOST = {"plays": [{"contract": "solo", "declarer": 0, "result": "lost"}]}


@share_rows
def round_():
    """A round of two tables that runs."""
    with stop_time():
        _tournament, first, tables = factories.whole(8)
        for table in tables:
            let_write(table.game_table)
        acts.start_clock(first, new_key())
        return Round.objects.get(pk=first.pk)


def game(round_, number=1):
    return RoundTable.objects.get(round=round_, number=number).game_table


def around(table, client=None):
    """Return the surroundings of a table, without what else its page says."""
    html = (client or Client()).get(reverse("table", args=[table.slug])).content.decode()
    found = re.search(r'<div class="around".*?(?=<section class="standing")', html, re.S)
    return found[0] if found else ""


def test_an_evening_has_nothing_around_it():
    assert around(new_table()) == ""


def test_the_page_shows_the_clock_and_what_everybody_has(round_, watch):
    play(round_, 1)
    watch.later(minutes=10)
    said = around(game(round_))
    assert ">20:00</span>" in said
    assert re.findall(r"<dd>([^<]+)</dd>", said) == ["51,00", "51,00", "49,00", "49,00"]


def test_who_has_lost_everything_is_said_at_once_and_stands_apart(round_):
    for _hand in range(4):
        play(round_, 1, LOST)
        play(round_, 1)
    poor = around(game(round_))
    for _hand in range(8):
        play(round_, 1, LOST)
    assert "lost-all" not in poor
    assert "lost-all" in around(game(round_))
    assert "lost-all" not in around(game(round_, 2))


@pytest.mark.parametrize("state", ["paused", "referee", "done"])
def test_why_the_clock_stands_is_said(round_, state):
    table = RoundTable.objects.select_related("round").get(round=round_, number=1)
    {
        "paused": lambda: acts.pause_clock(round_, new_key()),
        "referee": lambda: acts.halt(table, new_key()),
        "done": lambda: acts.break_up(table, new_key(), "Ende", counts=True),
    }[state]()
    said = around(game(round_))
    assert f'data-state="{state}"' in said
    assert 'class="allowed' in said


def test_at_a_table_that_is_done_the_page_leads_to_its_correction(round_):
    page = reverse("desk_correct", args=[round_.tournament.slug, round_.number, 1])
    assert page not in around(game(round_))
    acts.break_up(RoundTable.objects.get(round=round_, number=1), new_key(), "Ende", counts=True)
    assert page in around(game(round_))


@pytest.mark.parametrize("counts", [True, False])
def test_a_table_that_is_done_leads_the_director_to_his_page_whether_it_counts_or_not(round_, counts):
    table = round_.tables.get(number=1)
    acts.break_up(table, new_key(), "Ende", counts=counts)
    page = Client().get(reverse("table", args=[table.game_table.slug])).content.decode()
    assert reverse("desk_table", args=[round_.tournament.slug, 1, 1]) in page
    assert ("sein Stand zählt nicht" in page) is not counts


def test_after_the_time_the_page_says_what_may_still_be_entered(round_, watch):
    def hidden(said):
        found = re.search(r'data-while="up"( hidden)?>[^<]{20,}', said)
        assert found is not None
        return found[1]

    assert hidden(around(game(round_)))
    watch.later(minutes=31)
    assert not hidden(around(game(round_)))


def test_only_whoever_writes_there_may_call_the_referee(round_):
    assert "/referee/" not in around(game(round_))
    assert "/referee/" in around(game(round_), phones.Client())
    acts.pause_clock(round_, new_key())
    assert "/referee/" in around(game(round_), phones.Client())
    table = RoundTable.objects.select_related("round").get(round=round_, number=1)
    acts.halt(table, new_key())
    assert "/referee/" not in around(game(round_), phones.Client())


def test_a_change_of_the_clock_is_news_for_the_phones(round_):
    live = reverse("live", args=[game(round_).slug])
    first = Client().get(live)
    again = {"If-None-Match": first["ETag"]}
    assert Client().get(live, headers=again).status_code == 304
    acts.pause_clock(round_, new_key())
    news = Client().get(live, headers=again)
    assert news.status_code == 200
    assert 'data-state="paused"' in news.content.decode()


def test_what_is_shown_writes_nothing(round_):
    before = Act.objects.count(), GameTable.objects.get(pk=game(round_).pk).news
    around(game(round_), phones.Client())
    assert before == (Act.objects.count(), GameTable.objects.get(pk=game(round_).pk).news)
    assert not Act.objects.filter(kind=Kind.CALLED).exists()


def test_a_table_that_another_draw_has_replaced_says_so_to_who_opens_its_old_code(round_):
    of = round_.tournament
    second = factories.round_(of)
    one = factories.draw_tables(second)[0]
    game_table = one.game_table
    one.delete()
    answer = Client().get(reverse("table", args=[game_table.slug]))
    assert answer.status_code == 200
    assert answer.context["around"]["gone"] is True


def test_tables_of_tournaments_are_no_evenings(round_):
    page = log_in(make_account("director")).get("/").context["page"]
    assert (page.mine, page.tables, page.won) == ((), (), ())


@pytest.mark.heavy
def test_as_long_as_the_referee_is_asked_the_form_has_no_button_that_saves(chromium, round_):
    style = Path(str(finders.find(get_style_name(TABLE, "usual")))).read_text("utf-8")
    page = chromium.new_context(java_script_enabled=False).new_page()
    seen = []
    for act in (None, acts.halt):
        if act is not None:
            act(RoundTable.objects.get(round=round_, number=1), new_key())
        table = game(round_)
        html = phones.Client().get(reverse("table", args=[table.slug])).content.decode()
        page.set_content(html.replace("</head>", f"<style>{style}</style></head>"))
        seen.append((page.locator("#save").is_visible(), page.locator("#entry .contracts").first.is_visible()))
    page.context.close()
    assert seen == [(True, True), (False, True)]


def test_who_has_not_come_is_not_offered_as_the_player_of_a_phone(round_):
    table = game(round_)
    phone = phones.Client(headers={"accept-language": "de"})
    address = reverse("own_seat", args=[table.slug])
    assert "Spieler 2</b>" in phone.get(address).content.decode()
    Presence.objects.filter(round=round_, entrant__number=2).update(state=Presence.State.NO_SHOW)
    shown = phone.get(address).content.decode()
    assert "Spieler 2</b>" not in shown
    assert "Spieler 1</b>" in shown
