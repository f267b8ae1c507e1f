"""Making a tournament, changing what it is about, opening its rounds: each once for its key."""

import secrets
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max

from scoring.corrections.services import change
from scoring.ledger.entries import Outcome
from scoring.ledger.sheet_versions import pinned, sheet_of
from scoring.models import GameTable, SheetVersion
from scoring.settlement.services import agree
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.accounts.persons import lock_club
from tarockclub.idempotency import digest_of
from tarockclub.models import Club
from tarockclub.time_source import now, runs_by_itself
from tournaments.acts import Asked, Kind, Refused, act, must_be_open, must_not_have_ended, said_by
from tournaments.clock.table_clocks import events_of, wind_up
from tournaments.models import Act, Round, Tournament
from tournaments.rounds.game_tables import agreed_in
from tournaments.settings import Settings, read, to_text
from tournaments.setup.contradictions import contradictions


class Wanted(NamedTuple):
    """What is decided about a tournament; the name is cleaned, the settings contradict nothing (problems.py)."""

    name: str
    day: date
    settings: Settings

    def said(self) -> list[str]:
        """As JSON values."""
        return [self.name, self.day.isoformat(), to_text(self.settings)]


def new_tournament(
    key: str, club: Club, name: str, day: date, settings: Settings, who: Who = NOBODY_KNOWN, *, seed: str = ""
) -> Tournament:
    """Make a tournament; the same key makes it only once, and raises Refused("other_body") for another one.

    `seed` is for days that are made up: all chance follows from it.
    """
    wanted = Wanted(name, day, settings)
    digest = digest_of(wanted.said())
    with transaction.atomic():
        club = lock_club(club)
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
            sheet_version=pinned_for(settings),
            seed=seed or secrets.token_hex(16),
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
        _must_be_enough(row, wanted.settings.rounds)
        before = read(row.settings)
        row.sheet_version = _version_for(row, before, wanted.settings)
        row.name, row.day, row.settings = wanted.name, wanted.day, to_text(wanted.settings)
        row.save(update_fields=["name", "day", "settings", "sheet_version"])
        _tables_follow(row, before, key, who)
        return _said(wanted)

    return act(tournament, Asked(key, Kind.SETTINGS, wanted.said(), who), do)


def plan_rounds(tournament: int, key: str, rounds: int, who: Who = NOBODY_KNOWN) -> Act:
    """Set how many rounds are planned, also while they are played (§2); 0: as many as people like.

    It decides no result. Refused("ended", "fewer_than_open", "one_round_only").
    """

    def do(row: Tournament) -> dict[str, object]:
        must_not_have_ended(row)
        _must_be_enough(row, rounds)
        before = read(row.settings)
        wanted = before._replace(rounds=rounds)
        if contradictions(wanted):
            raise Refused("one_round_only")
        row.settings = to_text(wanted)
        row.save(update_fields=["settings"])
        return {"rounds": rounds, "before": before.rounds}

    return act(tournament, Asked(key, Kind.SETTINGS, ["rounds", rounds], who), do)


def _must_be_enough(row: Tournament, rounds: int) -> None:
    """Refuse fewer rounds than are open."""
    opened = row.rounds.count()
    if 0 < rounds < opened:
        raise Refused("fewer_than_open", open=opened)


def open_round(tournament: int, key: str, who: Who = NOBODY_KNOWN) -> Round:
    """Open the next round for entries; Refused("ended" or "all_rounds_open") where there is none to come."""

    def do(row: Tournament) -> dict[str, object]:
        must_not_have_ended(row)
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


def pinned_for(settings: Settings) -> SheetVersion:
    """The version of the house rules that a tournament plays by, with what its settings say of kontra."""
    return pinned(settings.sheet, dict(settings.options), settings.kontra)


def _version_for(row: Tournament, before: Settings, settings: Settings) -> SheetVersion:
    """The sheet as it is now; the one that tables play by which are laid already cannot be another one any more.

    It stays what it is, also where the program has a newer version of it by now.
    """
    if not GameTable.objects.filter(round_table__round__tournament=row).exists():
        return pinned_for(settings)
    options = {name: option.default for name, option in sheet_of(row.sheet_version).options.items()}
    same = (settings.sheet, settings.kontra) == (row.sheet_version.sheet, before.kontra)
    if same and options | dict(settings.options) == options:
        return row.sheet_version
    if pinned_for(settings).pk != row.sheet_version_id:
        raise Refused("tables_are_laid")
    return row.sheet_version


def _tables_follow(row: Tournament, before: Settings, key: str, who: Who) -> None:
    """Tables that are laid already get the new clock, and settle for as much money as is decided now."""
    for round_ in row.rounds.exclude(draw=None):
        wind_up(row, round_, events_of(round_))
    agreed = agreed_in(read(row.settings))
    if agreed == agreed_in(before):
        return
    for table in GameTable.objects.filter(round_table__round__tournament=row):
        sent = ["agreed", agreed.rate, agreed.donation]
        by = who._replace(directs=True)
        written = change(table, key, table.last_sequence, agree(agreed), sent=sent, who=by)
        if written.outcome is not Outcome.SAVED:
            raise Refused("tables_are_laid")
