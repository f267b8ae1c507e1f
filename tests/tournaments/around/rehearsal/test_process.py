"""The robots' process, a real one: it ends with its rehearsal and with its server, also while simulated time stands."""

import json
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.clients import Client
from tests.support.server import copy_club, run_server
from tests.support.signed_in import SESSION

pytestmark = pytest.mark.heavy
SECONDS = 30  # a busy machine; it looks every second
PREPARE = """
from tests.tournaments.support import factories
of = factories.tournament()
factories.people(of, 8)
print(of.slug)
"""
AT_WORK = """
from tarockclub.models import Job
print(*(job.runner.split(" ")[1] for job in Job.objects.filter(kind=Job.Kind.REHEARSE, state=Job.State.RUNNING)))
"""


def shell(server, code):
    return server.manage("shell", "-v0", "-c", code).split()


def is_alive(pid):
    """Return whether a process runs: one that has ended, and that nobody has asked about, does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(found):
    ends = time.monotonic() + SECONDS
    while not (value := found()) and time.monotonic() < ends:
        time.sleep(0.5)
    return value


def post(director, path, **said):
    sent = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": director.cookies["csrftoken"]}
    answer = director.send(director.request("POST", path, urlencode(said).encode(), sent))
    assert answer.status == 302, answer.body
    return answer.get_header("location")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_the_process_ends_with_the_rehearsal_and_with_the_server(migrated_data, tmp_path):
    copy_club(migrated_data, tmp_path)
    stands = tmp_path / "time.json"
    stands.write_text(json.dumps({"ahead": 0, "speed": 0, "since": 1767729600}), encoding="utf-8")
    with run_server(tmp_path, TAROCKCLUB_TIME=str(stands)) as server:
        [slug] = shell(server, PREPARE)
        director, page = Client(server.url, sessionid=SESSION), f"/tournaments/{slug}/rehearsal/"
        assert director.get(page).status == 200
        desk = post(director, page, key="first-rehearsal", what="begin")
        [robots] = wait_for(lambda: shell(server, AT_WORK))
        assert is_alive(robots)
        post(director, page, what="end", rehearsal=desk.split("/")[2])
        assert wait_for(lambda: not is_alive(robots))
        post(director, page, key="second-rehearsal", what="begin")
        [robots] = wait_for(lambda: shell(server, AT_WORK))
        assert is_alive(robots)
        director.close()
    assert wait_for(lambda: not is_alive(robots))
