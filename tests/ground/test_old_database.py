"""A database of an earlier version opens, verifies clean, reads as it did, and its evening goes on.

tests/data/books/demo-817d5f6f.toml says where it is from, and what the program that wrote it said of it.
"""

import contextlib
import json
import lzma
import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.clients import Client
from tests.support.server import DATABASE_FILE, KEY_FILE, RunningServer, build_environment, manage, run_server

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]

BOOKS = Path(__file__).parents[1] / "data" / "books"
DEMO_FACTS: dict[str, Any] = tomllib.loads((BOOKS / "demo-817d5f6f.toml").read_text(encoding="utf-8"))
EVENING = DEMO_FACTS["evening"]
RUFER = {"plays": [{"contract": "rufer", "declarer": 1, "partner": 3, "result": "won"}]}


def write_data_of_then(data: Path) -> str:
    """Write the data folder of then; the path of a clock that stands at its evening, when its printed link is good."""
    clock = data.parent / "time.json"
    data.mkdir(parents=True)
    (data / DATABASE_FILE).write_bytes(lzma.decompress((BOOKS / "demo-817d5f6f.sqlite3.xz").read_bytes()))
    (data / KEY_FILE).write_text(DEMO_FACTS["secret_key"], encoding="ascii")
    clock.write_text(json.dumps({"speed": 0, "since": EVENING["opened_at"].timestamp()}))
    return str(clock)


@pytest.fixture
def upgraded(tmp_path: Path) -> Iterator[RunningServer]:
    """Yield a server on the data of then, brought up to date as `make run` does it."""
    data = tmp_path / "data"
    clock = write_data_of_then(data)
    manage(build_environment(data), "migrate", "--skip-checks", "--verbosity=0")
    with run_server(data, TAROCKCLUB_TIME=clock) as server:
        yield server


def test_it_verifies_clean_reads_as_it_did_and_its_evening_goes_on(upgraded):
    check_that_it_goes_on(upgraded.url, lambda: upgraded.manage("verify_ledger"))


def test_a_draft_of_then_is_the_draft_of_today(upgraded, tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / DATABASE_FILE)) as book:
        query = "SELECT draft, draft_state FROM scoring_ownsheet WHERE sheet = 'beim-adler'"
        draft, state = book.execute(query).fetchone()
    assert (json.loads(draft)["contracts"], state) == ({"dreier": {"lost": 8}}, 2)


def check_that_it_goes_on(url: str, prove: Callable[[], str]) -> None:
    """Assert that a server reads the data of then as they were, and takes one more hand of the evening."""
    assert read_proof(prove()) == (DEMO_FACTS["verified"], DEMO_FACTS["head_of_books"])
    with contextlib.closing(Client(url)) as phone:
        compare_evening(phone)
        compare_standings(phone)
        go_on(phone)
    assert read_proof(prove())[0] == "34 Tische, 444 Spiele"


def read_proof(said: str) -> tuple[str, str]:
    """Return how much was looked at and the head of all books, as `verify_ledger` says it of what is clean."""
    lines = said.splitlines()
    counts, result = lines[0].split(": ")
    assert result == "alles stimmt."
    return counts.rpartition(", ")[0], lines[-1].removeprefix("Kopf aller Bücher: ")


def read_api(phone: Client, path: str) -> Any:
    """Return what the API answers to anybody."""
    answer = phone.get(f"/api/v1/{path}")
    assert answer.status == 200, answer.body
    return answer.json


def read_totals(table: Any) -> dict[str, int]:
    """Return what each player has, by name."""
    return {seat["name"]: seat["money"] for seat in table["seats"]}


def compare_evening(phone: Client) -> None:
    """Compare the evening's hands and totals with those of then."""
    table = read_api(phone, f"tables/{EVENING['slug']}")
    assert (table["sequence"], table["previous"]) == (EVENING["sequence"], EVENING["last_key"])
    assert table["sheet"]["digest"] == EVENING["sheet"]
    assert read_totals(table) == EVENING["totals"]
    assert [line["remark"] for line in table["lines"]] == EVENING["remarks"]


def compare_standings(phone: Client) -> None:
    """Compare the first ranks of tournaments and seasons with those of then."""
    for row in DEMO_FACTS["tournaments"]:
        lines = read_api(phone, f"tournaments/{row['slug']}/standings")["lines"]
        compare_ranks(row["lines"], lines, "rank", "name", "capital_cents", "written", "place_points")
    for row in DEMO_FACTS["seasons"]:
        lines = read_api(phone, f"seasons/{row['slug']}")["standing"]
        compare_ranks(row["lines"], lines, "rank", "name", "points", "days")


def compare_ranks(expected: list[list[Any]], lines: list[dict[str, Any]], *names: str) -> None:
    """Compare as many lines as are written down."""
    assert [[line[name] for name in names] for line in lines[: len(expected)]] == expected


def go_on(phone: Client) -> None:
    """Open the link that the program of then has printed, enter a hand, and send it twice."""
    address, of_api = f"/tables/{EVENING['slug']}/", f"tables/{EVENING['slug']}"
    opened = phone.get(f"/t/{EVENING['link']}/")
    assert (opened.status, opened.get_header("Location")) == (302, f"{address}me/?new")
    assert phone.get(address).status == 200
    seats = read_api(phone, of_api)["next"]["seats"]
    hand = {"key": "after-the-upgrade", "previous": EVENING["last_key"], "seats": seats, "record": RUFER}
    saved = phone.post(f"{address}hands/", hand)
    assert (saved.status, saved.json["key"]) == (200, hand["key"])
    table = read_api(phone, of_api)
    assert table["sequence"] == EVENING["sequence"] + 1
    assert read_totals(table) == {"Anna": -606, "Berta": 414, "Cäsar": -18, "Dora": 210}
    again = phone.post(f"{address}hands/", hand)
    assert (again.status, again.json["key"]) == (200, hand["key"])
    assert read_api(phone, of_api) == table
