"""Erasing a person: name, account, texts with the name, every chain still provable; deletion of what is due."""

import contextlib
import json
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, OperationalError, transaction
from django.db.models import Q, QuerySet
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.models import GameTable, HeldHand
from tarockclub.kit.hash_chain import draw_salt
from tarockclub.kit.time_source import now
from tarockclub.models import (
    Account,
    ApiToken,
    Club,
    ClubAct,
    Job,
    LogEntry,
    MessageAddress,
    Note,
    Person,
    PrivacySettings,
)
from tarockclub.office.privacy.texts import NOTE, FreeText, NamePattern, build_pattern, iter_texts
from tarockclub.platform.accounts import services as accounts
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.api_tokens import end_past_tokens
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.club_log import record_access
from tarockclub.platform.accounts.persons import NOTHING, lock_club, may_change_persons, seal_texts
from tarockclub.platform.act_chain import record_act, watch_owner
from tarockclub.platform.privacy.erasure_list import (
    Erasure,
    add_to_list,
    hash_address,
    hash_name,
    load_list,
    parse_erasure,
)
from tarockclub.platform.privacy.public_names import format_number_name, list_namesakes, load_privacy
from tarockclub.platform.sealed_rows import CLUB
from tarockclub.platform.server.database_state import is_there
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.messages import register_sentences
from tournaments.models import Application, Entrant, Spelling
from tournaments.people.register.merge_reversals import list_merge_notes
from tournaments.people.register.services import (
    announce_change,
    list_merged,
    list_person_tables,
    lock_tournaments,
    write_name,
)

_KINDS_OF_FILES = (Job.Kind.EXPORT, Job.Kind.UPLOAD, Job.Kind.IMPORT)


class Mention(NamedTuple):
    """A text in which a person's name may stand."""

    text: FreeText
    is_whole: bool  # the whole name; else a part of it, which may mean somebody else

    @property
    def must_stay(self) -> bool:
        """Return whether the text is part of a receipt that the law requires for now."""
        return self.text.until is not None and self.text.until >= localdate(now())


def list_mentions(person: Person) -> list[Mention]:
    """Return the texts in which a person's name stands, as a whole or in part."""
    pattern, own = build_pattern(person.name), set(_list_own_notes(person.club_id, _list_everybody(person)))
    mentions = []
    for text in iter_texts(person.club_id):
        is_whole = pattern.has_name(text.text)
        if (is_whole or pattern.has_part(text.text)) and text.place not in own:
            mentions.append(Mention(text, is_whole))
    return mentions


def erase(person: Person, who: Actor = ANONYMOUS, places: Collection[str] | None = None) -> str:
    """Remove a person's name for good, and return their new label; the account is closed.

    `places`: the texts out of which the name is taken too (None: those with the whole name). Raise
    ActionRefused("merged_already", "last_director", "last_host", "of_host").
    """
    touched = {mention.text.tournament for mention in list_mentions(person)} - {None}
    with transaction.atomic():
        tournaments = {tournament for tournament in touched if tournament is not None}
        lock_tournaments(person, *list_namesakes(person.club_id, [person.name]), others=tournaments)
        current = Person.objects.get(pk=person.pk)
        if current.merged_into_id is not None:
            raise ActionRefused("merged_already")
        if current.erased is not None:
            return current.name
        if not may_change_persons(_list_everybody(current), who):  # erasing closes the account, too
            raise ActionRefused("of_host")
        mentions = [mention for mention in list_mentions(current) if not mention.text.is_fixed]
        chosen = [
            mention for mention in mentions if (mention.is_whole if places is None else mention.text.place in places)
        ]
        with watch_owner(CLUB, current.club_id):
            _erase_locked(current, who, chosen)
        return Person.objects.get(pk=current.pk).name


