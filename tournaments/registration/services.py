"""Players register by a link, of which only the hash is kept; the director confirms or declines each of them."""

import hashlib
import hmac
import re
import secrets

from django.conf import settings
from django.db import transaction

from scoring.ledger.entries import create_note
from tarockclub.accounts.actors import ANONYMOUS, Actor
from tarockclub.clubs.scope import enter_all_clubs
from tarockclub.idempotency import is_key
from tarockclub.models import Person
from tarockclub.time_source import now
from tournaments.acts import TOURNAMENTS, ActionRefused, Command, Kind, parse_content
from tournaments.entrants.services import enter, must_go_on
from tournaments.models import Act, Application, Round, Tournament
from tournaments.name_lists.candidates import Newcomer

MOST_OPEN = 200  # applications that wait to be confirmed
_BYTES = 16  # 128 random bits; the log recognizes them by their hexadecimal digits (tarockclub.server.log_filter)
_WELL_FORMED = re.compile(rf"[0-9a-f]{{{2 * _BYTES}}}")
As = Application.As


def open_link(tournament: int, key: str, who: Actor = ANONYMOUS) -> str:
    """Open registration by a new link, and return its secret; the previous link is no longer valid.

    The secret is derived from the form's key: a tap that arrives twice makes one link.
    """
    said = f"tournaments.applying:{tournament}:{key}".encode()
    secret = hmac.new(settings.SECRET_KEY.encode(), said, hashlib.sha256).hexdigest()[: 2 * _BYTES]

    def do(row: Tournament) -> dict[str, object]:
        must_go_on(row)
        row.register_digest = compute_digest(secret)
        row.save(update_fields=["register_digest"])
        return {"open": True}

    TOURNAMENTS.act(tournament, Command(key, Kind.REGISTRATION, True, who), do)
    return secret


def create_key() -> str:
    """Return the key of a form that makes a link: it cannot be guessed, so the link cannot be guessed either."""
    return secrets.token_hex(_BYTES)


def close_link(tournament: int, key: str, who: Actor = ANONYMOUS) -> Act:
    """Close registration by the link."""

    def do(row: Tournament) -> dict[str, object]:
        row.register_digest = ""
        row.save(update_fields=["register_digest"])
        return {"open": False}

    return TOURNAMENTS.act(tournament, Command(key, Kind.REGISTRATION, False, who), do)


def compute_digest(secret: str) -> str:
    """Return the hash that identifies a link."""
    return hashlib.sha256(f"tournament:{secret}".encode()).hexdigest()


def find_open_tournament(secret: str) -> Tournament | None:
    """Return the tournament of a link; None if the link is not valid."""
    if not _WELL_FORMED.fullmatch(secret):
        return None
    open_ones = Tournament.objects.filter(ended=None, archived=None, club__archived=None)
    with enter_all_clubs():  # the secret says whose it is
        return open_ones.filter(register_digest=compute_digest(secret)).first()


def submit_application(tournament: Tournament, key: str, name: str, device: str = "") -> Application:
    """Register a player under a name (cleaned); once for each key.

    Raise ActionRefused("no_key", "registration_closed", "too_many_applications").
    """
    if not is_key(key):
        raise ActionRefused("no_key")
    with transaction.atomic():
        row = Tournament.everything.select_for_update(no_key=True).get(pk=tournament.pk)
        known = Application.objects.filter(tournament=row, key=key).first()
        if known is not None:
            return known
        if not row.register_digest or row.ended is not None:
            raise ActionRefused("registration_closed")
        if Application.objects.filter(tournament=row, decided_as=As.OPEN).count() >= MOST_OPEN:
            raise ActionRefused("too_many_applications")
        note = create_note(name, row.club_id)
        if note is None:
            raise ActionRefused("no_key")
        return Application.objects.create(tournament=row, name=note, key=key, device=device, at=now())


def decide_application(
    application: Application, key: str, as_: str, person: Person | None = None, who: Actor = ANONYMOUS
) -> Act:
    """Confirm an application, as a known person or a new one, or decline it; raise ActionRefused("decided").

    A confirmed player takes part, and enters the next round that is open and not drawn yet.
    """
    sent = [application.pk, as_, person.pk if person is not None else None]

    def do(row: Tournament) -> dict[str, object]:
        here = Application.objects.select_related("name").get(pk=application.pk, tournament=row)
        if here.decided_as != As.OPEN:
            raise ActionRefused("decided")
        said: dict[str, object] = {"application": here.pk, "as": as_}
        if as_ == As.TAKEN:
            newcomer = Newcomer(here.name.text, person.pk if person is not None else None, new=person is None)
            ahead = Round.objects.filter(tournament=row, draw=None, closed=None).order_by("number")[:1]
            done = enter(row.pk, f"{key}.in", [newcomer], [round_.number for round_ in ahead], who)
            row.refresh_from_db(fields=["version"])  # the act within has raised it
            here.entrant_id = parse_content(done)["entrants"][0]
            said["entrant"] = here.entrant_id
        here.decided_as = As(as_)
        here.save(update_fields=["decided_as", "entrant"])
        return said

    return TOURNAMENTS.act(application.tournament_id, Command(key, Kind.APPLIED, sent, who), do)
