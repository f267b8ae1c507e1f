"""Acts as links of a chain: each seals its own content, and the rows in their state after it.

A chain belongs to a tournament, a season, a table or a club. Its parts are rows that change, or that are kept beside
the acts: an act stores a digest of each part. During an action the statements are watched: the digest of a part is
compared before it is written. If it was changed outside the program before, its old digest stays, so that the proof
still finds the change.
"""

import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection, models
from django.db.models.constants import LOOKUP_SEP

from tarockclub.kit.hash_chain import ActFacts, compute_link, compute_rows_digest, encode_moment, encode_sorted
from tarockclub.kit.time_source import now
from tarockclub.platform.origins.ids import OriginIds, Piece, build_row_translation, load_pieces

BY_ACT = "sealed"  # key in an act for the digest of the row that it created
SHORTEST = 16  # hex digits of a hash with which an act is found: as many as papers show
SEAL_KIND = "sealed"  # the rows from before the chain
_WRITES = re.compile(r'\s*(INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"?(\w+)"?')
Models = Callable[[str], type[models.Model]]
_local = threading.local()


class SealedPart(NamedTuple):
    """Rows that belong to the owner of a chain. Another set of columns needs another name: old acts keep theirs."""

    name: str
    model: str
    owner_path: str  # the path from a row to the owner
    columns: tuple[str, ...]
    only: tuple[tuple[str, Any], ...] = ()  # further conditions of the rows


class Chain(NamedTuple):
    """The acts of one kind of owner, and the parts that they seal."""

    name: str
    owners: str  # model
    identity: str  # column of an owner with which the chain begins
    acts: str  # model
    owner: str  # its column
    parts: tuple[SealedPart, ...]
    version: str = ""  # column of an owner that counts its acts
    by_act: SealedPart | None = None  # rows that name the act which created them, and which seals each separately


CHAINS: dict[str, Chain] = {}


def register_chain(chain: Chain) -> Chain:
    """Register a chain for the proof."""
    CHAINS[chain.name] = chain
    return chain


def compute_digest(part: SealedPart, owner: int, get_model: Models = apps.get_model) -> str:
    """Return the digest of the current rows of a part; a migration gives its own models."""
    rows = get_model(part.model)._default_manager.filter(**{part.owner_path: owner}, **dict(part.only))
    return compute_rows_digest(rows.order_by("pk").values_list("pk", *part.columns))


def find_digest(part: SealedPart, owner: int, was: str | None, load: Callable[[], Iterable[Piece]]) -> str:
    """Return the digest of the current rows of a part; `was` itself if it is that with the ids of an origin.

    `load` is called only if the digests differ, for what was made elsewhere.
    """
    digest = compute_digest(part, owner)
    if was is None or digest == was:
        return digest
    return was if any(_compute_digest_there(part, owner, piece.ids) == was for piece in load()) else digest


def _compute_digest_there(part: SealedPart, owner: int, ids: OriginIds) -> str:
    model = apps.get_model(part.model)
    rows = model._default_manager.filter(**{part.owner_path: owner}, **dict(part.only)).order_by("pk")
    return compute_rows_digest(
        map(build_row_translation(model, part.columns, ids), rows.values_list("pk", *part.columns))
    )


NO_ROWS = compute_rows_digest(())


def compute_row_digest(part: SealedPart, row: models.Model) -> str:
    """Return the digest of a row that is not saved yet."""
    values = []
    for path in part.columns:
        value: Any = row
        for step in path.split(LOOKUP_SEP):
            value = getattr(value, step)
        values.append(value.pk if isinstance(value, models.Model) else value)
    return compute_rows_digest([values])


def compute_act_digests(
    part: SealedPart, owner: int, get_model: Models = apps.get_model, ids: OriginIds | None = None
) -> dict[int, str]:
    """Return the digest of each current row, by the id of its act; `ids`: with those of an origin."""
    model = get_model(part.model)
    rows = model._default_manager.filter(**{part.owner_path: owner}).values_list("act", "pk", *part.columns)
    translate = build_row_translation(model, part.columns, ids) if ids else list
    return {act: compute_rows_digest([translate(values)[1:]]) for act, *values in rows}


