"""A whole club between two real servers, also by a program of somebody else; the receiving one dies in the middle."""

import json
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tarockclub.platform.parcels.pieces import PIECE_BYTES, compute_digest, iter_pieces, pack_content
from tests.support.paths import ROOT
from tests.support.replicas import wait_until
from tests.support.server import RunningServer, internet_site

__all__ = ["internet_site"]
pytestmark = pytest.mark.soak
PATIENCE = 120.0
EXAMPLE = ROOT / "docs" / "examples" / "parcel.py"
KEY = """
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.models import Account, Club
from tarockclub.platform.parcels.keys import create_key
from tests.support.accounts import make_account
club, _is_new = Club.objects.get_or_create(name={name!r}) if {name!r} else (Club.objects.earliest("pk"), False)
director = Account.objects.filter(club=club).first() or make_account("director", club=club, login="dort")
print(create_key(director, "Laptop", ANONYMOUS, may_import=True)[1])
"""
# Names that hardly pack, so that the file has several pieces.
CROWD = """
import secrets
from tarockclub.models import Club, Person
club = Club.objects.earliest("pk")
Person.objects.bulk_create(Person(club=club, number=1000 + at, name=secrets.token_hex(30)) for at in range(12000))
"""
# Its process outlives the command, whose output the test waits for.
SEND = """
import os, uuid
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.office.club_file.sending import start_sending
from tarockclub.models import Club, HostedAddress
club = Club.objects.earliest("pk")
HostedAddress.objects.update_or_create(club=club, defaults={{"url": {url!r}, "secret": {secret!r}}})
start_sending(club, str(uuid.uuid4()), ANONYMOUS)
"""
OUTCOME = """
from tarockclub.office.club_file.sending import find_sending
from tarockclub.models import Club
found = find_sending(Club.objects.earliest("pk"))
print(found.is_running, found.trouble or found.answer.get("state"))
"""
COUNT = """
from tarockclub.models import JobPart, LogEntry, Person
from scoring.models import Entry
print(JobPart.objects.filter(job__kind="upload").count(), Person.objects.filter(number__gte=1000).count(),
      Entry.objects.count(), LogEntry.objects.filter(kind="club_merged").count())
"""


def count(server: RunningServer) -> list[int]:
    """The pieces, strangers, entries and joined files of an installation."""
    return [int(word) for word in server.run(COUNT).split()]


def ask(url: str, secret: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {secret}", "Tarockclub-Protocol": "2", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}/api/v1/publishing/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return dict(json.load(answer))


def start_example(url: str, secret: str, file: Path) -> subprocess.Popen[str]:
    """The example, in an interpreter of its own, without the packages of the program."""
    command = [sys.executable, "-I", "-S", str(EXAMPLE), url, secret, "club", str(file)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_a_program_of_somebody_else_goes_on_after_the_site_died(serve, internet_site, tmp_path):
    laptop = serve()
    laptop.run(CROWD)
    laptop.play_evening()
    file = tmp_path / "club.zip"
    laptop.manage("club_file", "write", str(file))
    secret = internet_site.served.run(KEY.format(name=""))
    with file.open("rb") as stream:
        contents = list(iter_pieces(stream))
    digests = [compute_digest(content) for content in contents]
    assert len(digests) > 2
    assert file.stat().st_size > 2 * PIECE_BYTES
    said = ask(internet_site.url, secret, "club/offer", {"pieces": digests})
    first = {"parcel": said["parcel"], "contents": {digests[0]: pack_content(contents[0])}}
    ask(internet_site.url, secret, "club/piece", first)
    internet_site.end(signal.SIGKILL)
    program = start_example(internet_site.url, secret, file)  # nobody answers yet
    time.sleep(1)
    internet_site.start()
    assert ask(internet_site.url, secret, "club/offer", {"pieces": digests})["missing"] == digests[1:]
    answer, _nothing = program.communicate(timeout=PATIENCE)
    assert "'state': 'reading'" in answer or "'state': 'joined'" in answer, answer
    ends = time.monotonic() + PATIENCE
    while (state := ask(internet_site.url, secret, "club/offer", {"pieces": digests})["state"]) == "reading":
        assert time.monotonic() < ends
        time.sleep(1)
    assert state == "joined"
    there = count(internet_site.served)
    assert there == [0, *count(laptop)[1:3], 1]
    assert "joined" in start_example(internet_site.url, secret, file).communicate(timeout=PATIENCE)[0]
    assert count(internet_site.served) == there  # the same file changes nothing
    stranger = internet_site.served.run(KEY.format(name="Fremd"))
    start_example(internet_site.url, stranger, file).communicate(timeout=PATIENCE)
    while (refused := ask(internet_site.url, stranger, "club/offer", {"pieces": digests}))["state"] == "reading":
        time.sleep(1)
    assert (refused["state"], refused["code"]) == ("refused", "other_club")
    assert count(internet_site.served) == there
    internet_site.served.manage("verify_ledger")  # fails where anything is wrong


def test_a_laptop_goes_on_after_the_site_died_and_sends_again(serve, internet_site):
    laptop = serve()
    laptop.run(CROWD)
    laptop.play_evening()
    secret = internet_site.served.run(KEY.format(name=""))
    internet_site.end(signal.SIGKILL)
    laptop.run(SEND.format(url=internet_site.url, secret=secret))
    time.sleep(5)  # it tries meanwhile
    internet_site.start()
    assert wait_for_end(laptop) == "joined"
    there = count(internet_site.served)
    assert there == [0, *count(laptop)[1:3], 1]
    laptop.play_evening()
    laptop.run(SEND.format(url=internet_site.url, secret=secret))
    assert wait_for_end(laptop) == "joined"
    assert count(internet_site.served)[1:] == [*count(laptop)[1:3], 2]


def wait_for_end(laptop: RunningServer) -> str:
    """The last answer of the site on the internet, or the trouble."""
    wait_until(lambda: laptop.run(OUTCOME).startswith("False"), "the laptop has an answer")
    return laptop.run(OUTCOME).partition(" ")[2]
