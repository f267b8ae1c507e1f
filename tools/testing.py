"""Runs the tests: on SQLite, then what touches the database again on PostgreSQL."""

import os
import shutil
import sys
from pathlib import Path

from tools import apt, postgres
from tools.paths import VENV
from tools.process import run_python

BROWSER = "/usr/bin/chromium-headless-shell"
BROWSER_PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core", "fonts-noto-color-emoji")
CERTIFICATES = "openssl"  # makes those of the tests over HTTPS; program and package have one name
OFFICE = "soffice"
OFFICE_PACKAGE = "libreoffice-calc-nogui"  # what reckons and prints workbooks in the heavy tests
STRACE = "strace"  # what shows what a server writes when; program and package have one name
NOTHING_SELECTED = 5
MEMORY = Path("/dev/shm")  # noqa: S108 -- where temporary files lie in memory, if there is room
ENOUGH = 4 << 30  # bytes that must be free there
ENGINE = ("scoring/engine", "tests/scoring/engine")
LIGHT = (
    *ENGINE,
    "scoring/book/table_clock/clock.py",
    "tests/scoring/book/ledger",
    "tests/tournaments/core/rules",
    "tests/tournaments/hall/draw",
    "tests/laptop",
)
# What the suite must cover without its heavy tests, as (files, percent); pyproject.toml says what is measured at all.
COVERAGE = (("--include=scoring/engine/*", 100), ("--omit=scoring/engine/*", 95))
# A test that only waited longer than it may gets a second try, which the output shows; one that saw something wrong,
# none. (A machine that others use too stands still for seconds now and then.)
# A page that is loaded while it loads itself anew is aborted (net::ERR_ABORTED): chance as well.
WAITED = (
    *("TimeoutError", "TimeoutExpired", "database is locked", "net::ERR_ABORTED"),
    *(r"with timeout \d+ms", r"not within \d+ s"),
)
SECOND_TRY = ("--reruns=1", *(f"--only-rerun={words}" for words in WAITED))
NO_SECOND_TRY = ("-p", "no:rerunfailures")  # of tests that wait for nobody; the plugin alone costs a millisecond each


def run_tests(arguments: list[str]) -> int:
    """Run the suite on both databases; in CI the engine by itself, where its own tests must cover it completely."""
    if arguments:
        provide_browser()
        return _find_failure([_run_pytest("sqlite", arguments, some=False), _run_on_postgres(arguments)])
    if not is_ci():  # measuring takes longer than testing
        return _find_failure([_run_pytest("sqlite", [], some=True), _run_on_postgres([])])
    rest = [f"--ignore={folder}" for folder in ENGINE]
    return _find_failure([_run_engine_measured(), _run_pytest("sqlite", rest, some=True), _run_on_postgres([])])


def run_in(venv: Path, arguments: list[str]) -> int:
    """Run the suite on SQLite with the interpreter and the packages of another environment."""
    return _run_pytest("sqlite", arguments, some=not arguments, venv=venv)


def run_light_tests(arguments: list[str]) -> int:
    """Run tests that every system can run: without a browser, on SQLite."""
    return _run_pytest("sqlite", ["-m", "not heavy and not browser", *(arguments or LIGHT)], some=True)


def run_heavy_tests(arguments: list[str]) -> int:
    """Run the tests marked heavy; SQLite, which has them all, comes last."""
    provide_browser()
    _provide_office()
    _provide_strace()
    # The examples in docstrings, which stand outside of tests/, are not heavy.
    selected = ["-m", "heavy", *(arguments or ["tests"])]
    return _find_failure([_run_on_postgres(selected), _run_pytest("sqlite", selected, some=not arguments)])


def measure_coverage() -> int:
    """Run the suite and demand that it covers enough; measuring takes twice as long as testing."""
    if code := _run_pytest("sqlite", ["--cov", "--cov-report="], some=True):
        return code
    return _find_failure([_require_coverage(files, percent) for files, percent in COVERAGE])


