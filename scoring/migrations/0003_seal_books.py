"""Books of before the chain get what new ones have: keys of their lines, forehands, digests, hashes, where they stand.

They know hands and strikes of the last hand only, and nobody has come or gone.
"""

import json
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tarockclub.hash_chain import Facts, compute_genesis, compute_link, compute_note_digest, format_moment

PLACES = range(6)
STRIKE = "strike"


def seal(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seal every book that has no chain yet."""
    for note in apps.get_model("tarockclub", "Note").objects.filter(digest="", erased=None):
        note.digest = compute_note_digest(bytes(note.salt), note.text)
        note.save(update_fields=["digest"])
    for table in apps.get_model("scoring", "GameTable").objects.select_related("sheet_version"):
        if not bytes(table.head):
            _seal(apps, table)


def _seal(apps: Apps, table: Any) -> None:
    entries = apps.get_model("scoring", "Entry").objects.filter(table=table).select_related("replaces", "note")
    opened: dict[int, str] = {}
    head = _genesis(apps, table)
    for entry in entries.order_by("sequence"):
        opened.setdefault(entry.deal_number, entry.key)
        entry.forehand = (entry.dealer + 1) % table.players
        entry.previous_hash = head
        entry.hash = head = compute_link(head, _facts(table, entry))
        entry.save(update_fields=["forehand", "previous_hash", "hash"])
    deals = list(
        apps.get_model("scoring", "Deal").objects.filter(table=table).select_related("entry").order_by("number")
    )
    for deal in deals:
        deal.key = opened[deal.number]
        deal.save(update_fields=["key"])
    table.head, table.state = head, _state(apps, table, deals)
    table.save(update_fields=["head", "state"])


def _genesis(apps: Apps, table: Any) -> bytes:
    seated = apps.get_model("scoring", "Seated").objects.filter(sitting__table=table).order_by("sitting__place")
    persons = list(seated.values_list("person_id", flat=True))
    sheet = table.sheet_version.digest
    return compute_genesis(table.slug.hex, sheet, table.players, table.first_forehand, table.agreed, persons)


def _facts(table: Any, entry: Any) -> Facts:
    return Facts(
        table=table.slug.hex,
        sequence=entry.sequence,
        deal_number=entry.deal_number,
        kind=entry.kind,
        key=entry.key,
        body_digest=entry.body_digest,
        answer=entry.answer,
        replaces=None if entry.replaces is None else entry.replaces.sequence,
        note="" if entry.note is None else entry.note.digest,
        forehand=entry.forehand,
        dealer=entry.dealer,
        active=(entry.active0, entry.active1, entry.active2, entry.active3),
        record=entry.record,
        radl_set=entry.radl_set,
        radl=entry.radl,
        money=tuple(getattr(entry, f"money{place}") for place in PLACES),
        written=tuple(getattr(entry, f"written{place}") for place in PLACES),
        by=entry.by_id,
        device=entry.device,
        at=format_moment(entry.at),
    )


def _state(apps: Apps, table: Any, deals: list[Any]) -> str:
    """Where the table stands before its next deal."""
    sittings = apps.get_model("scoring", "Sitting").objects.filter(table=table).order_by("place")
    stacks = "stacks" in json.loads(table.sheet_version.text).get("radl", {})
    running: list[int] = []
    played = [deal.entry for deal in deals if deal.entry.kind != STRIKE]
    for entry in played:
        running = _after(running, json.loads(entry.answer)["radl_deals"], table.players, stacks=stacks)
    state = {
        "order": list(range(table.players)),
        "forehand": (table.first_forehand + len(played)) % table.players,
        "running": running,
        "first_forehand": table.first_forehand,
        "last_round": ["", 0],
        "in_round": len(played) % table.players,
        "sittings": [[sitting.place, sitting.pk] for sitting in sittings],
        "number": deals[-1].number if deals else 0,
    }
    return json.dumps(state, separators=(",", ":"))


def _after(running: list[int], deals: int | str | None, players: int, *, stacks: bool) -> list[int]:
    """The running Radln after a hand that may have started another."""
    left = [one - 1 for one in running if one > 1]
    if deals is None:
        return left
    lasts = players if isinstance(deals, str) else deals
    return [*left, lasts] if stacks else [max(lasts, *left, 0)]


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_the_book"), ("tarockclub", "0003_note_digest")]

    operations = [migrations.RunPython(seal, migrations.RunPython.noop)]
