"""The club's register of players: renaming and merging; a new name is shown everywhere at once."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from contextlib import ExitStack
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from scoring.book.ledger.entries import create_note
from scoring.models import GameTable, Seated
from tarockclub.kit.bank import clean_iban
from tarockclub.kit.hash_chain import encode_moment, encode_sorted
from tarockclub.kit.time_source import now
from tarockclub.models import (
    FEDERATION_NUMBER_LENGTH,
    Account,
    Club,
    ClubAct,
    Person,
    normalize_federation_number,
)
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.club_log import record_event
from tarockclub.platform.accounts.persons import (
    PersonDetails,
    lock_club,
    may_change_persons,
    merge_details,
    seal_names,
)
from tarockclub.platform.accounts.rights import is_only_club
from tarockclub.platform.act_chain import record_act, watch_owner
from tarockclub.platform.clubs.features import tell_name_keepers
from tarockclub.platform.privacy.public_names import (
    compute_public_name,
    list_namesakes,
    write_called_names,
)
from tarockclub.platform.sealed_rows import CLUB
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.sealed_rows import TOURNAMENT
from tournaments.models import Entrant, Presence, Tournament
from tournaments.people.entrants.entering import find_or_create_persons
from tournaments.people.entrants.fees import is_paid_once
from tournaments.people.name_lists.candidates import Newcomer

MERGED_COLUMNS = ("name", "publicity", "federation_number", *PersonDetails._fields, "details_public")
MergeMoves = dict[str, list[list[Any]]]  # what a merge changes in tournaments: ids, numbers, codes and moments
STRICTNESS = (Person.Publicity.FULL, Person.Publicity.SHORT, Person.Publicity.NUMBER)


def set_publicity(person: Person, publicity: str, who: Actor = ANONYMOUS) -> None:
    """Set what of a person's name public pages show; raise ActionRefused("erased", "merged_already")."""
    with transaction.atomic():
        lock_tournaments(person)
        current = Person.objects.get(pk=person.pk)
        must_be_there(current)
        if current.publicity != publicity:
            current.publicity = publicity
            with seal_names(current.club_id, who):
                changed = write_name(current, current.name)
            announce_change({current.pk, *list_merged(current), *changed}, Kind.RENAMED, who)


def rename(person: Person, name: str, who: Actor = ANONYMOUS) -> None:
    """Give a person another name (cleaned) for good; raise ActionRefused("erased", "merged_already", "of_host")."""
    with transaction.atomic():
        lock_tournaments(person, *list_namesakes(person.club_id, (person.name, name)))
        current = Person.objects.get(pk=person.pk)
        must_be_there(current)
        must_be_changeable(current, who)
        is_new = current.name != name
        with seal_names(current.club_id, who):
            changed = write_name(current, name)
        announce_change({current.pk, *list_merged(current), *changed}, Kind.RENAMED, who)
        if is_new:
            record_event(current.club_id, Event.RENAMED, who, current.pk)


def set_federation_number(person: Person, typed: str, who: Actor = ANONYMOUS) -> None:
    """Set the number that a person has in the federation; "" for none.

    Raise ActionRefused("erased", "merged_already", "number_of_another", "number_too_long").
    """
    number = normalize_federation_number(typed)
    if len(number) > FEDERATION_NUMBER_LENGTH:
        raise ActionRefused("number_too_long")
    with transaction.atomic():
        lock_club(person.club)
        current = Person.objects.get(pk=person.pk)
        must_be_there(current)
        if current.federation_number == number:
            return
        if number and Person.objects.filter(club=current.club_id, federation_number=number).exists():
            raise ActionRefused("number_of_another")
        Person.objects.filter(pk=current.pk).update(federation_number=number)
        record_event(current.club_id, Event.FEDERATION_NUMBER, who, current.pk)


