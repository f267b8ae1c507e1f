"""A backup of a running installation: whoever has it is logged in nowhere, and what hangs on the wall still opens."""

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core import signing
from django.utils.crypto import salted_hmac

from tarockclub.platform.accounts.sessions import BACKEND
from tests.support.clients import Client
from tests.support.server import build_environment, copy_club, manage, run_server
from tests.support.signed_in import SESSION

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]
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
