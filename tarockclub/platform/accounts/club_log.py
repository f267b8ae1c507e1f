"""The log of a club: who did what, when, from which device and by which way; its only writer (docs/dev/audit-log.md).

An entry is never changed or deleted. It has ids and codes, never names or free text: pages say them with today's names.
Each entry is a link of the club's chain. The chain's row is locked from the entry to the end of the transaction, so the
entry is the last thing that a transaction writes, after what gives access: passwords, links, tokens. These it seals.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError, models, transaction

from tarockclub.kit.json_text import encode_sorted
from tarockclub.kit.time_source import now
from tarockclub.models import ClubLog
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.act_chain import watch_owner
from tarockclub.platform.sealed_rows import LOG
from tarockclub.platform.server.database_errors import is_unwritable

logger = logging.getLogger(__name__)


class Kind(models.TextChoices):
    """The kinds of entries."""

    LOG_IN = "log_in"
    LOG_IN_FAILED = "log_in_failed"  # a wrong password, or a name that no account has
    CODE_FAILED = "code_failed"  # the right password, and a wrong code of the second factor
    LOCKED = "locked"  # too many have failed: no more are checked for some minutes
    MORE_FAILED = "more_failed"  # how many failed after the first one
    LOG_OUT = "log_out"  # sessions elsewhere were ended
    PASSWORD = "password"  # noqa: S105 -- no password
    PASSWORD_KEPT = "password_kept"  # noqa: S105 -- the same one, hashed with more rounds
    FACTOR_ON = "factor_on"
    FACTOR_OFF = "factor_off"
    CODES = "codes"  # new recovery codes
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    CODE_USED = "code_used"  # a recovery code instead of the app
    SET_UP = "set_up"
    ACCOUNT_MADE = "account_made"
    ACCOUNT = "account"  # another role, or may (no longer) log in
    TOURNAMENT_ROLE = "tournament_role"  # given for one tournament, or taken away
    TOKEN_MADE = "token_made"  # noqa: S105 -- no token
    TOKEN_ENDED = "token_ended"  # noqa: S105 -- no token
    LINKS = "links"  # of tables, made
    LINKS_REPLACED = "links_replaced"  # all links of a table were ended, and a new one was made
    CLUB_NAME = "club_name"
    CLUB_LOOK = "club_look"  # colour or logo
    PUBLIC = "public"  # what the club shows to everybody
    WEBHOOK = "webhook"  # its address or secret
    FOUNDED = "founded"  # the club, by a host of the installation
    CLUB_ADDRESS = "club_address"  # its word in addresses, or its host name
    ARCHIVED = "archived"
    REOPENED = "reopened"
    HOST = "host"  # somebody looks after the installation, or no longer does
    INN_KEY_MADE = "inn_key_made"  # with which a laptop may send public pages
    INN_KEY_ENDED = "inn_key_ended"
    SENDING = "sending"  # public pages to another installation: where to, on, off
    TAKEN_OFF = "taken_off"  # received pages are no longer shown
    SEALED = "sealed"  # what gave access before the log sealed it
    SECRET_KEY = "secret_key"  # noqa: S105 -- another one was accepted
    SHEET_SAVED = "sheet_saved"
    SHEET_RETIRED = "sheet_retired"
    SHEET_OFFERED = "sheet_offered"
    SHEET_PUBLIC = "sheet_public"
    SHEET_PRIVATE = "sheet_private"
    BACKUP_MADE = "backup_made"
    BACKUP_FAILED = "backup_failed"
    BACKUP_FETCHED = "backup_fetched"
    BACKUP_SENT = "backup_sent"  # a file was added to the backups
    RESTORED = "restored"
    RESTORE_FAILED = "restore_failed"
    EXPORTED = "exported"
    CLUB_WRITTEN = "club_written"  # the whole club as a file
    CLUB_SENT = "club_sent"  # the whole club, to the installation on the internet
    CLUB_READ = "club_read"  # the whole club, out of a file
    CLUB_MERGED = "club_merged"  # what a newer file of the same club has
    LOOKED = "looked"  # at a person's data, for the first time on a day
    RENAMED = "renamed"
    MERGED = "merged"
    ERASED = "erased"
    ADDED = "added"  # to the register
    FEDERATION_NUMBER = "federation_number"  # of a person
    PERSON_DETAILS = "person_details"  # town, number, categories, year of birth, contact, consent
    PEOPLE_SETTINGS = "people_settings"  # categories; what everybody sees of towns, pages and rulings
    PERSON_PAGE = "person_page"  # the link to a person's own page: given or ended, consent
    FEDERATION = "federation"  # a membership: asked, agreed, refused, left
    RESULT_OFFERED = "result_offered"  # to a season of the federation, or taken back
    OFFER_DECIDED = "offer_decided"  # a club's result accepted or declined
    REHEARSAL = "rehearsal"  # of a tournament: begun, ended


def record_event(club: int, kind: Kind, who: Actor = ANONYMOUS, about: int | None = None, **facts: Any) -> None:
    """Add an entry to the log of a club (id); `about` is the person (id) whom it concerns."""
    with record_access(club, kind, who, about, **facts):
        pass


@contextmanager
def record_access(
    club: int, kind: Kind, who: Actor = ANONYMOUS, about: int | None = None, **facts: Any
) -> Iterator[dict[str, Any]]:
    """Add an entry about what is written within, and seal it; more facts may join those that are yielded."""
    said = facts | {name: value for name, value in (("way", who.way), ("browser", who.browser)) if value}
    with transaction.atomic():
        log = lock_log(club)
        with watch_owner(LOG, log.pk) as watch:
            yield said
            entries = lock_log(club).entries  # others may have been added within
            watch.write(
                sequence=entries + 1,  # also where the last one was taken away: the gap is found
                kind=kind,
                said=encode_sorted(said),
                by_id=who.person,
                about_id=about,
                token_id=who.token,
                device=who.device,
                at=now(),
            )
            ClubLog.objects.filter(pk=log.pk).update(entries=entries + 1)


def seal_access(club: int, kind: Kind, who: Actor, **facts: Any) -> None:
    """Add an entry that seals what gives access to a club (id) as it is: it has just come, with other secrets."""
    with transaction.atomic(), watch_owner(LOG, lock_log(club).pk) as watch:
        watch.forget_before()
        record_event(club, kind, who, **facts)


def try_to_record(club: int, kind: Kind, who: Actor = ANONYMOUS, about: int | None = None, **facts: Any) -> None:
    """Add an entry about something that must also be possible while nothing can be written: the disk is full."""
    try:
        record_event(club, kind, who, about, **facts)
    except DatabaseError as error:
        if not is_unwritable(error):
            raise
        logger.warning("The log of the club cannot be written: %s", kind)


def lock_log(club: int) -> ClubLog:
    """Lock the log of a club (id) until the transaction ends, and return it."""
    rows = ClubLog.objects.select_for_update(no_key=True).filter(club=club)
    log = rows.first()
    if log is None:
        ClubLog.objects.get_or_create(club_id=club)
        log = rows.get()
    return log
