"""A file that somebody has changed is refused with a sentence, and nothing changes."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring.book.audit import verify
from scoring.models import GameTable
from tarockclub.models import Club, Person, SetAsideBook
from tarockclub.office.club_file import reader
from tarockclub.office.club_file.contents import RETIRED_MEMBERS, FileRefused
from tarockclub.platform.clubs.middleware import list_named_models
from tests.tarockclub.office.club_file.worlds import installation, play_evening, read, settle_strangers, write

pytestmark = [pytest.mark.heavy, pytest.mark.django_db]
ENTRIES, PERSONS, TABLES = "scoring.Entry.jsonl", "tarockclub.Person.jsonl", "scoring.GameTable.jsonl"
Members = dict[str, bytes]


def change_rows(members: Members, name: str, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Change the rows of a model, with the digest that fits them."""
    rows = [json.loads(line) for line in members[name].splitlines()]
    change(rows)
    put_lines(members, name, [json.dumps(row) for row in rows])


def put_lines(members: Members, name: str, lines: list[str], **about: int) -> None:
    """Put lines in place of those of a model."""
    text = "".join(f"{line}\n" for line in lines).encode()
    members[name] = text
    told = {"rows": len(lines), "sha256": hashlib.sha256(text).hexdigest(), **about}
    change_manifest(members, lambda manifest: manifest["members"].setdefault(name, {"last": 0}).update(told))


