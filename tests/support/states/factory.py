"""The content of the pages: a club, and tables with evenings of all kinds; `make()` writes them and says where."""

import json
import random
import time
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.services import record_hand
from scoring.book.marks import MarkOutcome, MarkRequest, write_mark
from scoring.engine.agreement import DEALER_PAYS, AgreedPot, Stakes, format_agreement
from scoring.engine.house_rules.library import ORIGINALS
from scoring.models import Deal, GameTable, Mark
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from scoring.table.evenings.services import EveningStart, start_evening
from scoring.table.settlement.services import request_cash, request_end
from tarockclub.models import Account, ApiToken, Club
from tarockclub.office.demo.installation import HANDS, LAST, create_demo_evening
from tarockclub.office.hosting.founding import create_founding_path
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.api_tokens import create_token, end_token
from tarockclub.platform.accounts.authentication import CONFIRMED_AT
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.services import create_account, create_account_of_hash, rename_club
from tarockclub.platform.accounts.sessions import NO_ADDRESS
from tests.support.accounts import give_factor
from tests.support.attack.load import build_hand
from tests.support.links import find_secret
from tests.support.phones import let_write
from tests.support.signed_in import PASSWORD
from tests.support.states import frozen_clock, held_hands
from tests.support.states.club_factory import make_own_sheets, publish_everything, refuse_file
from tests.support.states.state import LONG_NAMES, SIX
from tests.support.states.tournaments.stages_factory import make_tournaments
from tournaments.models import Tournament
from tournaments.people.roles.selectors import give_role

MINUTES_A_HAND = 7
LONG = 40  # hands of an evening that lasts
MONEY = Stakes(rate=10, donation=True, pagatkassa=AgreedPot(DEALER_PAYS, 50, start=100))
Record = dict[str, Any]


def make() -> None:
    """Write everything; print what opens them, as JSON."""
    rename_club(load_first_club(), "Tarockrunde zur Linde")
    people = {role: _log_in(role, name) for role, name in (("director", "Friederike"), ("secretary", "Gustav"))}
    people["careful"] = _create_careful()
    tables = {
        "new": _create_table("new"),
        "held": held_hands.hold(_create_table("held", hands=HANDS[:7])),
        "held_ended": held_hands.hold_and_end(_create_table("held-ended", hands=HANDS[:7])),
        "demo": _create_demo(),
        "five": _create_table("five", players=5, hands=_draw_hands(6, 5)),
        "six": _create_table("six", players=6, hands=_draw_hands(4, 6)),
        "ended": _create_ended(),
        "money": _create_table("money", sheet="standard", agreed=MONEY, hands=_build_standard_hands()),
        "long": _create_table("long", hands=_draw_hands(LONG, 4)),
        **{f"sheet_{sheet.replace('-', '_')}": _create_table(sheet, sheet=sheet) for sheet in ORIGINALS},
    }
    lines = {f"{name}_lines": _list_lines(table) for name, table in tables.items()}
    slugs = {name: str(table.slug) for name, table in tables.items()}
    of_tournaments, stages = make_tournaments()
    people["helper"] = _create_helper(stages["t_running"])
    writable = (*tables.values(), *of_tournaments)
    rights = {str(let_write(table).slug): find_secret(table.slug) for table in writable}
    words = {"account": Account.objects.get(login="gustav").pk, "held_key": held_hands.find_first_key(tables["held"])}
    words["program"], words["passkey"] = _make_programs(), _create_passkey()
    words["neighbours"] = _add_neighbours()
    words["first_password"], words["founding"] = _create_invited_account(), create_founding_path()
    publish_everything(load_first_club())
    words["refused_file"] = refuse_file()
    make_own_sheets(Account.objects.get(login="gustav"))
    print(json.dumps({"people": people, "rights": rights, "words": {**words, **slugs, **lines, **stages}}))


def _make_programs() -> int:
    """Two programs of the director, one of them ended; the number of the other one."""
    director = Account.objects.get(role="director")
    ended, _secret = create_token(
        director, "Anzeigetafel im großen Saal des Gasthauses", "watcher", 365, "states-ended-key"
    )
    end_token(ended)
    create_token(director, "Auswertung der Sekretärin", "secretary", 30, "states-valid-key")
    return ApiToken.objects.exclude(pk=ended.pk).get().pk


def _add_neighbours() -> int:
    """Another club, archived: visitors are not asked to which one they belong; the director is the host."""
    Account.objects.filter(login="friederike").update(is_host=True)
    club = Club.objects.create(name="Tarockrunde zur Alten Post", slug="alte-post", archived=timezone.now())
    return club.pk


def _log_in(role: str, name: str, called: str = "") -> str:
    """Somebody who may log in, and the key of a session."""
    return open_session(create_account(load_first_club(), name, name, PASSWORD, role), called or role)


def _create_invited_account() -> str:
    """The link of somebody who has not set a password yet."""
    club, nothing = load_first_club(), make_password(None)
    account = create_account_of_hash(club, "Nora Neu", "nora", nothing, Account.Role.SECRETARY, ANONYMOUS)
    return reverse("first_password", args=[account.pk, default_token_generator.make_token(account)])