def _erase_locked(person: Person, who: Actor, chosen: Iterable[Mention]) -> None:
    label, everybody = format_number_name(person.number), _list_everybody(person)
    now_or_later = list(chosen)
    mentions = [mention for mention in now_or_later if not mention.must_stay]
    texts = [mention.text for mention in mentions]
    later = {mention.text.place: mention.text.until for mention in now_or_later if mention.must_stay}
    records = build_records(everybody, tuple(mention.text.place for mention in now_or_later))
    _replace_names(mentions, build_pattern(person.name), label)
    person.publicity = Person.Publicity.FULL
    Person.objects.filter(pk__in=everybody).update(**NOTHING)
    namesakes = write_name(person, label)
    for pk in everybody:  # no digest of the name that there ever was says anything any more
        Person.objects.filter(pk=pk).update(erased=now(), salt=draw_salt())
    for place in _list_own_notes(person.club_id, everybody):
        replace_note(int(place.rpartition(":")[2]), "")
    Application.objects.filter(entrant__person__in=list(everybody)).update(town="", own_digest="")
    Spelling.objects.filter(person__in=list(everybody)).delete()
    filter_own_addresses(everybody).delete()
    _delete_files(person.club_id, everybody, texts)
    content = {
        "person": person.pk,
        "later": {place: until.isoformat() for place, until in later.items() if until is not None},
        "list": [record._asdict() for record in records],
    }
    with record_act(CLUB, person.club_id, ClubAct.Kind.ERASED, content, who.person, who.device):
        pass
    tables = {text.table for text in texts if text.table is not None}
    announce_change(
        everybody | namesakes, Kind.RENAMED, who, tables, {text.tournament for text in texts if text.tournament}
    )
    Person.objects.filter(pk__in=everybody).update(federation_number="")  # by which federations have known who it was
    # It locks the log of the club: everywhere tables are locked before the log.
    with record_access(person.club_id, Event.ERASED, who, person.pk):
        _close_accounts(everybody, label, who)
    transaction.on_commit(partial(add_to_list, records))


def build_records(everybody: Iterable[int], places: tuple[str, ...]) -> list[Erasure]:
    """Build the lines of the list by which a person, and those merged into it, are known again in an older backup."""
    return [
        Erasure(
            person.club_id,
            person.number,
            hash_name(person.club_id, person.number, person.name),
            tuple(list_addresses(person.pk)),
            places,
            now().isoformat(),
        )
        for person in Person.objects.filter(pk__in=list(everybody)).order_by("number")
    ]


def list_addresses(person: int) -> list[str]:
    """Return the hashes of the addresses of the tables and tournaments at which a person was."""
    tables = GameTable.objects.filter(pk__in=list_person_tables([person]).values("pk")).values_list("slug", flat=True)
    tournaments = Entrant.objects.filter(person=person).values_list("tournament__slug", flat=True)
    return sorted({hash_address(slug.hex) for slug in (*tables, *tournaments)})


def filter_own_addresses(everybody: Collection[int]) -> QuerySet[MessageAddress]:
    """Return where these people (ids) are told something, also by a registration."""
    own = Q(person__in=everybody) | Q(application__entrant__person__in=everybody)
    return MessageAddress.objects.filter(own).order_by("pk")


def replace_note(note: int, text: str) -> None:
    """Write another text into a note, with another salt: the old text cannot be guessed. Within an act of the club."""
    Note.objects.filter(pk=note).exclude(text=text).update(text=text, salt=draw_salt(), erased=now())


def _list_everybody(person: Person) -> set[int]:
    return {person.pk, *list_merged(person)}


def _list_own_notes(club: int, everybody: Collection[int]) -> list[str]:
    """Return the places of what these people have typed when they registered, and of what merges have kept of them."""
    typed = Application.objects.filter(entrant__person__in=list(everybody))
    notes = chain(*typed.values_list("name", "partner", "remark"), list_merge_notes(club, everybody))
    return [f"{NOTE}:{note}" for note in notes if note is not None]


def _replace_names(mentions: Iterable[Mention], pattern: NamePattern, label: str) -> None:
    """Take a name out of texts, the surname alone only where it is all there is."""
    for text, is_whole in mentions:
        rest = pattern.replace_name(text.text, label, with_part=not is_whole)
        column, _sep, key = text.place.rpartition(":")
        if column == NOTE:
            replace_note(int(key), rest)
        else:
            model, _dot, name = column.rpartition(".")
            rows = apps.get_model(model)._default_manager.filter(pk=int(key))
            rows.update(**{name: rest[: rows.model._meta.get_field(name).max_length]})