def change_manifest(members: Members, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what the file says about itself."""
    manifest = json.loads(members["manifest.json"])
    change(manifest)
    members["manifest.json"] = json.dumps(manifest).encode()


def in_rows(name: str, change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Members], object]:
    """A change of the rows of a model."""
    return lambda members: change_rows(members, name, change)


def in_manifest(change: Callable[[dict[str, Any]], object]) -> Callable[[Members], object]:
    """A change of what the file says about itself."""
    return lambda members: change_manifest(members, change)


CHANGES: dict[str, tuple[Callable[[Members], object], str]] = {
    "a newer format": (in_manifest(lambda said: said.update(format=2)), "newer"),
    "no format": (in_manifest(lambda said: said.pop("format")), "manifest"),
    "no JSON": (lambda some: some.update({"manifest.json": b"["}), "manifest"),
    "very deep JSON": (lambda some: put_lines(some, PERSONS, ["[" * 100_000]), "row"),
    "a model that nobody knows": (lambda some: some.update({"tarockclub.Job.jsonl": b""}), "members"),
    "sessions": (lambda some: some.update({"usersessions.UserSession.jsonl": b""}), "members"),
    "a path": (lambda some: some.update({"../../etc/passwd": b""}), "members"),
    "another digest": (lambda some: some.update({PERSONS: some[PERSONS] + b"\n"}), "row"),
    "a row less": (lambda some: some.update({PERSONS: b"".join(some[PERSONS].splitlines(True)[1:])}), "damaged"),
    "a column that nobody knows": (in_rows(PERSONS, lambda rows: rows[0].update(password="x")), "unknown_field"),
    "a column less": (in_rows(PERSONS, lambda rows: rows[0].pop("number")), "missing_field"),
    "a text for a number": (in_rows(PERSONS, lambda rows: rows[0].update(number="1")), "value"),
    "a name that is too long": (in_rows(PERSONS, lambda rows: rows[0].update(name="x" * 81)), "value"),
    "half a character": (in_rows(PERSONS, lambda rows: rows[0].update(name="\ud800")), "value"),
    "a NUL": (in_rows(PERSONS, lambda rows: rows[0].update(name="a\0")), "value"),
    "a huge number": (in_rows(PERSONS, lambda rows: rows[0].update(number=1 << 70)), "value"),
    "an id of others": (in_rows(TABLES, lambda rows: rows[0].update(club=999)), "foreign"),
    "a person of others": (in_rows(ENTRIES, lambda rows: rows[0].update(by=4000)), "foreign"),
    "a reference to nothing": (
        in_rows("scoring.Seated.jsonl", lambda rows: rows[0].update(sitting=rows[0]["id"] + 99)),
        "foreign",
    ),
    "another hand": (in_rows(ENTRIES, lambda rows: rows[0].update(device="f" * 16)), "broken"),
    "an unequal sum": (in_rows(ENTRIES, lambda rows: rows[0].update(money0=7)), "value"),
    "a hand less": (in_rows(ENTRIES, lambda rows: rows.pop()), "foreign"),
    "another hash": (in_rows(ENTRIES, lambda rows: rows[1].update(hash="00" * 32)), "broken"),
    "other rules": (in_rows("scoring.SheetVersion.jsonl", lambda rows: rows[0].update(text="x")), "broken"),
    "a person twice": (in_rows(PERSONS, lambda rows: rows.append(rows[0])), "there"),
    "a colour that is none": (in_rows("tarockclub.Club.jsonl", lambda rows: rows[0].update(colour="x")), "value"),
    "a logo that is no digest": (in_rows("tarockclub.Club.jsonl", lambda rows: rows[0].update(logo="../x")), "value"),
    "a clock that is none": (in_rows(TABLES, lambda rows: rows[0].update(clock="{")), "text"),
    "a clock that never ends": (in_rows(TABLES, lambda rows: rows[0].update(clock='{"ends":1e300}')), "text"),
    "a clock of words": (in_rows(TABLES, lambda rows: rows[0].update(clock='{"ends":null,"left":"x"}')), "text"),
    "two clubs": (in_rows("tarockclub.Club.jsonl", lambda rows: rows.append({**rows[0], "id": 1})), "damaged"),
}


@pytest.fixture(scope="module")
def stored_members() -> Members:
    """Return what all tests begin with, which the first one writes."""
    return {}


@pytest.fixture
def good(stored_members: Members, tmp_path: Path) -> Members:
    """Return the members of a file in order."""
    if not stored_members:
        with installation():
            play_evening()
            path = write(tmp_path / "good.zip")
        with zipfile.ZipFile(path) as container:
            stored_members.update({name: container.read(name) for name in container.namelist()})
    return dict(stored_members)


def pack(path: Path, members: Members) -> Path:
    """Write a file of these members."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as container:
        for name, text in members.items():
            container.writestr(name, text)
    return path


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_file_is_refused(name, good, tmp_path):
    change, code = CHANGES[name]
    change(good)
    refuse(pack(tmp_path / "club.zip", good), code)


def test_the_unchanged_file_is_read(good, tmp_path):
    assert read(pack(tmp_path / "club.zip", good)).gametable_set.count() == 1


def test_what_earlier_versions_wrote_and_nothing_knows_any_more_is_skipped(good, tmp_path, monkeypatch):
    put_lines(good, RETIRED_MEMBERS[0], ['{"id":1,"club":1,"kind":"format","text":"{}"}'], last=1)
    change_rows(good, "tarockclub.Club.jsonl", lambda rows: rows[0].update(motto="Wer gibt?"))
    refuse(pack(tmp_path / "unknown.zip", good), "unknown_field")
    monkeypatch.setattr(reader, "RETIRED_COLUMNS", {"tarockclub.club": frozenset({"motto"})})
    assert read(pack(tmp_path / "club.zip", good)).gametable_set.count() == 1


def test_an_origin_for_a_book_of_others_is_refused(good, tmp_path):
    """It would change how the books of another club are proved."""
    other = settle_strangers(2).gametable_set.get()
    club, at = json.loads(good["tarockclub.Club.jsonl"].splitlines()[0])["id"], "2026-01-06T12:00:00+00:00"
    origin = {"id": 1, "club": club, "digest": "0" * 64, "made": at, "at": at, "shifts": "{}", "keys": "{}"}
    put_lines(good, "tarockclub.ClubOrigin.jsonl", [json.dumps(origin)], last=1)
    names = {
        f"book {other.slug.hex}": "foreign",
        "log 0": "foreign",
        "club 999": "foreign",
        "x": "foreign",
        "log x": "text",
    }
    for name, code in names.items():
        chain = {"id": 1, "origin": 1, "name": name, "until": 9}
        put_lines(good, "tarockclub.OriginChain.jsonl", [json.dumps(chain)], last=1)
        refuse(pack(tmp_path / "club.zip", good), code)
    assert verify() == []


def test_a_book_that_was_set_aside_does_not_lead_to_its_club():
    """Its slug comes from a file, and may be that of a table of others."""
    assert SetAsideBook not in list_named_models()
    assert GameTable in list_named_models()


def test_a_bomb_is_refused(good, tmp_path):
    refuse(pack(tmp_path / "bomb.zip", {**good, "schema.json": b" " * (80 << 20)}), "swollen")


def test_a_line_without_end_is_refused(good, tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "MOST_LINE", 1000)
    refuse(pack(tmp_path / "line.zip", {**good, PERSONS: b"[" + b"1," * 600 + b"1]\n"}), "row")


@pytest.mark.parametrize("text", [b"", b"PK\x03\x04", b"%PDF"])
def test_something_else_is_no_file_of_a_club(text, tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(text)
    refuse(path, "no_zip")


def refuse(path: Path, code: str) -> None:
    """Prove that a file is refused for a reason, and that nothing changes."""
    before = Club.objects.count(), Person.objects.count()
    with pytest.raises(FileRefused) as refused:
        read(path)
    assert refused.value.code == code
    assert str(refused.value)
    assert (Club.objects.count(), Person.objects.count()) == before
