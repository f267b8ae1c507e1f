"""The database of every earlier version is upgraded, with a backup before; that version refuses it, and goes back.

The databases: those in tests/data/books that earlier versions have written, and of each version that has a tag in git
one that it writes here and now, with the libraries of this version.
"""

import contextlib
import io
import lzma
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import time
import tomllib
import urllib.request
from pathlib import Path

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils.crypto import salted_hmac

from tests.faults.forms.browser import Browser
from tests.support.accounts import compute_code
from tests.support.paths import DATA, ROOT, SAFELY
from tests.support.server import DATABASE_FILE, KEY_FILE, build_environment, find_free_port, manage, run_server
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
