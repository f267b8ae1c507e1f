"""Creating a tournament and changing its settings: each once for each key."""

import secrets
from datetime import date
from typing import NamedTuple

from django.db import transaction

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.sheet_versions import UnknownSheetError, parse_sheet, pin_sheet
from scoring.book.sheet_library import find_rules
from scoring.models import GameTable, SheetVersion
from scoring.table.corrections.services import write_change
from scoring.table.settlement.services import request_agreement
from tarockclub.kit.hash_chain import compute_request_digest
from tarockclub.kit.time_source import is_simulated, now
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.persons import lock_club
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind, must_be_open
from tournaments.core.settings import Settings, encode_settings, parse_settings
from tournaments.hall.clock.table_clocks import list_clock_events, rebuild_table_clocks
from tournaments.hall.rounds.game_tables import build_agreement
from tournaments.models import Act, Tournament


class TournamentDetails(NamedTuple):
    """The details of a tournament; the name is cleaned, the settings have no contradictions (contradictions.py)."""

    name: str
    day: date
    settings: Settings

    def list_values(self) -> list[str]:
        """Return the details as JSON values."""
        return [self.name, self.day.isoformat(), encode_settings(self.settings)]


def create_tournament(
    key: str,
    club: Club,
    name: str,
    day: date,
    settings: Settings,
    who: Actor = ANONYMOUS,
    *,
    seed: str = "",
    **own_key: Tournament,
) -> Tournament:
    """Create a tournament, once for each key; raise ActionRefused("other_body") for a different one with the same key.

    `seed` is for demonstration days: all random numbers follow from it. `own_key`: that of a feature whose own it is.
    """
    details = TournamentDetails(name, day, settings)
    digest = compute_request_digest(details.list_values())
    with transaction.atomic():
        club = lock_club(club)
        existing = Tournament.everything.filter(start_key=key).first()
        if existing is not None:
            if existing.club_id != club.pk or existing.start_digest != digest:
                raise ActionRefused("other_body")
            return existing
        tournament = Tournament.everything.create(
            club=club,
            name=name,
            day=day,
            settings=encode_settings(settings),
            sheet_version=pin_sheet_version(settings, club.pk),
            seed=seed or secrets.token_hex(16),
            made=now(),
            lapse=is_simulated(),
            start_key=key,
            start_digest=digest,
            **own_key,
        )
        TOURNAMENTS.act(
            tournament.pk, Command(key, Kind.MADE, details.list_values(), who), lambda _row: _build_act_data(details)
        )
        tournament.refresh_from_db()
        return tournament


def change_tournament_settings(tournament: int, key: str, details: TournamentDetails, who: Actor = ANONYMOUS) -> Act:
    """Change the settings; raise ActionRefused("frozen", "fewer_than_open", "tables_are_laid", "sheet_gone")."""

    def do(row: Tournament) -> dict[str, object]:
        must_be_open(row)
        must_be_enough(row, details.settings.rounds)
        before = parse_settings(row.settings)
        row.sheet_version = _find_version(row, before, details.settings)
        row.name, row.day, row.settings = details.name, details.day, encode_settings(details.settings)
        row.save(update_fields=["name", "day", "settings", "sheet_version"])
        _update_tables(row, before, key, who)
        return _build_act_data(details)

    command = Command(key, Kind.SETTINGS, details.list_values(), who, is_repeatable=False)
    return TOURNAMENTS.act(tournament, command, do)


def must_be_enough(row: Tournament, rounds: int) -> None:
    """Refuse fewer rounds than are open: ActionRefused("fewer_than_open")."""
    opened = row.rounds.count()
    if 0 < rounds < opened:
        raise ActionRefused("fewer_than_open", open=opened)


def _build_act_data(details: TournamentDetails) -> dict[str, object]:
    """Return the data that the act stores: all but the name, which is stored with the tournament."""
    return {"day": details.day.isoformat(), "settings": encode_settings(details.settings)}


def pin_sheet_version(settings: Settings, club: int | None = None) -> SheetVersion:
    """Return the version of the house rules for a tournament, with its setting of kontra.

    Raise ActionRefused("sheet_gone").
    """
    try:
        return pin_sheet(settings.sheet, dict(settings.options), settings.kontra, club=club)
    except UnknownSheetError:
        raise ActionRefused("sheet_gone") from None


def _find_version(row: Tournament, before: Settings, settings: Settings) -> SheetVersion:
    """Return the current version of the house rules; once tables exist, it must be the one that they use.

    Their version is kept, also if the program has a newer one by now; and the tournament's own if nothing else is left
    of a federation's house rules. Raise ActionRefused("tables_are_laid", "sheet_gone").
    """
    is_laid = GameTable.objects.filter(round_table__round__tournament=row).exists()
    if not is_laid and find_rules(settings.sheet) is not None:
        return pin_sheet_version(settings, row.club_id)
    options = {name: option.default for name, option in parse_sheet(row.sheet_version).options.items()}
    is_same = (settings.sheet, settings.kontra) == (row.sheet_version.sheet, before.kontra)
    if is_same and options | dict(settings.options) == options:
        return row.sheet_version
    if pin_sheet_version(settings, row.club_id).pk != row.sheet_version_id:
        raise ActionRefused("tables_are_laid")
    return row.sheet_version


def _update_tables(row: Tournament, before: Settings, key: str, who: Actor) -> None:
    """Give existing tables the new clock and the new money settings."""
    for round_ in row.rounds.exclude(draw=None):
        rebuild_table_clocks(row, round_, list_clock_events(round_))
    agreed = build_agreement(parse_settings(row.settings))
    if agreed == build_agreement(before):
        return
    for table in GameTable.objects.filter(round_table__round__tournament=row):
        sent = ["agreed", agreed.rate, agreed.donation]
        by = who._replace(directs=True)
        written = write_change(table, key, table.last_sequence, request_agreement(agreed), sent=sent, who=by)
        if written.outcome is not Outcome.SAVED:
            raise ActionRefused("tables_are_laid")
