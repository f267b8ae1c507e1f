"""Row-level security on PostgreSQL: the same work with the policies and without them, in turn on one server."""

import contextlib
from collections.abc import Callable, Iterator

from bench.ratio import Measurement, build_stopwatch, measure_ratios
from bench.save import DURABLE, FormPhone, measure_seconds, open_site, save_hands
from tests.support.attack.load import Phone
from tools import postgres

LIMIT, STATISTICS_LIMIT = 1.05, 1.1
_TABLES = "SELECT polrelid::regclass::text FROM pg_policy"


def measure_save(*, quick: bool) -> Measurement:
    """Compare how long phones take for the same number of hands."""
    return Measurement("saving a hand, with policies against without", _measure_phones(Phone, quick=quick), LIMIT)


def measure_form(*, quick: bool) -> Measurement:
    """Compare the same for hands of which the fields of the form are sent."""
    found = _measure_phones(FormPhone, quick=quick)
    return Measurement("a hand as the page sends it, with policies against without", found, LIMIT)


def _measure_phones(kind: type[Phone], *, quick: bool) -> tuple[float, ...]:
    each = 25 if quick else 50
    with (
        postgres.run_cluster(DURABLE) as server,
        open_site("postgres", kind, server.url) as site,
        open_switch(server.url) as switch,
    ):

        def save(*, protected: bool) -> float:
            switch(protected)
            measure_seconds(site, 3, save_hands)  # each connection plans its statements anew
            return measure_seconds(site, each, save_hands)

        return measure_ratios(7 if quick else 25, lambda: save(protected=True), lambda: save(protected=False))


def measure_statistics(*, quick: bool) -> Measurement:
    """Compare reading and adding up the statistics of a club with very many hands."""
    from bench import statistics

    with postgres.run_cluster() as server, contextlib.ExitStack() as stack:
        url = server.url
        _connect_to(url)
        statistics.fill_club(3 if quick else statistics.COPIES)
        switch = stack.enter_context(open_switch(url))
        from scoring.book.sums.counts import delete_counts, update_counts
        from tarockclub.platform.accounts.persons import load_hosting_club
        from tarockclub.platform.clubs.scope import enter_club

        club = load_hosting_club()

        def run_statistics() -> None:
            with enter_club(club.pk):
                for _ in range(5):
                    statistics.load_players()
                delete_counts(club.pk)
                update_counts(club, patience=None)

        def measure(*, protected: bool) -> float:
            switch(protected)
            return build_stopwatch(run_statistics)()

        found = measure_ratios(3, lambda: measure(protected=True), lambda: measure(protected=False))
    return Measurement("statistics, with policies against without", found, STATISTICS_LIMIT)


@contextlib.contextmanager
def open_switch(url: str) -> Iterator[Callable[[bool], None]]:
    """Yield a function that switches the policies of a database on or off."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        tables = [table for (table,) in connection.execute(_TABLES)]

        def switch(protected: bool) -> None:
            verb = "ENABLE" if protected else "DISABLE"
            connection.execute(";".join(f"ALTER TABLE {table} {verb} ROW LEVEL SECURITY" for table in tables))

        yield switch


def _connect_to(url: str) -> None:
    """Let Django's connection of this process, which has not been used, lead to another database."""
    from django.db import connections

    from tarockclub.platform.server.databases import parse_url

    connections.settings["default"].update(parse_url(url))
    with contextlib.suppress(AttributeError):
        del connections["default"]
