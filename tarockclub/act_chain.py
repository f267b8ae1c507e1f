"""Acts as links of a chain: each seals, beside what it says, the rows as it has left them.

A chain belongs to a tournament, a season, a table or a club. Its parts are rows that change, or that stand beside the
acts: an act keeps a digest of each part. While something is done the statements are watched: a part that is written to
is looked at before and after. Where it was changed behind the program's back before, its old digest stays, and so the
proof goes on to find that.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.constants import LOOKUP_SEP

from tarockclub.hash_chain import ActFacts, compute_link, compute_rows_digest, format_moment
from tarockclub.time_source import now

BY_ACT = "sealed"  # what an act says of the row that it has brought about
SHORTEST = 16  # hex digits of a hash by which an act is found: as many as papers show
SEAL_KIND = "sealed"  # what was there before there was a chain
_WRITES = re.compile(r'\s*(INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"?(\w+)"?')
_encode = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode
Models = Callable[[str], type[models.Model]]


class SealedPart(NamedTuple):
    """Rows that belong to the owner of a chain. Another set of columns needs another name: old acts say the old one."""

    name: str
    model: str
    of: str  # the way from a row to the owner
    columns: tuple[str, ...]
    only: tuple[tuple[str, Any], ...] = ()  # what rows must meet besides


class Chain(NamedTuple):
    """What acts there are of one kind of owner, and what they seal."""

    name: str
    owners: str  # model
    identity: str  # column of an owner that the chain begins with
    acts: str  # model
    owner: str  # its column
    parts: tuple[SealedPart, ...]
    version: str = ""  # column of an owner that counts its acts
    by_act: SealedPart | None = (
        None  # rows that name the act which has brought them about, and which seals each by itself
    )


CHAINS: dict[str, Chain] = {}


def register_chain(chain: Chain) -> Chain:
    """Let the proof know of a chain."""
    CHAINS[chain.name] = chain
    return chain


def compute_digest(
    part: SealedPart, owner: int, using: str = DEFAULT_DB_ALIAS, get_model: Models = apps.get_model
) -> str:
    """What stands for the rows of a part as they are."""
    rows = get_model(part.model)._default_manager.using(using).filter(**{part.of: owner}, **dict(part.only))
    return compute_rows_digest(rows.order_by("pk").values_list("pk", *part.columns))


NO_ROWS = compute_rows_digest(())


def compute_row_digest(part: SealedPart, row: models.Model) -> str:
    """What stands for a row that is not saved yet."""
    values = []
    for path in part.columns:
        at: Any = row
        for step in path.split(LOOKUP_SEP):
            at = getattr(at, step)
        values.append(at.pk if isinstance(at, models.Model) else at)
    return compute_rows_digest([values])


def compute_act_digests(
    part: SealedPart, owner: int, using: str = DEFAULT_DB_ALIAS, get_model: Models = apps.get_model
) -> dict[int, str]:
    """What stands for each row as it is, by the id of its act."""
    rows = get_model(part.model)._default_manager.using(using).filter(**{part.of: owner})
    return {act: compute_rows_digest([values]) for act, *values in rows.values_list("act", *part.columns)}


def format_chain_name(
    chain: Chain, owner: int, using: str = DEFAULT_DB_ALIAS, get_model: Models = apps.get_model
) -> str:
    """With what a chain begins: its kind, and who nobody else is."""
    rows = get_model(chain.owners)._default_manager.using(using)
    value = rows.values_list(chain.identity, flat=True).get(pk=owner)
    return f"{chain.name} {getattr(value, 'hex', value)}"


def build_act_facts(act: Any, name: str) -> ActFacts:
    """What the chain of that name proves of an act."""
    return ActFacts(
        chain=name,
        sequence=act.sequence,
        kind=str(act.kind),
        key=getattr(act, "key", ""),
        body_digest=getattr(act, "body_digest", ""),
        said=act.said,
        note="" if getattr(act, "note", None) is None else act.note.digest,
        about=tuple(getattr(act, f"{what}_id", None) for what in ("round", "table", "undoes")),
        by=act.by_id,
        device=act.device,
        at=format_moment(act.at),
        state=act.state,
    )


class LastAct(NamedTuple):
    """The last act of an owner."""

    sequence: int = 0
    hash: bytes = b""
    state: str = "{}"


class OwnerWatch:
    """Sees which parts of an owner are written to, until an act about that is written."""

    def __init__(self, chain: Chain, owner: int) -> None:
        self.chain, self.owner = chain, owner
        self.acts = apps.get_model(chain.acts)._default_manager
        own = self.acts.filter(**{chain.owner: owner}).order_by("-sequence")
        sequence, digest, state = own.values_list("sequence", "hash", "state").first() or LastAct()
        self.last = LastAct(sequence, bytes(digest), state)
        self._before: dict[str, str] = {}

    def seen(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Look at the parts that a statement is about to change."""
        written = _WRITES.match(sql)
        if written is not None:
            for part in self.chain.parts:
                if part.name not in self._before and _can_change(part, written[1], written[2], sql):
                    self._before[part.name] = compute_digest(part, self.owner)
        return execute(sql, params, many, context)

    def write(self, **columns: Any) -> Any:
        """Write the act that says what was done, the next link of the chain."""
        act = self.acts.model(**{"sequence": self.last.sequence + 1, f"{self.chain.owner}_id": self.owner, **columns})
        act.previous_hash, act.state = self.last.hash, self._state()
        act.hash = compute_link(act.previous_hash, build_act_facts(act, format_chain_name(self.chain, self.owner)))
        act.save(force_insert=True)
        self.last, self._before = LastAct(act.sequence, act.hash, act.state), {}
        return act

    def _state(self) -> str:
        """The digests of all parts: those that were not written to are as before."""
        was = json.loads(self.last.state)
        return _encode({part.name: self._digest(part, was.get(part.name)) for part in self.chain.parts})

    def _digest(self, part: SealedPart, was: str | None) -> str:
        if was is None or self._before.get(part.name) == was:
            return compute_digest(part, self.owner)
        return was