def set_iban(owner: Club | Person, typed: str, who: Actor = ANONYMOUS) -> None:
    """Set the account of a club, or of a person; "" for none. Raise ActionRefused("no_iban", "erased", …)."""
    iban, is_person = clean_iban(typed), isinstance(owner, Person)
    if typed.strip() and not iban:
        raise ActionRefused("no_iban")
    club = owner.club if isinstance(owner, Person) else owner
    with transaction.atomic():
        lock_club(club)
        current = type(owner)._default_manager.get(pk=owner.pk)
        if isinstance(current, Person):
            must_be_there(current)
        if current.iban != iban:
            type(owner)._default_manager.filter(pk=owner.pk).update(iban=iban)
            record_event(club.pk, Event.IBAN, who, owner.pk if is_person else None)


def _merge_numbers(kept: Person, gone: Person) -> None:
    """Keep the number that one of the two has; raise ActionRefused("two_numbers") if they are two."""
    if kept.federation_number and gone.federation_number:
        raise ActionRefused("two_numbers")
    number = kept.federation_number or gone.federation_number
    Person.objects.filter(pk=gone.pk).update(federation_number="")
    Person.objects.filter(pk=kept.pk).update(federation_number=number)


def lock_tournaments(*people: Person, others: Collection[int] = ()) -> None:
    """Lock the tournaments of these people, and others, then their club: in the same order as people are entered."""
    ids = [person.pk for person in people]
    theirs = Entrant.objects.filter(Q(person__in=ids) | Q(person__merged_into__in=ids)).values("tournament")
    tournaments = Tournament.everything.filter(Q(pk__in=theirs) | Q(pk__in=list(others)))
    list(tournaments.select_for_update(no_key=True).order_by("pk"))
    lock_club(people[0].club)


def must_be_there(person: Person) -> None:
    """Raise ActionRefused for a person who was merged into another entry, or erased."""
    if person.merged_into_id is not None:
        raise ActionRefused("merged_already")
    if person.erased is not None:
        raise ActionRefused("erased")


def must_be_changeable(person: Person, who: Actor) -> None:
    """Raise ActionRefused("of_host") for a person who looks after several clubs, unless a host asks."""
    if not is_only_club(person.club_id) and not may_change_persons([person.pk, *list_merged(person)], who):
        raise ActionRefused("of_host")


def list_merged(person: Person) -> list[int]:
    """Return the ids of the people who are merged into a person."""
    return list(Person.objects.filter(merged_into=person).values_list("pk", flat=True))


def write_name(person: Person, name: str) -> set[int]:
    """Write the name of a person, and of those merged into it, and return the namesakes (ids) called otherwise now.

    Within an act of the club, which seals the names.
    """
    rows = Person.objects.filter(Q(pk=person.pk) | Q(merged_into=person))
    names = {name, *Person.objects.filter(pk=person.pk).values_list("name", flat=True)}
    shown_as = compute_public_name(name, person.number, person.publicity)
    rows.update(name=name, publicity=person.publicity, called="", shown_as=shown_as)
    return write_called_names(person.club_id, names)


def list_person_tables(persons: Iterable[int]) -> QuerySet[GameTable]:
    """Return the tables at which at least one of these people has sat."""
    return GameTable.objects.filter(sittings__seated__person__in=list(persons)).distinct()


def announce_change(
    persons: set[int],
    kind: Kind,
    who: Actor,
    tables: Collection[int] = (),
    tournaments: Collection[int] = (),
    **facts: Any,
) -> None:
    """Tell the phones at their tables and the pages of their tournaments that a name has changed; others, too.

    Whoever keeps a copy hears of it, too: whatever changes what is shown of people ends here. `facts`: more that the
    acts of the tournaments say.
    """
    ids = {*list_person_tables(persons).values_list("pk", flat=True), *tables}
    GameTable.objects.filter(pk__in=ids).update(news=F("news") + 1)
    entrants = Entrant.objects.filter(person__in=persons).values_list("tournament", "pk")
    by_tournament: dict[int, list[int]] = {tournament: [] for tournament in tournaments}
    for tournament, entrant in entrants:
        by_tournament.setdefault(tournament, []).append(entrant)
    for tournament in sorted(by_tournament):
        _write_act(tournament, {"entrants": sorted(by_tournament[tournament]), **facts}, kind, who)
    tell_name_keepers(persons)


