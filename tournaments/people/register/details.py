"""The details of a person in the register, and what lists show of them."""

from collections.abc import Iterable

from django.db import transaction

from scoring.models import GameTable
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.club_log import record_event
from tarockclub.platform.accounts.person_details import (
    PersonDetails,
    add_categories,
    get_details,
    parse_categories,
)
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.privacy.namesakes import list_namesakes, write_called_names
from tournaments.core.acts import ActionRefused, Kind
from tournaments.models import Tournament
from tournaments.people.register.services import announce_change, list_merged, lock_tournaments, must_be_there


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
) -> None:
    """Set the list of categories, and what public lists show; running tournaments show it at once."""
    with transaction.atomic():
        running = Tournament.objects.filter(club=club, ended=None, archived=None)
        list(running.select_for_update(no_key=True).order_by("pk"))
        row = lock_club(club)
        row.categories = "\n".join(parse_categories("\n".join(categories)))
        row.shows_towns, row.links_pages = shows_towns, links_pages
        tables = GameTable.objects.filter(club=row, round_table__rulings__isnull=False).distinct()
        turned = tables.values_list("pk", flat=True) if row.shows_rulings != shows_rulings else ()
        row.shows_rulings = shows_rulings
        row.save(update_fields=["categories", "shows_towns", "links_pages", "shows_rulings"])
        changed = write_called_names(row.pk)
        players = set(
            Person.objects.filter(pk__in=changed, entrants__tournament__in=running).values_list("pk", flat=True)
        )
        announce_change(players, Kind.RENAMED, who, turned)
        record_event(row.pk, Event.PEOPLE_SETTINGS, who)
