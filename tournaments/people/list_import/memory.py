"""A club's memory of its lists: the columns under some headings, the spellings of names; it can be forgotten."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from tarockclub.kit.lists.columns import KINDS, UNUSED, Column
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.words import fold_heading
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.privacy.namesakes import filter_people
from tournaments.models import ListColumns, Spelling
from tournaments.models.lists import HEADINGS_LENGTH

MOST_KEPT, MOST_SPELLINGS = 300, 3000  # layouts and spellings of a club; the oldest go
AS_RECOGNISED = "="  # in the place of a kind that nobody has changed: another page may take more of such a list


def load_columns(club: int, columns: Sequence[Column]) -> tuple[str, ...]:
    """Load the kinds of recognised columns with what somebody has chosen under their headings; () where nobody has."""
    kept = ListColumns.objects.filter(club=club, headings=_join_headings(columns)).first()
    chosen = kept.kinds.split(",") if kept is not None else []
    if len(chosen) != len(columns) or not KINDS.issuperset({*chosen} - {UNUSED, AS_RECOGNISED}):
        return ()
    pairs = zip(chosen, columns, strict=True)
    return tuple(column.kind if kind == AS_RECOGNISED else kind for kind, column in pairs)


def keep_columns(club: int, columns: Sequence[Column], recognised: str) -> None:
    """Keep what somebody has changed of the columns, for the next list with these headings; `recognised`: the kinds."""
    headings = _join_headings(columns)
    if not headings.strip() or len(headings) > HEADINGS_LENGTH:
        return
    kinds = recognised.split(",")
    if len(kinds) != len(columns):
        return
    pairs = zip(columns, kinds, strict=True)
    chosen = ",".join(AS_RECOGNISED if column.kind == kind else column.kind for column, kind in pairs)
    ListColumns.objects.update_or_create(club_id=club, headings=headings, defaults={"kinds": chosen})
    _forget_oldest(ListColumns.objects.filter(club=club), MOST_KEPT)


def load_kept_spellings(club: int) -> dict[str, int]:
    """Load the persons (ids) by spelling; whoever was merged is the person who is kept."""
    rows = Spelling.objects.filter(club=club).values_list("name", "person", "person__merged_into")
    return {name: kept or person for name, person, kept in rows}


def keep_spellings(club: int, spellings: Iterable[tuple[str, int]]) -> None:
    """Keep that names are persons (ids) of the club; a name that reads like the person's own is not kept."""
    persons = dict(filter_people(club).values_list("pk", "name"))
    rows = {}
    for name, person in spellings:
        folded = fold_name(name).text[:NAME_LENGTH]
        if folded and person in persons and folded != fold_name(persons[person]).text:
            rows[folded] = Spelling(club_id=club, name=folded, person_id=person)
    Spelling.objects.bulk_create(
        rows.values(), update_conflicts=True, unique_fields=["club", "name"], update_fields=["person"]
    )
    _forget_oldest(Spelling.objects.filter(club=club), MOST_SPELLINGS)


def _forget_oldest(rows: QuerySet[Any], most: int) -> None:
    """Delete all but the newest."""
    rows.filter(pk__in=list(rows.order_by("-pk").values_list("pk", flat=True)[most:])).delete()


def _join_headings(columns: Sequence[Column]) -> str:
    return "\n".join(fold_heading(column.heading) for column in columns)
