"""Fixtures for every test, the choice of which tests run where, and the meaning of a skip."""

import contextlib
import gc
import os
import re
import socket
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import django.test.client
import pytest
from _pytest.doctest import DoctestModule
from django.conf import settings
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tarockclub.kit import computer_clock
from tests.chance import SEED, repeat_chance
from tests.looks.look import NOTE, draw_table
from tests.selection import (
    LEFT_OUT_ON_POSTGRES,
    is_left_to_soaks,
    is_random,
    keep_one_case,
    list_unrun,
    list_words,
    select_for_postgres,
)
from tests.support import day_change
from tests.support.browser import browser, chromium, desktop, faults, firefox, page_factory, phone, playwright
from tests.support.databases import django_db_setup, fresh_database, is_database_test, is_flushing
from tests.support.libreoffice import libreoffice
from tests.support.network.inn import (
    certificate,
    https_pages,
    https_phone,
    inn_pages,
    inn_phone,
    network,
    over_https,
    public_club,
    trusting_chromium,
)
from tests.support.server import club, empty_data, migrated_data, serve, served
from tests.support.shared_pictures import pictures
from tests.support.shared_rows import list_writes, order_by_rows, roll_back_rows, shared_copies, write_rows
from tests.webkit.browser import webkit_pages, webkit_screen
from tools import testing
from tools.catalog import compile_catalog

__all__ = [
    "browser",
    "certificate",
    "chromium",
    "club",
    "desktop",
    "django_db_setup",
    "empty_data",
    "faults",
    "firefox",
    "fresh_database",
    "https_pages",
    "https_phone",
    "inn_pages",
    "inn_phone",
    "libreoffice",
    "migrated_data",
    "network",
    "over_https",
    "page_factory",
    "phone",
    "pictures",
    "playwright",
    "public_club",
    "serve",
    "served",
    "shared_copies",
    "trusting_chromium",
    "webkit_pages",
    "webkit_screen",
]


@pytest.fixture
def client() -> Client:
    """Return a phone that has opened the link of every table it asks for."""
    from tests.support import phones  # it needs Django's apps, which a run of tests about tests has not loaded yet

    return phones.Client()


@pytest.fixture
def _rows_below(request: pytest.FixtureRequest) -> None:
    """Write the rows that a test shares with others."""
    if {"playwright", "browser"} & set(request.fixturenames):
        request.getfixturevalue("playwright")  # beside its loop a thread has another connection than before
    if list_writes(request.node):
        request.getfixturevalue("django_db_setup")
        write_rows(request.node, request.getfixturevalue("django_db_blocker"))


@pytest.fixture(autouse=True)
def _django_db_marker(_rows_below: None, _django_db_marker: None) -> None:
    """Write shared rows before pytest-django begins the test's transaction, by its fixture of this name."""


@pytest.fixture(autouse=True)
def _usual_process() -> Iterator[None]:
    """Let no test find anything that another one has left in the process, or beside the database.

    Every test begins in the default language (a request in another one leaves that behind), without a memory of whose
    table or tournament something is, of what a club publishes or plays, with a clock that has not jumped (what tests
    enter may be ahead of the computer's), and without a key for copies.
    """
    from tarockclub.office.backups import encryption  # they need Django's apps, too
    from tarockclub.office.first_page import going_on
    from tarockclub.platform.clubs import middleware
    from tarockclub.platform.navigation import places
    from tarockclub.platform.server.page_cache import VersionCache

    translation.activate(settings.LANGUAGE_CODE)
    middleware._known_clubs.clear()
    places._OPEN_CLUBS, going_on._PUBLIC = VersionCache(1), VersionCache(1)
    yield
    translation.activate(settings.LANGUAGE_CODE)
    for name in (computer_clock.FILE, encryption.FILE):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(settings.DATA_DIR, name))  # noqa: PTH108, PTH118 -- after every test


