"""Checks of style, types, templates, migrations and settings."""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

from tools.npm import install_modules, run_npm
from tools.paths import ROOT, VENV, find_python
from tools.process import read_python, run_attached, run_python
from tools.testing import is_ci

PROGRAM = ("scoring", "tarockclub", "tools", "tournaments")
PUBLIC = {"TAROCKCLUB_MODE": "public", "TAROCKCLUB_HOSTS": "tarock.example"}
# The stubs know what Python has on which system: no module, function or signal that Windows lacks goes unguarded.
WINDOWS = (
    "-m",
    "mypy",
    "--platform=win32",
    "--no-warn-unreachable",
    "--cache-dir=.mypy_cache/windows",
    "manage.py",
    *PROGRAM,
)
CONTRACTS = (
    "-c",
    "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True, no_logo=True))",
)
SITE = ("-m", "zensical", "build", "--strict")  # the documents as a website; a link that leads nowhere is a failure
Step = tuple[tuple[str, ...], Mapping[str, str]]


def run_checks(_arguments: list[str]) -> int:
    """Check style, types, contracts, templates, migrations and settings."""
    failed = []
    # Two at once: the types of one system take as long as all else.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        steps = list(_list_steps(folder))
        answers = pool.map(lambda step: read_python(*step[0], env=step[1]), steps)
        for (command, _env), (code, said) in zip(steps, answers, strict=True):
            name = " ".join(command)
            print(f"== {name}", said if code else "", sep="\n", end="", flush=True)
            if code:
                failed.append(name)
    print("== djade --check", flush=True)
    if check_templates():
        failed.append("djade --check")
    print("== npm run check", flush=True)
    if run_on_scripts("check"):
        failed.append("npm run check")
    for name in failed:
        print(f"FAILED: {name}", file=sys.stderr)
    return 1 if failed else 0


def format_files(_arguments: list[str]) -> int:
    """Bring all files into the agreed form."""
    failed = run_python("-m", "ruff", "check", "--fix", "--exit-zero") or run_python("-m", "ruff", "format")
    # Its exit code reports changes; that is not a failure here.
    _run_djade()
    return failed or run_on_scripts("format")


def check_templates() -> int:
    """Check the form of all templates."""
    return _run_djade("--check")


def run_on_scripts(script: str) -> int:
    """Run a script of package.json; without node, which is said aloud, it has failed where nobody reads the output."""
    if reason := install_modules():
        print(f"== NOT RUN: npm run {script}. {reason}", file=sys.stderr, flush=True)
        return int(is_ci())
    return run_npm(script)


def _list_steps(folder: str) -> Iterator[Step]:
    """Yield each check's command and its environment variables."""
    # A separate data folder: checking must neither need nor touch the club's.
    own = {"TAROCKCLUB_DATA": folder, "DATABASE_URL": ""}
    yield ("-m", "ruff", "format", "--check"), {}
    yield ("-m", "ruff", "check"), {}
    yield CONTRACTS, {}
    yield ("-m", "towncrier", "build", "--draft", "--version=next"), {}  # refuses a file of no kind
    yield SITE, {}
    yield ("-m", "mypy"), own
    if is_ci():
        yield WINDOWS, own
    yield ("manage.py", "makemigrations", "--check", "--dry-run"), own
    yield ("manage.py", "check", "--deploy", "--fail-level", "WARNING"), own
    yield ("manage.py", "check", "--deploy", "--fail-level", "INFO"), {**own, **PUBLIC}


def _run_djade(*options: str) -> int:
    """Run the formatter of templates on all of them; it is a program, not a Python module."""
    program = find_python(VENV).with_name("djade.exe" if os.name == "nt" else "djade")
    return run_attached([program, *options, "--target-version", "5.2", *sorted((ROOT / "templates").rglob("*.html"))])
