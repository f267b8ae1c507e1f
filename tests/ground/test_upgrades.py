"""The database of every earlier version is upgraded, with a backup before; that version refuses it, and goes back.

The databases: those in tests/data/books that earlier versions have written, and of each version that has a tag in git
one that it writes here and now, with the libraries of this version. The one of 817d5f6f verifies clean, reads as it
did, and its evening goes on; tests/data/books/demo-817d5f6f.toml says what the program that wrote it said of it.
"""

import contextlib
import io
import json
import lzma
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import time
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils.crypto import salted_hmac

from tests.faults.forms.browser import Browser
from tests.support.accounts import compute_code
from tests.support.clients import Client
from tests.support.paths import DATA, ROOT, SAFELY
from tests.support.server import (
    DATABASE_FILE,
    KEY_FILE,
    RunningServer,
    build_environment,
    find_free_port,
    manage,
    run_server,
)
from tests.support.signed_in import PASSWORD

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]

ENDING = ".sqlite3.xz"
STORED_DATABASES = sorted(file.name.removesuffix(ENDING) for file in (DATA / "books").glob(f"*{ENDING}"))
FACTOR_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
LONGEST = 300  # seconds, for a command that may wrongly go on for ever
GIT = shutil.which("git")


def ask_git(*arguments: str) -> bytes:
    """Return what git says of this program; nothing where there is no git, or the program is no clone."""
    if GIT is None or not (ROOT / ".git").exists():
        return b""
    return subprocess.run([GIT, *arguments], cwd=ROOT, capture_output=True, check=True).stdout


TAGS = ask_git("tag", "--list").decode().split()


class Version:
    """An earlier version: its name, and its program if there is one."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.program = name, folder / "program"
        if name in TAGS:
            with tarfile.open(fileobj=io.BytesIO(ask_git("archive", name))) as archive:
                archive.extractall(self.program, **SAFELY)

    def run(self, data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of that version."""
        command, env = [sys.executable, "manage.py", *arguments], build_environment(data)
        return subprocess.run(
            command, cwd=self.program, env=env, capture_output=True, text=True, check=False, timeout=LONGEST
        )

    def write_database(self, data: Path) -> None:
        """Write the database of a made-up club, or unpack the one that is stored."""
        if self.program.exists():
            for command in ("migrate", "demo"):
                done = self.run(data, command)
                assert done.returncode == 0, done.stdout + done.stderr
            return
        stored = DATA / "books" / f"{self.name}{ENDING}"
        facts = tomllib.loads(stored.with_name(f"{self.name}.toml").read_text("utf-8"))
        (data / DATABASE_FILE).write_bytes(lzma.decompress(stored.read_bytes()))
        (data / KEY_FILE).write_text(facts["secret_key"], encoding="ascii")

    def check_that_it_refuses(self, data: Path) -> None:
        """Assert that this version does not touch a database with migrations unknown to it."""
        file = data / DATABASE_FILE
        before = file.read_bytes()
        for command in (("serve", f"--port={find_free_port()}"), ("migrate",), ("backup",)):
            done = self.run(data, *command)
            assert done.returncode == 1, (command, done.stdout)
            assert "neueren Version" in done.stderr
        assert file.read_bytes() == before

    def go_back(self, data: Path, backup: Path) -> str:
        """Restore a backup with this version; what its proof says."""
        done = self.run(data, "restore", str(backup))
        assert done.returncode == 0, done.stdout + done.stderr
        return self.run(data, "verify_ledger").stdout


@pytest.fixture(params=[*STORED_DATABASES, *TAGS])
def version(request: pytest.FixtureRequest, tmp_path: Path) -> Version:
    """Each earlier version of which there is a database, or a tag."""
    return Version(request.param, tmp_path)


def test_a_database_of_then_is_upgraded_and_the_way_back_is_open(version, tmp_path):
    data, back = tmp_path / "data", tmp_path / "back"
    data.mkdir()
    back.mkdir()
    version.write_database(data)
    env = build_environment(data)
    newer = "[ ]" in manage(env, "showmigrations", "--list", "--skip-checks")

    told = manage(env, "migrate", "--skip-checks", "--verbosity=0")
    kept = list((data / "backups").glob("*.zip"))
    assert [file.name in told for file in kept] == [True] * newer
    proved = manage(env, "verify_ledger")  # exit code 1 would fail here
    with run_server(data) as server, urllib.request.urlopen(f"{server.url}/health/ready", timeout=60) as answer:
        assert answer.status == 200

    for file in kept:
        manage(build_environment(back), "restore", str(file))
        assert manage(build_environment(back), "verify_ledger").splitlines()[-1] == proved.splitlines()[-1]
        if version.program.exists():
            version.check_that_it_refuses(data)
            shutil.rmtree(back)
            back.mkdir()
            assert version.go_back(back, file)


def test_a_first_start_says_at_once_what_it_does(tmp_path):
    command = [sys.executable, "manage.py", "serve", "--migrate", "--host=127.0.0.1", f"--port={find_free_port()}"]
    env = build_environment(tmp_path)
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        lines = [server.stdout.readline().strip() for _ in range(2)]
        server.terminate()
        server.communicate(timeout=LONGEST)
    assert lines == ["Die Datenbank wird eingerichtet …", "Tarockclub läuft. Auf diesem Computer:"]


def give_former_factor(file: Path, key: str) -> None:
    """Give a director what version 1.0 wrote: an app, whose code of now is used, and a recovery code."""
    digest = salted_hmac("tarockclub.second_factor", "7:ABCDEFGHJK", secret=key, algorithm="sha256").hexdigest()
    with contextlib.closing(sqlite3.connect(file)) as book, book:
        book.execute(
            "UPDATE tarockclub_account SET password = ? WHERE id = 1", [PBKDF2PasswordHasher().encode(PASSWORD, "salt")]
        )
        factor = (7, FACTOR_SECRET, int(time.time()) // 30, "2026-11-01 12:00:00", 1)
        book.execute("INSERT INTO tarockclub_secondfactor VALUES (?, ?, ?, ?, ?)", factor)
        book.execute("INSERT INTO tarockclub_recoverycode VALUES (1, ?, 7)", [digest])


def try_code(url: str, code: str) -> int:
    """Log in with the password and a code; the status."""
    browser = Browser(url)
    browser.prefix = "/c/tarockrunde-zur-linde"
    asked = browser.post_form("/log-in/", {"login": "leitung", "password": PASSWORD})
    assert asked.get_header("Location") == f"{browser.prefix}/log-in/code/"
    answer = browser.post_form("/log-in/code/", {"code": code})
    if answer.status == 302:
        assert browser.open_page("/club/").status == 200
    return answer.status


def test_second_factors_of_then_let_their_people_in(tmp_path):
    Version("demo-817d5f6f", tmp_path / "program").write_database(tmp_path)
    give_former_factor(tmp_path / DATABASE_FILE, (tmp_path / KEY_FILE).read_text("ascii"))
    manage(build_environment(tmp_path), "migrate", "--skip-checks", "--verbosity=0")
    with run_server(tmp_path) as server:
        assert try_code(server.url, compute_code(FACTOR_SECRET, time.time() - 30)) == 400  # older than the last one
        assert try_code(server.url, "abcde fghjk") == 302
        assert try_code(server.url, "ABCDE-FGHJK") == 400
        assert try_code(server.url, compute_code(FACTOR_SECRET, time.time() + 30)) == 302


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
