"""The server says where it is, answers there, and ends when it is told to."""

import errno
import http.client
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest
import segno
from django.core.management import call_command

from tarockclub.kit import computer_clock
from tarockclub.management.commands.serve import Command, explain_workers, handle_first
from tarockclub.platform.server import network
from tests.support.paths import ROOT
from tests.support.server import build_environment, copy_club, find_free_port, run_restartable, run_server

pytestmark = pytest.mark.heavy


def answer(url, host=None, path="/i18n/setlang/"):
    """Ask the server as a certain host and return the response with its headers."""
    name = url.removeprefix("http://")
    connection = http.client.HTTPConnection(name, timeout=30)
    connection.request("GET", path, headers={"Host": host or name})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


@pytest.fixture(scope="module")
def shared(club):
    """The server of all, for the tests that only ask."""
    return club.url


def test_it_answers_and_its_log_shows_the_address_first_and_no_advice_for_engineers(served):
    assert answer(served.url).status == 302
    assert "Tarockclub" in served.log.splitlines()[0]
    assert "threads" not in served.log
    port = served.url.rpartition(":")[2]
    assert f"http://localhost:{port}/" in served.log
    lan = network.find_lan_address()
    assert (f"http://{lan}:{port}/" in served.log) == (lan is not None)
    assert ("█" in served.log) == (lan is not None)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 302),
        ("wirt.local:8000", 302),
        ("192.168.178.20:8000", 302),
        ("10.1.2.3", 302),
        ("172.20.0.1", 302),
        ("[fe80::1]:8000", 302),
        ("evil.example", 400),
        ("8.8.8.8", 400),
        ("192.168.1.1.evil.example", 400),
        ("192.168.1.1@evil.example", 400),
    ],
)
def test_in_an_inn_local_addresses_are_welcome_and_foreign_names_are_not(shared, host, status):
    assert answer(shared, host).status == status


@pytest.mark.parametrize(
    ("origin", "status"), [("http://192.168.178.20:8000", 302), ("http://192.168.178.66:8000", 403)]
)
def test_a_form_from_a_phone_in_the_lan_is_taken_and_one_from_elsewhere_is_not(shared, origin, status):
    token = "a" * 32
    host = "192.168.178.20:8000"
    headers = {"Host": host, "Origin": origin, "Cookie": f"csrftoken={token}", "X-CSRFToken": token}
    connection = http.client.HTTPConnection(shared.removeprefix("http://"), timeout=30)
    connection.request("POST", "/i18n/setlang/", body="", headers=headers)
    assert connection.getresponse().status == status
    connection.close()


def test_answers_carry_the_headers_that_guard_the_browser(shared):
    headers = answer(shared).headers
    assert "script-src" not in headers["Content-Security-Policy"]
    assert "'unsafe" not in headers["Content-Security-Policy"]
    assert headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"


def test_public_mode_sends_http_to_https_and_knows_its_names_only(serve):
    url = serve(TAROCKCLUB_MODE="public", TAROCKCLUB_HOSTS="tarock.example").url
    moved = answer(url, "tarock.example")
    assert (moved.status, moved.headers["Location"].split("/")[0]) == (301, "https:")
    assert moved.headers["Cross-Origin-Opener-Policy"] == "same-origin"  # plain HTTP in an inn: browsers ignore it
    assert answer(url, "192.168.178.20").status == 400


def serve_in_vain(data, port):
    """The one sentence with which a server does not start."""
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    env = build_environment(data)
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    [said] = done.stderr.strip().splitlines()
    return said


def test_a_busy_port_gives_one_sentence_and_no_traceback(shared, tmp_path):
    port = shared.rpartition(":")[2]
    assert f"Port {port} ist schon belegt" in serve_in_vain(tmp_path, port)


def test_without_tables_it_does_not_start_and_says_what_to_do(tmp_path):
    assert "manage.py migrate" in serve_in_vain(tmp_path, find_free_port())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell one start of the computer from another")
def test_a_clock_that_has_jumped_since_the_last_start_is_told_and_time_goes_on_as_before(migrated_data, tmp_path):
    copy_club(migrated_data, tmp_path)
    for log in (False, True):
        with run_server(tmp_path) as server:
            with urllib.request.urlopen(f"{server.url}/tournaments/time/", timeout=30) as response:
                behind = time.time() - json.load(response)["now"] / 1000
            assert ("um 2 Stunden vorgesprungen" in server.log) == log
        assert behind == pytest.approx(7200 if log else 0, abs=10)
        file = tmp_path / computer_clock.FILE
        kept = json.loads(file.read_text())
        kept["reading"][0] -= 7200
        file.write_text(json.dumps(kept))