def open_session(account: Account, called: str) -> str:
    """The key of a session of an account; a secretary has not given the password lately."""
    now = int(time.time())  # sessions have a clock of their own
    said = {
        SESSION_KEY: str(account.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: account.get_session_auth_hash(),
        "begun": now,
        "used": now,
    }
    if called != "secretary":
        said[CONFIRMED_AT] = now
    key = f"a-session-of-the-{called}"
    ends = timezone.now() + timedelta(hours=12)
    Session.objects.create(session_key=key, session_data=SessionStore().encode(said), expire_date=ends)
    UserSession.objects.create(user=account, session_key=key, ip=NO_ADDRESS, user_agent="Firefox, Android")
    return key


def _create_careful() -> str:
    """A secretary with a second factor, and the key of a session of his."""
    key = _log_in("secretary", "Hannes", "careful")
    give_factor(Account.objects.get(login="hannes"), "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    return key


def _create_passkey() -> int:
    """A passkey of the director, which nobody holds."""
    director, data = Account.objects.get(login="friederike"), {"name": "Mein Telefon", "credential": {}}
    return int(Authenticator.objects.create(user=director, type="webauthn", data=data).pk)


def _create_helper(tournament: str) -> str:
    """Somebody who is a referee in one tournament only, and the key of a session of theirs."""
    key = _log_in("", "Irene", "helper")
    give_role(Tournament.objects.get(slug=tournament), Account.objects.get(login="irene"), "referee")
    return key


def _create_table(
    key: str,
    sheet: str = "treffpunkt",
    players: int = 4,
    agreed: Stakes | None = None,
    hands: Sequence[Record] = (),
) -> GameTable:
    """An evening with these hands."""
    frozen_clock.set_clock(0)
    at = ORIGINALS.index(key) if key in ORIGINALS else 0
    names = (*LONG_NAMES[at:], *LONG_NAMES[:at])[:4] if key in ORIGINALS else SIX[:players]
    wanted = EveningStart(names, sheet, {}, 0, format_agreement(agreed or Stakes()))
    table = start_evening(key, wanted, load_first_club())
    previous = ""
    for at, hand in enumerate(hands, 1):
        frozen_clock.set_clock(at * MINUTES_A_HAND)
        previous = _play_hand(table, f"{key}-{at}", previous, hand)
    return table


def _play_hand(table: GameTable, key: str, previous: str, hand: Record) -> str:
    written = record_hand(table.slug, key, previous, hand)
    if written.outcome is not Outcome.SAVED:
        raise ValueError(f"{key}: {written.outcome} {written.problems} {hand}")
    return key


def _draw_hands(count: int, players: int) -> tuple[Record, ...]:
    """Hands by chance, the same each time; of five and six the forehand always has the first seat."""
    chance = random.Random(20270116)
    return tuple(build_hand(chance, at % 4 if players == 4 else 0) for at in range(count))


def _build_standard_hands() -> tuple[Record, ...]:
    """Hands with an announced Pagat: the Pagatkassa moves."""
    pagat = {"premium": "pagat", "side": "declarer", "announced": True}
    rufer = {"contract": "rufer", "declarer": 0, "partner": 2, "result": "won"}
    return (
        {"plays": [rufer]},
        {"plays": [{"contract": "dreier", "declarer": 2, "result": "lost", "kontra": 2}]},
        {"plays": [{"contract": "dreier", "declarer": 1, "result": "won"}], "premiums": [{**pagat, "won": True}]},
    )


def _create_demo() -> GameTable:
    """The evening of `make demo`, with a hand put right and a Radl set by hand."""
    frozen_clock.set_clock(0)
    table = create_demo_evening()
    frozen_clock.set_clock(150)
    first = min(Deal.objects.filter(table=table).values_list("number", flat=True))
    lost = {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "result": "lost"}]}
    _change_table(table, changes.correct_hand(first, lost), "Partner hat den König verloren")
    _change_table(table, changes.set_radl(4), "Alle wollen doppelt spielen")
    _mark_hand(table, 0, Mark.Kind.FITS, place=1)
    _mark_hand(table, 1, Mark.Kind.DISPUTED, place=2)
    _mark_hand(table, -2, Mark.Kind.FITS, place=3)
    return table


def _mark_hand(table: GameTable, at: int, kind: Mark.Kind, place: int) -> None:
    """Somebody says of a hand that it fits, or does not, from a phone of his own."""
    deal = Deal.objects.filter(table=table).select_related("entry").order_by("number")[at % table.deals.count()]
    ask = MarkRequest(line=deal.number, seen=deal.entry.sequence, newest=0, kind=kind, place=place)
    answer = write_mark(table, ask, f"mark-{deal.number}-{place}", Actor(device=f"phone-{place}"))
    if answer is not MarkOutcome.MARKED:
        raise ValueError(f"{deal.number}: {answer}")


def _create_ended() -> GameTable:
    """An evening for money that has ended."""
    table = _create_table(
        "ended", agreed=Stakes(rate=10, donation=True, pagatkassa=MONEY.pagatkassa), hands=(*HANDS, LAST)
    )
    _change_table(table, request_cash(1, -150), "Würstel")
    frozen_clock.set_clock(180)
    _change_table(table, request_end(), "")
    return table


def _change_table(table: GameTable, ask: changes.ChangeRequest, reason: str) -> None:
    fresh = find_game_table(table.slug)
    key = str(uuid.uuid5(table.slug, str(fresh.last_sequence)))
    written = write_change(fresh, key, fresh.last_sequence, ask, reason, sent=key)
    if written.outcome is not Outcome.SAVED:
        raise ValueError(f"{reason}: {written.outcome} {written.problems}")


def _list_lines(table: GameTable) -> list[int]:
    return list(Deal.objects.filter(table=table).order_by("number").values_list("number", flat=True))