def _close_accounts(everybody: Iterable[int], label: str, who: Actor) -> None:
    for account in Account.objects.filter(person__in=list(everybody)):
        try:
            accounts.close_account(account, label, who)
        except accounts.LastDirector as last:
            raise ActionRefused("last_director") from last
        except accounts.LastHost as last:
            raise ActionRefused("last_host") from last


def _delete_files(club: int, everybody: Iterable[int], texts: Iterable[FreeText]) -> None:
    """Delete the files, also unfinished ones, of the tournaments concerned and of the club: people make them anew."""
    own_ids = Entrant.objects.filter(person__in=list(everybody)).values_list("tournament", flat=True)
    tournaments = {*own_ids, *(text.tournament for text in texts if text.tournament is not None)}
    tables = list_person_tables(everybody).filter(round_table__isnull=False)
    tournaments |= set(tables.values_list("round_table__round__tournament", flat=True))
    concerned = Q(arguments__tournament__in=sorted(tournaments)) | Q(arguments__club=club)
    Job.objects.filter(concerned, kind__in=_KINDS_OF_FILES).delete()


def list_later(club: int) -> list[tuple[str, date]]:
    """Return the places in receipts that wait to be erased, each with the last day on which it must be kept."""
    later = [(place, until) for content in list_erasures(club) for place, until in content["later"].items()]
    return [(place, date.fromisoformat(until)) for place, until in later]


def list_erasures(club: int | None = None) -> list[dict[str, Any]]:
    """Return the contents of the acts that erased somebody; None: of all clubs."""
    acts = ClubAct.objects.filter(kind=ClubAct.Kind.ERASED, **({} if club is None else {"club": club}))
    return [json.loads(text) for text in acts.order_by("pk").values_list("said", flat=True)]


register_sentences(
    {
        "last_director": _(
            "This is the last director who can log in: make somebody else a director first, then erase."
        ),
        "last_host": _("Somebody has to look after the installation: name another host first."),
        "of_host": _("This person looks after the whole installation: only hosts rename, merge or erase them."),
    }
)


As = Application.As
ADDRESS_DAYS = 7  # after a tournament, in which those who registered for it may be told of it
_LAST_DIRECTOR = _(
    "Somebody who had been erased is now the last director: make somebody else a director, then erase again."
)


def delete_overdue() -> int:
    """Delete what is overdue in all clubs; return how many pieces."""
    return sum(_delete_overdue_of(load_privacy(club)) for club in Club.objects.values_list("pk", flat=True))


def _delete_overdue_of(privacy: PrivacySettings) -> int:
    rules: tuple[tuple[int, Callable[[int, datetime], int]], ...] = (
        (privacy.declined_days, _erase_declined),
        (privacy.programs_days, _delete_programs),
        (privacy.remarks_days, _clear_remarks),
        (ADDRESS_DAYS, _delete_registered_addresses),
    )
    done = sum(delete(privacy.club_id, now() - timedelta(days=days)) for days, delete in rules if days)
    return done + _erase_receipts(privacy.club_id)


def _erase_declined(club: int, before: datetime) -> int:
    """Erase what those have typed who were declined or withdrew, and whom nobody answered before the tournament ended.

    Of those who were confirmed and never came, too: their entries in the register are the director's decision.
    """
    unanswered = Q(decided_as=As.OPEN) & (Q(tournament__ended__lt=before) | Q(tournament__day__lt=localdate(before)))
    away = Q(decided_as=As.TAKEN, entrant__withdrawn__lt=before)
    closed = Q(decided_as__in=(As.DECLINED, As.GONE)) | unanswered | away
    rows = Application.objects.filter(closed, tournament__club=club, at__lt=before)
    due = rows.exclude(name__text="", partner=None, remark=None, town="", own_digest="")
    applications = list(due.values_list("pk", "name", "partner", "remark"))
    _erase_notes(club, [note for _pk, *notes in applications for note in notes if note is not None])
    ids = [pk for pk, *_notes in applications]
    MessageAddress.objects.filter(application__in=ids).delete()
    Application.objects.filter(pk__in=ids).update(town="", partner=None, remark=None, own_digest="")
    return len(applications)


