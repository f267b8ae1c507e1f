"""The backups as numbers for a monitoring system."""

from collections.abc import Iterator

from django.utils import timezone

from tarockclub.office.backups.folder import load_run_state, parse_name
from tarockclub.platform.monitoring.measures import Measure


def list_measures() -> Iterator[Measure]:
    """Yield the age of the newest backup made on this machine."""
    state = load_run_state()
    newest = parse_name(str(state.get("last", "")))
    if newest is not None:
        age = (timezone.now() - newest.made).total_seconds()
        yield Measure("tarockclub_backup_age_seconds", "Seconds since the newest backup of this machine", age)
    yield Measure(
        "tarockclub_backup_troubles", "Troubles of the last backup on this machine", len(state.get("troubles", []))
    )