def _can_change(part: SealedPart, verb: str, table: str, sql: str) -> bool:
    """Whether a statement may change what a part holds."""
    own, columns = _list_columns(part)
    if verb != "UPDATE":
        return table == own
    setting = sql.partition(" WHERE ")[0]
    return any(table == of and f'"{column}" = ' in setting for of, column in columns)


_columns_by_part: dict[SealedPart, tuple[str, frozenset[tuple[str, str]]]] = {}


def _list_columns(part: SealedPart) -> tuple[str, frozenset[tuple[str, str]]]:
    """The table of a part, and all columns that it reads, each with its table."""
    if part not in _columns_by_part:
        model = apps.get_model(part.model)
        found = set()
        for path in (*part.columns, *(name for name, _ in part.only)):
            at: Any = model
            for step in path.split(LOOKUP_SEP):
                names = {name for field in at._meta.concrete_fields for name in (field.name, field.attname)}
                if step not in names:
                    break  # of a condition: gt, isnull
                field = at._meta.get_field(step)
                found.add((at._meta.db_table, field.column))
                at = field.related_model or at
        _columns_by_part[part] = (model._meta.db_table, frozenset(found))
    return _columns_by_part[part]


def seal_old_acts(chain: Chain, get_model: Models) -> None:
    """Chain the acts of before there was a chain; for migrations (of which one that changes a part keeps the old one).

    What there was without an act is sealed by one that says nothing else.
    """
    acts: Any = get_model(chain.acts)._default_manager
    for owner in get_model(chain.owners)._default_manager.order_by("pk").values_list("pk", flat=True):
        name = format_chain_name(chain, owner, get_model=get_model)
        state = {part.name: compute_digest(part, owner, get_model=get_model) for part in chain.parts}
        by_act = compute_act_digests(chain.by_act, owner, get_model=get_model) if chain.by_act else {}
        old = list(acts.filter(**{chain.owner: owner}).order_by("sequence"))
        if not old and set(state.values()) != {NO_ROWS}:
            old = [acts.create(**{f"{chain.owner}_id": owner}, sequence=1, kind=SEAL_KIND, said="{}", at=now())]
        head = b""
        for act in old:
            if act.pk in by_act:
                act.said = _encode({**json.loads(act.said), BY_ACT: by_act[act.pk]})
            act.state = _encode(state) if act is old[-1] else "{}"
            act.previous_hash, act.hash = head, compute_link(head, build_act_facts(act, name))
            head = act.hash
        acts.bulk_update(old, ["said", "state", "previous_hash", "hash"], batch_size=100)


_local = threading.local()


@contextmanager
def watch_owner(chain: Chain, owner: int) -> Iterator[OwnerWatch]:
    """Watch what is done to an owner, whose row nobody else can write; within another watch of it, that one goes on."""
    watches: dict[tuple[str, int], OwnerWatch] = _local.__dict__.setdefault("watches", {})
    known = watches.get((chain.name, owner))
    if known is not None:
        yield known
        return
    watch = watches[chain.name, owner] = OwnerWatch(chain, owner)
    try:
        with connection.execute_wrapper(watch.seen):
            yield watch
    finally:
        del watches[chain.name, owner]


@contextmanager
def record_act(
    chain: Chain, owner: int, kind: str, said: dict[str, Any], by: int | None = None, device: str = ""
) -> Iterator[None]:
    """Write an act about what is done within, where acts have neither key nor reason."""
    with watch_owner(chain, owner) as watch:
        yield
        watch.write(kind=kind, said=_encode(said), by_id=by, device=device, at=now())