def format_chain_name(chain: Chain, owner: int, get_model: Models = apps.get_model) -> str:
    """Return the beginning of a chain: its kind, and the identity of its owner."""
    rows = get_model(chain.owners)._default_manager
    return name_chain(chain, rows.values_list(chain.identity, flat=True).get(pk=owner))


def name_chain(chain: Chain, identity: Any) -> str:
    """Return the name of a chain whose owner has this identity."""
    return f"{chain.name} {getattr(identity, 'hex', identity)}"


def build_act_facts(act: Any, name: str) -> ActFacts:
    """Return the facts of an act that the chain of that name proves."""
    about = [getattr(act, f"{what}_id", None) for what in ("round", "table", "undoes")]
    about += [getattr(act, f"{what}_id") for what in ("about", "token") if hasattr(act, f"{what}_id")]
    return ActFacts(
        chain=name,
        sequence=act.sequence,
        kind=str(act.kind),
        key=getattr(act, "key", ""),
        body_digest=getattr(act, "body_digest", ""),
        said=act.said,
        note="" if getattr(act, "note", None) is None else act.note.digest,
        about=tuple(about),
        by=act.by_id,
        device=act.device,
        at=encode_moment(act.at),
        state=act.state,
    )


class LastAct(NamedTuple):
    """The last act of an owner."""

    sequence: int = 0
    hash: bytes = b""
    state: str = "{}"


