"""The program is an ordinary WSGI application: under the standard library's server, under ours, and under gunicorn."""

import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest

from tests.support.paths import ROOT
from tests.support.server import build_environment, copy_club, find_free_port
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.heavy
PATIENCE = 60
WSGIREF = """
from wsgiref.simple_server import make_server
from tarockclub.wsgi import application
make_server("127.0.0.1", {port}, application).serve_forever()
"""
COMMANDS = {
    "wsgiref": ["-c", WSGIREF],
    "waitress": ["-m", "waitress", "--listen=127.0.0.1:{port}", "tarockclub.wsgi:application"],
    "gunicorn": ["-m", "gunicorn", "--threads=4", "--no-control-socket", "--bind=127.0.0.1:{port}", "tarockclub.wsgi"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_it_runs_under_any_server(name, migrated_data, tmp_path):
    if name == "gunicorn":
        pytest.importorskip("gunicorn")
    copy_club(migrated_data, tmp_path)
    port = find_free_port()
    command = [sys.executable, *(part.format(port=port) for part in COMMANDS[name])]
    process = subprocess.Popen(command, cwd=ROOT, env=build_environment(tmp_path))
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url)
        head = urllib.request.urlopen(urllib.request.Request(f"{url}/log-in/", method="HEAD"), timeout=PATIENCE)
        assert (head.status, head.read()) == (200, b"")
        visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar := CookieJar()))
        assert "<form" in visitor.open(f"{url}/log-in/").read().decode()
        token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
        fields = {"login": "leitung", "password": PASSWORD, "csrfmiddlewaretoken": token}
        visitor.open(f"{url}/log-in/", urllib.parse.urlencode(fields).encode())
        assert "sessionid" in {cookie.name for cookie in jar}
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_for(url: str) -> None:
    """Come back when a server answers."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{url}/health/live", timeout=PATIENCE).read()
            return
        except urllib.error.URLError:
            assert time.monotonic() < until
            time.sleep(0.05)
