"""The club of the states: its own house rules, pages that everybody sees, a file that was refused."""

import json
from fractions import Fraction
from functools import partial

from scoring.engine.house_rules.schema import Table
from scoring.sheets.own_sheets.draft import build_rules
from scoring.sheets.own_sheets.services import add_example, change_draft, create_sheet, load_draft, save_version
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, Job, Publication
from tarockclub.office.club_file import services
from tarockclub.platform.publication import change_publication

LOST_DREIER = json.dumps({"plays": [{"contract": "dreier", "declarer": 1, "result": "lost"}]})


def make_own_sheets(account: Account) -> None:
    """Write them."""
    option = {"name": "Teurer Dreier", "on": {"contracts": {"dreier": {"value": 9}}}}
    adler = create_sheet(account.club, "Beim Adler", "treffpunkt")
    first = {"contracts": {"dreier": {"lost": 8}}, "options": {"teurer_dreier": option}}
    change_draft(adler, 0, lambda draft: draft | first)
    adler.refresh_from_db()
    save_version(adler, 1, "adler-1", "beschlossen am Stammtisch", account)
    add_example(
        adler,
        build_rules(load_draft(adler)),
        "e1",
        LOST_DREIER,
        list(map(Fraction, (8, -24, 8, 8))),
        "Dreier kostet 8",
        account,
    )
    adler.refresh_from_db()
    change_draft(adler, 2, lambda draft: draft | {"contracts": {"dreier": {"lost": 9}, "solodreier": False}})
    keller = create_sheet(account.club, "Im Keller", "treffpunkt")
    change_draft(
        keller, 0, lambda draft: draft | {"contracts": {"piccolo": {"lost": 4}}, "settle": {"silent_lost": []}}
    )
    bach = create_sheet(account.club, "Am Bach", "treffpunkt")
    for value, reason in ((7, "probeweise"), (8, "für den Herbst")):
        bach.refresh_from_db()
        change_draft(bach, bach.draft_state, partial(_set_dreier, value=value))
        bach.refresh_from_db()
        save_version(bach, bach.draft_state, f"bach-{value}", reason, account)


def _set_dreier(draft: Table, value: int) -> Table:
    return draft | {"contracts": {"dreier": {"value": value}}}


def publish_everything(club: Club) -> None:
    """Write what a director may choose."""
    change_publication(club, dict.fromkeys(Publication.PARTS, True))


KEY = "c1b00000-0000-4000-8000-000000000022"


def refuse_file() -> str:
    """Refuse a file whose books are not whole; return the key in the address of its page."""
    outcome = {services.REFUSED: {"code": "broken", "facts": {"what": "hash 7f3c9a01/31"}}}
    row = {"kind": Job.Kind.IMPORT, "key": KEY, "about": services.ABOUT, "state": Job.State.DONE, "begun": now()}
    Job.objects.create(**row, of=4211, done=1022, arguments={services.OUTCOME: outcome})
    return KEY
