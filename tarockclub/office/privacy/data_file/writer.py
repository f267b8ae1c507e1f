"""The file: a ZIP with a page in German, one in English, and the same data for programs."""

import io
import json
import re
import tomllib
import zipfile
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.office.privacy.data_file import sections, tournaments
from tarockclub.office.privacy.data_file.section import Cell, DataSection, DataSubject, format_cell
from tarockclub.platform.privacy.public_names import load_privacy
from tournaments.people.register.services import list_merged

SECTIONS = (*sections.SECTIONS, *tournaments.SECTIONS)
LANGUAGES = ("de", "en")
_NOT_IN_A_NAME = re.compile(r"[^\w-]+")
Loaded = list[tuple[DataSection, list[tuple[Cell, ...]]]]  # sections with their rows


def build_data_file(person: Person) -> bytes:
    """Return everything that is kept about a person."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for language in LANGUAGES:
            with translation.override(language):
                sections = load_sections(person, language)
                file.writestr(_("information") + ".html", _render(person, sections))
                if language == LANGUAGES[-1]:
                    file.writestr("data.json", _encode(person, sections))
    return packed.getvalue()


def load_sections(person: Person, language: str) -> Loaded:
    """Load all sections, in the language that is active."""
    subject = DataSubject(person, frozenset({person.pk, *list_merged(person)}), language)
    return [(section, list(section.load(subject))) for section in SECTIONS]


def format_person_file_name(person: Person) -> str:
    """Return the name of the file, without the person's."""
    begin = _("information")
    return _NOT_IN_A_NAME.sub("-", f"{begin}-{person.number}-{now():%Y-%m-%d}") + ".zip"


def _render(person: Person, sections: Loaded) -> str:
    context = {
        "person": person,
        "club": person.club,
        "privacy": load_privacy(person.club_id),
        "made": now(),
        "sections": [(section, [map(format_cell, row) for row in rows]) for section, rows in sections],
        "language": translation.get_language(),
    }
    return render_to_string("tarockclub/office/privacy/data_file.html", context)


def _encode(person: Person, sections: Loaded) -> str:
    content = {
        "club": person.club.name,
        "number": person.number,
        "made": now().isoformat(),
        "data": {
            section.key: [dict(zip(map(str, section.columns), row, strict=True)) for row in rows]
            for section, rows in sections
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=1, default=_encode_value)


def _encode_value(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


# What each thing in the file is for, as the inventory says of its column; the public page says it.

PURPOSES = {
    "names": gettext_lazy("To know who is who, also of two with the same name, and to show no more of it than agreed"),
    "contact": gettext_lazy("To reach people, and to show them their own page"),
    "messages": gettext_lazy("To tell people what concerns them, where they have asked for it"),
    "groups": gettext_lazy("To rank ladies, juniors and other groups by themselves"),
    "entries": gettext_lazy("To take registrations for tournaments"),
    "seats": gettext_lazy("To seat the players and to run the rounds"),
    "play": gettext_lazy("To score the hands, and to rank and show what was played"),
    "money": gettext_lazy("To account for entry fees, and to pay what is settled to the right account"),
    "events": gettext_lazy("To announce evenings, tournaments and prizes"),
    "access": gettext_lazy("To let in those who work with the program, and nobody else"),
    "proof": gettext_lazy("To prove who has entered, changed or looked at what, and to settle disputes"),
}


class KeptData(NamedTuple):
    """The data of one kind that are kept for one purpose."""

    title: Promise
    columns: list[Promise]  # none: all of them together


@cache
def load_purposes() -> list[tuple[Promise, list[KeptData]]]:
    """Return the purposes with the data that a person gets of each, by the words of the person's file."""
    text = (Path(__file__).parents[1] / "inventory.toml").read_text(encoding="utf-8")
    lines = [line for model in tomllib.loads(text).values() for name, line in model.items() if name != "none"]
    places = {(line["for"], line["given"]) for line in lines if line.get("given")}
    with translation.override("en"):  # as the inventory says them
        return [(words, _list_kept(key, places)) for key, words in PURPOSES.items()]


def _list_kept(purpose: str, places: set[tuple[str, str]]) -> list[KeptData]:
    data = []
    for section in SECTIONS:
        columns = [column for column in section.columns if (purpose, f"{section.key}: {column}") in places]
        if columns or (purpose, section.key) in places:
            data.append(KeptData(section.title, columns))
    return data
