"""Every target of make, and what release.md says, in a clean clone and to its end.

What a machine lacks (a registry, the Python of Windows) is left out, and the error output names it.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.laptop.test_bundle import INTEL, PTH, make_program
from tests.support.paths import ROOT
from tests.support.server import find_free_port
from tools import paths
from tools.changes import list_changed_files
from tools.commands import COMMANDS
from tools.uv import run_uv

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]

# The continuous integration runs these by themselves, and each command begins with `install`.
IN_CI = re.compile(r"^make ([\w-]+)", re.MULTILINE)
# What `make install` and `make check` have brought: 800 MB need no copy, and unchanged types no second look.
LENT = (".venv", ".uv", "node_modules", ".mypy_cache")
SHARED = re.compile(r"TAROCKCLUB_|DATABASE_|DJANGO_|COV_|PYTEST_|HYPOTHESIS_|CI$")
QUICK_TEST = "tests/scoring/engine/test_points.py"
TESTED = re.compile(r"\b[1-9]\d* passed")
# The targets that end by themselves and write nothing but what the clone has already: their arguments and last words.
WORDS = {
    "test": (f"-k points {QUICK_TEST}", TESTED),
    "test-light": (QUICK_TEST, TESTED),
    "soak": ("-k exit_code tests/ground/test_make_install.py", TESTED),
    "test-all": ("--list", re.compile(r"^\* tests\(python='3\.11', django='5\.2'\)", re.MULTILINE)),
    "format": ("", re.compile(r"^\d+ files left unchanged", re.MULTILINE)),
    "messages": ("", re.compile(r"texts, 0 to be done\.$", re.MULTILINE)),
    "facts": ("", re.compile("")),
}
ELSEWHERE = {"install", "run", "demo", "coverage", "changed", "screenshots", "lock", "audit", "bundle", "release"}
WHO = ("-c", "user.name=Resi", "-c", "user.email=resi@example.org")


class Clone(NamedTuple):
    """A clone of what is committed here, with what has changed since."""

    folder: Path
    env: dict[str, str]

    def start(self, *command: str, **more: str) -> subprocess.Popen[str]:
        """Start a program in it, in a group of processes of its own."""
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env={**self.env, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, *command: str, code: int | None = 0, **more: str) -> str:
        """Run a program in it and return what it has said."""
        process = self.start(*command, **more)
        said = process.communicate()[0]
        assert code in (None, process.returncode), said[-4000:]
        return said

    def make(self, target: str, arguments: str = "", code: int | None = 0, **more: str) -> str:
        """Make a target as it is written down, with this Python, and return what was said."""
        python = f"PYTHON={paths.find_python(paths.VENV)}"
        return self.run("make", python, target, *([f"ARGS={arguments}"] if arguments else []), code=code, **more)

    def list_changes(self) -> str:
        """Return what differs from the commit."""
        return self.run("git", "status", "--porcelain") + self.run("git", "diff")


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    top = tmp_path_factory.mktemp("clone")
    folder = top / "tarockclub"
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(folder)], check=True)
    for name in list_changed_files("HEAD"):
        (folder / name).unlink(missing_ok=True)
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for name in LENT:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    (folder / ".git/info/exclude").write_text("\n".join(LENT))
    # Not what a make around this one was asked for: its ARGS would be those of each target here.
    env = {name: value for name, value in os.environ.items() if not (SHARED.match(name) or name.startswith("MAKE"))}
    made = Clone(folder, {**env, "TAROCKCLUB_DATA": str(top / "data")})
    made.run("git", "add", "--all")
    made.run("git", *WHO, "commit", "--quiet", "--allow-empty", "-m", "As it is here")
    return made


@pytest.fixture(scope="module")
def has_registry(tmp_path_factory):
    """Return whether packages can be fetched here."""
    target = tmp_path_factory.mktemp("probe")
    probe = ["pip", "install", "--quiet", "--no-cache", "--dry-run", "--no-deps", "--target", target, "tomli-w"]
    return run_uv(*probe) == 0


@pytest.fixture
def leave_out(capfd):
    """Say on the terminal what was left out."""

    def say(what):
        with capfd.disabled():
            print(f"\nleft out: {what}", file=sys.stderr, flush=True)

    return say


def test_every_target_is_run_by_a_test_or_by_the_continuous_integration():
    in_ci = set(" ".join(IN_CI.findall((ROOT / ".ci/run").read_text("utf-8"))).split())
    assert {"check", "test", "test-heavy"} <= in_ci
    assert in_ci | set(WORDS) | ELSEWHERE == set(COMMANDS)


@pytest.mark.parametrize("target", WORDS)
def test_a_target_comes_to_its_end_and_changes_nothing(clone, target):
    arguments, words = WORDS[target]
    assert words.search(clone.make(target, arguments))
    assert clone.list_changes() == ""


def test_coverage_is_measured_and_what_lacks_is_an_error(clone):
    said = clone.make("coverage", code=2, PYTEST_ADDOPTS=QUICK_TEST)
    assert re.search(r"== Coverage, at least 100 %: .*engine.*Coverage failure: total of \d+ is less than", said, re.S)


def test_a_change_of_one_test_is_checked_with_that_test_and_those_of_the_house(clone):
    test = clone.folder / QUICK_TEST
    before = test.read_text("utf-8")
    try:
        test.write_text(f"import os\n{before}", encoding="utf-8")  # which nothing there uses
        said = clone.make("changed", code=2, PYTEST_ADDOPTS="-k points")
    finally:
        test.write_text(before, encoding="utf-8")
    assert "F401" in said
    assert "FAILED: -m ruff check" in said
    assert TESTED.search(said.partition("== Tests on sqlite")[2])


def test_a_measurement_finds_the_pages_that_it_asks_for(clone):
    said = clone.run(".venv/bin/python", "-m", "bench", "--quick", "season", code=None)
    assert re.search(r"^season .* (?:ok|MISSED)$", said, re.MULTILINE), said  # how quick is no matter of a test


@pytest.mark.parametrize("target", ["run", "demo"])
def test_a_server_starts_and_shows_its_first_page(clone, target, tmp_path):
    port = find_free_port()
    python = f"PYTHON={paths.find_python(paths.VENV)}"
    process = clone.start("make", python, target, f"PORT={port}", TAROCKCLUB_DATA=str(tmp_path))
    assert process.stdout is not None
    try:
        assert any("Strg+C" in line for line in iter(process.stdout.readline, ""))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
            assert "Tarockclub" in answer.read().decode()
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=60)


def test_pictures_are_taken_of_a_state_that_is_named(clone):
    assert "8 pictures" in clone.make("screenshots", "everything")
    taken = {file.name for file in (clone.folder / "var/screenshots").rglob("*.png")}
    assert taken == {"everything.png"}
    assert clone.list_changes() == ""


def test_the_lock_is_what_the_project_wants(clone, has_registry, leave_out):
    if not has_registry:
        leave_out("make lock: no registry")
        return
    clone.make("lock")
    changes = clone.run("git", "diff", "--unified=0")
    clone.run("git", "checkout", "--quiet", ".")
    # A registry may have more files of the same version by now.
    assert re.findall(r"^[-+][a-z0-9-]+==.*", changes, re.MULTILINE) == []


def test_weak_spots_of_the_lock_are_asked_for(clone, has_registry, leave_out):
    if not has_registry:
        leave_out("make audit: no registry")
        return
    said = clone.make("audit", code=None)  # what is known today is no matter of a test
    if "No known vulnerabilities" not in said:
        leave_out(f"make audit: {said.strip().splitlines()[-1]}")
    assert re.search(r"vulnerabilit|could not be audited|ConnectionError", said), said


@pytest.fixture(scope="module")
def release(clone, has_registry):
    """The clone with a version as release.md says, and all of a release in dist/ where packages can be fetched."""
    for name in ("pyproject.toml", "packages/tarock-engine/pyproject.toml"):
        file = clone.folder / name
        text, count = re.subn(r'(?m)^version = ".*"$', 'version = "9.0.0"', file.read_text("utf-8"))
        assert count == 1
        file.write_text(text, encoding="utf-8")
    clone.run(
        *("sed", "--in-place", "s/^RELEASED = date(.*)  #/RELEASED = date(2030, 1, 6)  #/"),
        "tarockclub/platform/server/installation.py",
    )
    for kind in ("upgrade", "rules"):  # the sections that a version always has
        (clone.folder / f"changelog.d/example.{kind}.md").write_text("- Nothing.\n", encoding="utf-8")
    clone.run(".venv/bin/towncrier", "build", "--version", "9.0.0", "--date", "2030-01-06", "--yes")
    clone.run("git", "add", "--all")
    clone.run("git", *WHO, "commit", "--quiet", "-m", "Version 9.0.0")
    return clone.make("release", code=0 if has_registry else 2)


def test_a_release_is_made_as_its_page_says(clone, release, has_registry, leave_out):
    if not has_registry:
        assert "passed" in release  # number and day; building fetches what builds
        leave_out("make release: no registry")
        return
    there = {file.name for file in (clone.folder / "dist").glob("[!.]*")}
    laptops = {f"Tarockclub-9.0.0-{name}.zip" for name in ("x86_64-unknown-linux-gnu", "aarch64-apple-darwin")}
    files = {f"tarockclub-9.0.0{end}" for end in (".tar.gz", "-py3-none-any.whl", "-container.tar.gz", "-site.zip")}
    assert there == laptops | files | {
        "tag.txt",
        "tarock_engine-9.0.0.tar.gz",
        "tarock_engine-9.0.0-py3-none-any.whl",
    }
    assert (clone.folder / "dist/tag.txt").read_text("utf-8").startswith("Version 9.0.0\n\n### ")
    with tarfile.open(clone.folder / "dist/tarockclub-9.0.0-container.tar.gz") as context:
        tops = {name.partition("/")[0] for name in context.getnames()}
    assert {"Containerfile", "Containerfile.dockerignore", ".containerignore", "tarockclub"} <= tops
    assert not tops & {"tests", ".venv", "var"}
    with zipfile.ZipFile(clone.folder / "dist/tarockclub-9.0.0-site.zip") as site:
        assert "index.html" in site.namelist()


def test_a_bundle_for_windows_has_the_program_and_packages_for_it(clone, release, has_registry, leave_out, tmp_path):
    leave_out("make bundle: the Python of Windows itself, for which a file with its head stands")
    for name in ("python.exe", "python313._pth"):
        (tmp_path / name).write_bytes(PTH.encode() if name.endswith("pth") else make_program(INTEL))
    if not has_registry:
        leave_out("make bundle: no registry")
        assert "Es fehlen Pakete" in clone.make("bundle", f"--python {tmp_path}", code=2)
        return
    [wheel] = (clone.folder / "dist").glob("tarockclub-*.whl")
    said = clone.make("bundle", f"--python {tmp_path} --wheel {wheel}")
    [zipped] = (clone.folder / "var").glob("*-windows.zip")
    assert str(zipped) in said
    with zipfile.ZipFile(zipped) as bundle:
        names = {name.partition("/")[2] for name in bundle.namelist()}
    assert {"Tarockclub.bat", "python/python.exe", "program/tarockclub/wsgi.py"} <= names
    assert any(re.match(r"program/pydantic_core/_pydantic_core\..*win_amd64\.pyd$", name) for name in names)
    assert "program/tzdata/__init__.py" in names  # Windows has no time zones of its own
    assert not any(name.startswith("program/gunicorn") or name.endswith(".so") for name in names)
