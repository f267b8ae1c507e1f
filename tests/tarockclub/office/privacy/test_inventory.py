"""The inventory of personal data has every column, and tests/data/readers.toml says who may name people."""

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.utils.translation import override

from tarockclub.models import PrivacySettings
from tarockclub.office.privacy.data_file.writer import PURPOSES, SECTIONS
from tarockclub.office.privacy.texts import SOURCES
from tarockclub.platform.server.env import KEPT_NAMES
from tests.ground.test_structure import APPS, forget, read_sources
from tests.support.paths import ROOT

INVENTORY: dict[str, dict[str, Any]] = tomllib.loads(
    (ROOT / "tarockclub" / "office" / "privacy" / "inventory.toml").read_text(encoding="utf-8")
)
ELSEWHERE = INVENTORY.pop("elsewhere")
APPS_WITH_DATA = ("tarockclub", "scoring", "tournaments", "account", "mfa", "sessions", "usersessions")
# They may hold anything; of the others (numbers, days, ticks) none is a name: they say something of people beside one.
TEXTUAL = (
    *("CharField", "TextField", "JSONField", "BinaryField", "UUIDField", "SlugField", "FileField", "ImageField"),
    "GenericIPAddressField",
)
PEOPLE = ("Person", "Account", "Note", "Entrant")
HOLDS = {"name", "text", "person", "play", "device", "access", "digest"}
WAYS = {"replaced", "texts", "deleted", "ended", "numbered", "unreadable"}


def iter_columns() -> Iterator[tuple[str, str]]:
    """Yield the columns of all models that may hold personal data."""
    for model in apps.get_models():
        if model._meta.app_label in APPS_WITH_DATA:
            fields = model._meta.concrete_fields
            beside_people = model.__name__ in PEOPLE or any(map(is_of_people, fields))
            for field in fields:
                is_plain = field.related_model is None and not field.primary_key
                if field.get_internal_type() in TEXTUAL or is_of_people(field) or (beside_people and is_plain):
                    yield model._meta.label, field.name


def is_of_people(field: "models.Field[Any, Any]") -> bool:
    """Return whether a column leads to a person."""
    return field.related_model is not None and field.related_model.__name__ in PEOPLE


def iter_lines() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the lines of the inventory about columns with personal data; one with * for each column."""
    for model, lines in INVENTORY.items():
        names = [field.name for field in apps.get_model(model)._meta.concrete_fields]
        for pattern, line in lines.items():
            if pattern != "none":
                yield from ((model, name, line) for name in list_meant(names, pattern))


def list_meant(names: list[str], pattern: str) -> list[str]:
    """Return the names that a pattern means; itself if it means none."""
    return [name for name in names if fnmatch(name, pattern)] or [pattern]


def test_every_column_is_in_the_inventory_once():
    there = sorted((model, name) for model, name, _line in iter_lines())
    without = sorted((model, name) for model, lines in INVENTORY.items() for name in lines.get("none", ()))
    assert not set(there) & set(without)
    assert sorted([*there, *without]) == sorted(iter_columns())


@pytest.mark.parametrize(("model", "name", "line"), list(iter_lines()), ids=lambda value: value if value is str else "")
def test_a_line_says_how_it_is_given_out_and_erased(model, name, line):
    assert line["holds"] in HOLDS
    assert line["erased"] in WAYS
    assert line["for"] in PURPOSES
    section, _colon, column = line["given"].partition(": ")
    with override("en"):
        heads = {section.key: [*map(str, section.columns)] for section in SECTIONS}
    assert (section in heads and (not column or column in heads[section])) or (section == "" and line["why"])
    assert hasattr(PrivacySettings, line.get("kept", "declined_days"))


def test_free_texts_are_those_that_are_looked_through():
    looked_through = {(source.model, source.column) for source in SOURCES}
    said = {(model, name) for model, name, line in iter_lines() if line["erased"] == "texts" and "why" not in line}
    assert said == looked_through


def test_the_files_of_the_data_folder_are_in_it():
    assert {name.partition("/")[0].rstrip("*") for name in KEPT_NAMES} == {
        name.partition("/")[0] for name in ELSEWHERE if "." in name or "-" in name
    }


__all__ = ["forget"]
LISTS = tomllib.loads((ROOT / "tests/data/readers.toml").read_text("utf-8"))
MODULE = "tarockclub.platform.privacy.readers"
READERS = f"{MODULE.replace('.', '/')}.py"
COLUMNS = re.compile(r"shown_as|person(\.|__)called\b")


def list_entries(kind: str, key: str) -> list[str]:
    """Return what stands in all lists of a kind, each with a reason."""
    assert all(entry["why"] for entry in LISTS[kind])
    return sorted(name for entry in LISTS[kind] for name in entry[key])


def list_files(knows) -> list[str]:
    """Return the files that know something, but for that of the readers."""
    files = [source.path.as_posix() for source in read_sources() if any(map(knows, source.nodes))]
    return [file for file in files if file != READERS]


def knows_inside(node: ast.AST) -> bool:
    """Return True if a node imports INSIDE, or takes it from its module."""
    return (isinstance(node, ast.alias) and node.name in {"INSIDE", "*"}) or (
        isinstance(node, ast.Attribute) and node.attr == "INSIDE"
    )


def test_who_names_people_as_the_register_does_whoever_asks_has_a_reason():
    modules = [file.removesuffix(".py").replace("/", ".") for file in list_files(knows_inside)]
    assert modules == list_entries("inside", "modules")


def test_only_who_finds_out_who_is_looking_makes_readers():
    knowing = list_files(lambda node: isinstance(node, ast.ImportFrom) and node.module == MODULE)
    calling = list_files(lambda node: isinstance(node, ast.Call) and ast.unparse(node.func) == "Reader")
    assert [file for file in calling if file in knowing] == ["scoring/book/access/permissions.py"]


def test_nobody_else_reads_the_columns_from_which_names_are_made():
    files = [path for top in APPS for path in (ROOT / top).rglob("*.py") if "migrations" not in path.parts]
    files += (ROOT / "templates").rglob("*.html")
    names = {path.relative_to(ROOT).as_posix() for path in files if COLUMNS.search(path.read_text("utf-8"))}
    assert sorted(names - {READERS}) == list_entries("columns", "files")
