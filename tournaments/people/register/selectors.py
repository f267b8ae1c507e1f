"""The club's register of players for its pages: searched, counted, and with similar names."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import NullIf, TruncDate
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.models import Seated
from scoring.table.evenings.selectors import NIGHT_ENDS
from tarockclub.kit.days import format_day
from tarockclub.kit.faces import build_face_sign
from tarockclub.kit.tables import Column, List, filter_matching
from tarockclub.models import Person
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.privacy.namesakes import filter_people
from tarockclub.platform.privacy.public_names import get_called_name
from tournaments.models import Entrant
from tournaments.people.name_lists.candidates import SimilarPerson
from tournaments.people.name_lists.name_matching import BY_NUMBER, find_similar, list_similar_names

MOST_PAIRS = 50
_SEARCHED = ("name", "town", "player_number", "federation_number", "categories")
REGISTER = List(
    caption=_("Player register"),
    columns=(
        Column(
            "name",
            _("Name"),
            surnames=True,
            link=lambda person: reverse("person", kwargs={"number": person.number}),
            face=lambda person: build_face_sign(person.name, person.pk),
        ),
        Column("evenings", _("Evenings"), number=True),
        Column("last", _("Last there"), show=format_day, latest=True),
        Column("town", _("Town"), words=True),
        Column("categories", _("Category"), words=True),
        Column(
            "tournaments",
            _("Tournaments"),
            lambda person: person.tournaments or None,
            fields="tournaments",
            number=True,
        ),
        Column("number", _("No."), number=True),
    ),
    sort="name",
    empty=_("Nobody was found."),
    then=("number",),
    search=_("Find by name, town or number"),
)


def search_people(club: int, typed: str) -> QuerySet[Person]:
    """Return the people whose name, town or number contains each word of `typed`, with how often they were there."""
    real = build_counting_filter(Entrant, "entrants")
    entered = Count("entrants", filter=Q(entrants__withdrawn=None) & real, distinct=True)
    merged = Person.objects.filter(merged_into=OuterRef(OuterRef("pk"))).values("pk")
    own = Q(person=OuterRef("pk")) | Q(person__in=merged)
    sat = Seated.objects.filter(build_counting_filter(Seated), own, sitting__table__archived=None)
    played = sat.filter(sitting__table__clock="", sitting__table__last_sequence__gt=0).order_by()
    # As find_evening_day() has it: what begins before five in the morning is of the day before.
    day = TruncDate(F("sitting__table__started") - timedelta(hours=NIGHT_ENDS))
    by_person = played.annotate(whoever=Value(1)).values("whoever")
    evenings = by_person.annotate(many=Count(day, distinct=True)).values("many")
    last = sat.order_by("-sitting__table__started").values("sitting__table__started")[:1]
    people = filter_matching(filter_people(club), typed, _SEARCHED).annotate(tournaments=entered)
    return people.annotate(evenings=NullIf(Subquery(evenings), 0), last=Subquery(last))


def list_similar_pairs(club: int) -> list[tuple[Person, Person, str]]:
    """Return pairs of people with similar names and why, the first MOST_PAIRS."""
    people = list(filter_people(club).order_by("number"))
    alike = list_similar_names([person.name for person in people])[:MOST_PAIRS]
    return [(people[first], people[second], why) for first, second, why in alike]


def load_person_card(person: Person) -> dict[str, Any]:
    """Return all that is known about a person, as their page shows it."""
    merged = list(Person.objects.filter(merged_into=person).order_by("number"))
    ids = [person.pk, *(merged_person.pk for merged_person in merged)]
    seated = Seated.objects.filter(build_counting_filter(Seated), person__in=ids)
    tables = seated.values("sitting__table").distinct().count()
    real = Entrant.objects.filter(build_counting_filter(Entrant), person__in=ids)
    entrants = real.select_related("tournament").order_by("-tournament__day")
    return {"person": person, "tables": tables, "entrants": entrants, "merged": merged}


def list_similar_people(person: Person, asked: int | None) -> list[SimilarPerson]:
    """Return the other entries that may be the same person; `asked`: the number of one that comes before them all."""
    people = list(filter_people(person.club_id).exclude(pk=person.pk).order_by("number"))
    near = find_similar(person.name, enumerate(other.name for other in people))
    alike = [(other, BY_NUMBER) for other in people if other.number == asked]
    alike += [(people[index], why) for index, why in near]
    return [SimilarPerson(get_called_name(other), why, other.pk, None) for other, why in alike]
