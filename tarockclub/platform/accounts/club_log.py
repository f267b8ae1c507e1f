"""The log of a club: who did what, when, from which device and by which way; its only writer (docs/dev/audit-log.md).

An entry is never changed or deleted. It has ids and codes, never names or free text: pages say them with today's names.
Each entry is a link of the club's chain. The chain's row is locked from the entry to the end of the transaction, so the
entry is the last thing that a transaction writes, after what gives access: passwords, links, tokens. These it seals.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, models, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.hash_chain import encode_sorted
from tarockclub.kit.time_source import now
from tarockclub.models import Account, ClubLog, FailureCount, normalize_login
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.act_chain import name_chain, watch_owner
from tarockclub.platform.sealed_rows import LOG
from tarockclub.platform.server.database_errors import is_unwritable

logger = logging.getLogger(__name__)


class Kind(models.TextChoices):
    """The kinds of entries, with their words."""

    LOG_IN = "log_in", _("logged in")
    LOG_IN_FAILED = "log_in_failed", _("failed log-in")  # a wrong password, or a name that no account has
    CODE_FAILED = "code_failed", _("right password, wrong code of the second factor")
    LOCKED = "locked", _("locked for a quarter of an hour: too many failed log-ins")
    MORE_FAILED = "more_failed", _("further failed log-ins")  # how many failed after the first one
    LOG_OUT = "log_out", _("logged out elsewhere")  # sessions elsewhere were ended
    PASSWORD = "password", _("new password")
    PASSWORD_KEPT = "password_kept", _("the same password, stored more safely")
    FACTOR_ON = "factor_on", _("second factor turned on")
    FACTOR_OFF = "factor_off", _("second factor turned off")
    CODES = "codes", _("new recovery codes")
    PASSKEY_ADDED = "passkey_added", _("passkey added")
    PASSKEY_REMOVED = "passkey_removed", _("passkey removed")
    CODE_USED = "code_used", _("logged in with a recovery code")
    SET_UP = "set_up", _("the club was set up")
    ACCOUNT_MADE = "account_made", _("access given")
    ACCOUNT = "account", _("rights changed")  # another role, or may (no longer) log in
    TOURNAMENT_ROLE = "tournament_role", _("role in one tournament")  # given for one tournament, or taken away
    TOKEN_MADE = "token_made", _("token for a program")
    TOKEN_ENDED = "token_ended", _("token of a program ended")
    LINKS = "links", _("links for entering hands made")
    LINKS_REPLACED = "links_replaced", _("links of a table ended, a new one made")
    EVENING_ARCHIVED = "evening_archived", _("evening moved to the archive")
    EVENING_BACK = "evening_back", _("evening taken back from the archive")
    # A phone had other amounts in its price list than the server has computed.
    PRICE_DIFFERS = "price_differs", _("a phone would have shown another payout without the network")
    CLUB_NAME = "club_name", _("the name of the club was changed")
    CLUB_LOOK = "club_look", _("the look of the club was changed")  # colour or logo
    PUBLIC = "public", _("what everybody may see was changed")
    WEBHOOK = "webhook", _("the webhook was changed")  # until 1.0
    FOUNDED = "founded", _("the club was founded")  # the club, by a host of the installation or by a link
    # Its word in addresses, or its host name.
    CLUB_ADDRESS = "club_address", _("the address of the club was changed by the host")
    ARCHIVED = "archived", _("the club was archived by the host")
    REOPENED = "reopened", _("the club was opened again by the host")
    HOST = "host", _("who looks after the installation was changed")
    SEALED = "sealed", _("passwords, links and programs sealed as they were found")
    SECRET_KEY = "secret_key", _("another secret key was accepted")
    SHEET_SAVED = "sheet_saved", _("own house rules saved")
    SHEET_RETIRED = "sheet_retired", _("own house rules no longer offered")
    SHEET_OFFERED = "sheet_offered", _("own house rules offered again")
    SHEET_PUBLIC = "sheet_public", _("own house rules made public")
    SHEET_PRIVATE = "sheet_private", _("own house rules for the club only")
    BACKUP_MADE = "backup_made", _("backup made")
    BACKUP_FAILED = "backup_failed", _("backup failed")
    BACKUP_FETCHED = "backup_fetched", _("backup downloaded")
    BACKUP_SENT = "backup_sent", _("backup uploaded")
    BACKUP_FOLDER = "backup_folder", _("second folder for backups chosen")
    BACKUP_FOLDER_ENDED = "backup_folder_ended", _("no second folder for backups any more")
    BACKUPS_SEALED = "backups_sealed", _("copies of backups encrypted with a key")
    STAND_BY = "stand_by", _("stand-by laptop: admitted, ended, following or first")
    BACKUPS_PLAIN = "backups_plain", _("copies of backups are not encrypted any more")
    RESTORED = "restored", _("backup restored")
    RESTORE_FAILED = "restore_failed", _("restore failed, nothing was changed")
    EXPORTED = "exported", _("file downloaded")
    CLUB_WRITTEN = "club_written", _("whole club written into a file")
    CLUB_READ = "club_read", _("whole club taken over from a file")
    LOOKED = "looked", _("looked at the data of a person")  # at a person's data, for the first time on a day
    RENAMED = "renamed", _("person renamed")
    MERGED = "merged", _("two entries became one person")
    PARTED = "parted", _("a merge of two entries was taken back")
    ERASED = "erased", _("name erased for good")
    ADDED = "added", _("people added to the register")
    FEDERATION_NUMBER = "federation_number", _("number of the federation changed")
    # Town, number, categories, year of birth, contact, consent.
    PERSON_DETAILS = "person_details", _("details of a person changed")
    # Of a person or, about nobody, of the club itself: whoever changes it decides who gets the money.
    IBAN = "iban", _("bank account changed")
    # Categories; what everybody sees of towns, pages and rulings.
    PEOPLE_SETTINGS = "people_settings", _("settings of the register changed")
    # The link to a person's own page: given or ended, consent.
    PERSON_PAGE = "person_page", _("link to a person's own page changed")
    # For messages to a person: given or deleted.
    MESSAGES = "messages", _("address for messages changed")
    FEDERATION = "federation", _("federation")  # a membership: asked, agreed, refused, left
    # To a season of the federation, or taken back.
    RESULT_OFFERED = "result_offered", _("result offered to the federation")
    OFFER_DECIDED = "offer_decided", _("decision about a club’s result")
    REHEARSAL = "rehearsal", _("rehearsal of a tournament")  # of a tournament: begun, ended
    # What the program could do once: nothing writes these any more.
    INN_KEY_MADE = "inn_key_made", _("access for the laptop of an inn")
    INN_KEY_ENDED = "inn_key_ended", _("access for the laptop of an inn ended")
    SENDING = "sending", _("live publishing to another installation changed")
    TAKEN_OFF = "taken_off", _("pages from the laptop of an inn taken off")
    RULES_SHARED = "rules_shared", _("rules passed on or taken over")
    CLUB_MERGED = "club_merged", _("club continued from a file")
    CLUB_SENT = "club_sent", _("whole club sent to the installation on the internet")


def record_event(club: int, kind: Kind, who: Actor = ANONYMOUS, about: int | None = None, **facts: Any) -> None:
    """Add an entry to the log of a club (id); `about` is the person (id) whom it concerns."""
    with record_access(club, kind, who, about, **facts):
        pass


@contextmanager
def record_access(
    club: int, kind: Kind, who: Actor = ANONYMOUS, about: int | None = None, **facts: Any
) -> Iterator[dict[str, Any]]:
    """Add an entry about what is written within, and seal it; more facts may join those that are yielded."""
    content = facts | {name: value for name, value in (("way", who.way), ("browser", who.browser)) if value}
    with transaction.atomic():
        log = lock_log(club)
        with watch_owner(LOG, log.pk, name_chain(LOG, club)) as watch:
            yield content
            entries = lock_log(club).entries  # others may have been added within
            watch.write(
                sequence=entries + 1,  # also where the last one was taken away: the gap is found
                kind=kind,
                said=encode_sorted(content),
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


# Failed log-ins in the club's log: the first one of an hour, the lock, and the number of the others.
#
# So a flood of failures adds a few entries in an hour for each account, and a few for all names that no account has.
# A typed name is stored nowhere.

WINDOW = timedelta(hours=1)


def note_failure(club: int, typed: str, who: Actor, *, kind: Kind = Kind.LOG_IN_FAILED) -> None:
    """Note a failed log-in of a club, under a typed name."""
    try:
        _note_event(club, _find_account(club, typed), who, kind, is_locked=False)
    except DatabaseError as error:
        _pass_over(error)


def note_lock(club: int, typed: str, who: Actor, *, kind: Kind = Kind.LOG_IN_FAILED) -> None:
    """Note that too many have failed under a typed name, or from its address; refused attempts are not counted."""
    try:
        _note_event(club, _find_account(club, typed), who, kind, is_locked=True)
    except DatabaseError as error:
        _pass_over(error)


def _pass_over(error: DatabaseError) -> None:
    """Let people in, or not, also while nothing can be written."""
    if not is_unwritable(error):
        raise error
    logger.warning("A failed log-in cannot be noted.")


def _find_account(club: int, typed: str) -> Account | None:
    return Account.objects.filter(club=club, login=normalize_login(typed)).first()


def _note_event(club: int, account: Account | None, who: Actor, kind: Kind, *, is_locked: bool) -> None:
    number, person = (0, None) if account is None else (account.pk, account.person_id)
    current = _list_current(club).filter(kind=kind, account=number)
    if _is_counted(current, is_locked=is_locked):
        return
    with transaction.atomic():
        log = lock_log(club)
        if _is_counted(current, is_locked=is_locked):  # by somebody who was quicker
            return
        if is_locked and current.update(locked=True):
            record_event(club, Kind.LOCKED, who, person)
            return
        _write_counts(club, FailureCount.objects.filter(log=log, kind=kind, account=number))
        fresh = {"since": now(), "more": 0, "locked": is_locked}
        FailureCount.objects.update_or_create(log=log, kind=kind, account=number, defaults=fresh)
        record_event(club, Kind.LOCKED if is_locked else kind, who, person)


def _is_counted(current: QuerySet[FailureCount], *, is_locked: bool) -> bool:
    """Count a failure beside the one that the log names; return whether that is all there is to do."""
    if is_locked:
        return current.filter(locked=True).exists()
    return bool(current.update(more=F("more") + 1))


def _list_current(club: int) -> QuerySet[FailureCount]:
    """Return the counts that go on; one from a clock that was ahead, and has been corrected, does not."""
    return FailureCount.objects.filter(log__club=club, since__gt=now() - WINDOW, since__lte=now())


def write_due_counts(club: int) -> None:
    """Write the numbers of the hours that are over into the log; asked at each log-in."""
    due = FailureCount.objects.filter(log__club=club, more__gt=0).exclude(pk__in=_list_current(club))
    if not due.exists():
        return
    try:
        with transaction.atomic():
            lock_log(club)
            _write_counts(club, due)
    except DatabaseError as error:
        _pass_over(error)


def _write_counts(club: int, some: QuerySet[FailureCount]) -> None:
    for count in some.filter(more__gt=0):
        person = Account.objects.filter(pk=count.account).values_list("person", flat=True).first()
        FailureCount.objects.filter(pk=count.pk).update(more=0)
        facts = {"of": count.kind, "number": count.more, "since": count.since.isoformat()}
        record_event(club, Kind.MORE_FAILED, ANONYMOUS, person, **facts)


def count_pending(club: int) -> int:
    """Return the number of failures that are counted and not in the log yet."""
    return sum(FailureCount.objects.filter(log__club=club).values_list("more", flat=True))
