"""Taking back a merge of two people, while nobody has played under the kept name since.

The act of the merge keeps the ids and numbers that it changed, and names the note with what the two people were: that
goes with the name when somebody is erased. What was changed since stays: details that were written anew, a number that
somebody else has by now. The own page of the entry that was gone needs a new link.
"""

import json
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.models import Entry
from tarockclub.kit.hash_chain import draw_salt
from tarockclub.kit.time_source import now
from tarockclub.models import ClubAct, Note, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.club_log import record_event
from tarockclub.platform.act_chain import record_act, watch_owner
from tarockclub.platform.privacy.public_names import list_namesakes
from tarockclub.platform.sealed_rows import CLUB
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.cash_journal.receipts import list_receipt_acts
from tournaments.core.messages import format_refusal
from tournaments.core.sealed_rows import TOURNAMENT
from tournaments.models import Act, Entrant, Presence
from tournaments.people.register.services import (
    announce_change,
    list_merged,
    list_person_tables,
    lock_tournaments,
    must_be_changeable,
    must_be_there,
    write_name,
)

# Entries of a book that say that somebody plays; corrections of what was played before say nothing about it.
_SIGNS_OF_PLAY = (Entry.Kind.HAND, Entry.Kind.VOID, Entry.Kind.REDEAL, Entry.Kind.SEATING, Entry.Kind.END_TOTALS)
_NUMBERS = ("federation_number", "player_number")  # of one person of a club


class Merge(NamedTuple):
    """A merge that counts: its act, and what that says."""

    act: ClubAct
    content: dict[str, Any]

    @property
    def gone(self) -> list[int]:
        """The entries (ids) that were merged away: the first one, and those merged into it before."""
        ids: list[int] = self.content["gone"]
        return ids


class MergeLine(NamedTuple):
    """A merge on the page of the person who was kept."""

    other: Person
    at: datetime
    problem: str  # why it cannot be taken back


def list_merge_notes(club: int, persons: Collection[int] | None = None) -> list[int]:
    """Return the notes (ids) with what people were before they were merged: these, or all of a club."""
    return [
        merge.content["before"]
        for merge in _iter_merges(club)
        if "before" in merge.content and (persons is None or {merge.content["kept"], *merge.gone} & set(persons))
    ]


def list_merges(person: Person) -> list[MergeLine]:
    """Return the entries that were merged into a person, the last one first, and why that cannot be taken back."""
    lines = []
    for merge in _iter_merges(person.club_id):
        if merge.content["kept"] == person.pk:
            other = Person.objects.get(pk=merge.gone[0])
            lines.append(MergeLine(other, merge.act.at, _find_problem(merge)))
    return lines


def _find_problem(merge: Merge) -> str:
    try:
        _must_be_separable(merge)
    except ActionRefused as refused:
        return format_refusal(refused)
    return ""


def take_merge_back(kept: Person, gone: Person, who: Actor = ANONYMOUS) -> None:
    """Make two entries of the register two people again, as they were.

    Raise ActionRefused("erased", "of_host", "merge_unknown", "merge_not_kept", "merge_followed", "merge_played",
    "merge_changed").
    """
    with transaction.atomic():
        merge = _find_merge(kept, gone)
        names = (kept.name, json.loads(_read_note(merge) or "{}").get("gone", {}).get("name", ""))
        lock_tournaments(kept, gone, *list_namesakes(kept.club_id, names))
        one = Person.objects.get(pk=kept.pk)
        must_be_there(one)
        must_be_changeable(one, who)
        merge = _find_merge(one, gone)
        _must_be_separable(merge)
        before = json.loads(_read_note(merge))
        everybody = {one.pk, *list_merged(one)}
        with ExitStack() as watches:
            touched = merge.content["tournaments"]
            for tournament in touched:
                watches.enter_context(watch_owner(TOURNAMENT, tournament))
            _restore_entries(merge)
            content = {"kept": one.pk, "gone": merge.gone, "back": merge.act.sequence}
            with record_act(CLUB, one.club_id, ClubAct.Kind.MERGED, content, who.person, who.device):
                changed = _restore_people(one, merge, before)
                # What was kept is in the register again.
                kept_note = Note.objects.filter(pk=merge.content["before"])
                kept_note.update(text="", salt=draw_salt(), erased=now())
            announce_change(everybody | changed, Kind.MERGED, who, tournaments=touched, back=True)
        record_event(one.club_id, Event.PARTED, who, one.pk, gone=merge.gone)


def _iter_merges(club: int) -> Iterator[Merge]:
    """Yield the merges in a club that were not taken back, the last one first."""
    back = set()
    for act in ClubAct.objects.filter(club=club, kind=ClubAct.Kind.MERGED).order_by("-sequence"):
        content = json.loads(act.said)
        if "back" in content:
            back.add(content["back"])
        elif act.sequence not in back:
            yield Merge(act, content)


