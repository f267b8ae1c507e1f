"""Whether the acts are all there, in order, say what they said, and the rows are as the last of them left them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections

from scoring.audit.chain import is_note_intact
from scoring.audit.findings import Finding
from scoring.audit.scores import READ_ERRORS
from tarockclub.act_chain import (
    BY_ACT,
    NO_ROWS,
    Chain,
    SealedPart,
    build_act_facts,
    compute_act_digests,
    compute_digest,
    format_chain_name,
)
from tarockclub.hash_chain import compute_link
from tarockclub.models import Note
from tarockclub.server.db_snapshot import read_snapshot


class ProvedActs(NamedTuple):
    """What came out for one owner of a chain."""

    name: str  # with what its chain begins
    acts: int
    head: str  # hash of the last act; "" without one
    findings: list[Finding]


def list_owners(chain: Chain, using: str = DEFAULT_DB_ALIAS) -> list[int]:
    """Everything that has acts of this kind, or rows that none could have left without one."""
    acts = apps.get_model(chain.acts)._default_manager.using(using)
    found = set(acts.order_by().values_list(chain.owner, flat=True).distinct())
    for part in chain.parts:
        rows = apps.get_model(part.model)._default_manager.using(using).filter(**dict(part.only))
        found.update(rows.order_by().values_list(part.of, flat=True).distinct())
    return sorted(found)


def prove_acts(chain: Chain, owner: int, using: str = DEFAULT_DB_ALIAS) -> ProvedActs:
    """Prove the acts of one owner, and the rows that they have left."""
    with read_snapshot(connections[using]):
        acts = _load_acts(chain, owner, using)
        name = format_chain_name(chain, owner, using)
        shown = " ".join((name.split()[0], name.split()[1][:8]))
        try:
            findings = list(_check_acts(chain, owner, acts, name, using))
        except READ_ERRORS:
            findings = [Finding("act_unreadable")]
    head = bytes(acts[-1].hash).hex() if acts else ""
    return ProvedActs(name, len(acts), head, [finding._replace(table=shown) for finding in findings])


def _check_acts(chain: Chain, owner: int, acts: list[Any], name: str, using: str) -> Iterator[Finding]:
    yield from _check_chain(acts, name)
    yield from _check_count(chain, owner, acts, using)
    yield from _check_rows(chain, owner, acts, using)
    yield from _check_act_rows(chain, owner, acts, using)


def _load_acts(chain: Chain, owner: int, using: str) -> list[Any]:
    model = apps.get_model(chain.acts)
    rows = model._default_manager.using(using).filter(**{chain.owner: owner}).order_by("sequence")
    has_note = any(field.name == "note" for field in model._meta.concrete_fields)
    return list(rows.select_related("note") if has_note else rows)


def _check_chain(acts: Sequence[Any], name: str) -> Iterator[Finding]:
    head, expected = b"", 1
    for act in acts:
        yield from (Finding("act_missing", sequence=missing) for missing in range(expected, act.sequence))
        if expected == act.sequence and bytes(act.previous_hash) != head:
            yield Finding("act_previous", sequence=act.sequence)
        if compute_link(bytes(act.previous_hash), build_act_facts(act, name)) != bytes(act.hash):
            yield Finding("act_hash", sequence=act.sequence)
        if getattr(act, "note", None) is not None and not is_note_intact(act.note):
            yield Finding("note", sequence=act.sequence)
        head, expected = bytes(act.hash), act.sequence + 1


def _check_count(chain: Chain, owner: int, acts: Sequence[Any], using: str) -> Iterator[Finding]:
    """Whether there are as many acts as the owner counts."""
    if not chain.version:
        return
    rows = apps.get_model(chain.owners)._default_manager.using(using).filter(pk=owner)
    counts, last = rows.values_list(chain.version, flat=True)[0], acts[-1].sequence if acts else 0
    yield from (Finding("act_missing", sequence=missing) for missing in range(last + 1, counts + 1))
    if counts < last:
        yield Finding("act_count", what=str(counts))


def _check_rows(chain: Chain, owner: int, acts: Sequence[Any], using: str) -> Iterator[Finding]:
    """Whether the rows are as the last act has left them; without an act there are none."""
    sealed = json.loads(acts[-1].state) if acts else {part.name: NO_ROWS for part in chain.parts}
    for part in chain.parts:
        fits = sealed.get(part.name) in (None, compute_digest(part, owner, using))
        if not fits or not all(map(is_note_intact, _iter_notes(part, owner, using))):
            yield Finding(f"left_{part.name}")


def _check_act_rows(chain: Chain, owner: int, acts: Sequence[Any], using: str) -> Iterator[Finding]:
    """Whether the rows are there that single acts have brought about, as they were."""
    if chain.by_act is None:
        return
    told = {act.pk: json.loads(act.said).get(BY_ACT) for act in acts}
    there = compute_act_digests(chain.by_act, owner, using)
    for act in acts:
        if told[act.pk] != there.get(act.pk):
            yield Finding(f"left_{chain.by_act.name}", sequence=act.sequence)
    if not there.keys() <= told.keys() or not all(map(is_note_intact, _iter_notes(chain.by_act, owner, using))):
        yield Finding(f"left_{chain.by_act.name}")


def _iter_notes(part: SealedPart, owner: int, using: str) -> Iterator[Note]:
    """The free text whose digest a part holds."""
    rows = apps.get_model(part.model)._default_manager.using(using).filter(**{part.of: owner})
    for path in part.columns:
        step, _, last = path.rpartition("__")
        if last == "digest" and rows.model._meta.get_field(step).related_model is Note:
            yield from Note.objects.using(using).filter(pk__in=rows.values(step)).order_by("pk")
