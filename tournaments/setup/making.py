"""Making a tournament, changing what it is about, opening its rounds: each once for its key."""

import secrets
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Max

from scoring.digests import digest_of
from scoring.models import GameTable
from scoring.playtime import to_text as clock_text
from scoring.sheets_in_use import pinned
from scoring.writing import NOBODY_KNOWN, Who
from tarockclub.models import Club
from tarockclub.moment import now, runs_by_itself
from tarockclub.persons import locked
from tournaments.acts import Asked, Kind, Refused, act, must_be_open, said_by
from tournaments.models import Act, Round, Tournament
from tournaments.settings import Settings, read, to_text
from tournaments.tables import clock_before


class Wanted(NamedTuple):
    """What is decided about a tournament; the name is cleaned, the settings contradict nothing (problems.py)."""

    name: str
    day: date
    settings: Settings

    def said(self) -> list[str]:
        """As JSON values."""
        return [self.name, self.day.isoformat(), to_text(self.settings)]


def new_tournament(
    key: str, club: Club, name: str, day: date, settings: Settings, who: Who = NOBODY_KNOWN
) -> Tournament:
    """Make a tournament; the same key makes it only once, and raises Refused("other_body") for another one."""
    wanted = Wanted(name, day, settings)
    digest = digest_of(wanted.said())
    with transaction.atomic():
        club = locked(club)
        known = Tournament.objects.filter(start_key=key).first()
        if known is not None:
            if known.club_id != club.pk or known.start_digest != digest:
                raise Refused("other_body")
            return known
        made = Tournament.objects.create(
            club=club,
            name=name,
            day=day,
            settings=to_text(settings),
            sheet_version=pinned(settings.sheet, dict(settings.options)),
            seed=secrets.token_hex(16),
            made=now(),
            lapse=runs_by_itself(),
            start_key=key,
            start_digest=digest,
        )
        act(made.pk, Asked(key, Kind.MADE, wanted.said(), who), lambda _row: _said(wanted))
        made.refresh_from_db()
        return made


def change_settings(tournament: int, key: str, wanted: Wanted, who: Who = NOBODY_KNOWN) -> Act:
    """Decide anew what a tournament is; Refused("frozen", "fewer_than_open", "tables_are_laid")."""

    def do(row: Tournament) -> dict[str, object]:
        must_be_open(row)
        opened = row.rounds.count()
        if 0 < wanted.settings.rounds < opened:
            raise Refused("fewer_than_open", open=opened)
        _tables_follow(row, wanted.settings)
        row.name, row.day, row.settings = wanted.name, wanted.day, to_text(wanted.settings)
        row.sheet_version = pinned(wanted.settings.sheet, dict(wanted.settings.options))
        row.save(update_fields=["name", "day", "settings", "sheet_version"])
        return _said(wanted)

    return act(tournament, Asked(key, Kind.SETTINGS, wanted.said(), who), do)


def open_round(tournament: int, key: str, who: Who = NOBODY_KNOWN) -> Round:
    """Open the next round for entries; Refused("ended" or "all_rounds_open") where there is none to come."""

    def do(row: Tournament) -> dict[str, object]:
        if row.ended is not None:
            raise Refused("ended")
        number = (row.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
        planned = read(row.settings).rounds
        if planned and number > planned:
            raise Refused("all_rounds_open", rounds=planned)
        return {"round": Round.objects.create(tournament=row, number=number).number}

    done = act(tournament, Asked(key, Kind.ROUND, None, who), do)
    return Round.objects.get(tournament=tournament, number=said_by(done)["round"])


def _said(wanted: Wanted) -> dict[str, object]:
    """What the act keeps: all but the name, which stands with the tournament."""
    return {"day": wanted.day.isoformat(), "settings": to_text(wanted.settings)}


def _tables_follow(row: Tournament, settings: Settings) -> None:
    """Tables that are laid already get the new clock; the sheet they play by cannot be another one any more."""
    laid = GameTable.objects.filter(round_table__round__tournament=row)
    if not laid.exists():
        return
    if pinned(settings.sheet, dict(settings.options)).pk != row.sheet_version_id:
        raise Refused("tables_are_laid")
    laid.update(clock=clock_text(clock_before(settings)), news=F("news") + 1)
