"""Databases with rows of what the program could do once: these go, the proof holds, and the log still tells of them."""

import contextlib
import sqlite3

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tests.faults.forms.browser import Browser
from tests.ground.test_upgrades import Version
from tests.support.server import DATABASE_FILE, build_environment, manage, run_server
from tests.support.signed_in import PASSWORD

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]

DATABASES = ("gone-817d5f6f", "gone-da406e08e")  # written by the programs of these commits
GONE = {
    *("tarockclub_hostedaddress", "tarockclub_sentsite", "tarockclub_publishingkey"),
    *("tarockclub_receivedsite", "tarockclub_receivedpiece", "tarockclub_sharedrules", "tarockclub_delivery"),
}
SENTENCES = (
    "Zugang für einen Wirtshaus-Laptop",
    "Zugang eines Wirtshaus-Laptops beendet",
    "Live-Übertragung auf eine andere Installation geändert",
    "ganzer Verein an die Installation im Internet geschickt",
    "Verein aus einer Datei fortgesetzt",
    "der Webhook wurde geändert",
)


@pytest.mark.parametrize("name", DATABASES)
def test_what_is_gone_goes_and_its_log_stays(name, tmp_path):
    Version(name, tmp_path / "program").write_database(tmp_path)
    env, file = build_environment(tmp_path), tmp_path / DATABASE_FILE
    with contextlib.closing(sqlite3.connect(file)) as book:
        kinds = {kind for (kind,) in book.execute("SELECT kind FROM tarockclub_logentry")}
        assert {"inn_key_made", "inn_key_ended", "sending", "club_sent", "club_merged"} <= kinds
        assert book.execute("SELECT count(*) FROM tarockclub_publishingkey").fetchone() == (2,)
    manage(env, "migrate", "--skip-checks", "--verbosity=0")
    assert "alles stimmt" in manage(env, "verify_ledger")
    with contextlib.closing(sqlite3.connect(file)) as book, book:
        tables = {table for (table,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert not GONE & tables
        assert book.execute("SELECT count(*) FROM tarockclub_setasidebook").fetchone() == (1,)
        assert book.execute("SELECT count(*) FROM tarockclub_job").fetchone() == (0,)
        login, slug = book.execute(
            "SELECT a.login, c.slug FROM tarockclub_account a JOIN tarockclub_club c ON c.id = a.club_id"
            " JOIN tarockclub_setasidebook b ON b.club_id = c.id WHERE a.role = 'director' ORDER BY a.id"
        ).fetchone()
        book.execute(
            "UPDATE tarockclub_account SET password = ? WHERE login = ?",
            [PBKDF2PasswordHasher().encode(PASSWORD, "salt"), login],
        )
    with run_server(tmp_path) as server:
        browser = Browser(server.url)
        browser.prefix = f"/c/{slug}" if slug else ""
        assert browser.post_form("/log-in/", {"login": login, "password": PASSWORD}).status == 302
        log = browser.open_page("/club/log/?about=club").body.decode()
        assert [sentence for sentence in SENTENCES if sentence not in log] == []
        assert "Beiseitegelegte Bücher" in browser.open_page("/club/file/").body.decode()
        assert browser.open_page("/club/from-the-inn/").status == 404
