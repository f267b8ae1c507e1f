"""The file: a ZIP with a page in German, one in English, and the same data for programs."""

import io
import json
import re
import zipfile
from datetime import date

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

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
