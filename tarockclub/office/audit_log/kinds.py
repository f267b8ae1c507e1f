"""The kinds of entries in words, and the groups by which they are picked."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.club_log import Kind
from tournaments.core.lookup import format_unknown_entry

WORDS: dict[str, Promise] = {
    Kind.LOG_IN: _("logged in"),
    Kind.LOG_IN_FAILED: _("failed log-in"),
    Kind.CODE_FAILED: _("right password, wrong code of the second factor"),
    Kind.LOCKED: _("locked for a quarter of an hour: too many failed log-ins"),
    Kind.MORE_FAILED: _("further failed log-ins"),
    Kind.LOG_OUT: _("logged out elsewhere"),
    Kind.PASSWORD: _("new password"),
    Kind.PASSWORD_KEPT: _("the same password, stored more safely"),
    Kind.FACTOR_ON: _("second factor turned on"),
    Kind.FACTOR_OFF: _("second factor turned off"),
    Kind.CODES: _("new recovery codes"),
    Kind.PASSKEY_ADDED: _("passkey added"),
    Kind.PASSKEY_REMOVED: _("passkey removed"),
    Kind.CODE_USED: _("logged in with a recovery code"),
    Kind.SEALED: _("passwords, links and programs sealed as they were found"),
    Kind.SET_UP: _("the club was set up"),
    Kind.ACCOUNT_MADE: _("access given"),
    Kind.ACCOUNT: _("rights changed"),
    Kind.TOURNAMENT_ROLE: _("role in one tournament"),
    Kind.TOKEN_MADE: _("token for a program"),
    Kind.TOKEN_ENDED: _("token of a program ended"),
    Kind.LINKS: _("links for entering hands made"),
    Kind.LINKS_REPLACED: _("links of a table ended, a new one made"),
    Kind.CLUB_NAME: _("the name of the club was changed"),
    Kind.CLUB_LOOK: _("the look of the club was changed"),
    Kind.PUBLIC: _("what everybody may see was changed"),
    Kind.WEBHOOK: _("the webhook was changed"),
    Kind.FOUNDED: _("the club was founded by the host"),
    Kind.CLUB_ADDRESS: _("the address of the club was changed by the host"),
    Kind.ARCHIVED: _("the club was archived by the host"),
    Kind.REOPENED: _("the club was opened again by the host"),
    Kind.HOST: _("who looks after the installation was changed"),
    Kind.INN_KEY_MADE: _("access for the laptop of an inn"),
    Kind.INN_KEY_ENDED: _("access for the laptop of an inn ended"),
    Kind.SENDING: _("live publishing changed"),
    Kind.TAKEN_OFF: _("pages from the inn taken off"),
    Kind.SECRET_KEY: _("another secret key was accepted"),
    Kind.SHEET_SAVED: _("own house rules saved"),
    Kind.SHEET_RETIRED: _("own house rules no longer offered"),
    Kind.SHEET_OFFERED: _("own house rules offered again"),
    Kind.SHEET_PUBLIC: _("own house rules made public"),
    Kind.SHEET_PRIVATE: _("own house rules for the club only"),
    Kind.BACKUP_MADE: _("backup made"),
    Kind.BACKUP_FAILED: _("backup failed"),
    Kind.BACKUP_FETCHED: _("backup downloaded"),
    Kind.BACKUP_SENT: _("backup uploaded"),
    Kind.RESTORED: _("backup restored"),
    Kind.RESTORE_FAILED: _("restore failed, nothing was changed"),
    Kind.EXPORTED: _("file downloaded"),
    Kind.CLUB_WRITTEN: _("whole club written into a file"),
    Kind.CLUB_SENT: _("whole club sent to the installation on the internet"),
    Kind.CLUB_READ: _("whole club taken over from a file"),
    Kind.CLUB_MERGED: _("club continued from a file"),
    Kind.LOOKED: _("looked at the data of a person"),
    Kind.RENAMED: _("person renamed"),
    Kind.MERGED: _("two entries became one person"),
    Kind.ERASED: _("name erased for good"),
    Kind.ADDED: _("people added to the register"),
    Kind.FEDERATION_NUMBER: _("number of the federation changed"),
    Kind.PERSON_DETAILS: _("details of a person changed"),
    Kind.PEOPLE_SETTINGS: _("settings of the register changed"),
    Kind.PERSON_PAGE: _("link to a person's own page changed"),
    Kind.FEDERATION: _("federation"),
    Kind.RESULT_OFFERED: _("result offered to the federation"),
    Kind.OFFER_DECIDED: _("decision about a club’s result"),
    Kind.REHEARSAL: _("rehearsal of a tournament"),
}


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
    "settings": KindGroup(
        _("Settings, own house rules"),
        (
            *(Kind.FOUNDED, Kind.CLUB_ADDRESS, Kind.ARCHIVED, Kind.REOPENED, Kind.HOST),
            *(Kind.CLUB_NAME, Kind.CLUB_LOOK, Kind.PUBLIC, Kind.WEBHOOK, Kind.SECRET_KEY),
            *(Kind.INN_KEY_MADE, Kind.INN_KEY_ENDED, Kind.SENDING, Kind.TAKEN_OFF),
            *(Kind.SHEET_SAVED, Kind.SHEET_RETIRED, Kind.SHEET_OFFERED, Kind.SHEET_PUBLIC, Kind.SHEET_PRIVATE),
        ),
    ),
    "backups": KindGroup(
        _("Backups"),
        (
            *(Kind.BACKUP_MADE, Kind.BACKUP_FAILED, Kind.BACKUP_FETCHED, Kind.BACKUP_SENT),
            *(Kind.RESTORED, Kind.RESTORE_FAILED),
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
    return str(WORDS.get(kind) or format_unknown_entry())


def find_group(kind: str) -> str:
    """Return the name of the group of a kind; "" for an unknown kind."""
    return next((name for name, group in GROUPS.items() if kind in group.kinds), "")
