"""The program on Windows, as far as it can be seen from elsewhere."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path, PureWindowsPath
from urllib.parse import quote

import pytest

from tarockclub.management.commands import serve
from tarockclub.platform.server import databases, installation, network, windows_console
from tests.support.paths import ROOT
from tests.support.server import build_environment

PROFILE = r"C:\Users\Jörg Müßig-Öller\AppData\Local"


@pytest.mark.heavy
def test_every_module_is_imported_where_only_windows_is_to_be_seen(tmp_path):
    program = Path(__file__).with_name("seeming_windows.py")
    done = subprocess.run(
        [sys.executable, str(program)],
        cwd=ROOT,
        env={**build_environment(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["failed"] == {}
    assert said["modules"] > 700
    assert said["seeming"] > 5  # the modules really saw another `os`


def test_the_data_of_a_user_with_umlauts_and_blanks_are_in_the_own_profile(monkeypatch):
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", PROFILE)
    folder = PureWindowsPath(str(installation.find_user_folder()).replace("/", "\\"))
    assert folder == PureWindowsPath(PROFILE, "Tarockclub")


@pytest.mark.parametrize("path", [rf"{PROFILE}\Tarockclub\tarockclub.sqlite3", r"\\server\Freigabe\a b#c?.sqlite3"])
def test_the_path_of_a_database_on_windows_comes_through_its_url_as_it_is(path):
    assert databases.parse_url(f"sqlite:///{quote(path)}")["NAME"] == path


def test_a_port_that_windows_forbids_is_one_that_somebody_else_has(monkeypatch):
    refused = PermissionError(13, "An attempt was made to access a socket in a way forbidden by its access permissions")
    assert not network.is_taken(refused)
    monkeypatch.setattr("sys.platform", "win32")
    assert network.is_taken(refused)


@pytest.mark.parametrize(
    ("event", "waits"), [(windows_console.CTRL_C, False), (windows_console.CTRL_BREAK, False), (2, True), (6, True)]
)
def test_a_closed_window_waits_for_the_end_and_ctrl_c_does_not(event, waits):
    steps = []
    assert windows_console.handle_event(event, lambda: steps.append("stop"), lambda seconds: steps.append("wait"))
    assert steps == ["stop", *(["wait"] if waits else [])]


def test_the_server_ends_by_an_event_of_the_console_as_by_a_signal(monkeypatch):
    heard: list[Callable[[], None]] = []
    ended: list[int] = []
    monkeypatch.setattr(windows_console, "call_on_end", heard.append)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    serve.end_on(serve.handle_first(ended.append))
    [stop] = heard
    stop()
    stop()  # a window that is closed after Ctrl+C
    assert ended == [signal.SIGINT]