def _write_act(tournament: int, content: dict[str, object], kind: Kind, who: Actor) -> None:
    TOURNAMENTS.act(tournament, Command(str(uuid.uuid4()), kind, content, who), lambda _row: content)


def merge(kept: Person, gone: Person, who: Actor = ANONYMOUS) -> None:
    """Merge two entries of the register: everything of `gone` is shown under the name of `kept`.

    Raise ActionRefused("same_person", "merged_already", "erased", "has_account", "same_table", "both_seated",
    "other_way_round", "two_numbers", "of_host").
    """
    with transaction.atomic():
        lock_tournaments(kept, gone, *list_namesakes(kept.club_id, (kept.name, gone.name)))
        one, other = (Person.objects.get(pk=person.pk, club=kept.club_id) for person in (kept, gone))
        if other.merged_into_id == one.pk:
            return  # tapped twice
        must_be_changeable(one, who)
        must_be_changeable(other, who)
        _must_be_two(one, other)
        theirs = [other.pk, *list_merged(other)]
        entrants = list(Entrant.objects.filter(person__in=theirs).select_related("tournament", "person"))
        with ExitStack() as watches:
            tournaments = sorted({entrant.tournament_id for entrant in entrants})
            for tournament in tournaments:
                watches.enter_context(watch_owner(TOURNAMENT, tournament))
            moves: MergeMoves = {"entrants": [], "withdrawn": [], "moved": [], "joined": []}
            for entrant in entrants:
                _repoint(entrant, one, moves)
            before = [read_person(one), read_person(other)]
            content = {"kept": one.pk, "gone": theirs, "tournaments": tournaments, **moves}
            with record_act(CLUB, one.club_id, ClubAct.Kind.MERGED, content, who.person, who.device):
                _merge_numbers(one, other)
                merge_details(one, other)
                Person.objects.filter(Q(pk=other.pk) | Q(merged_into=other)).update(merged_into=one)
                one.publicity = max(one.publicity, other.publicity, key=STRICTNESS.index)
                changed = write_name(one, one.name) | write_called_names(one.club_id, [other.name])
                content["before"] = _keep_before(one.club_id, before, read_person(Person.objects.get(pk=one.pk)))
            announce_change({one.pk, *list_merged(one), *changed}, Kind.MERGED, who)
        record_event(one.club_id, Event.MERGED, who, one.pk, gone=theirs)


def _must_be_two(kept: Person, other: Person) -> None:
    """Raise ActionRefused if the two entries are one already, or cannot be merged."""
    if kept.pk == other.pk:
        raise ActionRefused("same_person")
    for person in (kept, other):
        must_be_there(person)
    if Account.objects.filter(person=other).exists():
        raise ActionRefused("has_account")
    theirs = list_person_tables({other.pk, *list_merged(other)}).values("pk")
    if list_person_tables({kept.pk, *list_merged(kept)}).filter(pk__in=theirs).exists():
        raise ActionRefused("same_table")


def read_person(person: Person) -> dict[str, Any]:
    """Return what a merge may change of a person, by column."""
    return {column: getattr(person, column) for column in MERGED_COLUMNS}


def _keep_before(club: int, before: Sequence[dict[str, Any]], merged: dict[str, Any]) -> int:
    """Keep what two people were as a note (id), which erasing reaches: an act of the club holds no text.

    Of the kept one what has changed, before and after; of the other one all there was.
    """
    main, other = before
    changed = {column: [main[column], merged[column]] for column in main if main[column] != merged[column]}
    text = encode_sorted({"kept": changed, "gone": {column: value for column, value in other.items() if value}})
    note = create_note(text, club)
    assert note is not None  # noqa: S101 -- the text is not empty
    return note.pk


