"""The servers that show the states: a club with evenings, one that is not set up, one without its database."""

import contextlib
import fcntl
import io
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.server import DATABASE_FILE, KEY_FILE, SESSION_KEY_FILE, build_environment, manage, run_server

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.support.states.frozen_clock"}
MAKE = "from tests.support.states.factory import make; make()"
MAKE_SEVERAL = "from tests.support.states.several.factory import make; make()"
CLUB, UNCLAIMED, BROKEN, SEVERAL = SITES = ("club", "unclaimed", "broken", "several")
WORDS_FILE = "words.json"


class World(NamedTuple):
    """The addresses of everything."""

    sites: dict[str, str]  # address of each server
    people: dict[str, str]  # the session of each role that logs in
    rights: dict[str, str]  # the secret of each table by its slug
    words: dict[str, Any]  # what may stand in a path: tables, numbers of lines, an account, a backup

    def fill_path(self, template: str) -> str:
        """The path of a state: "/tables/{demo}/lines/{demo_lines[0]}/"."""
        return template.format(**self.words)


@contextlib.contextmanager
def run_world() -> Iterator[World]:
    """Write everything that is to be seen and serve it."""
    with tempfile.TemporaryDirectory() as folder:
        write_world(Path(folder))
        with serve_world(Path(folder)) as world:
            yield world


def write_world(folder: Path) -> None:
    """Prepare the data of each server, and write beside them what opens them."""
    folders = {name: folder / name for name in SITES}
    for path in folders.values():
        path.mkdir()
    (folder / WORDS_FILE).write_text(json.dumps(_write_data(folders)), encoding="utf-8")


@contextlib.contextmanager
def serve_world(folder: Path) -> Iterator[World]:
    """Serve what was written."""
    made = json.loads((folder / WORDS_FILE).read_text(encoding="utf-8"))
    with contextlib.ExitStack() as stack:
        # What the servers have printed interests nobody here.
        servers = stack.enter_context(contextlib.closing(contextlib.ExitStack()))
        stack.enter_context(_end_quietly(servers))
        sites = {name: servers.enter_context(run_server(folder / name, **SETTINGS)).url for name in SITES}
        _lose(folder / BROKEN)
        yield World(sites, made["people"], made["rights"], made["words"])


@contextlib.contextmanager
def _end_quietly(servers: contextlib.ExitStack) -> Iterator[None]:
    try:
        yield
    finally:
        with contextlib.redirect_stdout(io.StringIO()):
            servers.close()


def _write_data(folders: dict[str, Path]) -> dict[str, Any]:
    """Prepare the data of each server; what `make()` says about them."""
    envs = {name: build_environment(folder, **SETTINGS) for name, folder in folders.items()}
    manage(envs[UNCLAIMED], "migrate", "--skip-checks", "--verbosity=0")
    for name in (CLUB, BROKEN, SEVERAL):
        for file in (DATABASE_FILE, KEY_FILE, SESSION_KEY_FILE):
            shutil.copy(folders[UNCLAIMED] / file, folders[name])
    made: dict[str, Any] = json.loads(manage(envs[CLUB], "shell", "--no-imports", "-c", MAKE))
    several: dict[str, Any] = json.loads(manage(envs[SEVERAL], "shell", "--no-imports", "-c", MAKE_SEVERAL))
    made = {name: {**made[name], **several[name]} for name in ("people", "rights", "words")}
    manage(envs[CLUB], "backup")
    [backup] = folders[CLUB].rglob("*.zip")
    made["words"]["backup"] = backup.name
    return made


def _lose(folder: Path) -> None:
    """Take a server's database away while it runs."""
    (folder / DATABASE_FILE).unlink()
    (folder / DATABASE_FILE).mkdir()


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Return the servers with all states, the same for the whole run: nothing is written there."""
    own = tmp_path_factory.getbasetemp()
    written = _write_once(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)
    with serve_world(shutil.copytree(written, own / "served-world")) as served:
        yield served


def _write_once(run: Path) -> Path:
    """Return the data that all processes of a test run copy; the first one to ask writes them, the others wait."""
    folder = run / "world"
    with (run / "world.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / WORDS_FILE).exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a process that could not end it
            folder.mkdir()
            write_world(folder)
    return folder