def _delete_registered_addresses(club: int, before: datetime) -> int:
    over = Q(application__tournament__ended__lt=before) | Q(application__tournament__day__lt=localdate(before))
    return MessageAddress.objects.filter(over, club=club).delete()[0]


def _delete_programs(club: int, before: datetime) -> int:
    end_past_tokens(club, before)
    tokens = ApiToken.objects.filter(ended__lt=before, account__club=club)
    done = tokens.exclude(client="").update(client="")  # the log of the club names the program's number for good
    return done + tokens.exclude(pk__in=LogEntry.objects.exclude(token=None).values("token")).delete()[0]


def _clear_remarks(club: int, before: datetime) -> int:
    return HeldHand.objects.filter(table__club=club, decided_at__lt=before).exclude(note="").update(note="")


def _erase_receipts(club: int) -> int:
    """Erase the texts of receipts whose duty to be kept has ended, of people who were erased before."""
    today = localdate(now())
    due = [
        int(place.rpartition(":")[2]) for place, until in list_later(club) if place.startswith(NOTE) and until < today
    ]
    _erase_notes(club, due)
    return len(due)


@transaction.atomic
def _erase_notes(club: int, notes: Sequence[int]) -> None:
    due = Note.objects.filter(pk__in=notes).exclude(text="")
    if due.exists():
        with seal_texts(lock_club(Club(pk=club)).pk):
            for note in due.values_list("pk", flat=True):
                replace_note(note, "")


logger = logging.getLogger(__name__)


def delete_at_start() -> list[str]:
    """Delete what is overdue, and erase again whoever an older file has brought back; return messages."""
    with contextlib.suppress(OperationalError):  # on a full disk it stays for now
        delete_overdue()
        return erase_again(collect_erasures())
    return []


def collect_erasures() -> list[Erasure]:
    """Return all erasures that are known here: those of the list, and those of the present book."""
    erasures = load_list()
    if not is_there():
        return erasures
    with contextlib.suppress(DatabaseError, KeyError, ValueError), transaction.atomic():
        erasures += [parse_erasure(row) for content in list_erasures() for row in content["list"]]
    return list(dict.fromkeys(erasures))


def erase_again(erasures: Iterable[Erasure], key: str = "") -> list[str]:
    """Erase everybody of these who is here under a name; return what was done, in sentences.

    `key`: the secret key of the book that was restored, by which the names are hashed too.
    """
    all_erasures, done, refusals = list(erasures), 0, 0
    doubtful: set[int] = set()
    for erasure in all_erasures:
        person = Person.objects.filter(club=erasure.club, number=erasure.number, erased=None, merged_into=None).first()
        if person is None:
            continue
        if not erasure.is_of(person.name, (key, settings.BOOK_KEY)):
            if erasure.may_be_of(list_addresses(person.pk)):
                doubtful.add(person.number)
            continue
        try:
            erase(person, places=set(erasure.places))
            done += 1
            doubtful.discard(person.number)
        except ActionRefused:
            refusals += 1
    add_to_list(all_erasures)
    return _format_outcome(done, refusals, doubtful)


def _format_outcome(done: int, refusals: int, doubtful: Iterable[int]) -> list[str]:
    lines = []
    if done:
        text = ngettext(
            "Caught up: %(count)s person who had been erased since was erased again.",
            "Caught up: %(count)s persons who had been erased since were erased again.",
            done,
        )
        lines.append(text % {"count": done})
    if refusals:
        lines.append(str(_LAST_DIRECTOR))
    text = gettext("Number %(number)s may be somebody who was erased, under another name: please check.")
    return [*lines, *(text % {"number": number} for number in sorted(doubtful))]