def test_an_impossible_port_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        call_command("serve", port=70000)
    assert ended.value.code == 1
    assert "zwischen 1 und 65535" in capsys.readouterr().err


def test_an_address_of_another_machine_is_refused_with_the_reason(capsys):
    with pytest.raises(SystemExit):
        call_command("serve", host="203.0.113.7", port=8000)
    assert "kann der Server nicht lauschen" in capsys.readouterr().err


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_and_frees_the_port(migrated_data, tmp_path, told):
    copy_club(migrated_data, tmp_path)
    with run_restartable(tmp_path) as server:
        assert answer(server.url).status == 302
        process = server.process
        assert process is not None
        process.send_signal(told)
        assert process.wait(60) == 0
        assert "Traceback" not in server.served.log
        assert network.find_bind_error("127.0.0.1", server.port) is None


def test_without_any_network_it_still_starts_and_says_so(monkeypatch, capsys):
    monkeypatch.setattr(network, "_find_source_address", lambda target: None)
    Command().greet("0.0.0.0", 8000)
    assert "Kein Netz gefunden" in capsys.readouterr().out


def test_a_system_without_a_way_out_has_no_address(monkeypatch):
    class Unreachable(socket.socket):
        def connect(self, address):
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr("socket.socket", Unreachable)
    assert network.find_lan_address() is None


@pytest.mark.parametrize(("workers", "sentence"), [(0, "zwischen 1 und 64"), (65, "nicht 65"), (2, "PostgreSQL")])
def test_several_workers_need_postgresql_and_there_is_a_limit(workers, sentence, monkeypatch):
    monkeypatch.setattr("tarockclub.management.commands.serve.connection.vendor", "sqlite", raising=False)
    assert sentence in explain_workers(workers)
    assert explain_workers(1) == ""


def test_a_server_for_this_machine_alone_shows_no_code(capsys):
    Command().greet("127.0.0.1", 8000)
    out = capsys.readouterr().out
    assert "http://127.0.0.1:8000/" in out
    assert "█" not in out


def test_the_code_is_shown_only_where_its_characters_exist():
    assert network.can_show("utf-8")
    assert network.can_show("cp437")
    assert not network.can_show("cp1252")
    assert not network.can_show(None)


def test_a_console_without_the_characters_gets_the_address_alone(tmp_path):
    port = find_free_port()
    code = (
        "import django; django.setup(); from tarockclub.management.commands.serve import Command;"
        f"c = Command(); c.greet_phones('http://192.168.1.2:{port}/')"
    )
    env = build_environment(tmp_path, DJANGO_SETTINGS_MODULE="tarockclub.settings")
    env.update(PYTHONUTF8="0", PYTHONIOENCODING="cp1252")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"http://192.168.1.2:{port}/" in done.stdout.decode("cp1252")


@pytest.mark.parametrize("colour", [True, False])
def test_the_drawn_code_is_the_code(colour):
    text = "http://192.168.178.20:8000/"
    lines = network.render_qr_lines(text, colour=colour)
    light = {"█": (0, 0), " ": (1, 1), "▄": (1, 0), "▀": (0, 1)}
    rows = []
    for line in lines:
        pairs = [light[sign] for sign in line.replace("\033[38;5;231;48;5;16m", "").replace("\033[0m", "")]
        rows += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    expected = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=2)]
    assert rows[: len(expected)] == expected


def test_a_full_hall_asks_at_once_and_everybody_gets_an_answer(served):
    with ThreadPoolExecutor(50) as phones:
        statuses = list(phones.map(lambda n: answer(served.url).status, range(2000)))
    assert set(statuses) == {302}


def test_a_time_that_runs_by_itself_is_said_loudly(capsys, tmp_path, settings):
    settings.TIME_FILE = tmp_path / "time.json"
    Command().greet("127.0.0.1", 8000)
    assert "TAROCKCLUB_TIME" in capsys.readouterr().out.splitlines()[0]
    settings.TIME_FILE = None
    Command().greet("127.0.0.1", 8000)
    assert "TAROCKCLUB_TIME" not in capsys.readouterr().out


def test_a_signal_within_a_signal_does_not_wait_for_the_first_one():
    heard = []

    def stop(signum: int) -> None:
        heard.append(signum)
        handler(signal.SIGTERM, None)

    handler = handle_first(stop)
    handler(signal.SIGHUP, None)
    handler(signal.SIGHUP, None)
    assert heard == [signal.SIGHUP]