def _repoint(entrant: Entrant, kept: Person, moves: MergeMoves) -> None:
    """Point an entrant who has not played to the kept person, or merge it into theirs; leave one who has played."""
    tournament, played = entrant.tournament, _has_played(entrant)
    everybody = [kept.pk, *list_merged(kept)]
    own = list(Entrant.objects.filter(tournament=tournament, person__in=everybody))
    if not own and not played:
        Entrant.objects.filter(pk=entrant.pk).update(person=kept)
        moves["entrants"].append([entrant.pk, entrant.person_id])
    if not own:
        return
    if played and any(_has_played(other) for other in own):
        raise ActionRefused("both_seated", tournament=tournament.name)
    if played:
        raise ActionRefused("other_way_round", name=entrant.person.name, tournament=tournament.name)
    _move_payments(entrant, next((other for other in own if _has_played(other)), own[0]), moves)


def _move_payments(entrant: Entrant, own: Entrant, moves: MergeMoves) -> None:
    """Move the entries and payments of an entrant to the person's own entrant, and withdraw the first one."""
    own_entries = {entry.round_id: entry for entry in Presence.objects.filter(entrant=own)}
    own_payments = {round_: entry.paid for round_, entry in own_entries.items()}
    if is_paid_once(own.tournament) and any(own_payments.values()) and entrant.presences.filter(paid__gt=0).exists():
        raise ActionRefused("paid_twice", tournament=entrant.tournament.name)
    for presence in Presence.objects.filter(entrant=entrant):
        if presence.round_id not in own_payments:
            Presence.objects.filter(pk=presence.pk).update(entrant=own)
            moves["moved"].append([presence.pk, entrant.pk, own.pk, presence.paid])
        elif presence.paid and own_payments[presence.round_id]:
            raise ActionRefused("paid_twice", tournament=entrant.tournament.name)
        else:
            entry = own_entries[presence.round_id]
            Presence.objects.filter(pk=entry.pk).update(paid=F("paid") + presence.paid)
            row = [entrant.pk, presence.round_id, presence.paid, presence.state, presence.debt]
            moves["joined"].append([entry.pk, entry.paid, *row])
            presence.delete()
    if entrant.withdrawn is None:
        own_moment = None if own.withdrawn is None else encode_moment(own.withdrawn)
        moves["withdrawn"].append([entrant.pk, own.pk, own_moment])
        Entrant.objects.filter(pk=own.pk).update(withdrawn=None)
        Entrant.objects.filter(pk=entrant.pk).update(withdrawn=now())


def _has_played(entrant: Entrant) -> bool:
    return Seated.objects.filter(
        person=entrant.person_id, sitting__table__round_table__round__tournament=entrant.tournament_id
    ).exists()


def find_last_number(club: int) -> int:
    """Return the number of the club's newest person; 0 if there is none."""
    return Person.objects.filter(club=club).order_by("-number").values_list("number", flat=True).first() or 0


def add_people(club: Club, newcomers: Sequence[Newcomer], seen: int, who: Actor = ANONYMOUS) -> int:
    """Add people to the register, and return the number of new ones; raise ActionRefused("nobody_known").

    `seen`: the number of the newest person when the list was shown. A person added since then with the same name is
    taken as the one meant, so sending the list again adds nobody.
    """
    with transaction.atomic():
        club = lock_club(club)
        since = set(Person.objects.filter(club=club, number__gt=seen).values_list("name", flat=True))
        meant = [newcomer._replace(new=False) if newcomer.name in since else newcomer for newcomer in newcomers]
        before = find_last_number(club.pk)
        find_or_create_persons(
            club, [each for each in meant if each.person is not None or each.new or each.name not in since], who
        )
        added = find_last_number(club.pk) - before
        if added:
            record_event(club.pk, Event.ADDED, who, number=added)
        return added