@pytest.fixture(scope="session", autouse=True)
def _contexts_are_kept_of_whole_pages() -> Iterator[None]:
    """Let clients keep the contexts of pages, not a copy for each of the hundred templates that one includes."""

    def keep(store: dict[str, Any], *, template: Any, context: Any, **more: Any) -> None:
        if context.template is template:
            really(store, template=template, context=context, **more)

    really = vars(django.test.client)["store_rendered_templates"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(django.test.client, "store_rendered_templates", keep)
        yield


IN_CI = os.environ.get("CI") == "true"
SOAK, HEAVY = "heavy", "heavy and not soak"  # what each of these runs selects; a soak has the heavy tests too
WHOLLY_HEAVY = re.compile(r"^pytestmark = .*\bmark\.heavy\b", re.MULTILINE)
DATABASE = os.environ.get("TAROCKCLUB_TEST_DATABASE", "sqlite")
if DATABASE == "postgres":
    collect_ignore = [folder.removeprefix("tests/") for folder in LEFT_OUT_ON_POSTGRES]

# Few tests, but long ones: the processes share the work best if these begin, in this order. The first one writes the
# states of all pages, for which the other need not wait meanwhile.
TAKE_MINUTES = (
    *("test_browser_states.py", "test_made_up_requests.py", "test_browser_states_of_tournaments.py"),
    *("test_hostile_crawl.py", "test_browser_day.py", "test_browser_random.py", "test_browser_offers.py"),
)

# A slow machine is no defect. The examples are the same each time, and none is remembered from another run; a soak has
# every random test too, draws its examples from the seed that it prints, and looks much further.
hypothesis_settings.register_profile(
    "usual",
    deadline=None,
    print_blob=True,
    derandomize=True,
    database=None,
    max_examples=5,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.register_profile(
    "soak", hypothesis_settings.get_profile("usual"), derandomize=False, max_examples=100
)


def pytest_report_header() -> str:
    """Say from which seed the chance of this run comes."""
    return f"chance: {testing.SEED}={SEED}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let a test, and what is made for it, draw the same each time; a second try goes on where the first one ended.

    No day changes meanwhile: the verdict is the same at every hour.
    """
    day_change.wait_past_day_change(day_change.HEAVY if item.get_closest_marker("heavy") else day_change.QUICK)
    with repeat_chance(item.nodeid):
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis try more where that was asked for, and second tries cost no time where there are none; compile.

    pytest-rerunfailures lets each process send two short messages for each test; the second one would wait for the
    acknowledgment of the first one, which comes after 40 ms.
    """
    with contextlib.suppress(AttributeError):  # one process alone sends none
        config.failures_db.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # type: ignore[attr-defined]
    hypothesis_settings.load_profile("soak" if _is_soak(config) else "usual")
    compile_catalog()  # what somebody has just translated


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Keep what is collected, which lives until the end, out of the garbage collector's way, which comes less often."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # a fifteenth of the processor time, for a few megabytes
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out whole files of which a run would select nothing: importing them costs seconds."""
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return None
    left = DATABASE == "postgres" and is_left_to_soaks(list_words(collection_path, config))
    left = left and "mark.postgres" not in collection_path.read_text("utf-8")
    if config.getoption("markexpr") == "not heavy":
        return left or bool(WHOLLY_HEAVY.search(collection_path.read_text("utf-8"))) or None
    is_repeated = left and _is_soak(config)
    may_have_some = is_repeated or _may_have_heavy_tests(collection_path, _is_soak(config))
    return (_is_heavy_run(config) and not may_have_some) or None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples only in docstrings of tests that have some."""
    collected = yield
    if any(isinstance(found, DoctestModule) for found in collected) and ">>>" not in file_path.read_text("utf-8"):
        return [found for found in collected if not isinstance(found, DoctestModule)]
    return collected


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark browser tests, refuse the flush, and choose what belongs to this database."""
    keep_one_case(items)
    for item in items:
        _mark(item)
        if is_flushing(item):
            raise pytest.UsageError(f"{item.nodeid}: use the fixture fresh_database, not a flush.")
        is_for_soak = _is_soak(config) or item.get_closest_marker("soak") is not None
        if item.get_closest_marker("heavy") and not _may_have_heavy_tests(item.path, is_for_soak):
            raise pytest.UsageError(
                f"{item.nodeid}: the word heavy must stand in this file, or heavy runs leave it out."
            )
    if DATABASE == "postgres":
        wanted = select_for_postgres(items)
    else:
        if unrun := list_unrun(config, items):
            raise pytest.UsageError(f"Only a soak would run {', '.join(unrun)}, or nothing: mark further cases alone.")
        wanted = [item for item in items if not item.get_closest_marker("postgres")]
    unwanted = set(items) - set(wanted)
    if unwanted:
        config.hook.pytest_deselected(items=list(unwanted))
        items[:] = wanted
    order_by_rows(items)
    if hasattr(config, "workerinput"):
        items.sort(key=_longest_first(items))


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Measure nothing of a test that is not to be measured.

    pytest-cov only stops its own measuring. In a parallel run another one began with the process, and would go on:
    such tests took two or three times as long.
    """
    measuring = sys.gettrace() if item.get_closest_marker("no_cover") else None
    if measuring is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(measuring)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Roll back the shared rows that the next test does not take."""
    try:
        return (yield)
    finally:
        roll_back_rows(list_writes(nextitem) if nextitem is not None else [])


def _is_heavy_run(config: pytest.Config) -> bool:
    """Tell whether the heavy tests are wanted, and no others."""
    return config.getoption("markexpr") == HEAVY or _is_soak(config)


def _is_soak(config: pytest.Config) -> bool:
    """Tell whether time does not matter: every heavy test is wanted, and every random one."""
    return bool(config.getoption("markexpr") == SOAK)


@cache
def _may_have_heavy_tests(path: Path, is_soak: bool) -> bool:
    """Tell whether a test in a file may be marked heavy, or belongs to a soak."""
    text = path.read_text("utf-8").lower()
    return "heavy" in text or (is_soak and ("soak" in text or (DATABASE == "sqlite" and "hypothesis" in text)))


def _mark(item: pytest.Item) -> None:
    """Mark tests in a browser, random ones, and what is not measured: no line is left to chance.

    What is measured takes twice as long.
    """
    is_in_browser = bool({"playwright", "browser", "webkit_screen"} & set(getattr(item, "fixturenames", ())))
    if is_in_browser:
        item.add_marker("browser")
    if is_in_browser or is_random(item):
        item.add_marker("no_cover")
    if item.get_closest_marker("soak") or (is_random(item) and DATABASE == "sqlite" and _is_soak(item.config)):
        item.add_marker("heavy")


def _longest_first(items: list[pytest.Item]) -> Callable[[pytest.Item], tuple[int, int]]:
    """Order the files for a parallel run: what takes minutes, browsers, random tests, the rest; the fullest first.

    No core shall wait at the end for another one's file.
    """
    random = {item.path for item in items if item.get_closest_marker("no_cover")}
    sizes = Counter(item.path for item in items if is_database_test(item) or item.get_closest_marker("browser"))

    def rank(item: pytest.Item) -> tuple[int, int]:
        if item.path.name in TAKE_MINUTES:
            return 0, TAKE_MINUTES.index(item.path.name)
        kind = 1 if "test_browser" in item.path.name else 2 if item.path in random else 3
        return kind, -sizes[item.path]

    return rank


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in CI that skipped a test: nobody would read why."""
    if IN_CI and _skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say why a run in CI without a failed test has failed all the same; and which pages miss the look, and where."""
    skipped = _skipped(config)
    if IN_CI and skipped:
        terminalreporter.section("skipped tests fail in CI", red=True)
        for report in skipped:
            terminalreporter.line(f"{report.nodeid}: {report.longrepr}")
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    notes = [note for report in reports for name, value in report.user_properties if name == NOTE for note in value]
    if notes:
        terminalreporter.section("the look")
        for line in draw_table(notes):
            terminalreporter.line(line)


def _skipped(config: pytest.Config) -> list[pytest.TestReport]:
    """Return the reports of the skipped tests, in the process that has them all."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return []
    return list(reporter.stats.get("skipped", []))
