"""The files that a phone keeps of the program: the worker's list, the manifest, the page without network."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from scoring.table import offline
from tarockclub.models import Club
from tarockclub.platform.accounts.sessions import NOTED_EVERY, USED_AT
from tarockclub.platform.club_look import services
from tests.scoring.support.tables import new_table
from tests.support.accounts import make_account
from tests.support.signed_in import PASSWORD

STATIC = re.compile(r'(?:src|href|data-later)="(/static/[^"]+)"')
STYLE = Path(settings.BASE_DIR) / "tarockclub/static/tarockclub/styles/tokens.css"


def program(client):
    """Return the list that the worker gets."""
    [told] = re.findall(r"^self\.program = (.*);\n", client.get("/sw.js").content.decode())
    return json.loads(told)


def kind_of(address):
    """Return the status and the type of a file."""
    answer = Client().get(address)
    list(answer)  # closes the file
    return answer.status_code, answer["Content-Type"].partition(";")[0]


@pytest.mark.django_db
def test_the_worker_keeps_every_file_that_a_table_is_made_of_and_each_of_them_is_there(client):
    needed = set(STATIC.findall(client.get(f"/tables/{new_table().slug}/").content.decode()))
    files = program(client)["files"]
    assert {address for address in needed if not address.endswith(".png")} <= set(files)
    kinds = {(200, kind) for kind in ("text/css", "text/javascript", "image/svg+xml", "font/woff2")}
    assert {kind_of(file) for file in files} == kinds


def test_the_worker_is_a_script_that_browsers_look_at_anew_each_time_and_the_one_it_loads_is_there(django_db_blocker):
    client = Client()
    with django_db_blocker.block():
        answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "no-store" in answer["Cache-Control"]
    [script] = re.findall(r'importScripts\("([^"]+)"\)', answer.content.decode())
    assert kind_of(script) == (200, "text/javascript")


@pytest.mark.parametrize("changed", ["_hash_sources", "list_files"])
def test_another_program_has_another_worker(monkeypatch, settings, changed):
    before = offline.build_worker()
    monkeypatch.setattr(offline, changed, lambda: ["another"])
    assert offline.build_worker() == before, "it is made once for each start"
    settings.DEBUG = True
    assert offline.build_worker() != before


def test_the_page_for_the_time_without_network_asks_no_database_and_holds_nothing_of_one_phone(django_db_blocker):
    with django_db_blocker.block():
        answer = Client().get("/offline/")
    assert answer["X-Page"] == "offline"
    page = answer.content.decode()
    assert "csrfmiddlewaretoken" not in page
    assert "<form" not in page
    assert "Ohne Netz" in page


@pytest.mark.django_db
def test_only_the_page_of_a_table_and_its_rules_say_that_they_may_be_kept(client):
    address = f"/tables/{new_table().slug}/"
    assert client.get(address)["X-Page"] == client.get(f"{address}rules/")["X-Page"] == "table"
    for other in ("/", f"{address}settlement/", f"{address}link/", f"{address}live/", "/log-in/"):
        assert "X-Page" not in client.get(other).headers


@pytest.mark.django_db
@pytest.mark.parametrize(("headers", "counts"), [({}, True), ({"X-By-Itself": "1"}, False)])
def test_that_a_phone_keeps_a_page_by_itself_is_no_use_of_a_session(headers, counts):
    make_account("secretary", login="schrift")
    client, address = Client(), f"/tables/{new_table().slug}/"
    client.post("/log-in/", {"login": "schrift", "password": PASSWORD})
    session = client.session
    session[USED_AT] = long_ago = session[USED_AT] - NOTED_EVERY - 60
    session.save()
    client.get(address, headers=headers)
    assert (client.session[USED_AT] != long_ago) is counts


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_manifest_names_icons_of_the_size_that_they_have(language):
    Club.objects.create(name="Ein zweiter", slug="zweiter")  # so it is nobody's
    answer = Client().get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["lang"] == language
    for icon in manifest["icons"]:
        name = re.sub(r"^/static/|\.[0-9a-f]{12}(?=\.)", "", icon["src"])
        width, height = struct.unpack(">II", Path(str(finders.find(name))).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
        assert kind_of(icon["src"]) == (200, icon["type"])
    assert {"192x192", "512x512"} == {icon["sizes"] for icon in manifest["icons"]}


@pytest.mark.django_db
@pytest.mark.parametrize(("asked", "start"), [("", "/"), ("?club=adler", "/c/adler/"), ("?club=../x", "/")])
def test_the_installed_page_begins_at_its_club(asked, start):
    manifest = Client().get(f"/manifest.webmanifest{asked}").json()
    assert (manifest["start_url"], manifest["id"], manifest["scope"]) == (start, start, "/")


def test_the_system_s_frame_has_the_colours_of_the_stylesheet():
    said = STYLE.read_text(encoding="utf-8")
    light, dark = re.findall(r"--green-deep: (#\w+);", said)
    assert (light, dark) == (services.USUAL_HEADER, services.USUAL_DARK_HEADER)
    assert re.findall(r"--cream: (#\w+);", said)[0] == offline.GROUND
    page = Client().get("/offline/").content.decode()
    assert re.findall(r'name="theme-color" content="([^"]+)" media="\(prefers-color-scheme: (\w+)\)"', page) == [
        (light, "light"),
        (dark, "dark"),
    ]
