"""The choice of tests for each database, and the refusal of those that would run nowhere."""

from pathlib import Path

import pytest

from tests.support.databases import is_database_test

# Each test stands in folders and in a file with words in its name (test_pages_hostile: pages, hostile). PostgreSQL may
# break what has statements, locks, triggers or copies of its own: `make test` tries that, and what is only for
# PostgreSQL; `make soak` the rest.
PRONE = {"ledger", "audit", "held_hands", "statistics", "races", "server", "database", "jobs", "clubs"}
# What reads again what other tests have seen PostgreSQL keep, or sends what may break its types.
READ_AGAIN = {"exports", "export", "api", "routes", "hostile"}
# Of the heavy ones those that ask every address as everybody: each day on SQLite, on PostgreSQL by a soak.
MATRICES = {"routes", "matrix"}
# Of other tests the first case is enough there: the next ones try the same statements.
EACH_CASE = {"routes", "hostile"}
# What is drawn from rows that are read alike on both databases, and what is looked at from outside: on SQLite only. The
# matrix of routes opens every page on PostgreSQL too.
DRAWING_WORDS = {
    *("pdf", "printing", "table_cards", "speiszettel", "papers", "page", "pages", "form", "words", "readers", "try"),
    *("navigation", "handbook"),
}
FROM_OUTSIDE = {"playwright", "browser", "libreoffice"}
LEFT_OUT_ON_POSTGRES = ("tests/looks", "tests/offline", "tests/scoring/engine")  # collecting them costs seconds


def keep_one_case(items: list[pytest.Item]) -> None:
    """Mark as heavy what each day need not repeat: all cases but the one that a test names in `heavy_but(case)`."""
    named = [(item, mark.args[0]) for item in items if (mark := item.get_closest_marker("heavy_but"))]
    tests = {name_test(item): False for item, _case in named}
    for item, case in named:
        is_kept = item.nodeid.endswith(f"[{case}]")
        tests[name_test(item)] |= is_kept
        if not is_kept:
            item.add_marker("heavy")
    unknown = [test for test, is_kept in tests.items() if not is_kept]
    if unknown and not any("[" in argument for argument in items[0].config.args):
        raise pytest.UsageError(f"No case has the name that heavy_but() says: {', '.join(unknown)}")


def select_for_postgres(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return what PostgreSQL may break; the rest of what touches the database is marked as left to soaks."""
    for item in items:
        words, is_heavy = get_words(item), item.get_closest_marker("heavy") is not None
        is_left = (MATRICES & words or item.get_closest_marker("heavy_but")) if is_heavy else is_left_to_soaks(words)
        if is_left and not item.get_closest_marker("postgres"):  # which no other database has
            item.add_marker("heavy")
            item.add_marker("soak")
    return _select_first_cases([item for item in items if is_database_test(item) and not is_for_sqlite_alone(item)])


def _select_first_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return of each test the first of its cases, all where types may break or pages differ."""
    first: dict[str, pytest.Item] = {}
    return [item for item in items if EACH_CASE & get_words(item) or first.setdefault(name_test(item), item) is item]


def is_for_sqlite_alone(item: pytest.Item) -> bool:
    """Tell whether a test that touches the database proves nothing new on PostgreSQL."""
    from_outside = FROM_OUTSIDE & set(getattr(item, "fixturenames", ()))
    words = get_words(item)
    is_drawn = bool(DRAWING_WORDS & words) and not READ_AGAIN & words
    return bool(from_outside or is_drawn or is_random(item) or item.get_closest_marker("sqlite"))


def list_unrun(config: pytest.Config, items: list[pytest.Item]) -> list[str]:
    """Return the tests of which neither `make test` nor `make test-heavy` runs any case; of whole files only."""
    if any("::" in argument for argument in config.args):
        return []
    tests = {name_test(item): False for item in items}
    for item in items:
        tests[name_test(item)] |= item.get_closest_marker("soak") is None and _has_database(item)
    return [test for test, is_run in tests.items() if not is_run]


def _has_database(item: pytest.Item) -> bool:
    """Tell whether a test runs on SQLite, as most do, or is one that PostgreSQL is asked for."""
    if not item.get_closest_marker("postgres"):
        return True
    folder = item.path.relative_to(item.config.rootpath).as_posix()
    is_left_out = folder.startswith(tuple(f"{name}/" for name in LEFT_OUT_ON_POSTGRES))
    return not is_left_out and not is_for_sqlite_alone(item)


def is_random(item: pytest.Item) -> bool:
    """Tell whether Hypothesis looks for values that break something: both databases keep values alike."""
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def is_left_to_soaks(words: set[str]) -> bool:
    """Tell whether PostgreSQL breaks first something else than a test with these words looks at."""
    return bool(READ_AGAIN & words or not PRONE & words)


def name_test(item: pytest.Item) -> str:
    """Return the name of a test without that of its case."""
    return item.nodeid.partition("[")[0]


def get_words(item: pytest.Item) -> set[str]:
    """Return the folders of a test, and the words in the name of its file."""
    return list_words(item.path, item.config)


def list_words(path: Path, config: pytest.Config) -> set[str]:
    """Return the folders of a file, and the words in its name."""
    return {*path.relative_to(config.rootpath).parts, *path.stem.split("_")}
