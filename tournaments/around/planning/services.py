"""Tournaments like another one, on other days: settings, invitation, prizes, walls, people; each once for each key."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import islice, takewhile
from typing import NamedTuple

from django.db import transaction

from tarockclub.kit.hash_chain import is_key
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL
from tournaments.core.settings import parse_settings
from tournaments.hall.draw.actions import KeepApart
from tournaments.hall.draw.history import list_apart_pairs
from tournaments.hall.setup.actions import OpenRound
from tournaments.hall.setup.overview import count_on
from tournaments.hall.setup.services import create_tournament
from tournaments.models import (
    Entrant,
    Hall,
    HallPicture,
    Invitation,
    InvitationPicture,
    Prize,
    Season,
    Tournament,
    TournamentRole,
)
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.invitations.actions import ChangeInvitation, PutInvitationPicture, read_invitation, shift_moment
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.roles.selectors import give_role
from tournaments.people.teams.actions import CreateTeams
from tournaments.people.teams.services import TeamDetails, load_memberships, load_teams
from tournaments.results.final_results.prize_actions import AddPrize
from tournaments.seasons.season.events import AddTournament

LONGEST_BEGIN = 40  # of a key, to which the part is added


class CopyParts(NamedTuple):
    """The parts of a tournament that a copy has beside its settings."""

    prizes: bool = True
    round_prizes: bool = True  # those of single rounds, too: these rounds are opened, up to the last one that has any
    walls: bool = True
    people: bool = False  # with their teams, and who must not sit together
    helpers: bool = False
    invitation: bool = True
    is_public: bool = False  # everybody may see the invitation at once, and register as there
    season: Season | None = None  # in which the copy counts


def copy_parts(source: Tournament, copy: Tournament, begin: str, parts: CopyParts, who: Actor) -> list[int]:
    """Copy these parts; return the new entrants (ids) in the order of their start numbers."""
    if parts.invitation:
        _copy_invitation(source, copy, begin, who, is_public=parts.is_public)
    if parts.prizes:
        _copy_prizes(source, copy, begin, who, of_rounds=parts.round_prizes)
    if parts.walls:
        _copy_walls(source, copy)
    copied = _copy_people(source, copy, begin, who) if parts.people else {}
    _copy_pairs_and_teams(source, copy, begin, copied, who)
    if parts.helpers:
        _copy_helpers(source, copy, who)
    if parts.season is not None:
        AddTournament(tournament=copy.pk).perform(parts.season, f"{begin}.season", who)
    return list(copied.values())


def _copy_helpers(source: Tournament, copy: Tournament, who: Actor) -> None:
    """Give the same roles in the copy; those in a rehearsal go with it, and no log says them."""
    rows = list(TournamentRole.objects.filter(tournament=source).select_related("account").order_by("pk"))
    if copy.counts:
        for row in rows:
            give_role(copy, row.account, row.role, who)
    else:
        helpers = (TournamentRole(tournament=copy, account_id=row.account_id, role=row.role) for row in rows)
        TournamentRole.objects.bulk_create(helpers)


def _copy_invitation(source: Tournament, copy: Tournament, begin: str, who: Actor, *, is_public: bool) -> None:
    row = Invitation.objects.filter(tournament=source).first()
    if row is None:
        return
    details = read_invitation(source)
    closes = shift_moment(details.closes, copy.day - source.day) if details.closes is not None else None
    details = details._replace(closes=closes, is_public=is_public, template="")
    ChangeInvitation(details=details).perform(copy, f"{begin}.invitation", who)
    picture = InvitationPicture.objects.filter(invitation=row).first()
    if picture is not None:
        PutInvitationPicture(png=bytes(picture.png)).perform(copy, f"{begin}.picture", who)


def _copy_prizes(source: Tournament, copy: Tournament, begin: str, who: Actor, *, of_rounds: bool) -> None:
    rows = Prize.objects.filter(tournament=source, gone=None, **({} if of_rounds else {"round": None}))
    prizes = list(rows.select_related("round").order_by("number"))
    rounds = [FINAL if prize.round is None else prize.round.number for prize in prizes]
    for number in range(1, max(rounds, default=FINAL) + 1):
        OpenRound().perform(copy, f"{begin}.round-{number}", who)
    for prize, round_ in zip(prizes, rounds, strict=True):
        addition = AddPrize(of=round_, name=prize.name, cents=prize.cents)
        addition.perform(copy, f"{begin}.prize-{prize.number}", who)


def _copy_walls(source: Tournament, copy: Tournament) -> None:
    hall = Hall.objects.filter(tournament=source).first()
    if hall is None or Hall.objects.filter(tournament=copy).exists():
        return
    copied = Hall.objects.create(tournament=copy, walls=hall.walls, from_last=hall.from_last, picture=hall.picture)
    picture = HallPicture.objects.filter(hall=hall).first()
    if picture is not None:
        HallPicture.objects.create(hall=copied, png=picture.png)


def _copy_people(source: Tournament, copy: Tournament, begin: str, who: Actor) -> dict[int, int]:
    """Enter the same people with their start numbers; return the new entrants (ids) by the old ones, in order."""
    people = Entrant.objects.filter(tournament=source, withdrawn=None, person__erased=None).order_by("number")
    newcomers = [Newcomer("", entrant.person_id, entrant.number) for entrant in people]
    if newcomers:
        EnterPeople(newcomers=newcomers).perform(copy, f"{begin}.people", who)
    new = dict(Entrant.objects.filter(tournament=copy).values_list("person", "pk"))
    return {entrant.pk: new[entrant.person_id] for entrant in people}


def _copy_pairs_and_teams(source: Tournament, copy: Tournament, begin: str, copied: dict[int, int], who: Actor) -> None:
    """Keep apart who was kept apart, and put together the teams, of the people who were copied."""
    pairs = [pair for pair in list_apart_pairs(source) if copied.keys() >= set(pair)]
    for number, (first, second) in enumerate(pairs):
        KeepApart(one=copied[first], other=copied[second]).perform(copy, f"{begin}.apart-{number}", who)
    members = {membership.team: membership.entrants for membership in load_memberships(source)} if copied else {}
    teams = [
        TeamDetails(team.name, tuple(copied[entrant] for entrant in members.get(team.id, ()) if entrant in copied))
        for team in load_teams(source)
    ]
    if teams := [team for team in teams if team.entrants]:
        CreateTeams(teams=teams).perform(copy, f"{begin}.teams", who)


SINGLE, WEEKLY, FORTNIGHTLY, MONTHLY, LAST = "once", "weekly", "fortnightly", "monthly", "last"
MOST_DAYS = 60


def list_days(first: date, rhythm: str, until: date | None = None) -> list[date]:
    """Return the days of a series that begins on a day; it goes on for a year if no end is set.

    >>> [f"{day:%d.%m.}" for day in list_days(date(2026, 10, 2), MONTHLY, date(2027, 4, 30))]
    ['02.10.', '06.11.', '04.12.', '01.01.', '05.02.', '05.03.', '02.04.']
    >>> [f"{day:%d.%m.}" for day in list_days(date(2026, 10, 30), LAST, date(2027, 1, 31))]
    ['30.10.', '27.11.', '25.12.', '29.01.']
    """
    if rhythm == SINGLE:
        return [first]
    end = until or first + timedelta(days=364)
    days = _iter_months(first, rhythm) if rhythm in (MONTHLY, LAST) else _iter_weeks(first, rhythm)
    return list(islice(takewhile(lambda day: day <= end, days), MOST_DAYS))


def _iter_weeks(first: date, rhythm: str) -> Iterator[date]:
    step = timedelta(weeks=1 if rhythm == WEEKLY else 2)
    day = first
    while True:
        yield day
        day += step


def _iter_months(first: date, rhythm: str) -> Iterator[date]:
    """Yield the same weekday of each month: the first, second … one like the first day, a fifth one as the last."""
    nth = (first.day - 1) // 7
    year, month = first.year, first.month
    while True:
        day = (
            _find_last(year, month, first.weekday())
            if rhythm == LAST or nth > 3
            else _find_nth(year, month, first, nth)
        )
        if day >= first:
            yield day
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)


def _find_nth(year: int, month: int, like: date, nth: int) -> date:
    begin = date(year, month, 1)
    return begin + timedelta(days=(like.weekday() - begin.weekday()) % 7 + 7 * nth)


def _find_last(year: int, month: int, weekday: int) -> date:
    end = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return end - timedelta(days=(end.weekday() - weekday) % 7)


USUAL_PARTS = CopyParts()


def copy_tournament(
    source: Tournament, key: str, name: str, day: date, parts: CopyParts = USUAL_PARTS, who: Actor = ANONYMOUS
) -> Tournament:
    """Create a tournament like another one on a day; raise ActionRefused("other_body", "sheet_gone") and others."""
    with transaction.atomic():
        tournament = create_tournament(key, source.club, name, day, parse_settings(source.settings), who)
        copy_parts(source, tournament, key[:LONGEST_BEGIN], parts, who)
    return tournament


def copy_to_days(
    source: Tournament, key: str, name: str, days: Sequence[date], parts: CopyParts, who: Actor = ANONYMOUS
) -> list[Tournament]:
    """Create a tournament for each of these days, all or none; a number in the name counts on.

    Raise ActionRefused("no_days", "too_many_days", "no_key").
    """
    if not days:
        raise ActionRefused("no_days")
    if len(days) > MOST_DAYS:
        raise ActionRefused("too_many_days", most=MOST_DAYS)
    if not is_key(key):
        raise ActionRefused("no_key")
    copies, begin = [], hashlib.sha256(key.encode()).hexdigest()[:28]
    with transaction.atomic():
        for day in sorted(set(days)):
            copies.append(copy_tournament(source, f"{begin}.{day:%Y%m%d}", name, day, parts, who))
            name = count_on(name)
    return copies
