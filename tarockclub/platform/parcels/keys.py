"""Secrets with which a laptop may send pages for one club, or all of it; their only writer. Only a hash is stored."""

from django.db import transaction
from django.db.models import F

from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, PublishingKey
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.secret_links import draw_secret, hash_secret, is_secret
from tarockclub.platform.clubs.scope import enter_all_clubs

BEGINNING = "tarockinn_"
MOST_KEYS = 20  # of a club, that are valid
MOST_REQUESTS, MOST_BYTES = 240, 20_000_000  # in a minute
MINUTE = 60


class TooManyKeys(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The club has as many keys as it may have."""


class TooFast(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The key was used too often, or for too much, in this minute."""


def hash_key(secret: str) -> str:
    """Return the hash under which a key is stored."""
    return hash_secret("inn", secret)


def is_key(text: str) -> bool:
    """Return whether a text looks like such a key."""
    return is_secret(text, BEGINNING)


@transaction.atomic
def create_key(account: Account, name: str, who: Actor, *, may_import: bool = False) -> tuple[PublishingKey, str]:
    """Create a key; return it with its secret, which nobody can read later."""
    Club.objects.select_for_update(no_key=True).get(pk=account.club_id)
    if PublishingKey.objects.filter(club=account.club_id, ended=None).count() >= MOST_KEYS:
        raise TooManyKeys
    secret = BEGINNING + draw_secret()
    row = {"club_id": account.club_id, "name": name, "by": account, "made": now(), "may_import": may_import}
    key = PublishingKey.objects.create(digest=hash_key(secret), **row)
    record_event(account.club_id, Kind.INN_KEY_MADE, who, key=key.pk)
    return key, secret


@transaction.atomic
def end_key(key: PublishingKey, who: Actor) -> None:
    """End a key; repeating it changes nothing."""
    if PublishingKey.objects.filter(pk=key.pk, ended=None).update(ended=now()):
        record_event(key.club_id, Kind.INN_KEY_ENDED, who, key=key.pk)


def find_key(secret: str) -> PublishingKey | None:
    """Return the valid key with this secret, with its club."""
    if not is_key(secret):
        return None
    valid = PublishingKey.objects.filter(ended=None, club__archived=None)
    with enter_all_clubs():  # the secret says whose it is
        return valid.select_related("club").filter(digest=hash_key(secret)).first()


def count_request(key: PublishingKey, size: int, protocol: int) -> None:
    """Count a request of a key, and note its protocol; raise TooFast if there were too many in this minute."""
    moment = now()
    minute = int(moment.timestamp()) // MINUTE
    rows = PublishingKey.objects.filter(pk=key.pk)
    changes = {"requests": F("requests") + 1, "size": F("size") + size, "used": moment, "protocol": protocol}
    if not rows.filter(minute=minute).update(**changes):
        rows.update(**changes | {"minute": minute, "requests": 1, "size": size})
    counted = rows.values_list("requests", "size").get()
    if counted[0] > MOST_REQUESTS or counted[1] > MOST_BYTES:
        raise TooFast
