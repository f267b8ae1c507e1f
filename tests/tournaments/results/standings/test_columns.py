"""A club chooses the columns of its standings; the choice holds wherever people look at them."""

import csv
import io
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.accounts import log_in, make_account
from tests.support.pdf import extract_text
from tests.tournaments.results.standings.played_tables import (
    finish_table,
    normal,
    play_hand,
    publish_results,
    solo,
    started,
)
from tests.tournaments.support import acts, factories
from tournaments.core.settings import CUP, build_default_settings
from tournaments.hall.standing.standing import CHOICE
from tournaments.models import Prize, Tournament
from tournaments.results.standings.editions import load_standing_editions

pytestmark = pytest.mark.django_db
COLUMNS = ("hands", "hands_won", "per_hand", "best_round", "rounds_won")
HEADS = ["Hands", "Hands won", "Ø per hand", "Sum"]  # the last one decides
OVERALL = [*HEADS[:3], "Best round by total", "Rounds won", "Sum"]


@pytest.fixture
def cup() -> Tournament:
    of, first, [table] = factories.whole(4, **{**build_default_settings(CUP)._asdict(), "rounds": 0})
    started(first)
    for hand in (normal(0, 1), solo(2)):
        play_hand(table, hand)
    acts.choose_columns(of, factories.new_key(), COLUMNS)
    finish_table(table)
    return of


def find_heads(page: str) -> list[str]:
    head = page[page.index("<thead>") : page.index("</thead>")].replace("\u00ad", "")
    return re.findall(r"<th[^>]*>([^<]+)</th>", head)


def read(of: Tournament, page: str, *args: object) -> str:
    return Client(headers={"accept-language": "en"}).get(reverse(page, args=[of.slug, *args])).content.decode()


def test_the_chosen_columns_stand_on_pages_walls_and_papers_and_in_files(cup):
    for page, args, heads in (("standings", [], OVERALL), ("round_standings", [1], HEADS)):
        assert find_heads(read(cup, page, *args))[-len(heads) :] == heads
    assert "Ø per hand" in read(cup, "projector")
    paper = reverse("round_paper", args=[cup.slug, 1, "standings"])
    content = log_in(make_account("director")).get(paper, headers={"accept-language": "en"}).content
    assert "Hands won" in extract_text(content)
    rows = csv.DictReader(io.StringIO(read(cup, "standings_csv").removeprefix("\ufeff")), delimiter=";")
    assert [(row["Round"], row["Hands"], row["Rounds won"]) for row in rows][::4] == [
        ("1", "2", ""),
        ("overall", "2", "1"),
    ]
    [first, *_others] = json.loads(read(cup, "standings_json"))["overall"]["rows"]
    assert (first["hands"], first["hands_won"], first["rounds_won"]) == (2, 1, 1)


def test_a_column_that_nobody_has_a_value_for_is_left_out(cup):
    publish_results(cup, 1)
    assert "Hands" not in read(cup, "edition", 1, 1)  # hands are not published
    acts.choose_columns(cup, factories.new_key(), ("capital", "hands"))
    assert "Capital" not in read(cup, "standings")  # there is no play money


def test_chosen_prizes_are_a_column_of_the_results_that_they_were_chosen_for(cup):
    publish_results(cup, 1)
    acts.add_prize(cup, factories.new_key(), 1, "<b>Geschenkkorb", 4000)
    acts.draw_lots(cup, factories.new_key(), 1, CHOICE)
    [best, *_others] = load_standing_editions(cup)[0].rows
    acts.record_choice(cup, factories.new_key(), 1, best.person, Prize.objects.get().pk)
    acts.choose_columns(cup, factories.new_key(), ("prize",))
    for page, args in (("round_standings", [1]), ("edition", [1, 1])):
        text = read(cup, page, *args)
        assert [head for head in find_heads(text) if head][-2:] == ["Prize", "Sum"]
        on_podium = page == "edition"
        assert text.count("&lt;b&gt;Geschenkkorb") == 1 + on_podium
    assert "Prize" not in find_heads(read(cup, "standings"))
    assert read(cup, "standings_csv").count("<b>Geschenkkorb") == 1


def test_files_of_play_money_leave_the_best_round_out_where_there_is_none():
    of, first, [table] = factories.whole(4)
    started(first)
    play_hand(table, normal(0, 1))
    acts.choose_columns(of, factories.new_key(), COLUMNS)
    rows = list(csv.DictReader(io.StringIO(read(of, "standings_csv").removeprefix("\ufeff")), delimiter=";"))
    assert [row["Best round"] for row in rows] == ["", "", "", "", "1.0", "1.0", "-1.0", "-1.0"]
    shown = json.loads(read(of, "standings_json"))
    assert "best_round" not in shown["rounds"][0]["rows"][0]
    assert shown["overall"]["rows"][0]["best_round"] == 1
    finish_table(table)
    publish_results(of, 1)
    assert "Hands won" not in read(of, "edition", 1, 1)


def test_without_a_choice_the_standings_have_what_the_ranking_needs(cup):
    acts.choose_columns(cup, factories.new_key(), ())
    assert find_heads(read(cup, "standings"))[-3:] == ["Written score", "Place points", "Sum"]
