"""A random tournament says of ranks, play money and fees what a second reckoning makes of its tables."""

import re
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings

from tests.soak import IS_SOAK
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.reckoner import cups, worlds
from tests.tournaments.seasons.reckoner.answers import read_cents
from tests.tournaments.seasons.reckoner.test_reckoned import QUICK
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
Lines = dict[str, tuple[int, ...]]  # by name: rank, play money in cents, replacements, written score in sixths
DAY = date(2026, 1, 6)


def read_standing(of: Tournament, number: int) -> Lines:
    """Read the standing of a round from the API; 0: of all."""
    where = f"/api/v1/tournaments/{of.slug}/" + (f"rounds/{number}/" if number else "")
    lines = Client().get(f"{where}standings").json()["lines"]
    facts = ("rank", "capital_cents", "replaced", "written")
    return {line["name"]: tuple(line[fact] for fact in facts) for line in lines}


def reckon_standings(cup: cups.Cup) -> dict[int, Lines]:
    """Reckon the standings of all rounds; play money is without what was given anew, over all rounds won and lost."""
    rounds = cups.reckon_rounds(cup, str)
    ranks = cups.rank_cup(cup, rounds)
    found: dict[int, Any] = {0: {}} | {at: {} for at in range(1, len(cup.rounds) + 1)}
    for who, mine in rounds.items():
        for part in mine:
            found[1 + int(part["table"]) // 10][who] = (
                *(part["place"], 100 * part.get("capital", 0)),
                *(part["replaced"], 6 * part["written"]),
            )
        sums = [sum(part.get(fact, 0) for part in mine) for fact in ("money", "replaced", "written")]
        found[0][who] = (ranks[who], 100 * sums[0], sums[1], 6 * sums[2])
    return found


def read_debts(of: Tournament, client: Client) -> tuple[int, dict[str, int]]:
    """Read what is in the cash box, and who still owes what, in cents."""
    page = client.get(reverse("cash_box", args=[of.slug])).content.decode()
    owed = re.findall(r'<li id="need-owes.*?<strong>([^,<]*), ([^<]*)</strong>', page, re.DOTALL)
    box = re.search(r'class="numbered"><h1>[^<]*</h1>\s*<b>([^<]*)<', page)
    assert box is not None
    return read_cents(box[1]), {name: read_cents(amount) for name, amount in owed}


def reckon_cup(cup: cups.Cup) -> None:
    """Play a tournament, reckon it, and forget it."""
    with transaction.atomic():
        of = cups.play_cup(1, cup)
        for number, lines in reckon_standings(cup).items():
            assert read_standing(of, number) == lines, number
        assert read_debts(of, log_in(make_account("director"))) == (cup.fees - cup.prize, cup.list_debts())
        transaction.set_rollback(True)


@settings(QUICK, max_examples=8)
@given(cup=cups.draw_cup(DAY, worlds.PEOPLE))
def test_a_tournament_says_what_its_tables_come_to(cup: cups.Cup) -> None:
    reckon_cup(cup)


@pytest.mark.heavy
@settings(QUICK, max_examples=1000 if IS_SOAK else 100)
@given(cup=cups.draw_cup(DAY, worlds.PEOPLE))
def test_random_tournaments_say_what_their_tables_come_to(cup: cups.Cup) -> None:
    reckon_cup(cup)
