"""The names to offer where people are typed: whoever played last comes first."""

from django.db.models import F, Max, QuerySet

from scoring.models import Seated
from tarockclub.models import Person
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.privacy.public_names import build_called_name


def list_recent_names(people: QuerySet[Person], most: int) -> list[str]:
    """Return the names of these people, those who sat at a table last first, then by name; one query."""
    real = build_counting_filter(Seated, "seated")
    played = people.annotate(last=Max("seated__sitting__table__started", filter=real))
    in_order = played.order_by(F("last").desc(nulls_last=True), "name", "pk")
    return list(dict.fromkeys(in_order.values_list(build_called_name(), flat=True)[:most]))
