"""Links to own pages: given, replaced, ended; only the hash of a link's secret is kept."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from tarockclub.kit.hash_chain import is_key
from tarockclub.models import Club, MessageAddress, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.accounts.secret_links import derive_secret, hash_secret, is_secret
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.messages.services import list_message_addresses
from tournaments.core.acts import ActionRefused
from tournaments.models import Entrant
from tournaments.people.register.services import must_be_there

MOST_CARDS = 400  # links in one document


def give_links(club: Club, persons: Sequence[Person], key: str, who: Actor = ANONYMOUS) -> dict[int, str]:
    """Give each of these persons a new link, and return the secrets by id; earlier links are no longer valid.

    The secrets follow from the key of the form: a tap that arrives twice gives the same links. Raise
    ActionRefused("no_key", "erased", "merged_already").
    """
    if not is_key(key):
        raise ActionRefused("no_key")
    with transaction.atomic():
        lock_club(club)
        people = list(Person.objects.filter(club=club, pk__in=[person.pk for person in persons]).order_by("number"))
        secrets = {}
        for person in people:
            must_be_there(person)
            secrets[person.pk] = derive_secret("person", person.pk, key)
            digest = compute_own_page_digest(secrets[person.pk])
            if person.page_digest != digest:
                person.page_digest = digest
                record_event(club.pk, Kind.PERSON_PAGE, who, person.pk, given=True)
        Person.objects.bulk_update(people, ["page_digest"], batch_size=200)
    return secrets


def end_link(person: Person, who: Actor = ANONYMOUS) -> None:
    """End the link to a person's own page."""
    with transaction.atomic():
        lock_club(person.club)
        # It may be the link of a lost phone.
        list_message_addresses([person.pk]).filter(channel=MessageAddress.Channel.PUSH).delete()
        if Person.objects.filter(pk=person.pk).exclude(page_digest="").update(page_digest=""):
            record_event(person.club_id, Kind.PERSON_PAGE, who, person.pk, given=False)


def replace_codes(person: Person, who: Actor = ANONYMOUS) -> None:
    """Replace the codes of a person's participations: links and cards with the earlier ones lead nowhere."""
    with transaction.atomic():
        lock_club(person.club)
        if Entrant.objects.filter(person=person).update(replacements=F("replacements") + 1):
            record_event(person.club_id, Kind.PERSON_PAGE, who, person.pk, codes=True)


def set_page_public(person: Person, who: Actor = ANONYMOUS, *, public: bool) -> None:
    """Note that a person has agreed that standings link to their page, or no longer does."""
    with transaction.atomic():
        lock_club(person.club)
        current = Person.objects.get(pk=person.pk)
        must_be_there(current)
        if current.page_public != public:
            Person.objects.filter(pk=current.pk).update(page_public=public)
            record_event(current.club_id, Kind.PERSON_PAGE, who, current.pk, agreed=public)


def set_links_pages(club: Club, who: Actor = ANONYMOUS, *, links: bool) -> None:
    """Note that the club shows the pages of those who have agreed to everybody, or no longer does."""
    with transaction.atomic():
        if lock_club(club).links_pages != links:
            Club.objects.filter(pk=club.pk).update(links_pages=links)
            record_event(club.pk, Kind.PEOPLE_SETTINGS, who)


def compute_own_page_digest(secret: str) -> str:
    """Return the hash that identifies a link."""
    return hash_secret("person", secret)


def find_person(secret: str) -> Person | None:
    """Return the person of a link; None if it is not valid."""
    if not is_secret(secret):
        return None
    with enter_all_clubs():  # the secret says whose it is
        people = Person.objects.filter(erased=None, merged_into=None, club__archived=None).select_related("club")
        return people.filter(page_digest=compute_own_page_digest(secret)).first()
