"""Runs the tests: on SQLite, then, where that is asked for, what touches the database again on PostgreSQL."""

import os
import secrets
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools import needs, postgres
from tools.paths import VENV
from tools.process import run_python
from tools.uv import find_settings, provide_uv

NOTHING_SELECTED = 5
SEED, USUAL = "TAROCKCLUB_TEST_SEED", "1"  # of all that a run draws by chance (tests/chance.py)
MOST_SEEDS = 2**32
MEMORY = Path("/dev/shm")  # noqa: S108 -- where temporary files lie in memory, if there is room
ENOUGH = 4 << 30  # bytes that must be free there
ENGINE = ("scoring/engine", "tests/scoring/engine")
LIGHT = (
    *ENGINE,
    "scoring/book/table_clock.py",
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
SECOND_TRY = ("--reruns=1", "-raR", *(f"--only-rerun={words}" for words in WAITED))
NO_SECOND_TRY = ("-p", "no:rerunfailures")  # of tests that wait for nobody; the plugin alone costs a millisecond each


def run_tests(arguments: list[str]) -> int:
    """Run the tests on SQLite (further arguments go to pytest); CI and whoever names some, on PostgreSQL too."""
    if not arguments and not is_ci():  # nor is measured here how much the engine's own tests cover: that takes longer
        missing = needs.provide(needs.FOR_QUICK_TESTS)
        return _run_all([lambda: run_pytest("sqlite", [], some=True)], missing, "test")
    missing = needs.provide(needs.FOR_TESTS)
    if arguments:
        runs = [lambda: run_pytest("sqlite", arguments, some=False)]
    else:
        rest = [f"--ignore={folder}" for folder in ENGINE]
        runs = [_run_engine_measured, lambda: run_pytest("sqlite", rest, some=True)]
    return _run_all([*runs, *_list_runs_on_postgres(arguments, missing)], missing, "test")


def run_light_tests(arguments: list[str]) -> int:
    """Run what needs neither browser nor PostgreSQL: the engine, pure rules, the ledger."""
    return run_pytest("sqlite", ["-m", "not heavy and not browser", *(arguments or LIGHT)], some=True)


def run_heavy_tests(arguments: list[str]) -> int:
    """Run the tests that take long."""
    return _run_heavy_tests("test-heavy", ["-m", "heavy and not soak"], arguments)


def run_soak(arguments: list[str]) -> int:
    """Run them all in any order, random ones with many examples, drawn from another seed each time: for a night."""
    seed = os.environ.get(SEED) or str(secrets.randbelow(MOST_SEEDS))
    os.environ[SEED] = seed
    again = f"{SEED}={seed} make soak" + (f' ARGS="{shlex.join(arguments)}"' if arguments else "")
    print(f"== Drawn from a seed; the same once more: {again}", flush=True)
    drawn = ("-p", "randomly", f"--randomly-seed={seed}", f"--hypothesis-seed={seed}")
    code = _run_heavy_tests("soak", ["-m", "heavy", *drawn], arguments)
    print(f"== The same once more: {again}", flush=True)
    return code


def _run_heavy_tests(target: str, options: list[str], arguments: list[str]) -> int:
    """Run the tests that these options select; SQLite, which has them all, comes last."""
    missing = needs.provide(needs.FOR_HEAVY_TESTS)
    # The examples in docstrings, which stand outside of tests/, are not heavy.
    selected = [*options, *(arguments or ["tests"])]
    on_sqlite = [lambda: run_pytest("sqlite", selected, some=not arguments)]
    return _run_all([*_list_runs_on_postgres(selected, missing), *on_sqlite], missing, target)


def _run_all(runs: Sequence[Callable[[], int]], missing: Sequence[needs.Need], target: str) -> int:
    """Run them all, say what was left out, and return the first code that says that something failed.

    CI, of whose output people read the end, stops at the first failure.
    """
    codes = list[int]()
    for run in runs:
        codes.append(run())
        if is_ci() and codes[-1]:
            break
    code = _find_failure(codes)
    needs.name_missing(missing, target)
    return code


def measure_coverage(_arguments: list[str]) -> int:
    """Measure how much of the program the tests cover; takes twice as long as testing."""
    needs.provide(needs.FOR_TESTS)
    if code := run_pytest("sqlite", ["--cov", "--cov-report="], some=True):
        return code
    return _find_failure([_require_coverage(files, percent) for files, percent in COVERAGE])


def _run_engine_measured() -> int:
    """Run the engine's own tests, which need no database, and demand that they cover all of it."""
    code = run_pytest("sqlite", [*ENGINE, f"--cov={ENGINE[0]}", "--cov-report="], some=True)
    return code or _require_coverage(*COVERAGE[0])


def run_everywhere(arguments: list[str]) -> int:
    """Run the tests on SQLite with each Python and Django (-p 3.13 -- tests/…; for nox)."""
    needs.provide(needs.FOR_TESTS)
    return run_python("-m", "nox", *arguments, env={**find_settings(), "UV": str(provide_uv())})


def _find_failure(codes: list[int]) -> int:
    """The first of these that says that something failed; 0 where none does."""
    return next((code for code in codes if code), 0)


def run_pytest(database: str, arguments: list[str], *, some: bool, url: str = "", venv: Path = VENV) -> int:
    """Run pytest on every core; finding no test is an error only where there must be some."""
    print(f"== Tests on {database}", flush=True)
    is_heavy = any(words.startswith("heavy") for words in arguments)
    # One process for each core, up to four: collecting costs each of them 10 s, and memory. One more where browsers and
    # servers are waited for, a third of the time. In this order a later option of the caller's wins.
    count = min(os.cpu_count() or 1, 4) + is_heavy
    parallel = ["-n", str(count), "--dist", "loadscope", "--no-loadscope-reorder"]
    # Compiled files are kept even where that is turned off: the tests start programs by the hundred.
    env = {"TAROCKCLUB_TEST_DATABASE": database, "DATABASE_URL": url, "PYTHONDONTWRITEBYTECODE": ""}
    seed = os.environ.get(SEED) or USUAL
    env |= {SEED: seed, "PYTHONHASHSEED": seed}  # the order of a set is no chance either
    if memory := _find_memory():
        env["TMPDIR"] = str(memory)  # on a slow disk every commit of a test would wait
    tries = SECOND_TRY if is_heavy else NO_SECOND_TRY
    code = run_python("-m", "pytest", *parallel, *tries, *arguments, env=env, venv=venv)
    return 0 if code == NOTHING_SELECTED and not some else code


def _find_memory() -> Path | None:
    """Return the folder for temporary files that lies in memory, if there is one and nobody has chosen another."""
    return MEMORY if "TMPDIR" not in os.environ and _has_room(MEMORY) else None


def _has_room(folder: Path) -> bool:
    """Tell whether much can be written to a folder, programs among it."""
    if sys.platform == "win32" or not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize > ENOUGH and not found.f_flag & os.ST_NOEXEC


def _list_runs_on_postgres(arguments: list[str], missing: Sequence[needs.Need]) -> list[Callable[[], int]]:
    """Return the run on PostgreSQL, or nothing where it is not there; in CI, where nobody reads that, it has failed."""
    return [lambda: _run_on_postgres(arguments)] if needs.POSTGRES not in missing or is_ci() else []


def _run_on_postgres(arguments: list[str]) -> int:
    """Run what touches the database on a PostgreSQL server made for this run."""
    try:
        # Half of the server's time would be files: a database has a thousand, and each copy of one as many.
        with postgres.run_cluster(where=_find_memory()) as server:
            # The examples in docstrings, which stand outside of tests/, use no database.
            return run_pytest("postgres", arguments or ["tests"], some=False, url=server.url)
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
