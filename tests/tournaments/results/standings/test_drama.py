"""The drama of live standings: it follows from the books alone, and says nothing that the rules leave open."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.models import Deal
from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.models import Person
from tests.tournaments.results.standings.played_tables import (
    finish_table,
    normal,
    over,
    paper,
    play_hand,
    running,
    solo,
    standings,
    started,
)
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.editions import FINAL
from tournaments.core.settings import CUP, TABLE, build_default_settings
from tournaments.results.standings.cache import CachedStandings
from tournaments.results.standings.drama import NO_DRAMA, load_big_hands, load_drama

pytestmark = pytest.mark.django_db


def look(of):
    """The standings as they are now."""
    return CachedStandings(standings(of))


def watch(of, number=1):
    with translation.override("de"):
        return load_drama(look(of), number)


def watch_page(name, of, *where, **query):
    answer = Client(headers={"Accept-Language": "de"}).get(reverse(name, args=[of.slug, *where]), query)
    return " ".join(answer.content.decode().replace(SOFT_HYPHEN, "").split())


def test_the_last_hand_of_each_table_moves_players_from_the_second_round_on():
    of, _first, (table,) = running(4)
    paper(table, 5, -5, 0, 0)
    paper(table, 0, 0, 0, 0)
    assert watch(of).moves == {}, "a place of the first hands says nothing"
    finish_table(table)
    second = factories.round_(of)
    [table] = factories.draw_tables(second)
    started(second)
    play_hand(table, solo(0))  # player 1 leads; the others are level behind
    assert watch(of, 2).moves == {}, "before the first hand nobody had a place"
    play_hand(table, normal(1, 3))  # 11, −3, −5, −3
    play_hand(table, solo(1))  # 7, 9, −9, −7
    assert watch(of, 2).moves == {1: -1, 2: 1, 4: -1}
    assert watch(of, FINAL).moves == {1: -1, 2: 1, 4: -1}
    page = watch_page("round_standings", of, 2)
    assert 'aria-label="1 hinauf">▲1</small>' in page
    assert 'aria-label="1 hinunter">▼1</small>' in page


def test_it_says_who_leads_by_how_much_and_what_is_missing_for_a_prize():
    of, first, (table,) = factories.whole(4, choosers=2)
    acts.add_prize(of, new_key(), 1, "Schinken", 900)
    acts.add_prize(of, new_key(), 1, "Krapfen", 500)
    started(first)
    paper(table, 20, 6, 2, -28)
    told = watch(of)
    assert told.lead == "Spieler 1 führt, 14 vor Spieler 2."
    assert told.prizes == "Platz 1 bis 2 gewinnen einen Preis"
    assert told.gaps == {3: "auf Platz 2 fehlen 4", 4: "auf Platz 2 fehlen 34"}
    assert watch(of, FINAL).gaps == {}, "these prizes are of the round"
    assert "auf Platz 2 fehlen 4" in watch_page("round_standings", of, 1)


def test_no_distance_where_something_else_than_the_amount_ranks():
    of, first, (table,) = factories.whole(4, choosers=1)
    acts.add_prize(of, new_key(), 1, "Schinken", 900)
    started(first)
    paper(table, 20, 10, 30, -60, replaced=(0, 0, 0, 1))
    told = watch(of)
    assert told.lead == "Spieler 3 führt, 10 vor Spieler 1."
    assert told.gaps == {1: "auf Platz 1 fehlen 10", 2: "auf Platz 1 fehlen 20"}, "nothing for who had a replacement"


def test_who_leads_two_that_share_a_place_leads_no_one_of_them():
    _of, first, (table,) = factories.whole(4)
    started(first)
    paper(table, 20, 6, 6, -32)
    assert watch(first.tournament).lead == "Spieler 1 führt mit 14 Vorsprung."


def test_level_players_lead_together():
    of, _first, (table,) = running(4)
    paper(table, 10, 10, -5, -15)
    assert watch(of).lead == "Spieler 1 und Spieler 2 führen mit 60."
    assert watch(of, FINAL).lead == "Spieler 1 und Spieler 2 führen mit +10."


def test_each_line_says_how_far_it_is_behind_and_the_tables_who_leads_there():
    of, _first, (table, other) = running(8)
    paper(table, 10, 5, -5, -10)
    assert watch(of, FINAL).behind == {2: "5", 3: "15", 4: "20", **dict.fromkeys((5, 6, 7, 8), "10")}
    page = watch_page("standings", of)
    assert page.count('<td class="minor behind">') == 8
    assert f'href="/tables/{table.game_table.slug}/"><strong><b>1</b> Spieler 1 <em>+10</em></strong>' in page
    assert "Spieler 2 <b>+5</b>, Spieler 3 <b>−5</b>, Spieler 4 <b>−10</b>" in page
    paper(other, 20, 0, -5, -15)
    finish_table(table)
    finish_table(other)
    second = factories.round_(of)
    factories.draw_tables(second)
    started(second)
    assert "at-tables" in watch_page("standings", of)
    assert "So sitzt ihr" in watch_page("round_standings", of, 2)
    before = watch_page("round_standings", of, 1)  # its own tables stay there
    assert "at-tables" not in before
    assert f'href="/tables/{table.game_table.slug}/"' in before


def test_tables_that_are_ranked_by_themselves_have_no_common_leader():
    of, _first, (one, other) = running(8, scope=TABLE)
    paper(one, 10, 5, -5, -10)
    paper(other, 20, 5, -5, -20)
    assert (watch(of).lead, watch(of).gaps) == ("", {})


def test_of_a_cup_it_says_how_many_hands_are_left_at_most():
    settings = build_default_settings(CUP)._replace(hands=(4, 5, 6))._asdict()
    of, _first, (one, other) = running(8, **settings)
    assert watch(of).left == "noch höchstens 4 Spiele"
    play_hand(one, normal(0, 2))
    assert watch(of).left == "noch höchstens 4 Spiele", "the other table has not begun"
    play_hand(other, normal(0, 2))
    assert watch(of).left == "noch höchstens 3 Spiele"


def test_before_and_after_a_round_nothing_is_exciting():
    of, first, (table,) = factories.whole(4)
    assert watch(of) == NO_DRAMA
    over(first, (table, (10, 5, -5, -10)))
    first.closed = first.started
    first.save()
    assert watch(of) == NO_DRAMA
    assert load_big_hands(look(of).standings, "de") == ()


def test_big_hands_are_those_that_pay_more_than_is_usual_there():
    of, first, (table,) = factories.whole(4)
    Person.objects.filter(entrants__tournament=of, entrants__number=2).update(name="Berta Huber")
    started(first)
    for _deal in range(9):
        play_hand(table, normal(0, 2))
    assert load_big_hands(look(of).standings, "de") == ()
    play_hand(table, solo(1))
    [big] = load_big_hands(look(of).standings, "de")
    assert (big.table, big.points) == (1, "12")
    assert big.words == "Solo · Berta Huber · gewonnen"
    assert big.line == Deal.objects.latest("number").number
    assert "Große Spiele" in watch_page("standings", of)
    assert reverse("deal", args=[big.slug, big.line]) in watch_page("standings", of)


def test_where_standings_are_hidden_so_is_everything_about_them():
    of, first, (table,) = factories.whole(4, show_live=False, choosers=1)
    acts.add_prize(of, new_key(), 1, "Schinken", 900)
    started(first)
    for _deal in range(9):
        play_hand(table, normal(0, 2))
    play_hand(table, solo(1))
    for page in (watch_page("standings", of, follow="1,2"), watch_page("round_standings", of, 1, follow="1,2")):
        for word in ("Spieler 1", "führt", "Große Spiele", "fehlen", "▲", "Preis"):
            assert word not in page, word
    finish_table(table)


def test_whoever_is_followed_stands_above_without_script():
    of, first, (table,) = factories.whole(4, choosers=1)
    acts.add_prize(of, new_key(), 1, "Schinken", 900)
    started(first)
    paper(table, 20, 6, 2, -28)
    page = watch_page("round_standings", of, 1, follow="3,99,x,2")
    followed = page.split('id="followed"')[1].split("</section>")[0]
    assert followed.index("Spieler 2") < followed.index("Spieler 3")
    assert "Spieler 1" not in followed
    assert "auf Platz 1 fehlen 18" in followed
    assert 'id="followed" aria-labelledby="followed-title" hidden' in watch_page("round_standings", of, 1)
    assert f"?follow={3}" in watch_page("tournament_player", of, 3)