def _run_engine_measured() -> int:
    """Run the engine's own tests, which need no database, and demand that they cover all of it."""
    code = _run_pytest("sqlite", [*ENGINE, f"--cov={ENGINE[0]}", "--cov-report="], some=True)
    return code or _require_coverage(*COVERAGE[0])


def _find_failure(codes: list[int]) -> int:
    """The first of these that says that something failed; 0 where none does."""
    return next((code for code in codes if code), 0)


def _run_pytest(database: str, arguments: list[str], *, some: bool, url: str = "", venv: Path = VENV) -> int:
    """Run pytest on every core; finding no test is an error only where there must be some."""
    print(f"== Tests on {database}", flush=True)
    is_heavy = "heavy" in arguments
    # One process for each core: collecting costs each of them 10 s. One more where browsers and servers are waited for,
    # a third of the time. In this order a later option of the caller's wins.
    count = _count_cores() + is_heavy
    parallel = ["-n", str(count), "--dist", "loadscope", "--no-loadscope-reorder"]
    # Compiled files are kept even where that is turned off: the tests start programs by the hundred.
    env = {"TAROCKCLUB_TEST_DATABASE": database, "DATABASE_URL": url, "PYTHONDONTWRITEBYTECODE": ""}
    if _has_room(MEMORY) and "TMPDIR" not in os.environ:
        env["TMPDIR"] = str(MEMORY)  # on a slow disk every commit of a test would wait
    tries = SECOND_TRY if is_heavy else NO_SECOND_TRY
    code = run_python("-m", "pytest", *parallel, *tries, *arguments, env=env, venv=venv)
    return 0 if code == NOTHING_SELECTED and not some else code


def _count_cores() -> int:
    """Return the number of tests that run at once; more than a few need more memory than a laptop has."""
    return min(os.cpu_count() or 1, 4)


def _has_room(folder: Path) -> bool:
    """Tell whether much can be written to a folder, programs among it."""
    if sys.platform == "win32" or not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize > ENOUGH and not found.f_flag & os.ST_NOEXEC


def _run_on_postgres(arguments: list[str]) -> int:
    """Run what touches the database on a PostgreSQL server made for this run."""
    try:
        with postgres.serve_cluster() as url:
            # The examples in docstrings, which stand outside of tests/, use no database.
            return _run_pytest("postgres", arguments or ["tests"], some=False, url=url)
    except postgres.UnavailableError as reason:
        print(f"== NOT RUN: tests on PostgreSQL. {reason}", file=sys.stderr, flush=True)
        # Where nobody reads the output, what was not run has failed.
        return 1 if is_ci() else 0


def is_ci() -> bool:
    """Tell whether this is the continuous integration, where nobody reads the output."""
    return os.environ.get("CI") == "true"


def _require_coverage(files: str, percent: int) -> int:
    """Report the coverage of some files and fail when it is too low."""
    print(f"== Coverage, at least {percent} %: {files}", flush=True)
    return run_python("-m", "coverage", "report", files, f"--fail-under={percent}")


def provide_browser() -> None:
    """Install Chromium where that is allowed; without it browser tests skip with this reason."""
    if shutil.which(CERTIFICATES) is None and (reason := apt.install_packages(CERTIFICATES)):
        print(f"== No tests over HTTPS: {reason}", file=sys.stderr, flush=True)
    if shutil.which(BROWSER):
        return
    reason = apt.install_packages(*BROWSER_PACKAGES)
    if reason:
        print(f"== No Chromium for the browser tests: {reason}", file=sys.stderr, flush=True)


def _provide_office() -> None:
    """Install LibreOffice where that is allowed; without it the tests of workbooks skip with this reason."""
    if shutil.which(OFFICE):
        return
    reason = apt.install_packages(OFFICE_PACKAGE)
    if reason:
        print(f"== No LibreOffice for the tests of workbooks: {reason}", file=sys.stderr, flush=True)


def _provide_strace() -> None:
    """Install strace where that is allowed; without it the tests of power cuts skip with this reason."""
    if shutil.which(STRACE) is None and (reason := apt.install_packages(STRACE)):
        print(f"== No strace for the tests of power cuts: {reason}", file=sys.stderr, flush=True)
