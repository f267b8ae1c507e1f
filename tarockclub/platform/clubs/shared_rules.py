"""Rules that a club has taken over from others, for the pages on which something begins with it."""

import uuid
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.json_text import encode_ascii
from tarockclub.models import SharedRules

KIND_WORDS: dict[str, Promise] = {
    SharedRules.Kind.SHEET: _("House rules"),
    SharedRules.Kind.FORMAT: _("Format of a tournament"),
    SharedRules.Kind.SEASON: _("Rules of a season"),
}


def filter_taken(club: int, kind: str) -> "QuerySet[SharedRules]":
    """Filter the rules of a kind that a club has taken over, the last ones first."""
    return SharedRules.objects.filter(club=club, kind=kind, is_taken=True).order_by("-at", "-pk")


def list_taken_names(club: int, kind: str) -> list[tuple[str, str]]:
    """Return what a club has taken over: the words by which `find_taken_settings` knows it, and names with makers."""
    rows = ((str(row.origin), row.document) for row in filter_taken(club, kind))
    return [(word, f"{document['name']} ({document['by']})") for word, document in rows]


def find_taken_settings(club: int, kind: str, word: str) -> str | None:
    """Return the settings that a word names, as JSON text, if the club has taken them over."""
    try:
        row = filter_taken(club, kind).filter(origin=uuid.UUID(word)).first()
    except ValueError:
        return None
    return None if row is None else encode_ascii(row.document["content"]["settings"])


def find_taken_document(club: int, kind: str, subject: str) -> dict[str, Any] | None:
    """Return the file as which something here was taken over: who made it, which version."""
    row = filter_taken(club, kind).filter(subject=subject).first()
    return None if row is None else row.document
