"""The names to offer where people are typed: whoever played last comes first."""

from django.db.models import Max, QuerySet

from scoring.models import Seated
from tarockclub.models import Person


def list_recent_names(people: QuerySet[Person], most: int) -> list[str]:
    """Return the names of these people, those who sat at a table last first, then by name; two queries."""
    rows = Seated.objects.filter(person__in=people.values("pk")).order_by().values_list("person")
    last = dict(rows.annotate(last=Max("sitting__table__started")))
    named = sorted(people.values_list("pk", "name"), key=lambda row: row[1])
    ranked = sorted((row for row in named if row[0] in last), key=lambda row: last[row[0]], reverse=True)
    rest = (row for row in named if row[0] not in last)
    return list(dict.fromkeys(name for _pk, name in (*ranked, *rest)))[:most]
