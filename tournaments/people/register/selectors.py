"""The club's register of players: searched, counted, with similar names; a person's details and page; member files."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import NullIf, TruncDate
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import GameTable, Seated
from scoring.table.evenings.days import NIGHT_ENDS
from tarockclub.kit.charts.sparks import render_row_bar
from tarockclub.kit.tables import Column, List, filter_matching
from tarockclub.kit.text import compute_surname_key, split_surname
from tarockclub.kit.time_source import now
from tarockclub.kit.xlsx.cells import Value as CellsValue
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.club_log import record_event
from tarockclub.platform.accounts.persons import PersonDetails, add_categories, get_details, lock_club, parse_categories
from tarockclub.platform.accounts.rights import Right, Rights
from tarockclub.platform.clubs.current_club import build_club_address
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.privacy.public_names import filter_people, is_page_public, list_namesakes, write_called_names
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.server import downloads
from tournaments.core.acts import ActionRefused, Kind
from tournaments.models import Entrant, Tournament
from tournaments.people.name_lists.candidates import SimilarPerson
from tournaments.people.name_lists.name_matching import BY_NUMBER, find_similar, list_similar_names
from tournaments.people.name_lists.vcard import build_vcard
from tournaments.people.register.services import announce_change, list_merged, lock_tournaments, must_be_there

MOST_PAIRS = 50
_SEARCHED = ("name", "town", "player_number", "federation_number", "categories")
REGISTER = List(
    caption=_("Player register"),
    columns=(Column("name", _("Name"), surnames=True, link=lambda person: reverse("person", args=[person.number])),),
    sort="name",
    empty=_("Nobody was found."),
    then=("number",),
    search=_("Find by name, town or number"),
    size=60,
)


def build_register_rows(people: Sequence[Any]) -> list[dict[str, Any]]:
    """Build the rows of a page, which has these people in the order of their surnames, surname first."""
    sizes = [person.days or 0 for person in people]
    letters = ["", *(find_letter(person.name) for person in people)]
    return [
        {
            "letter": "" if letter == above else letter,
            "parts": split_surname(person.name),
            "bar": render_row_bar(size, sizes) if size else "",
            "person": person,
        }
        for above, letter, person, size in zip(letters, letters[1:], people, sizes, strict=False)
    ]


def find_letter(name: str) -> str:
    """Return the letter under which a person is found."""
    return compute_surname_key(name)[0][:1].upper()


def list_letters(club: int) -> dict[str, list[int]]:
    """Return the ids of the people under each letter, in order; one query."""
    letters: dict[str, list[int]] = {}
    for person, name in filter_people(club).values_list("pk", "name"):
        letters.setdefault(find_letter(name), []).append(person)
    return dict(sorted(letters.items()))


def search_people(club: int, typed: str) -> QuerySet[Person]:
    """Return the people whose name, town or number contains each word of `typed`, with their days at a table of a year.

    A tournament is a day like an evening, however many rounds it has.
    """
    merged = Person.objects.filter(merged_into=OuterRef(OuterRef("pk"))).values("pk")
    own = Q(person=OuterRef("pk")) | Q(person__in=merged)
    sat = Seated.objects.filter(build_counting_filter(Seated), own, sitting__table__archived=None)
    since = now() - timedelta(days=365)
    played = sat.filter(sitting__table__last_sequence__gt=0, sitting__table__started__gte=since).order_by()
    # As find_evening_day() has it: what begins before five in the morning is of the day before.
    day = TruncDate(F("sitting__table__started") - timedelta(hours=NIGHT_ENDS))
    by_person = played.annotate(whoever=Value(1)).values("whoever")
    days = by_person.annotate(many=Count(day, distinct=True)).values("many")
    people = filter_matching(filter_people(club), typed, _SEARCHED)
    return people.annotate(days=NullIf(Subquery(days), 0))


def count_tournaments(people: QuerySet[Person]) -> QuerySet[Person]:
    """Annotate `tournaments`, for how many each person is entered."""
    real = build_counting_filter(Entrant, "entrants")
    return people.annotate(tournaments=Count("entrants", filter=Q(entrants__withdrawn=None) & real, distinct=True))


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
    return [SimilarPerson(INSIDE.name_person(other), why, other.pk, None) for other, why in alike]


def set_details(person: Person, details: PersonDetails, *, public: bool, who: Actor = ANONYMOUS) -> None:
    """Set the details of a person; `public`: they agreed that town and categories are shown to everybody.

    Raise ActionRefused("erased", "merged_already", "player_number_of_another").
    """
    with transaction.atomic():
        lock_tournaments(person, *list_namesakes(person.club_id, [person.name]))
        current = Person.objects.select_related("club").get(pk=person.pk)
        must_be_there(current)
        if get_details(current) == details and current.details_public == public:
            return
        number = details.player_number
        holders = Person.objects.filter(club=current.club_id, player_number=number).exclude(pk=current.pk)
        if number and holders.exists():
            raise ActionRefused("player_number_of_another")
        Person.objects.filter(pk=current.pk).update(**details._asdict(), details_public=public)
        add_categories(current.club, parse_categories(details.categories))
        changed = write_called_names(current.club_id, [current.name])
        if changed:
            announce_change({*changed, *list_merged(current)}, Kind.RENAMED, who)
        agreed = {} if current.details_public == public else {"agreed": public}
        record_event(current.club_id, Event.PERSON_DETAILS, who, current.pk, **agreed)


def set_people_settings(
    club: Club,
    categories: Iterable[str],
    who: Actor = ANONYMOUS,
    *,
    shows_towns: bool,
    links_pages: bool,
    shows_rulings: bool = False,
    new_names: str = "",
) -> None:
    """Set the list of categories, and what public lists show; running tournaments show it at once.

    `new_names`: what everybody sees of names that are new at a table; it stays where nothing was chosen.
    """
    with transaction.atomic():
        running = Tournament.objects.filter(club=club, ended=None, archived=None)
        list(running.select_for_update(no_key=True).order_by("pk"))
        row = lock_club(club)
        row.categories = "\n".join(parse_categories("\n".join(categories)))
        row.shows_towns, row.links_pages = shows_towns, links_pages
        tables = GameTable.objects.filter(club=row, round_table__rulings__isnull=False).distinct()
        turned = tables.values_list("pk", flat=True) if row.shows_rulings != shows_rulings else ()
        row.shows_rulings = shows_rulings
        row.new_names = new_names if new_names in Person.Publicity.values else row.new_names
        row.save(update_fields=["categories", "shows_towns", "links_pages", "shows_rulings", "new_names"])
        changed = write_called_names(row.pk)
        players = set(
            Person.objects.filter(pk__in=changed, entrants__tournament__in=running).values_list("pk", flat=True)
        )
        announce_change(players, Kind.RENAMED, who, turned)
        record_event(row.pk, Event.PEOPLE_SETTINGS, who)


CSV, VCARD = "csv", "vcf"
MEMBER_FORMS = {CSV: downloads.CSV, VCARD: "text/vcard; charset=utf-8"}


def render_members(club: Club, form: str, language: str) -> str:
    """Render everybody in the register, by number; one query."""
    people = list(filter_people(club.pk).order_by("number"))
    return _render_cards(club, people) if form == VCARD else _render_rows(people, language)


def _render_rows(people: list[Person], language: str) -> str:
    columns: dict[str, Callable[[Person], CellsValue]] = {
        gettext("Player number"): attrgetter("player_number"),
        gettext("Surname"): lambda person: split_surname(person.name)[1],
        gettext("First name"): lambda person: split_surname(person.name)[0],
        gettext("Town"): attrgetter("town"),
        gettext("Category"): attrgetter("categories"),
        gettext("Year of birth"): attrgetter("birth_year"),
        gettext("Contact"): lambda person: " / ".join(person.contact.splitlines()),
    }
    lines = ([find_cell(person) for find_cell in columns.values()] for person in people)
    return render_csv([list(columns), *lines], language)


def _render_cards(club: Club, people: list[Person]) -> str:
    return "".join(
        build_vcard(person.name, split_surname(person.name)[1], get_details(person), f"{club.slug}-{person.number}")
        for person in people
    )


def may_see_person(may: Rights, person: Person) -> bool:
    """Return whether somebody may see what only the staff sees of a person."""
    return may.club == person.club_id and may.has_for_club(Right.PEOPLE)


def find_person_page(may: Rights, person: Person) -> str:
    """Return the address of a person's page; "" for those who may not open it. The person is loaded with the club."""
    address = reverse("person_page", args=[person.number])
    if may_see_person(may, person):
        return address
    if not is_page_public(person):
        return ""
    club = build_club_address(person.club)
    return f"{club}{address.removeprefix(get_script_prefix())}" if club else address
