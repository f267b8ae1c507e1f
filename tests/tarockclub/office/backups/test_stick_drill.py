"""Drills: from a stick all but the last seconds are back; whoever has a backup is logged in nowhere, links hold."""

import json
import os
import random
import signal
import sqlite3
import time
import zipfile
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core import signing
from django.utils.crypto import salted_hmac

from tarockclub.platform.accounts.sessions import BACKEND
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client
from tests.support.server import RunningServer, build_environment, copy_club, manage, run_restartable, run_server
from tests.support.signed_in import SESSION

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]
LATEST_SECONDS = 10.0
CHOOSE = """
from pathlib import Path
from tarockclub.platform.server.second_folder import choose_second_folder
choose_second_folder(Path({folder!r}), is_drive=True)
"""


def cut_power(server):
    """Kill the server and the process beside it that makes the backups, so that nothing more is written."""
    pid = server.process.pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        os.kill(int(child), signal.SIGKILL)
    server.kill()


def play_until(phones, until):
    """Enter hands at all tables until then; the key of each and the moment when it was acknowledged."""
    saved = {}
    while time.monotonic() < until:
        for phone in phones:
            hand = phone.build_next_hand()
            if phone.learn(hand, phone.client.post(phone.hands, hand)):
                saved[hand["key"]] = time.monotonic()
        time.sleep(0.3)
    return saved


def read_keys(data):
    """The keys of all lines of a book."""
    with closing(sqlite3.connect(data / "tarockclub.sqlite3")) as book:
        return {key for (key,) in book.execute("SELECT key FROM scoring_entry")}


@pytest.mark.parametrize("seconds", [25, 31.5, 62])  # the last about when the next whole backup is made
def test_from_the_stick_alone_every_hand_older_than_ten_seconds_is_back(migrated_data, tmp_path, seconds):
    data, stick, other = tmp_path / "data", tmp_path / "stick", tmp_path / "other"
    for folder in (data, stick, other):
        folder.mkdir()
    copy_club(migrated_data, data)
    chance = random.Random(seconds)
    with ExitStack() as clients, run_restartable(data, TAROCKCLUB_BACKUP_MINUTES="1") as server:
        server.served.manage("shell", "--no-imports", "-c", CHOOSE.format(folder=str(stick)))
        phones = [Phone(server.url, slug, chance) for slug in begin_tables(server.served, 4)]
        for phone in phones:
            clients.enter_context(closing(phone.client))
            phone.look()
        until = time.monotonic() + 60
        while not list(stick.glob("*.changes")):
            assert time.monotonic() < until, server.served.log
            time.sleep(0.2)
        saved = play_until(phones, time.monotonic() + seconds)
        cut_power(server)
        cut = time.monotonic()
        assert "Traceback" not in server.served.log
    second = RunningServer("", other, build_environment(other))
    newest = max(stick.glob("*.zip"))
    assert "Stand von" in second.manage("restore", str(newest))
    lost = saved.keys() - read_keys(other)
    print(
        f"{len(saved)} hands, {len(lost)} lost, the oldest after {max((cut - saved[key] for key in lost), default=0)} s"
    )
    assert [key for key in lost if cut - saved[key] > LATEST_SECONDS] == []
    assert len(saved) > len(lost)
    second.manage("verify_ledger")


# Run in the data folder: prints the secret addresses that people have on paper and in their phones, and a token.
PRINT_LINKS = """
import json
import uuid
from django.db import transaction
from django.urls import reverse
from scoring.book.access.links import create_link
from scoring.models import GameTable
from tarockclub.platform.accounts.api_tokens import create_token
from tarockclub.models import Account, Person
from tests.support.small_tournament import create_small_tournament
from tests.tournaments.support.acts import open_link
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.models import Entrant
from tournaments.around.own_page.services import give_links
from tournaments.around.hall_of_fame.views import compute_hall_secret
with transaction.atomic():
    of = create_small_tournament()
key, account = str(uuid.uuid4()), Account.objects.get()
anton = Person.objects.get(name="Anton")
print(json.dumps({
    "table": reverse("enter", args=[create_link(GameTable.objects.get()).secret]),
    "registration": reverse("apply", args=[open_link(of.pk, key)]),
    "door": build_own_path(Entrant.objects.get(person=anton)),
    "person": reverse("own_page", args=[give_links(of.club, [anton], key)[anton.pk]]),
    "fame": reverse("fame_for_all", args=[compute_hall_secret(of.club)]),
    "token": create_token(account, "Saal", "director", 30, key)[1],
}))
"""
STAFF_PAGES = ("/club/", "/backups/", "/club/log/", "/password/log-ins/")


def forge_cookies(backup: Path, folder: Path) -> list[str]:
    """Cookies of somebody who has nothing but the backup: all sessions in it, and one signed with its key."""
    with zipfile.ZipFile(backup) as file:
        file.extractall(folder)
        everything = b"".join(file.read(name) for name in file.namelist())
    assert SESSION.encode() not in everything
    key = (folder / "secret-key").read_text("ascii").strip()
    with closing(sqlite3.connect(folder / "book.sqlite3")) as book:
        [(account, password)] = book.execute("SELECT id, password FROM tarockclub_account").fetchall()
        sessions = [row[0] for row in book.execute("SELECT session_key FROM django_session")]
        listed = [row[0] for row in book.execute("SELECT session_key FROM usersessions_usersession")]
    salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
    said = {
        SESSION_KEY: str(account),
        BACKEND_SESSION_KEY: BACKEND,
        HASH_SESSION_KEY: salted_hmac(salt, password, secret=key, algorithm="sha256").hexdigest(),
    }
    assert sessions + listed == []
    signed = signing.dumps(said, key=key, salt="tarockclub.session_store")
    return [SESSION, f"carried:{signed}", signing.dumps(said, key=key, salt="django.contrib.sessions.SessionStore")]


def read_statuses(url: str, cookie: str) -> set[int]:
    """The statuses of the staff's pages for a cookie."""
    with closing(Client(url, sessionid=cookie)) as browser:
        return {browser.get(page).status for page in STAFF_PAGES}


def read_refused(url: str, links: dict[str, str]) -> list[str]:
    """The links that lead nowhere."""
    with closing(Client(url)) as phone:
        found = [name for name, path in links.items() if name != "token" and phone.get(path).status not in (200, 302)]
        token = {"Authorization": f"Bearer {links['token']}"}
        return found + ["token"] * (phone.send(phone.request("GET", "/api/v1/me", more=token)).status != 200)


def test_nobody_is_logged_in_by_a_backup_and_every_link_holds_on_whatever_machine(migrated_data, tmp_path_factory):
    data, other, stolen = (tmp_path_factory.mktemp(name) for name in ("inn", "laptop", "stolen"))
    copy_club(migrated_data, data)
    links = json.loads(manage(build_environment(data), "shell", "-c", PRINT_LINKS).splitlines()[-1])
    with run_server(data) as site:
        assert read_statuses(site.url, SESSION) == {200}
        assert read_refused(site.url, links) == []
        site.manage("backup")
        [backup] = (data / "backups").glob("*.zip")
        forged = forge_cookies(backup, stolen)
        assert [read_statuses(site.url, cookie) for cookie in forged[1:]] == [{302}, {302}]
    for home in (data, other):
        manage(build_environment(home), "restore", str(backup))
        with run_server(home) as site:
            assert [read_statuses(site.url, cookie) for cookie in forged] == [{302}] * 3
            assert read_refused(site.url, links) == []
