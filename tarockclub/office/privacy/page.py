"""Values for the pages of data protection."""

from datetime import date
from typing import NamedTuple

from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Account, Job, Person
from tarockclub.office.backups.folder import SAFETY_FOR
from tarockclub.office.backups.rotation import DAILY_FOR
from tarockclub.office.privacy.erasing import Mention, list_erasures, list_mentions
from tarockclub.office.privacy.looks import MOST_SHOWN, Look, list_looks
from tarockclub.platform.clubs.federations import is_in_federation
from tournaments.models import Entrant
from tournaments.people.register.services import list_merged

BACKUPS_FOR = max(DAILY_FOR, SAFETY_FOR)  # since backups were made before the name was erased


class PersonPrivacy(NamedTuple):
    """A person before or after the name was erased."""

    person: Person
    mentions: tuple[Mention, ...]  # that can be changed
    fixed: tuple[Mention, ...]  # that stay
    has_account: bool
    exports: int  # finished ones with the name
    backups_until: date
    receipts_until: date | None  # after the name was erased
    looks: tuple[Look, ...]
    in_federation: bool  # whose own register and files are not reached


def load_person_privacy(person: Person) -> PersonPrivacy:
    """Return what erasing a person would do, or has done."""
    mentions = [] if person.erased else list_mentions(person)
    everybody = [person.pk, *list_merged(person)]
    tournaments = Entrant.objects.filter(person__in=everybody).values_list("tournament", flat=True)
    exports = Job.objects.filter(kind=Job.Kind.EXPORT, arguments__tournament__in=list(tournaments))
    return PersonPrivacy(
        person,
        tuple(mention for mention in mentions if not mention.text.is_fixed),
        tuple(mention for mention in mentions if mention.text.is_fixed),
        Account.objects.filter(person__in=everybody, is_active=True).exists(),
        exports.count(),
        localdate((person.erased or now()) + BACKUPS_FOR),
        _find_last_receipt(person),
        tuple(list_looks(everybody, most=MOST_SHOWN)),
        bool(person.federation_number) and not person.club.is_federation and is_in_federation(person.club),
    )


def _find_last_receipt(person: Person) -> date | None:
    erasures = (said for said in list_erasures(person.club_id) if said["person"] == person.pk)
    last = max((day for said in erasures for day in said["later"].values()), default=None)
    return date.fromisoformat(last) if last else None
