"""Results on their way from a club into a season of its federation: rows, the persons they are about, the offer.

A club offers published places, the federation accepts or declines; what it knows of a person wins over the club.
"""

import json
import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from tarockclub.kit.hash_chain import encode_compact
from tarockclub.kit.time_source import now
from tarockclub.models import NAME_LENGTH, Club, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club, seal_names
from tarockclub.platform.clubs.federations import is_member, show_federations
from tarockclub.platform.clubs.scope import show_all_clubs
from tarockclub.platform.privacy.public_names import compute_bare_name, compute_public_name, write_called_names
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import parse_settings
from tournaments.models import MADE_PARTS, Season, SeasonEvent, SeasonOffer, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import STRICTNESS, set_publicity
from tournaments.results.standings.editions import compute_made_points, load_standing_editions
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import is_of_teams, load_season_editions
from tournaments.seasons.season.events import AddEvent, find_act_event
from tournaments.seasons.season.results.services import PersonResult, ResultField, WriteResults
from tournaments.seasons.season.settings import HUNDREDTHS
from tournaments.seasons.season.standing import compute_attendance


class GivenRow(NamedTuple):
    """A player with a number of the federation, in a result."""

    number: str
    name: str  # as public pages of the club show it; "" for somebody who is only a number there
    publicity: str
    rank: int
    made: int  # MADE_PARTS of a point
    days: int | None = None  # tournaments of a season


class GivenPlace(NamedTuple):
    """The place of a person of the club in an edition."""

    person: int
    rank: int
    made: int  # MADE_PARTS of a point
    days: int | None = None  # tournaments of a season


class GivenResult(NamedTuple):
    """A published result, as the federation gets it."""

    edition: int
    rows: tuple[GivenRow, ...]
    others: tuple[int, ...]  # places of those who have no number
    missing: tuple[Person, ...] = ()  # who they are, for their own club alone
    average: int | None = None  # players on a day of a season, in hundredths; None: the result of a tournament

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.rows) + len(self.others)

    @property
    def others_text(self) -> str:
        """The places of those without a number, as an event stores them."""
        return ",".join(map(str, self.others))


def load_given_result(tournament: Tournament) -> GivenResult | None:
    """Return the final result that counts, as a club gives it; None if there is none. Two queries."""
    edition = find_latest_edition(load_standing_editions(tournament), FINAL)
    if edition is None:
        return None
    rules = parse_settings(tournament.settings)
    rows = [GivenPlace(row.person, row.rank, int(compute_made_points(rules, row) * MADE_PARTS)) for row in edition.rows]
    return _build_result(edition.number, rows)


