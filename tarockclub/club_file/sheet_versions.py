"""The house rules of a file: those that are here already are these."""

import hashlib
from collections.abc import Iterator
from typing import Any

from scoring.models import SheetVersion
from tarockclub.club_file.contents import SHEET_VERSION, list_fields
from tarockclub.club_file.errors import FileRefused
from tarockclub.club_file.ids import IdMap
from tarockclub.club_file.insertion import Values, build_conversion
from tarockclub.club_file.reader import ClubFile
from tarockclub.models import Club


def iter_new_versions(file: ClubFile, ids: IdMap, club: Club | None = None) -> Iterator[Values]:
    """Yield the sheets that are not here yet; `club`: the one that the file continues."""
    convert = build_conversion(SheetVersion, ids)
    names = [field.name for field in list_fields(SheetVersion)]
    for values in file.iter_rows(SheetVersion):
        row: dict[str, Any] = dict(zip(names, values, strict=True))
        if hashlib.sha256(row["text"].encode()).hexdigest() != row["digest"]:
            raise FileRefused("broken", what=SHEET_VERSION)
        known = None
        if row["club"] is None or club is not None:
            owner = None if row["club"] is None else club
            known = SheetVersion.objects.filter(club=owner, digest=row["digest"]).first()
        if known is None:
            yield convert(values)
        else:
            ids.add_known(SHEET_VERSION, row["id"], known.pk)
