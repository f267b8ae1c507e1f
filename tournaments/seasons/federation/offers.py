"""Results, and final standings of seasons, on their way into a season of the federation.

A club offers them, the federation accepts or declines.

The federation gets its own rows: they stay as they were accepted, whatever becomes of the club or of its tournament.
"""

import uuid
from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from tarockclub.kit.time_source import now
from tarockclub.models import NAME_LENGTH, Club
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.clubs.federations import is_member, show_federations
from tournaments.core.acts import ActionRefused
from tournaments.models import Season, SeasonEvent, SeasonOffer, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.federation.persons import find_or_create_members
from tournaments.seasons.federation.rows import (
    GivenResult,
    encode_result,
    load_given_result,
    load_given_standing,
    parse_offered_result,
)
from tournaments.seasons.season.events import AddEvent, find_act_event
from tournaments.seasons.season.results.services import PersonResult, ResultField, WriteResults

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


def withdraw_of(numbers: Collection[str], club: int) -> None:
    """Withdraw the offers of a club that wait and hold somebody with one of these numbers, who is being erased."""
    for row in SeasonOffer.objects.select_for_update(no_key=True).filter(club=club, state=State.WAITING):
        if any(given.number in numbers for given in parse_offered_result(row.edition, row.rows).rows):
            _decide(row, State.WITHDRAWN)


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
