"""The file of a format or of a season's rules: JSON. A file of others is hostile until it has been read.

>>> document = RulesDocument(kind="season", name="Cup", by="Linde", made="2026-11-26", content={"settings": {}})
>>> read_rules_file(write_rules_file(document).encode()) == document
True
"""

from typing import Any, Literal

from pydantic import ValidationError

from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.schemas import Day, In, Name, decode_json
from tournaments.core.acts import ActionRefused

FORMAT = 1  # of the file; a newer one is refused
MOST_BYTES = 512 * 1024


class RulesDocument(In):
    """A file: which rules, and of whom."""

    tarockclub: Literal[1] = 1
    kind: Literal["format", "season"]
    name: Name
    by: Name
    made: Day
    content: dict[str, Any]


def write_rules_file(document: RulesDocument) -> str:
    """Return the text of a file."""
    return document.model_dump_json(indent=1)


def read_rules_file(data: bytes) -> RulesDocument:
    """Return what a file says; raise ActionRefused("rules_too_large", "no_rules_file", "newer_rules_file")."""
    if len(data) > MOST_BYTES:
        raise ActionRefused("rules_too_large", most=MOST_BYTES // 1024)
    try:
        values = decode_json(data)
    except ApiError:
        raise ActionRefused("no_rules_file") from None
    if isinstance(values, dict) and type(values.get("tarockclub")) is int and values["tarockclub"] > FORMAT:
        raise ActionRefused("newer_rules_file")
    try:
        document = RulesDocument.model_validate(values)
    except ValidationError:
        raise ActionRefused("no_rules_file") from None
    if not (document.name.isprintable() and document.by.isprintable()):
        raise ActionRefused("no_rules_file")
    return document
