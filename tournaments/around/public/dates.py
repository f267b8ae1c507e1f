"""The dates of a club for everybody: tournaments to come, and the evenings of a year that knows its weekdays."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from itertools import groupby
from typing import NamedTuple

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Publication
from tarockclub.platform.clubs.scope import enter_club
from tournaments.models import Season
from tournaments.people.invitations.dates import (
    DatedTournament,
    MemberClub,
    build_dates,
    build_member,
    list_coming,
)
from tournaments.seasons.season.head import list_rule_days
from tournaments.seasons.season.settings import parse_season_settings

MOST_ON_FRONT, MOST_OF_CLUBS = 6, 40
EVENING_DAYS = 92  # ahead, for which evenings are said


def load_dates(club: Club, most: int = MOST_ON_FRONT) -> tuple[DatedTournament, ...]:
    """Return the next tournaments; four queries."""
    return build_dates(list_coming(club)[:most], {})


def load_all_dates(club: Club, most: int, evenings: int, *, has_names: bool) -> list[DatedTournament]:
    """Return the next tournaments, and with them so many evenings of each year; `has_names`: with its name."""
    days = load_evening_dates({club.pk: has_names}, evenings)
    return sorted((*load_dates(club, most), *days), key=lambda dated: dated.day)


def load_dates_of_clubs(clubs: Iterable[Club], *, with_evenings: bool = False) -> tuple[DatedTournament, ...]:
    """Return the next tournaments of those clubs that show dates to everybody, and the next evening of each year.

    Five queries, one more with evenings.
    """
    members = {club.pk: build_member(club) for club in clubs}
    with enter_club(*members):
        showing = dict(Publication.objects.filter(club__in=members, dates=True).values_list("club", "seasons"))
        dates = build_dates(list_coming(*showing)[:MOST_OF_CLUBS], members)
        evenings = load_evening_dates(showing, 1, members) if with_evenings else ()
    return tuple(sorted((*dates, *evenings), key=lambda dated: dated.day))


def load_evening_dates(
    showing: Mapping[int, bool], most: int = EVENING_DAYS, members: Mapping[int, MemberClub] | None = None
) -> list[DatedTournament]:
    """Return the next evenings of years that go on and know their weekdays, so many of each; one query.

    `showing`: clubs (ids), and whether everybody may see their seasons; `members` as of `build_dates`.
    """
    evenings, today = [], localdate(now())
    for row in Season.objects.filter(club__in=showing, ended=None):
        rule = parse_season_settings(row.settings).evenings
        if rule is None:
            continue
        for day in list_rule_days(rule, today, EVENING_DAYS)[:most]:
            name = row.name if showing[row.club_id] else _("Tarock evening")
            dated = DatedTournament(row.slug, name, day, row.made, day == today, is_evening=True)
            starts = time.fromisoformat(rule.starts) if rule.starts else None
            club = (members or {}).get(row.club_id, dated.club)
            evenings.append(dated._replace(starts=starts, place=rule.place, club=club))
    return evenings


def fold_evenings(dates: Iterable[DatedTournament]) -> list[DatedTournament]:
    """Return dates in order, with one row for all evenings of a year, where the first one of them stands."""
    rows: dict[uuid.UUID, DatedTournament] = {}
    for dated in dates:
        row = rows.get(dated.slug, dated)
        rows[dated.slug] = row._replace(days=(*row.days, dated.day))
    return list(rows.values())


class DatedMonth(NamedTuple):
    """A month of dates, to be drawn: where each day stands, in per cent, and which of its dates are tournaments."""

    day: date  # the first of the month
    marks: tuple[tuple[int, DatedTournament], ...]


def build_months(dates: Sequence[DatedTournament]) -> tuple[DatedMonth, ...]:
    """Return the months of some dates, in order."""
    months = groupby(dates, key=lambda dated: dated.day.replace(day=1))
    return tuple(
        DatedMonth(month, tuple((100 * (dated.day.day - 1) // 30, dated) for dated in of_month))
        for month, of_month in months
    )
