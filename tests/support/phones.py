"""Clients that may write at every table that tests begin, as phones that have opened its link."""

import re
from typing import Any

import django.test
from django.utils import timezone

from scoring.book.access.links import LINK_LIFE
from scoring.book.access.permissions import COOKIE, hash_link
from scoring.models import AccessToken, GameTable
from tarockclub.platform.accounts.club_log import Kind, record_access
from tests.support.links import find_secret

_TABLE = re.compile(r"/tables/([0-9a-f-]{36})/")


def let_write(table: GameTable) -> GameTable:
    """Make the link that tests know; once more changes nothing."""
    now = timezone.now()
    digest = hash_link(find_secret(table.slug))
    if not AccessToken.objects.filter(digest=digest).exists():
        with record_access(table.club_id, Kind.LINKS, tables=[table.pk]):
            AccessToken.objects.create(digest=digest, table=table, made=now, expires=now + LINK_LIFE)
    return table


class Client(django.test.Client):
    """A phone that has opened the link of every table it asks for; use Django's own for one that only watches."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._given: dict[str, str] = {}  # secrets that answers have brought, by the path of their cookie

    def generic(self, method: str, path: Any, *args: Any, **options: Any) -> Any:
        """Send the cookie of the table in the address: Django's client knows no paths of cookies."""
        if found := _TABLE.match(str(path)):
            self.cookies[COOKIE] = self._given.get(found[0], find_secret(found[1]))
        answer = super().generic(method, path, *args, **options)
        if COOKIE in answer.cookies:
            self._given[answer.cookies[COOKIE]["path"]] = answer.cookies[COOKIE].value
        return answer
