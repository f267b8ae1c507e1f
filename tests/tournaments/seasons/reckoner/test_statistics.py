"""The statistics of random years of a club are what a second reckoning makes of its hands."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tarockclub.platform.server.page_cache import read_newest
from tests.soak import IS_SOAK
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.reckoner import tallies, worlds
from tests.tournaments.seasons.reckoner.answers import read_number
from tests.tournaments.seasons.reckoner.cups import Cup, play_cup
from tests.tournaments.seasons.reckoner.evenings import Table
from tests.tournaments.seasons.reckoner.tallies import Cell, Part, Rows, Tally
from tests.tournaments.seasons.reckoner.test_reckoned import QUICK, find_rule

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
Choice = tuple[dict[str, str], Callable[[Table], bool]]


def read_lists(client: Client, address: str, query: Mapping[str, str]) -> dict[str, list[list[str]]]:
    """Read the lists of a page of statistics as CSV, without their heads; premiums apart, of which nobody makes one."""
    text = client.get(address, {**query, "form": "csv"}, headers=ENGLISH).content.decode("utf-8-sig")
    blocks = [list(csv.reader(io.StringIO(block), delimiter=";")) for block in text.replace("\r", "").split("\n\n")]
    return {block[0][0]: block[2:] for block in blocks[1:] if block[0][0] != "Premiums" or block[2:]}


def split_rates(rows: Rows) -> dict[Any, list[Fraction | None]]:
    """Return rows as a file has them: a rate has a column for the count and one for the total, unless there is none."""
    columns: list[list[Sequence[Cell]]] = []
    for column in zip(*rows.values(), strict=True):
        is_rate = any(isinstance(cell, tuple) for cell in column)
        columns.append([cell if isinstance(cell, tuple) else (cell, cell) if is_rate else (cell,) for cell in column])
    found = (
        [None if value is None else Fraction(value) for cell in row for value in cell]
        for row in zip(*columns, strict=True)
    )
    return dict(zip(rows, found, strict=True))


def compare_rows(said: Iterable[Sequence[str]], expected: Rows, names: Mapping[Any, str] | None = None) -> None:
    """Compare the rows of a list, each with its name first, with what was reckoned; `names`: of people."""
    found = {name: [Fraction(cell) if cell else None for cell in cells] for name, *cells in said}
    wanted = {names[key] if names else key: row for key, row in split_rates(expected).items()}
    assert found.keys() == wanted.keys()
    for name, row in wanted.items():
        assert found[name] == pytest.approx(row, abs=0.0001), name


def compare_lists(client: Client, parts: Sequence[Part], query: Mapping[str, str], names: Mapping[Any, str]) -> None:
    """Compare the lists of all players, games and house rules."""
    [players] = read_lists(client, reverse("statistics"), query).values()
    compare_rows(players, tallies.reckon_players(parts), names)
    [games] = read_lists(client, reverse("games_statistics"), query).values()
    compare_rows(games, tallies.reckon_games(parts))
    [sheets] = read_lists(client, reverse("sheets_statistics"), query).values()
    compare_rows(sheets, tallies.reckon_sheets(parts))


def compare_player(
    client: Client, parts: Sequence[Part], who: int, query: Mapping[str, str], names: Mapping[Any, str]
) -> None:
    """Compare somebody's page of statistics: its numbers and its lists."""
    address = reverse("player_statistics", args=[who])
    roles, games, partners = tallies.reckon_player(parts, who)
    lists = list(read_lists(client, address, query).values())
    if not roles:
        assert lists == [[]]
        return
    compare_rows(lists[0], roles)
    compare_rows(lists[1], games)
    compare_rows(lists[2], partners, names)
    said = [(when, sheet, int(hands), float(points)) for when, _what, sheet, hands, points in lists[3]]
    tables = tallies.reckon_tables(parts, who)
    assert sorted(said) == sorted((*words, hands, round(float(made), 4)) for *words, hands, made in tables)
    compare_numbers(
        client.get(address, query, headers=ENGLISH).content.decode(), Tally([p for p in parts if p.who == who])
    )


