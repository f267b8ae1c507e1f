"""The suite under every supported Python of this machine, and under the Django to come."""

import itertools
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tools import paths
from tools.process import run_attached
from tools.testing import is_ci, run_pytest
from tools.uv import InstallError, find_base_python, run_uv
from tools.venv import install_venv

PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
DJANGO_6_NEEDS = (3, 12)
HERE = "--here="  # 5.2 or 6: only with this Python
NOT_RUN = "NOT RUN: this Python is not on this machine"


class Room(NamedTuple):
    """An interpreter and a Django to test with."""

    python: tuple[int, ...]
    django: str

    def __str__(self) -> str:
        return f"Python {self.python[0]}.{self.python[1]}, Django {self.django}"


def run_everywhere(arguments: list[str]) -> int:
    """Run the suite in every room; say loudly at the end which had no interpreter, and which failed."""
    if arguments and arguments[0].startswith(HERE):
        return _run_here(Room(sys.version_info[:2], arguments[0].removeprefix(HERE)), arguments[1:])
    verdicts = {room: _run(room, arguments) for room in list_rooms()}
    print("\n".join(f"== {room}: {verdict}" for room, verdict in verdicts.items()), file=sys.stderr, flush=True)
    return choose_code(list(verdicts.values()))


def list_rooms() -> list[Room]:
    """Return what is supported, in the order of testing."""
    rooms = itertools.starmap(Room, itertools.product(PYTHONS, ("5.2", "6")))
    return [room for room in rooms if room.django != "6" or room.python >= DJANGO_6_NEEDS]


def choose_code(verdicts: list[str]) -> int:
    """Return the exit code: where nobody reads the output, what was not run has failed."""
    return int("failed" in verdicts or (is_ci() and any(verdict != "passed" for verdict in verdicts)))


def find_interpreter(wanted: tuple[int, ...]) -> Path | None:
    """Return an interpreter of this version: this one, one on the path, one of pyenv's."""
    name = f"python{wanted[0]}.{wanted[1]}"
    if sys.version_info[:2] == wanted:
        return Path(find_base_python())
    folders = [Path(folder) for folder in os.get_exec_path()]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [folder / name for folder in folders] + [path / "bin" / name for path in pyenv.glob("*") if path.is_dir()]
    return next((python for python in found if python.is_file() and _is_version(python, wanted)), None)


def _is_version(python: Path, wanted: tuple[int, ...]) -> bool:
    """Return whether an interpreter starts and is of this version (pyenv puts stubs of all on the path)."""
    done = subprocess.run([python, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, check=False)
    return done.returncode == 0 and tuple(map(int, done.stdout.split())) == wanted


def _run(room: Room, arguments: list[str]) -> str:
    python = find_interpreter(room.python)
    if python is None:
        return NOT_RUN
    print(f"== {room} ({python})", flush=True)
    command = [str(python), "-m", "tools", "test-all", f"{HERE}{room.django}", *arguments]
    return "failed" if run_attached(command) else "passed"


def _run_here(room: Room, arguments: list[str]) -> int:
    """Run the suite with this Python, in an environment of the room's own."""
    if room not in list_rooms():
        raise InstallError(f"Das gibt es nicht: {room}.")
    venv = paths.UV / f"{room.python[0]}.{room.python[1]}-django-{room.django}"
    install_venv(dev=True, venv=venv)
    lock = paths.DJANGO_6_LOCK
    other = ["pip", "install", "--quiet", "--python", str(paths.find_python(venv)), "--require-hashes", "-r", str(lock)]
    if room.django == "6" and run_uv(*other):
        raise InstallError(f"Die Pakete aus {lock.name} ließen sich nicht installieren.")
    return run_pytest("sqlite", arguments, some=not arguments, venv=venv)
