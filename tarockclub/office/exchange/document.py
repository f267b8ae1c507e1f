"""The file in which rules travel: JSON, the same for all kinds. A file of others is hostile until it has been read.

>>> head = {"kind": "season", "id": f"{0:032x}", "version": 1, "name": "Cup", "by": "Linde", "made": "2026-11-26"}
>>> document = build_rules_file({"settings": {}}, ["Tage: 5 → 6"], **head)
>>> read_rules_file(write_rules_file(document).encode()) == document
True
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError

from tarockclub.kit.json_text import encode_sorted
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.schemas import Address, Day, In, Name, decode_json
from tarockclub.platform.parcels.pieces import DIGEST, compute_digest
from tournaments.core.acts import ActionRefused

FORMAT = 1  # of the file; a newer one is refused
MOST_BYTES = 512 * 1024
MOST_CHANGES, LONGEST_CHANGE = 200, 300
_HIGHEST = 1 << 31
Version = Annotated[int, Field(ge=0, lt=_HIGHEST)]


class RulesBase(In):
    """The rules that others are based on; `version` 0: they came with the program."""

    id: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    name: Name
    version: Version = 0
    digest: Annotated[str, StringConstraints(pattern=rf"{DIGEST}|^$")] = ""


class RulesDocument(In):
    """A file: which rules, by whom, how old, and what they change, for people to read."""

    tarockclub: Literal[1] = 1
    kind: Literal["sheet", "format", "season"]
    id: Address
    version: Annotated[int, Field(ge=1, lt=_HIGHEST)]
    name: Name
    by: Name
    made: Day
    base: RulesBase | None = None
    changes: Annotated[
        list[Annotated[str, StringConstraints(max_length=LONGEST_CHANGE)]], Field(max_length=MOST_CHANGES)
    ]
    digest: Annotated[str, StringConstraints(pattern=DIGEST)]
    content: dict[str, Any]


def build_rules_file(content: dict[str, Any], changes: Sequence[str], **head: Any) -> RulesDocument:
    """Return the file of rules; `head`: the other fields but the digest."""
    kept = [_put_on_a_line(change)[:LONGEST_CHANGE] for change in changes[:MOST_CHANGES]]
    on_a_line = {name: _put_on_a_line(head[name]) for name in ("name", "by")}
    values = {"changes": kept, "digest": compute_content_digest(content), "content": content}
    return RulesDocument.model_validate({**head, **on_a_line, **values})


def _put_on_a_line(text: str) -> str:
    """Return a text with plain blanks alone, as `read_rules_file` asks for."""
    return " ".join(text.split())


def compute_content_digest(content: dict[str, Any]) -> str:
    """Return what tells rules from others; in whatever order they are written."""
    return compute_digest(encode_sorted(content).encode())


def write_rules_file(document: RulesDocument) -> str:
    """Return the text of a file."""
    return document.model_dump_json(indent=1)


def read_rules_file(data: bytes) -> RulesDocument:
    """Return what a file says.

    Raise ActionRefused("rules_too_large", "no_rules_file", "newer_rules_file", "changed_rules_file").
    """
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
    if not all(text.isprintable() for text in _iter_texts(document)):
        raise ActionRefused("no_rules_file")
    if compute_content_digest(document.content) != document.digest:
        raise ActionRefused("changed_rules_file")
    return document


def _iter_texts(document: RulesDocument) -> Iterator[str]:
    yield from (document.name, document.by, *document.changes)
    if document.base is not None:
        yield from (document.base.id, document.base.name)
