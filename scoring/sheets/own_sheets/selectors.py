"""Own sheets as pages need them: those of a club, their versions, what changed."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from django.shortcuts import get_object_or_404

from scoring.book.sheet_library import VERSION_SIGN
from scoring.engine.house_rules.overlay import Table
from scoring.models import OwnSheet, OwnSheetVersion
from scoring.sheets.own_sheets.changes import list_key_changes
from scoring.sheets.own_sheets.services import load_draft
from tarockclub.models import Club


class ListedVersion(NamedTuple):
    """A version with what it changed against the one before it."""

    row: OwnSheetVersion
    word: str  # of addresses
    changes: tuple[str, ...]


def find_own_sheet(club: Club, sheet_id: str) -> OwnSheet:
    """Return a club's own sheet; Http404 for any other."""
    return get_object_or_404(OwnSheet, club=club, sheet=sheet_id)


def list_own_sheets(club: Club) -> list[tuple[OwnSheet, str, OwnSheetVersion | None]]:
    """Return the own sheets of a club, those that are offered first: each with its name and its newest version."""
    rows = OwnSheet.objects.filter(club=club).prefetch_related("versions").order_by("retired", "pk")
    sheets = []
    for row in sorted(rows, key=lambda row: row.retired is not None):
        newest = max(row.versions.all(), key=lambda version: version.number, default=None)
        sheets.append((row, str(load_draft(row).get("name") or row.sheet), newest))
    return sheets


def list_versions(own: OwnSheet, language: str) -> list[ListedVersion]:
    """Return the versions, newest first, each with the difference to its predecessor in words."""
    rows = list(own.versions.select_related("by").order_by("number"))
    versions: list[ListedVersion] = []
    for before, row in zip([None, *rows], rows, strict=False):
        changes = () if before is None else tuple(list_changes_since(before, json.loads(row.table), language))
        versions.append(ListedVersion(row, f"{own.sheet}{VERSION_SIGN}{row.number}", changes))
    return versions[::-1]


def list_changes_since(version: OwnSheetVersion, table: Table, language: str) -> Iterable[str]:
    """Return what a sheet says otherwise than a version of it, in words."""
    return list_key_changes(json.loads(version.table), table, language)
