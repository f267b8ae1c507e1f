"""The start by a double click: what is in the way, and the browser."""

import socket
import threading
import webbrowser
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core.management import call_command

from tarockclub.office.laptop import opening
from tarockclub.platform.monitoring import SIGN_OF_LIFE
from tarockclub.platform.server import network


@pytest.fixture
def browser(monkeypatch):
    """The addresses that the browser was to show."""
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", addresses.append)
    return addresses


def listen(content):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_said):
            """Print nothing."""

    server = HTTPServer(("0.0.0.0", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return server


@pytest.fixture(params=[SIGN_OF_LIFE, b"<h1>It works!</h1>"], ids=["tarockclub", "another"])
def neighbour(request):
    """A port that is taken, by this program or by another one."""
    server = listen(request.param)
    yield server.server_port, request.param == SIGN_OF_LIFE
    server.shutdown()
    server.server_close()


def test_this_program_is_known_by_its_sign_of_life(neighbour):
    port, is_ours = neighbour
    assert opening.is_running(port) == is_ours


def test_a_port_that_says_nothing_is_not_this_program(monkeypatch):
    monkeypatch.setattr(opening, "WAIT_SECONDS", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        assert not opening.is_running(silent.getsockname()[1])


def test_a_second_double_click_opens_what_is_running_and_leaves_the_database_alone(neighbour, browser, capsys):
    port, is_ours = neighbour
    if is_ours:
        call_command("serve", "--open", "--port", str(port))
        assert browser == [f"http://localhost:{port}/"]
        assert "läuft schon" in capsys.readouterr().out
    else:  # nobody is there to be asked: the sentence about the port
        with pytest.raises(SystemExit):
            call_command("serve", "--open", "--port", str(port))
        assert browser == []
        assert f"Port {port} ist schon belegt" in capsys.readouterr().err


@pytest.mark.parametrize(("answer", "takes"), [("j", True), (" Ja ", True), ("y", True), ("", False), ("n", False)])
def test_another_port_is_taken_only_if_somebody_says_so(neighbour, monkeypatch, answer, takes):
    port, _is_ours = neighbour
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    asked = []

    def ask(question):
        asked.append(question)
        return answer

    other = opening.ask_for_port("0.0.0.0", port, ask)
    assert (other is not None) == takes
    assert other is None or (other > port and network.find_bind_error("0.0.0.0", other) is None)
    assert str(port) in asked[0]


def test_without_a_browser_the_address_in_the_window_is_enough(monkeypatch):
    def fail(address):
        raise webbrowser.Error("no browser")

    monkeypatch.setattr("webbrowser.open", fail)
    opening.open_browser("http://localhost:8000/")


def test_the_window_says_where_the_data_are(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    assert str(tmp_path) in opening.list_advice()[-1]
