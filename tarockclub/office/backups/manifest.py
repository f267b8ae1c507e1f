"""The facts about a backup, stored beside the data."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tarockclub.office.backups.errors import Trouble

FORMAT = 1
# The kinds of lines with a hand that counts.
STANDING_KINDS = ("hand", "correction", "follow_up")


@dataclass(frozen=True)
class BackupFacts:
    """The facts of a backup, with which it is listed, compared and refused."""

    made: str  # UTC, ISO
    engine: str  # sqlite or postgresql
    hands: int  # that count
    tables: dict[str, tuple[int, str]]  # slug -> last sequence number, head of its chain
    migrations: tuple[str, ...]
    mark: str = ""  # changes with the book
    proof: tuple[str, ...] | None = None  # findings of the book's verification; None: not verified
    digest: str = ""  # SHA-256 of the data
    format: int = field(default=FORMAT)

    def format_json(self) -> str:
        """Return the facts as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


def read_facts(fetch: Callable[[str], Iterable[Sequence[Any]]], engine: str, made: str) -> BackupFacts:
    """Return the facts of a book; `fetch` returns the rows of a query."""
    counted = "SELECT count(*) FROM scoring_deal AS d JOIN scoring_entry AS e ON e.id = d.entry_id WHERE e.kind IN"
    [(hands,)] = fetch(f"{counted} {STANDING_KINDS}")
    tables = fetch("SELECT slug, last_sequence, head FROM scoring_gametable")
    applied = fetch("SELECT app, name FROM django_migrations ORDER BY app, name")
    return BackupFacts(
        made=made,
        engine=engine,
        hands=int(hands),
        tables={str(slug).replace("-", ""): (int(last), bytes(head or b"").hex()) for slug, last, head in tables},
        migrations=tuple(f"{app}.{name}" for app, name in applied),
    )


def parse_about(text: str) -> BackupFacts:
    """Parse the facts strictly: an upload may contain anything."""
    try:
        raw = json.loads(text)
        if raw["format"] != FORMAT:
            raise Trouble("newer")
        return BackupFacts(
            made=_check_text(raw["made"]),
            engine=_check_text(raw["engine"]),
            hands=_check_number(raw["hands"]),
            tables={
                _check_text(slug): (_check_number(row[0]), _check_text(row[1])) for slug, row in raw["tables"].items()
            },
            migrations=tuple(map(_check_text, raw["migrations"])),
            mark=_check_text(raw["mark"]),
            proof=None if raw["proof"] is None else tuple(map(_check_text, raw["proof"])),
            digest=_check_text(raw["digest"]),
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise Trouble("foreign", reason="about.json") from error


def _check_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _check_number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value
