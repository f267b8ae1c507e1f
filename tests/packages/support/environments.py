"""Packages as others get them: built, and installed into an environment that sees neither checkout nor test tools."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.support.paths import SAFELY

OF_THE_CHECKOUT = re.compile(r"TAROCKCLUB_|DJANGO_|PYTHON|COV|DATABASE_|PIP_|XDG_|VIRTUAL_ENV")


def build(project: Path, folder: Path, kind: str = "wheel") -> Path:
    """Build a package of a project, with hatchling as it is installed here, and return its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [file] = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return file


def list_files(wheel: Path) -> set[str]:
    """Return the names of the files in a wheel, without those about it."""
    with zipfile.ZipFile(wheel) as opened:
        return {name for name in opened.namelist() if ".dist-info/" not in name}


class Environment:
    """An environment with a package and what it says that it needs; no package is fetched for that."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder, self.home, self.here = (folder / name for name in ("venv", "home", "here"))
        self.home.mkdir()
        self.here.mkdir()
        subprocess.run([_find_real_python(), "-m", "venv", str(self.folder)], check=True)
        self.python = self.folder / "bin" / "python"
        self.run("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile", str(wheel))
        [self.site] = self.folder.glob("lib/python*/site-packages")
        for place in list_needed_places(wheel):
            if not (self.site / place.name).exists():
                (self.site / place.name).symlink_to(place)

    def __str__(self) -> str:
        return str(self.folder)

    @property
    def env(self) -> dict[str, str]:
        """Return the variables of a user who has just installed it."""
        inherited = {name: value for name, value in os.environ.items() if not OF_THE_CHECKOUT.match(name)}
        return {**inherited, "HOME": str(self.home), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *arguments: str, stdin: str = "") -> str:
        """Run its interpreter in an empty folder and return what it printed."""
        return self.start(str(self.python), *arguments, stdin=stdin)

    def start(self, *command: str, stdin: str = "", **more: str) -> str:
        """Run a program in an empty folder and return what it printed."""
        done = subprocess.run(
            command, cwd=self.here, env={**self.env, **more}, input=stdin, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def list_needed_places(wheel: Path) -> Iterator[Path]:
    """Yield the files and folders of what a wheel needs, as they are in the tests' environment."""
    for name in find_needed(_read_requirements(wheel)):
        found = distribution(name)
        for top in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
            yield Path(str(found.locate_file(top)))


def find_needed(requirements: list[Requirement]) -> set[str]:
    """Return the names of the packages that these need here, and so on."""
    needed: set[str] = set()
    waiting = [*requirements]
    while waiting:
        wanted = waiting.pop()
        found = distribution(wanted.name)
        assert wanted.specifier.contains(found.version, prereleases=True), wanted
        needed.add(wanted.name)
        below = (Requirement(line) for line in found.requires or ())
        waiting += [part for part in below if part.name not in needed and _is_needed(part, wanted.extras)]
    return needed


def _read_requirements(wheel: Path) -> list[Requirement]:
    with zipfile.ZipFile(wheel) as opened:
        [name] = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        lines = opened.read(name).decode().splitlines()
    wanted = (Requirement(line.removeprefix("Requires-Dist: ")) for line in lines if line.startswith("Requires-Dist: "))
    return [requirement for requirement in wanted if _is_needed(requirement, set())]


def _is_needed(requirement: Requirement, extras: set[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ({""} | extras))


def _find_real_python() -> str:
    """Return the interpreter below the tests' environment."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)


def unpack(sources: Path, folder: Path) -> Path:
    """Unpack a source distribution and return its folder."""
    with tarfile.open(sources) as opened:
        opened.extractall(folder, **SAFELY)
    return folder / sources.name.removesuffix(".tar.gz")
