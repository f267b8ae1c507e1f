"""Numbers that parts of the program report whenever a monitoring system asks."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.utils.module_loading import import_string


class Measure(NamedTuple):
    """A number at this moment, under Prometheus' naming rules."""

    name: str
    meaning: str
    value: float
    is_counter: bool = False  # it only grows
    labels: Mapping[str, str] = MappingProxyType({})


def list_server_measures() -> Iterator[Measure]:
    """Yield the measures of all parts (settings.MONITOR_PARTS); none of a database that is away."""
    try:
        found = [measure for part in settings.MONITOR_PARTS for measure in _load(part)()]
        found += _measure_jobs()
    except DatabaseError:
        found = []
    yield Measure("tarockclub_database_up", "1 while the database answers", 1.0 if found else 0.0)
    yield from found
    yield from (measure for part in settings.MONITOR_FOLDERS for measure in _load(part)())


def _load(part: str) -> Callable[[], list[Measure]]:
    measure: Callable[[], list[Measure]] = import_string(part)
    return measure


def _measure_jobs() -> Iterator[Measure]:
    """Yield the numbers of exports and backups that wait or run, on all machines together."""
    from tarockclub.platform.jobs.services import count_open_jobs

    for (kind, state), number in count_open_jobs().items():
        labels = {"kind": kind, "state": state}
        yield Measure("tarockclub_jobs", "Waiting and running exports and backups", number, labels=labels)
