"""The demo's own house rules, evenings that were played by them and settled, and one of the second club."""

import random
from datetime import datetime, timedelta
from functools import partial

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.table_state import decode_state
from scoring.engine.agreement import Stakes, format_agreement
from scoring.engine.house_rules.schema import Table
from scoring.models import GameTable, OwnSheet
from scoring.sheets.own_sheets.services import change_draft, create_sheet, save_version, set_public
from scoring.table.corrections.services import write_change
from scoring.table.evenings.services import EveningStart, start_evening
from scoring.table.practice import make_hand
from scoring.table.settlement.services import request_end
from tarockclub.kit.time_source import now, pretend_time
from tarockclub.models import Account, Club
from tarockclub.office.demo.day import NAMES

OWN_RULES = "Lindenrunde"
HANDS, LENGTH = 24, timedelta(minutes=7)
WEEKS_AGO = (5, 3, 1)
MONEY = Stakes(rate=10)
SECOND_NAMES = ("Amalia Tannberg", "Bertl Kreuzweg", "Cölestin Brandhof", "Detta Sommereck")
_CHANGES: tuple[tuple[Table, str], ...] = (
    ({"contracts": {"dreier": {"value": 6, "lost": 8}}}, "beschlossen am Stammtisch"),
    (
        {
            "contracts": {"dreier": {"value": 6, "lost": 8}, "bettler_ouvert": {"kontra": 2}},
            "premiums": {"geier": {"silent": 5, "announced": 10}},
        },
        "mit dem Geier, nach der Jahresversammlung",
    ),
)


def make_own_rules(account: Account) -> OwnSheet:
    """Write the club's own house rules in two versions, for everybody to read; once."""
    sheet = OwnSheet.objects.filter(club=account.club, sheet=OWN_RULES.lower()).first()
    if sheet is not None:
        return sheet
    own = create_sheet(account.club, OWN_RULES, "treffpunkt")
    for number, (rules, reason) in enumerate(_CHANGES, 1):
        own.refresh_from_db()
        change_draft(own, own.draft_state, partial(_lay_over, rules=rules))
        own.refresh_from_db()
        save_version(own, own.draft_state, f"demo-rules-{number}", reason, account)
    set_public(own, public=True)
    return own


def _lay_over(draft: Table, rules: Table) -> Table:
    return draft | rules


def make_evenings(own: OwnSheet) -> None:
    """Play some evenings by these rules, the last one a week ago, each settled for money; once."""
    for number, weeks in enumerate(WEEKS_AGO):
        names = NAMES[4 * number : 4 * number + 4]
        start = EveningStart(names, own.sheet, {}, number, format_agreement(MONEY))
        _play_evening(f"demo-own-{number}", own.club, start, now() - timedelta(weeks=weeks))


def make_second_evening(club: Club) -> None:
    """Play an evening of the second club; once."""
    start = EveningStart(SECOND_NAMES, "standard", {}, 0, format_agreement(MONEY))
    _play_evening("demo-second", club, start, now() - timedelta(days=2))


def _play_evening(key: str, club: Club, start: EveningStart, begins: datetime) -> None:
    if GameTable.objects.filter(start_key=key).exists():
        return
    chance = random.Random(key)  # noqa: S311 -- no secret
    with pretend_time(begins):
        table = start_evening(key, start, club, started=begins)
    for number in range(1, HANDS + 1):
        fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
        with pretend_time(begins + number * LENGTH):
            hand = make_hand(chance, parse_sheet(fresh.sheet_version), decode_state(fresh.state).evening)
            written = record_hand(table.slug, f"{key}-{number}", fresh.last_key, hand)
        if written.outcome is not Outcome.SAVED:
            raise ValueError(f"{key}: {written.outcome} {written.problems}")
    with pretend_time(begins + (HANDS + 1) * LENGTH):
        fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
        ended = write_change(fresh, f"{key}-end", fresh.last_sequence, request_end(), "", sent=f"{key}-end")
    if ended.outcome is not Outcome.SAVED:
        raise ValueError(f"{key}: {ended.outcome} {ended.problems}")
