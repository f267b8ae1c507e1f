"""The persons of a newer file of the same club: who of them is here already."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tarockclub.models import Club, ClubOrigin, Person
from tarockclub.office.club_file.ids import IdMap
from tarockclub.office.club_file.insertion import Values, build_conversion, insert_rows
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.privacy.namesakes import write_called_names

PERSON = "tarockclub.person"
Row = Mapping[str, Any]


def join_persons(file: ClubFile, ids: IdMap, club: Club) -> None:
    """Match the persons of a file with those here, and add the others, with free numbers."""
    lock_club(club)
    rows = list(file.iter_objects(Person))
    here = {person.pk: person for person in Person.objects.filter(club=club)}
    same = match_persons(rows, here, _find_common(file, club, rows, here))
    numbers = {person.number for person in here.values()}
    given = {person.federation_number for person in here.values()}
    players = {person.player_number for person in here.values()}
    last = max([*numbers, *(row["number"] for row in rows)], default=0)
    new: list[Values] = []
    for row in rows:
        known = same.get(row["id"])
        ids.add_known(PERSON, row["id"], ids.move(PERSON, row["id"]) if known is None else known)
        if known is not None:
            continue
        if row["number"] in numbers:
            last += 1
            row["number"] = last
        if row["federation_number"] in given:  # of somebody here who is another one
            row["federation_number"] = ""
        if row["player_number"] in players:
            row["player_number"] = ""
        new.append(list(row.values()))
    insert_rows(Person, map(build_conversion(Person, ids), new), lambda _more: None)
    write_called_names(club.pk)


def match_persons(rows: list[dict[str, Any]], here: Mapping[int, Person], common: Mapping[int, int]) -> dict[int, int]:
    """Return the id here of each person (id there) who is known.

    First those whom both sides have from one file, whatever their names are now; then those with the same number and
    name (or one of both erased, as long as nothing better is known); then those whose name is there once on each side.
    """
    same = dict(common)
    by_number = {person.number: person for person in here.values()}
    by_federation = {person.federation_number: person for person in here.values() if person.federation_number}
    waiting = [row for row in rows if row["id"] not in same]
    taken = set(same.values())
    for row in waiting:
        found = by_number.get(row["number"])
        is_erased = found is not None and not common and bool(found.erased or row["erased"])
        if found is None or not (found.name == row["name"] or is_erased):
            found = by_federation.get(row["federation_number"])
        if found is not None and found.pk not in taken:
            same[row["id"]] = found.pk
            taken.add(found.pk)
    left_here = _group((person.name, person.pk) for person in here.values() if person.pk not in taken)
    left_there = _group((row["name"], row["id"]) for row in waiting if row["id"] not in same)
    for name, some in left_there.items():
        if len(some) == 1 == len(left_here.get(name, ())):
            same[some[0]] = left_here[name][0]
    return same


def _group(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for name, key in pairs:
        found.setdefault(name, []).append(key)
    return found


def _find_common(file: ClubFile, club: Club, rows: list[dict[str, Any]], here: Mapping[int, Person]) -> dict[int, int]:
    """Return the persons (id there, id here) whom both sides have from the same file, or one from the other's."""
    theirs = _load_origins(file.iter_columns(ClubOrigin, "digest", "keys"))
    ours = _load_origins(ClubOrigin.objects.filter(club=club).order_by("pk").values_list("digest", "keys"))
    by_id = {row["id"]: row for row in rows}
    common: dict[int, int] = {}
    for pairs in _iter_pairs(theirs, ours):
        if pairs and all(there in by_id and key in here for there, key in pairs.items()):
            alike = sum(_is_alike(by_id[there], here[key]) for there, key in pairs.items())
            if 2 * alike > len(pairs):
                taken = set(common.values())
                common |= {there: key for there, key in pairs.items() if there not in common and key not in taken}
    return common


def _iter_pairs(theirs: Mapping[str, dict[int, int]], ours: Mapping[str, dict[int, int]]) -> Iterator[dict[int, int]]:
    """Yield persons (id there, id here): out of a file that both have read, or one read that of the other."""
    for digest in theirs.keys() & ours.keys():
        back = {at: key for key, at in ours[digest].items()}
        yield {there: back[at] for there, at in theirs[digest].items() if at in back}
    for digest in theirs.keys() - ours.keys():
        yield dict(theirs[digest])
    for digest in ours.keys() - theirs.keys():
        yield {at: key for key, at in ours[digest].items()}


def _is_alike(row: Row, person: Person) -> bool:
    return bool(row["number"] == person.number or row["name"] == person.name)


def _load_origins(origins: Iterable[Sequence[str]]) -> dict[str, dict[int, int]]:
    """Return the persons of origins by the digests of their files; what was made here has none."""
    found: dict[str, dict[int, int]] = {}
    for digest, keys in origins:
        if persons := _load_persons(keys):
            found.setdefault(digest, persons)
    return found


def _load_persons(text: str) -> dict[int, int]:
    """Return the persons of an origin: ids where it was read in, and before."""
    try:
        return {int(key): int(at) for key, at in json.loads(text).get(PERSON, {}).items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}