def load_given_standing(season: Season) -> GivenResult | None:
    """Return the final standing of a season that counts, as a club gives it; None before it is published, or of teams.

    Those with too few days for a rank are left out.
    """
    editions = load_season_editions(season) if season.ended is not None else ()
    if not editions or is_of_teams(editions[-1]):
        return None
    lines = [
        GivenPlace(line.who, line.rank, line.points * MADE_PARTS // HUNDREDTHS, line.days)
        for line in editions[-1].rows
        if line.rank
    ]
    average = compute_attendance(load_season_progress(season).values).average
    return _build_result(editions[-1].number, lines)._replace(average=round(average * HUNDREDTHS))


def _build_result(edition: int, places: Sequence[GivenPlace]) -> GivenResult:
    """Return the rows of an edition."""
    ids = {place.person for place in places}
    people = {row.pk: row.merged_into or row for row in Person.objects.filter(pk__in=ids).select_related("merged_into")}
    rows: dict[str, GivenRow] = {}
    others, missing = [], []
    for place in sorted(places, key=lambda place: place.rank):
        person = people[place.person]
        number = person.federation_number
        if number and number not in rows:
            rows[number] = _build_row(person, place)
        else:  # without a number, or twice in the result: the better place counts, as in a season of the club
            others.append(place.rank)
            missing += [] if number else [person]
    return GivenResult(edition, tuple(rows.values()), tuple(others), tuple(missing))


def _build_row(person: Person, place: GivenPlace | GivenRow) -> GivenRow:
    publicity = NUMBER if person.erased else person.publicity
    shown = "" if publicity == NUMBER else compute_bare_name(person)
    return GivenRow(person.federation_number, shown, publicity, place.rank, place.made, place.days)


def encode_result(result: GivenResult) -> str:
    """Return the rows as JSON text."""
    average = {} if result.average is None else {"average": result.average}
    return encode_compact({"rows": result.rows, "others": result.others} | average)


def parse_offered_result(edition: int, text: str) -> GivenResult:
    """Return the rows from their JSON text."""
    said: dict[str, Any] = json.loads(text)
    rows = tuple(GivenRow(*row) for row in said["rows"])
    return GivenResult(edition, rows, tuple(said["others"]), average=said.get("average"))


FULL, NUMBER = Person.Publicity.FULL, Person.Publicity.NUMBER


def find_or_create_members(federation: Club, rows: Sequence[GivenRow], who: Actor = ANONYMOUS) -> list[Person]:
    """Return the federation's persons of these rows, in the same order; the federation is locked.

    Somebody who is known keeps the name, and is shown at most as a club shows them. A new one gets the name that the
    club shows to everybody.
    """
    numbers = [row.number for row in rows]
    known = {
        person.federation_number: person
        for person in Person.objects.filter(club=federation, federation_number__in=numbers)
    }
    last = Person.objects.filter(club=federation).aggregate(last=Max("number"))["last"] or 0
    missing = [row for row in rows if row.number not in known]
    made = [_build_person(federation, row, last + at) for at, row in enumerate(missing, 1)]
    if made:
        with seal_names(federation.pk):
            Person.objects.bulk_create(made, batch_size=200)
    write_called_names(federation.pk, {person.name for person in made})
    for row in rows:
        if row.number in known:
            _limit_publicity(known[row.number], row, who)
    known |= {person.federation_number: person for person in made}
    return [known[row.number] for row in rows]


def _build_person(federation: Club, row: GivenRow, number: int) -> Person:
    """Build a person as a club shows them: a short name is all that the federation gets to know."""
    publicity = NUMBER if row.publicity == NUMBER else FULL
    name = row.name or row.number
    return Person(
        club=federation,
        number=number,
        name=name,
        publicity=publicity,
        shown_as=compute_public_name(name, number, publicity),
        federation_number=row.number,
    )


def _limit_publicity(person: Person, row: GivenRow, who: Actor) -> None:
    """Show a known person no more openly than a club does."""
    stricter = max(person.publicity, row.publicity, key=STRICTNESS.index)
    if stricter != person.publicity and row.name != compute_bare_name(person):
        set_publicity(person, stricter, who)


# The federation gets its own rows: they stay as they were accepted, whatever becomes of the club or of its tournament.

State = SeasonOffer.State


class ResultSource(NamedTuple):
    """The tournament or season of a result."""

    slug: uuid.UUID
    name: str
    day: date
    id: int | None = None  # of a tournament


def offer(played: Tournament | Season, season: Season, who: Actor = ANONYMOUS) -> SeasonOffer:
    """Offer the published result of a tournament, or final standing of a season, to one of the club's federation.

    A newer result replaces it. Raise ActionRefused("not_member", "season_ended", "nothing_published",
    "nobody_has_number").
    """
    if isinstance(played, Tournament):
        source = ResultSource(played.slug, played.name, played.day, played.pk)
        return _offer_result(played.club, season, source, load_given_result(played), who)
    ended = played.ended or now()
    source = ResultSource(played.slug, played.name, localdate(ended))
    return _offer_result(played.club, season, source, load_given_standing(played), who)


@transaction.atomic
def _offer_result(
    club: Club, season: Season, source: ResultSource, given: GivenResult | None, who: Actor
) -> SeasonOffer:
    if not is_member(season.club_id, club.pk):
        raise ActionRefused("not_member")
    if given is None:
        raise ActionRefused("nothing_published")
    if not given.rows:
        raise ActionRefused("nobody_has_number")
    lock_club(club)  # two taps offer once
    known = SeasonOffer.objects.filter(season=season, club=club, tournament=source.slug)
    if season.ended is not None and not known.filter(state=State.ACCEPTED).exists():
        raise ActionRefused("season_ended")
    text = encode_result(given)
    waiting = known.filter(state=State.WAITING).first()
    if waiting is not None and waiting.rows == text:
        return waiting
    known.filter(state=State.WAITING).update(state=State.WITHDRAWN, rows="", decided=now())
    made = SeasonOffer.objects.create(
        season=season,
        club=club,
        tournament=source.slug,
        name=source.name,
        day=source.day,
        edition=given.edition,
        players=given.players,
        counted=len(given.rows),
        rows=text,
        at=now(),
    )
    about = {} if source.id is None else {"of": source.id}
    record_event(club.pk, Kind.RESULT_OFFERED, who, **about, other=season.club_id)
    return made


@transaction.atomic
def withdraw_offer(offer_: int, club: Club, who: Actor = ANONYMOUS) -> None:
    """Take an offer back that still waits; raise ActionRefused("offer_decided")."""
    row = _lock(offer_, {"club": club})
    if row.state == State.WITHDRAWN:
        return
    _decide(row, State.WITHDRAWN)
    record_event(club.pk, Kind.RESULT_OFFERED, who, back=True, other=row.season.club_id)


@transaction.atomic
def refuse_offer(offer_: int, federation: Club, who: Actor = ANONYMOUS) -> None:
    """Decline an offer; raise ActionRefused("offer_decided")."""
    row = _lock(offer_, {"season__club": federation})
    if row.state == State.DECLINED:
        return
    _decide(row, State.DECLINED)
    record_event(federation.pk, Kind.OFFER_DECIDED, who, accepted=False, other=row.club_id, season=row.season_id)


@transaction.atomic
def accept_offer(
    offer_: int, federation: Club, kind: str = SeasonEvent.Kind.DAY, who: Actor = ANONYMOUS, size: int = 0
) -> SeasonEvent:
    """Take an offered result into the season, as a new event, or as another edition of the one that it corrects.

    The places of a season's standing carry the points of a cup of this size, whatever the kind. Raise
    ActionRefused("offer_decided", "season_ended", "final_there", "no_size").
    """
    row = _lock(offer_, {"season__club": federation})
    if row.state == State.ACCEPTED and row.event is not None:
        return row.event  # tapped twice
    given = parse_offered_result(row.edition, row.rows) if row.state == State.WAITING else None
    season = Season.objects.select_for_update(no_key=True).get(pk=row.season_id)
    event = find_offered_event(row)
    if event is None:
        event = _add_event(season, row, kind, who, size, given)
    if given is not None:
        _write(season, event, given, federation, who)
    row.event = event
    _decide(row, State.ACCEPTED)
    record_event(federation.pk, Kind.OFFER_DECIDED, who, accepted=True, other=row.club_id, season=row.season_id)
    return event


def _add_event(
    season: Season, row: SeasonOffer, kind: str, who: Actor, size: int, given: GivenResult | None
) -> SeasonEvent:
    details: dict[str, object] = {"name": _format_name(row), "day": row.day, "players": row.players}
    if given is not None and given.average is not None:
        if not size:
            raise ActionRefused("no_size")
        kind, details = SeasonEvent.Kind.CARRIED, details | {"size": size, "average": given.average}
    action = AddEvent.build(kind=kind, **details)
    return find_act_event(action.perform(season, str(uuid.uuid4()), who))


def follow_names(persons: Collection[int]) -> None:
    """Show people (ids) in federations no more openly than their club does now; offers that wait say what it shows.

    Who was erased is a number there, and offers with them are withdrawn. What is shown more openly now, the federation
    itself has to be asked for.
    """
    rows = Person.objects.filter(pk__in=persons).exclude(federation_number="")
    people = {person.federation_number: person for person in rows}
    with show_all_clubs():  # the club may have left the federation
        offers = SeasonOffer.objects.filter(club__in={person.club_id for person in people.values()})
        for row in offers.select_for_update(no_key=True).filter(state=State.WAITING):
            _renew(row, people)
        federations = offers.filter(state=State.ACCEPTED).values("season__club")
        for member in Person.objects.filter(club__in=federations, federation_number__in=people).order_by("pk"):
            person = people[member.federation_number]
            _limit_publicity(member, _build_row(person, GivenPlace(person.pk, 0, 0)), ANONYMOUS)


def _renew(row: SeasonOffer, people: Mapping[str, Person]) -> None:
    """Write an offer as its club shows these people now; withdraw it if one of them was erased."""
    given = parse_offered_result(row.edition, row.rows)
    theirs = {each.number: people[each.number] for each in given.rows if each.number in people}
    if any(person.erased for person in theirs.values()):
        _decide(row, State.WITHDRAWN)
    elif theirs:
        rows = (_build_row(theirs[each.number], each) if each.number in theirs else each for each in given.rows)
        row.rows = encode_result(given._replace(rows=tuple(rows)))
        row.save(update_fields=["rows"])


def _lock(offer_: int, side: dict[str, Club]) -> SeasonOffer:
    rows = SeasonOffer.objects.select_for_update(no_key=True, of=("self",)).select_related("season", "club", "event")
    with show_federations():
        row = rows.filter(pk=offer_, **side).first()
    if row is None:
        raise ActionRefused("offer_decided")
    return row


def _decide(row: SeasonOffer, state: str) -> None:
    if row.state not in (State.WAITING, state):
        raise ActionRefused("offer_decided")
    row.state, row.rows, row.decided = State(state), "", now()
    row.save(update_fields=["state", "rows", "decided", "event"])


def find_offered_event(row: SeasonOffer) -> SeasonEvent | None:
    """Return the event that an earlier offer of the same tournament has become."""
    events = SeasonEvent.objects.filter(
        offers__season=row.season_id, offers__club=row.club_id, offers__tournament=row.tournament, gone=None
    )
    return events.order_by("-number").first()


def _format_name(row: SeasonOffer) -> str:
    club = f" ({row.club.name})"
    return f"{row.name[: max(0, NAME_LENGTH - len(club))]}{club}"[:NAME_LENGTH]


def _write(season: Season, event: SeasonEvent, given: GivenResult, federation: Club, who: Actor) -> None:
    persons = find_or_create_members(lock_club(federation), given.rows, who)
    results = [
        PersonResult(Newcomer(person.name, person.pk), row.rank, made=row.made, days=row.days)
        for row, person in zip(given.rows, persons, strict=True)
    ]
    field = ResultField(given.players, given.others_text)
    reason = _("The club has offered a corrected result.") if event.edition else ""
    try:
        action = WriteResults(event=event.number, results=results, field=field)
        action.perform(season, str(uuid.uuid4()), who, reason)
    except ActionRefused as refused:
        if refused.code != "same_result":  # only others than those who count have changed
            raise
