"""The books and the held hands as numbers for a monitoring system."""

from django.db.models import Sum

from scoring.book.ledger.held_hands import list_open_hands
from scoring.models import GameTable
from tarockclub.platform.monitoring.measures import Measure


def list_measures() -> list[Measure]:
    """Return the entries of all books, and the hands that wait for a decision."""
    entries = GameTable.objects.aggregate(entries=Sum("last_sequence", default=0))["entries"]
    held = list_open_hands().count()
    running = GameTable.objects.filter(ended=None).count()
    return [
        Measure("tarockclub_entries", "Hands and changes saved in the books of all tables", entries, is_counter=True),
        Measure("tarockclub_held_hands", "Hands that came too late and wait for a decision", held),
        Measure("tarockclub_running_tables", "Tables whose evening has not ended", running),
    ]