class OwnerWatch:
    """A watch for the parts of an owner that are written, until an act about the changes is written."""

    def __init__(self, chain: Chain, owner: int, name: str = "") -> None:
        self.chain, self.owner, self._known_name = chain, owner, name
        self.acts = apps.get_model(chain.acts)._default_manager
        own = self.acts.filter(**{chain.owner: owner}).order_by("-sequence")
        sequence, digest, state = own.values_list("sequence", "hash", "state").first() or LastAct()
        self.last = LastAct(sequence, bytes(digest), state)
        self._before: dict[str, str] = {}

    @cached_property
    def name(self) -> str:
        """Return the name of the chain."""
        name = name_chain(self.chain, self.owner) if self.chain.identity == "pk" else self._known_name
        return name or format_chain_name(self.chain, self.owner)

    @cached_property
    def _pieces(self) -> Iterable[Piece]:
        return load_pieces([self.name]).get(self.name, ())

    def record_statement(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Record the parts that a statement is about to change."""
        written = _WRITES.match(sql)
        if written is not None:
            for part in self.chain.parts:
                if part.name not in self._before and _can_change(part, written[1], written[2], sql):
                    was = json.loads(self.last.state).get(part.name)
                    self._before[part.name] = find_digest(part, self.owner, was, lambda: self._pieces)
        return execute(sql, params, many, context)

    def forget_before(self) -> None:
        """Let the next act seal all rows as they are now: they were proved, and have other ids here."""
        self._before = json.loads(self.last.state)

    def write(self, **columns: Any) -> Any:
        """Write the act about the action, the next link of the chain."""
        act = self.acts.model(**{"sequence": self.last.sequence + 1, f"{self.chain.owner}_id": self.owner, **columns})
        act.previous_hash, act.state = self.last.hash, self._digest_state()
        act.hash = compute_link(act.previous_hash, build_act_facts(act, self.name))
        act.save(force_insert=True)
        self.last, self._before = LastAct(act.sequence, act.hash, act.state), {}
        return act

    def _digest_state(self) -> str:
        """Return the digests of all parts; unchanged parts keep theirs."""
        was = json.loads(self.last.state)
        return encode_sorted({part.name: self._digest_part(part, was.get(part.name)) for part in self.chain.parts})

    def _digest_part(self, part: SealedPart, was: str | None) -> str:
        if was is None or self._before.get(part.name) == was:
            return compute_digest(part, self.owner)
        return was


def _can_change(part: SealedPart, verb: str, table: str, sql: str) -> bool:
    """Return whether a statement may change the content of a part."""
    own, columns = _list_columns(part)
    if verb != "UPDATE":
        return table == own
    setting = sql.partition(" WHERE ")[0]
    return any(table == source and f'"{column}" = ' in setting for source, column in columns)


_columns_by_part: dict[SealedPart, tuple[str, frozenset[tuple[str, str]]]] = {}


def _list_columns(part: SealedPart) -> tuple[str, frozenset[tuple[str, str]]]:
    """Return the table of a part, and all columns that it reads, each with its table."""
    if part not in _columns_by_part:
        model = apps.get_model(part.model)
        columns = set()
        for path in (*part.columns, *(name for name, _ in part.only)):
            current: Any = model
            for step in path.split(LOOKUP_SEP):
                names = {name for field in current._meta.concrete_fields for name in (field.name, field.attname)}
                if step not in names:
                    break  # a lookup of a condition: gt, isnull
                field = current._meta.get_field(step)
                columns.add((current._meta.db_table, field.column))
                current = field.related_model or current
        _columns_by_part[part] = (model._meta.db_table, frozenset(columns))
    return _columns_by_part[part]


def seal_new_parts(chain: Chain, parts: tuple[str, ...], get_model: Models) -> None:
    """Add an act that seals parts which chains have not known so far; for migrations."""
    acts: Any = get_model(chain.acts)._default_manager
    owners = get_model(chain.owners)._default_manager
    for owner in owners.order_by("pk").values_list("pk", flat=True):
        last = acts.filter(**{chain.owner: owner}).order_by("-sequence").first()
        new_parts = [part for part in chain.parts if last is None or part.name in parts]
        state = {part.name: compute_digest(part, owner, get_model) for part in new_parts}
        if last is None and set(state.values()) == {NO_ROWS}:
            continue
        before = LastAct() if last is None else LastAct(last.sequence, bytes(last.hash), last.state)
        act = acts.model(
            **{f"{chain.owner}_id": owner}, sequence=before.sequence + 1, kind=SEAL_KIND, said="{}", at=now()
        )
        if hasattr(act, "key"):
            act.key = f"{SEAL_KIND} {' '.join(parts)}"  # unique: others may be sealed later
        act.previous_hash, act.state = before.hash, encode_sorted({**json.loads(before.state), **state})
        name = format_chain_name(chain, owner, get_model=get_model)
        act.hash = compute_link(act.previous_hash, build_act_facts(act, name))
        act.save(force_insert=True)
        if chain.version:
            owners.filter(pk=owner).update(**{chain.version: act.sequence})


@contextmanager
def watch_owner(chain: Chain, owner: int, name: str = "") -> Iterator[OwnerWatch]:
    """Watch the changes to an owner whose row is locked; within another watch of the same owner, that one continues.

    `name`: that of its chain, where the row is at hand; otherwise it is asked for.
    """
    watches: dict[tuple[str, int], OwnerWatch] = _local.__dict__.setdefault("watches", {})
    outer = watches.get((chain.name, owner))
    if outer is not None:
        yield outer
        return
    watch = watches[chain.name, owner] = OwnerWatch(chain, owner, name)
    try:
        with connection.execute_wrapper(watch.record_statement):
            yield watch
    finally:
        del watches[chain.name, owner]


@contextmanager
def record_act(
    chain: Chain, owner: int, kind: str, content: dict[str, Any], by: int | None = None, device: str = ""
) -> Iterator[None]:
    """Write an act about the changes made within, for acts with neither key nor reason."""
    with watch_owner(chain, owner) as watch:
        yield
        watch.write(kind=kind, said=encode_sorted(content), by_id=by, device=device, at=now())