def _find_merge(kept: Person, gone: Person) -> Merge:
    for merge in _iter_merges(kept.club_id):
        if (merge.content["kept"], merge.gone[0]) == (kept.pk, gone.pk):
            return merge
    raise ActionRefused("merge_unknown")


def _read_note(merge: Merge) -> str:
    """Return what two people were before they were merged; "" where that was not kept, or is erased."""
    return Note.objects.filter(pk=merge.content.get("before", 0)).values_list("text", flat=True).first() or ""


def _must_be_separable(merge: Merge) -> None:
    """Refuse to take a merge back that others followed, or under whose name somebody has played since."""
    if not _read_note(merge):
        raise ActionRefused("merge_not_kept")
    persons = {merge.content["kept"], *merge.gone}
    for later in _iter_merges(merge.act.club_id):
        if later.act.sequence <= merge.act.sequence:
            break
        if persons & {later.content["kept"], *later.gone}:
            raise ActionRefused("merge_followed")
    since = Q(started__gt=merge.act.at) | Q(round_table__round__draw__at__gt=merge.act.at)
    since |= Q(entries__at__gt=merge.act.at, entries__kind__in=_SIGNS_OF_PLAY)
    if list_person_tables(persons).filter(since).exists():
        raise ActionRefused("merge_played")
    if _is_changed(merge.content) or _has_receipt(merge):
        raise ActionRefused("merge_changed")


def _is_changed(content: dict[str, Any]) -> bool:
    """Return whether rows of tournaments are no longer as a merge has left them."""
    people, entries = Entrant.objects.all(), Presence.objects.all()
    unchanged: list[QuerySet[Any]] = [people.filter(pk=row[0], person=content["kept"]) for row in content["entrants"]]
    unchanged += [entries.filter(pk=pk, entrant=own, paid=paid) for pk, _entrant, own, paid in content["moved"]]
    for pk, own_paid, entrant, round_, paid, *_codes in content["joined"]:
        unchanged.append(entries.filter(pk=pk, paid=own_paid + paid))
        unchanged.append(people.filter(pk=entrant).exclude(presences__round=round_))
    for entrant, own, _moment in content["withdrawn"]:
        unchanged.append(people.filter(pk=entrant, withdrawn__isnull=False, presences=None))
        unchanged.append(people.filter(pk=own, withdrawn=None))
    return not all(rows.exists() for rows in unchanged)


def _has_receipt(merge: Merge) -> bool:
    """Return whether a receipt since then is about payments that were put together."""
    since = Act.objects.filter(tournament__in=merge.content["tournaments"], at__gt=merge.act.at)
    receipts = [parse_content(act) for act in list_receipt_acts(since.filter(kind=Kind.CASH))]
    moved = {row[2] for row in merge.content["moved"]} | {row[1] for row in merge.content["withdrawn"]}
    return any(receipt["kind"] == "fees" and receipt["of"] in moved for receipt in receipts)


def _restore_entries(merge: Merge) -> None:
    """Give the entrants, their entries, payments and withdrawals back."""
    content = merge.content
    for pk, person in content["entrants"]:
        Entrant.objects.filter(pk=pk).update(person=person)
    for pk, entrant, _own, _paid in content["moved"]:
        Presence.objects.filter(pk=pk).update(entrant=entrant)
    for pk, own_paid, entrant, round_, paid, state, debt in content["joined"]:
        Presence.objects.filter(pk=pk).update(paid=own_paid)
        Presence.objects.create(round_id=round_, entrant_id=entrant, paid=paid, state=state, debt=debt)
    for entrant, own, moment in content["withdrawn"]:
        Entrant.objects.filter(pk=own).update(withdrawn=moment and datetime.fromisoformat(moment))
        Entrant.objects.filter(pk=entrant).update(withdrawn=None)


def _restore_people(kept: Person, merge: Merge, before: dict[str, Any]) -> set[int]:
    """Give two people back what they were, within an act of the club, and return who is called otherwise now (ids)."""
    for column, (value, merged) in before["kept"].items():
        if getattr(kept, column) == merged:  # else somebody has written it since
            setattr(kept, column, value)
    kept.save(update_fields=list(before["kept"]))
    other, *earlier = merge.gone
    Person.objects.filter(pk=other).update(merged_into=None)
    Person.objects.filter(pk__in=earlier).update(merged_into=other)
    person = Person.objects.get(pk=other)
    for column, value in before["gone"].items():
        is_taken = column in _NUMBERS and Person.objects.filter(club=kept.club_id, **{column: value}).exists()
        setattr(person, column, "" if is_taken else value)
    person.save(update_fields=list(before["gone"]))
    return write_name(kept, kept.name) | write_name(person, person.name) | set(merge.gone)
