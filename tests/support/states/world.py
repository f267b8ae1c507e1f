"""The servers that show the states: a club with evenings, one that is not set up, one without its database."""

import contextlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.server import DATABASE_FILE, KEY_FILE, build_environment, manage, run_server

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.support.states.frozen_clock"}
MAKE = "from tests.support.states.factory import make; make()"
CLUB, UNCLAIMED, BROKEN = SITES = ("club", "unclaimed", "broken")


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
    with contextlib.ExitStack() as stack:
        folders = {name: Path(stack.enter_context(tempfile.TemporaryDirectory())) for name in SITES}
        made = _write_data(folders)
        # What the servers have printed interests nobody here.
        servers = stack.enter_context(contextlib.closing(contextlib.ExitStack()))
        stack.enter_context(_end_quietly(servers))
        sites = {name: servers.enter_context(run_server(folders[name], **SETTINGS)).url for name in SITES}
        _lose(folders[BROKEN])
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
    for name in (CLUB, BROKEN):
        for file in (DATABASE_FILE, KEY_FILE):
            shutil.copy(folders[UNCLAIMED] / file, folders[name])
    made: dict[str, Any] = json.loads(manage(envs[CLUB], "shell", "--no-imports", "-c", MAKE))
    manage(envs[CLUB], "backup")
    [backup] = folders[CLUB].rglob("*.zip")
    made["words"]["backup"] = backup.name
    return made


def _lose(folder: Path) -> None:
    """Take a server's database away while it runs."""
    (folder / DATABASE_FILE).unlink()
    (folder / DATABASE_FILE).mkdir()


@pytest.fixture(scope="session")
def world() -> Iterator[World]:
    """Return the servers with all states, the same for the whole run: nothing is written there."""
    with run_world() as made:
        yield made