def compare_numbers(page: str, mine: Tally) -> None:
    """Compare the numbers above somebody's lists."""
    section = page.partition('<dl class="statistics-numbers">')[2].partition("</dl>")[0]
    texts = {
        label: " ".join(re.sub(r"<[^>]+>", "", text).replace("\xa0", " ").split())
        for label, text in re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", section, re.DOTALL)
    }
    amounts = {label: read_number(texts[label].split()[0]) for label in ("Points", "best hand", "worst hand")}
    each = [part.written for part in mine.parts]
    assert amounts == {"Points": mine.written, "best hand": max(each), "worst hand": min(each)}
    assert texts["Hands"] == f"{mine.hands} at {mine.tables} table{'s' * (mine.tables > 1)}"
    money = sum((part.money for part in mine.parts), Fraction())
    assert ("Points in money" in texts) == (money != mine.written)
    assert read_number(texts.get("Points in money", texts["Points"])) == money
    assert texts.get("own games won", "") == write_rate(mine.own.won)
    assert texts["counted double"] == write_rate(mine.radl)


def write_rate(rate: tuple[int, int] | None) -> str:
    """Write a rate as pages do: with a percentage from ten on."""
    if rate is None:
        return ""
    words = f"{rate[0]} of {rate[1]}"
    return words if rate[1] < 10 else f"{(200 * rate[0] + rate[1]) // (2 * rate[1])}% {words}"


def compare_rivals(client: Client, parts: Sequence[Part], who: int) -> None:
    """Compare with whom somebody sat on their own page, who was ahead at how many tables, and by how much."""
    with read_newest():  # which is otherwise half a minute old
        page = client.get(reverse("person_page", args=[who]), {"numbers": "1"}, headers=ENGLISH).content.decode()
    body = page.partition('id="h-list"')[2].partition("</table>")[0]
    rows = re.findall(r'<th [^>]*rowheader[^>]*><a href="\D*/(\d+)/page/">.*?</th>(.*?)</tr>', body, re.DOTALL)
    said = {
        int(number): [
            read_number(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<td.*?</td>", cells, re.DOTALL)
        ]
        for number, cells in rows
    }
    assert said == tallies.reckon_rivals(parts, who)


def list_choices(season: str) -> list[Choice]:
    """Return what can be chosen, and the tables that it means."""
    since, until = worlds.YEAR
    return [
        ({"from": ""}, lambda _table: True),
        ({"of": "evenings"}, lambda _table: True),
        ({"from": f"{since}", "to": f"{until}"}, lambda table: since <= table.day <= until),
        ({"of": f"s-{season}"}, lambda table: since <= table.day <= until),
        ({"of": "tournaments"}, lambda _table: False),
        ({"from": "2026-03-05", "sheet": "treffpunkt"}, lambda t: f"{t.day}" >= "2026-03-05" and not t.donation),
    ]


def put_on_paper(cup: Cup) -> Cup:
    """Return a tournament of totals alone: of its hands this reckoning knows nothing."""
    rounds = (tuple(sheet._replace(games=()) for sheet in sheets) for sheets in cup.rounds)
    return cup._replace(rounds=tuple(rounds))


def reckon_statistics(world: worlds.World, number: int, *, most: int) -> None:
    """Play a world, reckon the statistics of a choice, of so many people also theirs, and forget it."""
    with transaction.atomic():
        worlds.play(world)
        cups = [play_cup(at, put_on_paper(cup)) for at, cup in enumerate(world.cups, 1)]
        season = worlds.add_season(world, find_rule("jahr")[0], cups)
        numbers = worlds.change_people(world, [season])
        director = log_in(make_account("director"))
        everything = director.get(reverse("statistics"), {"from": ""}, headers=ENGLISH).content.decode()
        names = {int(number): name for number, name in re.findall(r'/(\d+)/page/">([^<]*)</a>', everything)}
        query, is_chosen = list_choices(f"{season.slug}")[number]
        note(f"{query}")

        def call(name: str) -> int:
            return numbers[world.call(name)]

        parts = tallies.list_parts(filter(is_chosen, world.tables), call)
        compare_lists(director, parts, query, names)
        for who in sorted(names)[:most]:
            compare_player(director, parts, who, query, names)
            compare_rivals(director, tallies.list_parts(world.tables, call), who)
        transaction.set_rollback(True)


CHOICES = st.integers(0, len(list_choices("")) - 1)


@settings(QUICK, max_examples=4)
@given(world=worlds.draw_world(most=4), number=CHOICES)
def test_statistics_say_what_the_hands_come_to(world: worlds.World, number: int) -> None:
    reckon_statistics(world._replace(cups=(), rankings=()), number, most=2)


@pytest.mark.heavy
@settings(QUICK, max_examples=600 if IS_SOAK else 40)
@given(world=worlds.draw_world(), number=CHOICES)
def test_statistics_of_random_years_say_what_the_hands_come_to(world: worlds.World, number: int) -> None:
    reckon_statistics(world._replace(rankings=()), number, most=4)
