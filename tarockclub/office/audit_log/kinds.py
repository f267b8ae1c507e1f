"""The groups by which the kinds of entries are picked, and the words of a kind."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.club_log import Kind
from tournaments.core.selectors import format_unknown_entry


class KindGroup(NamedTuple):
    """Kinds that are picked together."""

    words: Promise
    kinds: tuple[Kind, ...]


GROUPS: dict[str, KindGroup] = {
    "log_ins": KindGroup(
        _("Log-ins"),
        (Kind.LOG_IN, Kind.LOG_IN_FAILED, Kind.CODE_FAILED, Kind.LOCKED, Kind.MORE_FAILED, Kind.LOG_OUT),
    ),
    "passwords": KindGroup(
        _("Passwords, second factor"),
        (
            *(Kind.PASSWORD, Kind.PASSWORD_KEPT, Kind.FACTOR_ON, Kind.FACTOR_OFF, Kind.CODES, Kind.CODE_USED),
            *(Kind.PASSKEY_ADDED, Kind.PASSKEY_REMOVED),
        ),
    ),
    "accounts": KindGroup(
        _("Access and rights"), (Kind.SEALED, Kind.SET_UP, Kind.ACCOUNT_MADE, Kind.ACCOUNT, Kind.TOURNAMENT_ROLE)
    ),
    "programs": KindGroup(_("Programs"), (Kind.TOKEN_MADE, Kind.TOKEN_ENDED)),
    "links": KindGroup(_("Links of tables"), (Kind.LINKS, Kind.LINKS_REPLACED)),
    "evenings": KindGroup(_("Evenings"), (Kind.EVENING_ARCHIVED, Kind.EVENING_BACK, Kind.PRICE_DIFFERS)),
    "settings": KindGroup(
        _("Settings, own house rules"),
        (
            *(Kind.FOUNDED, Kind.CLUB_ADDRESS, Kind.ARCHIVED, Kind.REOPENED, Kind.HOST),
            *(Kind.CLUB_NAME, Kind.CLUB_LOOK, Kind.PUBLIC, Kind.WEBHOOK, Kind.SECRET_KEY),
            *(Kind.INN_KEY_MADE, Kind.INN_KEY_ENDED, Kind.SENDING, Kind.TAKEN_OFF),
            *(Kind.SHEET_SAVED, Kind.SHEET_RETIRED, Kind.SHEET_OFFERED, Kind.SHEET_PUBLIC, Kind.SHEET_PRIVATE),
            Kind.RULES_SHARED,
        ),
    ),
    "backups": KindGroup(
        _("Backups"),
        (
            *(Kind.BACKUP_MADE, Kind.BACKUP_FAILED, Kind.BACKUP_FETCHED, Kind.BACKUP_SENT),
            *(Kind.BACKUP_FOLDER, Kind.BACKUP_FOLDER_ENDED, Kind.RESTORED, Kind.RESTORE_FAILED),
            *(Kind.CLUB_WRITTEN, Kind.CLUB_SENT, Kind.CLUB_READ, Kind.CLUB_MERGED),
        ),
    ),
    "files": KindGroup(_("Downloaded files"), (Kind.EXPORTED,)),
    "looks": KindGroup(_("Looked at people's data"), (Kind.LOOKED,)),
    "people": KindGroup(
        _("Player register"),
        (
            Kind.RENAMED,
            Kind.MERGED,
            Kind.PARTED,
            Kind.ERASED,
            Kind.ADDED,
            Kind.FEDERATION_NUMBER,
            Kind.PERSON_DETAILS,
            Kind.PEOPLE_SETTINGS,
            Kind.PERSON_PAGE,
        ),
    ),
    "rehearsals": KindGroup(_("Rehearsals"), (Kind.REHEARSAL,)),
    "federation": KindGroup(_("Federation"), (Kind.FEDERATION, Kind.RESULT_OFFERED, Kind.OFFER_DECIDED)),
}


def format_kind(kind: str) -> str:
    """Return the words of a kind of entry, also of one that this version of the program does not know."""
    return str(Kind(kind).label) if kind in Kind else format_unknown_entry()


def find_group(kind: str) -> str:
    """Return the name of the group of a kind; "" for an unknown kind."""
    return next((name for name, group in GROUPS.items() if kind in group.kinds), "")
