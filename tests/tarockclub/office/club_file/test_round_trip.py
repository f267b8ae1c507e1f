"""A club goes out as a file and comes in elsewhere: other ids, the same meaning, and the proof holds."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.book.audit import prove_books
from tarockclub.models import Account, Club, ClubOrigin
from tarockclub.office.club_file.contents import list_fields, list_models
from tests.scoring.support.tables import dreier, play
from tests.soak import IS_SOAK
from tests.support.accounts import make_account
from tests.tarockclub.office.club_file.worlds import (
    BUILDERS,
    installation,
    load_rows,
    prove,
    read,
    settle_strangers,
    write,
)

pytestmark = [pytest.mark.django_db]
# What a reading adds: where the club came from, an act that seals it, an entry in its log.
ADDED = ("tarockclub.ClubOrigin.jsonl", "tarockclub.OriginChain.jsonl")


def strip_ids(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[str]]:
    """Return the rows with every id replaced by the place of its row among those of its model, in keys and texts."""
    from tarockclub.platform.origins.ids import translate_text

    places = {
        model._meta.label_lower: {row.get("id"): at for at, row in enumerate(rows[f"{model._meta.label}.jsonl"], 1)}
        for model in list_models()
    }
    versions = {row["id"]: int(row["digest"][:12], 16) for row in rows["scoring.SheetVersion.jsonl"]}
    places["scoring.sheetversion"] = versions  # one that was here already keeps its place
    find: Callable[[str, int], int] = lambda model, key: places[model].get(key, 0)  # noqa: E731
    told: dict[str, list[str]] = {}
    for model in list_models():
        name, label = f"{model._meta.label}.jsonl", model._meta.label_lower
        if name in ADDED:
            continue
        told[name] = []
        for row in rows[name]:
            plain = {}
            for field in list_fields(model):
                value = row[field.name]
                if field.primary_key or field.is_relation:
                    of = field.related_model._meta.label_lower if field.is_relation else label
                    value = value and find(of, value)
                elif isinstance(value, str):
                    value = translate_text(value, f"{label}.{field.name}", row.get("kind", "*"), find)
                plain[field.name] = value
            told[name].append(json.dumps(plain, ensure_ascii=False))
    told["scoring.SheetVersion.jsonl"].sort()
    return told


def leave_out_added(told: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the rows without those that a reading adds to the acts and to the log of the club."""
    kept = {name: list(some) for name, some in told.items()}
    for name in ("tarockclub.ClubAct.jsonl", "tarockclub.LogEntry.jsonl", "tarockclub.ClubLog.jsonl"):
        kept[name] = [line for line in kept[name] if '"kind": "club_read"' not in line and '\\"file\\"' not in line]
    kept["tarockclub.ClubLog.jsonl"] = []
    return kept


@pytest.mark.heavy
@settings(max_examples=30 if IS_SOAK else 1)
@given(some=st.sets(st.sampled_from(sorted(BUILDERS)), min_size=1), strangers=st.sampled_from([0, 7]))
def test_of_any_club_out_in_and_out_again_is_the_same(some, strangers, tmp_path_factory):
    go_around(some, strangers, tmp_path_factory.mktemp("clubs"))


def test_out_in_and_out_again_is_the_same_club(tmp_path):
    go_around(BUILDERS, 7, tmp_path)


def go_around(some: Iterable[str], strangers: int, folder: Path) -> None:
    """Take a club in which this has happened from one installation to a second and a third."""
    with installation():
        for name in sorted(some):
            BUILDERS[name]()
        first = write(folder / "first.zip")
    with installation():
        if strangers:
            settle_strangers(strangers)
        club = read(first)
        prove()
        second = write(folder / "second.zip", club)
    with installation():
        settle_strangers(3)
        third = write(folder / "third.zip", read(second))
        prove()
    told = [leave_out_added(strip_ids(load_rows(path))) for path in (first, second, third)]
    for name, lines in told[0].items():
        assert lines == told[1][name], name
        assert lines == told[2][name], name


def test_a_book_goes_on_and_keeps_its_head(tmp_path):
    with installation():
        slug = BUILDERS["evening"]().slug
        BUILDERS["everything"]()
        file, heads = write(tmp_path / "club.zip"), prove_books().heads
    settle_strangers(5)
    club = read(file)
    assert set(heads) <= set(prove_books().heads)
    assert ClubOrigin.objects.get().club == club
    table = club.gametable_set.get(slug=slug)
    assert play(table, dreier(1)).outcome.name == "SAVED"
    prove()


def test_a_changed_hand_is_found_in_a_book_from_elsewhere(tmp_path):
    from tests.scoring.support.tampering import behind_the_back

    with installation():
        BUILDERS["evening"]()
        file = write(tmp_path / "club.zip")
    settle_strangers(5)
    club = read(file)
    entry = club.gametable_set.get().entries.earliest("sequence")
    other = club.persons.earliest("pk")
    behind_the_back(f"UPDATE scoring_entry SET by_id = {other.pk} WHERE id = {entry.pk}")
    assert {finding.code for finding in prove_books().findings} == {"hash"}


def test_nobody_can_log_in_until_the_director_gets_a_password(tmp_path):
    with installation():
        account = make_account("director")
        login = account.login
        file = write(tmp_path / "club.zip")
    club = read(file, login=login, password="ein langes Kennwort")
    found = Account.objects.get(club=club, login=login)
    assert found.check_password("ein langes Kennwort")
    assert found.is_host  # nobody was here before
    assert Club.objects.count() == 1
