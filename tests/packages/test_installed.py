"""The program as others install it: from a wheel of its sources, into an environment without the checkout."""

import contextlib
import io
import re
import runpy
import socket
import subprocess
import time
import urllib.request

import openpyxl
import pdfplumber
import pytest

from tests.ground.test_upgrades import check_that_it_goes_on, write_data_of_then
from tests.packages.support.environments import Environment, build, unpack
from tests.support.paths import ROOT
from tests.support.server import STOP_SECONDS, find_free_port
from tests.support.signed_in import SESSION, SIGNED_IN

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]

START_SECONDS = 120
TOKEN = f"""{SIGNED_IN}
from tarockclub.platform.accounts.api_tokens import create_token
print(create_token(account, "Beispiel", "secretary", 2, "the-key-of-the-example")[1])
"""
TABLE = "from scoring.models import GameTable; print(GameTable.objects.get().slug)"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    return Environment(folder, build(unpack(build(ROOT, folder, "sdist"), folder), folder))


def is_listening(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def serve(program, *arguments, **more):
    """Start the program as a user does, and yield its address and what it has printed; then stop it."""
    log = program.folder.parent / "serve.log"
    port = find_free_port()
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [str(program.folder / "bin/tarockclub"), *arguments, "--port", str(port)],
            cwd=program.here,
            env={**program.env, **more},
            stdout=stream,
            stderr=stream,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not ("Strg+C" in log.read_text("utf-8") and is_listening(port)):
            assert process.poll() is None, log.read_text("utf-8")
            assert time.monotonic() < deadline, log.read_text("utf-8")
            time.sleep(0.1)
        yield f"http://localhost:{port}", log.read_text("utf-8")
    finally:
        process.terminate()
        code = process.wait(STOP_SECONDS)
        print(log.read_text("utf-8"))
    assert code == 0


def load(url):
    """Return a page as the director gets it."""
    request = urllib.request.Request(url, headers={"Cookie": f"sessionid={SESSION}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


def manage(program, *arguments, **more):
    return program.start(str(program.folder / "bin/tarockclub"), *arguments, **more)


def test_it_starts_from_nothing_plays_an_evening_and_makes_a_workbook_and_a_document(program):
    example = runpy.run_path(str(ROOT / "docs/examples/evening.py"))
    with serve(program) as (url, log):
        assert url in log
        data = program.home / ".local/share/tarockclub"
        assert (data / "tarockclub.sqlite3").is_file()
        token = manage(program, "shell", "-v0", "-c", TOKEN).split()[-1]
        settlement = example["play"](url, token)
        assert settlement["hands"] == 3
        table = manage(program, "shell", "-v0", "-c", TABLE).split()[-1]
        page = load(f"{url}/tables/{table}/").decode()
        assert "Spieler 1" in page
        for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
            assert load(url + address)
        book = openpyxl.load_workbook(io.BytesIO(load(f"{url}/tables/{table}/export.xlsx")))
        assert "Spieler 1" in str([[cell.value for cell in row] for row in book.worksheets[0].iter_rows()])
        assert "Der erste Abend" in load(f"{url}/help/first-evening/").decode()
        with pdfplumber.open(io.BytesIO(load(f"{url}/tables/{table}/written.pdf"))) as document:
            assert document.pages
        saved = manage(program, "backup")
        assert [file for file in (data / "backups").iterdir() if file.name in saved]
    assert manage(program, "verify_ledger")
    assert list(program.here.iterdir()) == []


def test_the_data_of_version_1_0_are_saved_and_brought_up_to_date_by_the_first_start_and_go_on(program, tmp_path):
    data = tmp_path / ".local/share/tarockclub"
    more = {"HOME": str(tmp_path), "TAROCKCLUB_TIME": write_data_of_then(data)}
    with serve(program, **more) as (url, log):
        [backup] = (data / "backups").glob("*.zip")
        assert backup.name in log
        check_that_it_goes_on(url, lambda: manage(program, "verify_ledger", **more))


def test_no_module_of_the_checkout_or_of_the_tests_is_within_reach(program):
    places = program.run("-c", "import sys, tarockclub; print(tarockclub.__file__, sys.path)")
    assert str(ROOT) not in places
    for name in ("pytest", "psycopg", "hatchling", "fontTools", "tests"):
        assert not (program.site / name).exists()


def test_without_the_driver_of_postgresql_it_says_how_to_get_it(program):
    command = [str(program.folder / "bin/tarockclub"), "migrate"]
    env = {**program.env, "DATABASE_URL": "postgres://localhost/tarockclub"}
    done = subprocess.run(command, cwd=program.here, env=env, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "tarockclub[postgres]" in done.stderr


def test_commands_are_named_with_what_they_do_and_both_doors_are_one(program):
    text = manage(program, "help")
    assert "tarockclub backup" in text
    assert program.run("-m", "tarockclub", "help") == text
    assert manage(program, "--version") == program.run("-m", "tarockclub", "--version")


def test_a_demo_has_a_folder_of_its_own(program):
    book = program.home / ".local/share/tarockclub/tarockclub.sqlite3"
    before = book.exists() and book.read_bytes()
    with serve(program, "demo") as (url, log):
        [address] = re.findall(rf"{url}(/\S*/tournaments/[\w-]+/standings/)", log)[:1]
        assert load(url + address)
    assert (program.home / ".local/share/tarockclub/demo/tarockclub.sqlite3").is_file()
    assert (book.exists() and book.read_bytes()) == before
