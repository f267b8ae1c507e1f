"""Taking an act back: once, by an act of its own that names it, as long as nothing prevents it; in words."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.kit.days import format_moment
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import UNDO_TIME, UndoStep
from tournaments.core.actions.names import load_act_names
from tournaments.core.actions.sentences import format_act_kind, format_deed, load_undoable_actions
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.messages import UNDO, Facts, register_sentences
from tournaments.core.table_names import name_table
from tournaments.models import Act, Round, RoundTable, Tournament
from tournaments.results.standings.editions import load_standing_editions


def undo(tournament: int, key: str, sequence: int, who: Actor = ANONYMOUS, reason: str = "") -> Act:
    """Take an act (its sequence number) back; after ten minutes only some kinds, and with a reason.

    Raise ActionRefused("no_such_act", "cannot_undo", "undone_already", "too_late", "no_reason"), and if something has
    followed from it, ActionRefused("followed", act=…), ("hands_since", table=…, at=…) and others of undo/services.py.
    """
    act = load_act(tournament, sequence)

    def do(row: Tournament) -> dict[str, Any]:
        current = load_act(tournament, sequence)
        step = UndoStep(row, current, key, who, reason)
        must_be_undoable(step)
        return {"act": sequence, "kind": current.kind} | load_undoable_actions()[current.kind].take_back(step)

    content = [sequence]
    asked = Command(key, Kind.UNDONE, content, who, reason, round=act.round, table=act.table, undoes=act)
    return TOURNAMENTS.act(tournament, asked, do)


def undo_all(tournament: int, key: str, acts: Sequence[int], who: Actor = ANONYMOUS, reason: str = "") -> list[Act]:
    """Take several acts (sequence numbers) back, the latest first: all of them or none."""
    with transaction.atomic():
        return [undo(tournament, f"{key}:{act}", act, who, reason) for act in sorted(acts, reverse=True)]


def withdraw_result(tournament: Tournament, key: str, scope: int, reason: str, who: Actor = ANONYMOUS) -> list[Act]:
    """Take back all editions of a round's result, or (FINAL) of the final one: the round is played on.

    Raise ActionRefused("no_reason", "not_published"), and the refusals of `undo`.
    """
    if not reason:
        raise ActionRefused("no_reason")
    # A form that is submitted again finds no edition that counts; its acts are found by their keys.
    editions = [edition for edition in load_standing_editions(tournament) if edition.of == scope]
    keys = {f"{key}:{edition.sequence}": edition.sequence for edition in editions}
    done = list(Act.objects.filter(tournament=tournament, key__in=keys))
    counting = [keys[act.key] for act in done] or [
        edition.sequence for edition in editions if edition.withdrawn is None
    ]
    if not counting:
        raise ActionRefused("not_published", UNDO)
    return undo_all(tournament.pk, key, counting, who, reason)


def load_act(tournament: int, sequence: int) -> Act:
    """Return the act with a sequence number; raise ActionRefused("no_such_act")."""
    acts = Act.objects.select_related("round", "table__game_table", "table__round", "undone_by")
    act = acts.filter(tournament=tournament, sequence=sequence).first()
    if act is None:
        raise ActionRefused("no_such_act")
    return act


def must_be_undoable(step: UndoStep) -> None:
    """Raise ActionRefused if an act cannot be taken back."""
    action = load_undoable_actions().get(step.act.kind)
    if action is None:
        raise ActionRefused("cannot_undo")
    if getattr(step.act, "undone_by", None) is not None:
        raise ActionRefused("undone_already")
    if not (step.who.directs or action.spec.right in step.who.rights):
        raise ActionRefused("director_only" if action.spec.right == Right.DIRECT else "not_for_role")
    if now() > step.act.at + UNDO_TIME:
        if not action.spec.undo_later:
            raise ActionRefused("too_late", minutes=UNDO_TIME.seconds // 60)
        if not step.reason:
            raise ActionRefused("no_reason")
    action.check_undo(step)


_SAY_THEIR_ROUND = (Kind.PAID, Kind.PRESENCE, Kind.RESULT)  # or it does not matter


def format_label(act: Act, *, more: int = 1) -> str:
    """Return the place of an act, and its sentence as in the log; `more`: the number of acts of one tap."""
    what = f"{format_act_kind(act.kind)} (×{more})" if more > 1 else format_deed(act, load_act_names([act]))
    where = ""
    if act.table is not None and more == 1:
        where = name_table(act.table.number)
    elif act.round is not None and act.kind not in _SAY_THEIR_ROUND:
        where = _("round %(round)s") % {"round": act.round.number}
    return " · ".join(part for part in (where, what) if part)


def _name_facts(facts: Facts) -> Facts:
    """Return the facts with the subject of an act, and the time of day."""
    named = dict(facts)
    if isinstance(act := named.get("act"), Act):
        named |= {"act": format_label(act), "at": act.at}
    if "table" in named:
        named["table"] = name_table(named["table"])
    return named | {"at": format_moment(named["at"], "H:i")}


register_sentences(
    {
        "no_such_act": gettext_lazy("There is no such entry in this tournament's log."),
        "cannot_undo": gettext_lazy("This cannot be undone."),
        "undone_already": gettext_lazy("This has already been undone."),
        "director_only": gettext_lazy("Only the tournament director can undo this."),
        "not_for_role": gettext_lazy("Only those who may do this can undo it."),
        "too_late": gettext_lazy("This can only be undone within %(minutes)s minutes: they are over."),
        "table_ended": gettext_lazy("Table %(table)s has already ended: reopen it first."),
        "fee_paid": gettext_lazy("The substitute has already paid the entry fee for this round: refund it first."),
    }
)
register_sentences(
    {
        "hands_since": gettext_lazy("At %(table)s, a hand has been entered since, at %(at)s: it would be lost."),
        "followed": gettext_lazy("Since then: %(act)s, at %(at)s. Undo that first."),
    },
    name_facts=_name_facts,
)
register_sentences({"not_published": gettext_lazy("There is no published result that counts.")}, UNDO)


class UndoLine(NamedTuple):
    """A recent act that can be taken back with one tap."""

    sequence: int  # of the latest of its acts
    acts: tuple[int, ...]  # sequence numbers: of one tap
    label: str
    at: datetime
    minutes: int  # that are left, rounded up


def list_undo_lines(
    tournament: Tournament,
    *,
    rights: frozenset[str],
    page: str = "",
    round_: Round | None = None,
    table: RoundTable | None = None,
    most: int,
) -> tuple[UndoLine, ...]:
    """Return the latest acts that can be taken back now, the newest first: those that a page offers, or all."""
    kinds = [
        kind
        for kind, cls in load_undoable_actions().items()
        if cls.spec.right in rights and (not page or page in cls.spec.undo_on)
    ]
    acts = Act.objects.filter(tournament=tournament, kind__in=kinds, undone_by=None, at__gt=now() - UNDO_TIME)
    if round_ is not None:
        acts = acts.filter(round=round_)
    if table is not None:
        acts = acts.filter(Q(table=table) | Q(table=None))
    ordered = acts.select_related("round", "table__game_table", "table__round", "undone_by").order_by("-sequence")
    lines: list[UndoLine] = []
    for group in _group_by_tap(ordered[: most * 20]):
        step = UndoStep(tournament, group[0], who=Actor(rights=rights))
        if len(lines) < most and find_objection(step) is None:
            lines.append(_build_line(group))
    return tuple(lines)


def find_objection(step: UndoStep) -> ActionRefused | None:
    """Return the refusal of taking an act back; None if it can be taken back."""
    try:
        must_be_undoable(step)
    except ActionRefused as refused:
        return refused
    return None


def count_minutes_left(act: Act) -> int:
    """Return the minutes left in which one tap takes an act back; 0 if they are over."""
    return max(0, ceil((act.at + UNDO_TIME - now()) / timedelta(minutes=1)))


def _group_by_tap(acts: Iterable[Act]) -> list[list[Act]]:
    """Group tables that one tap has closed together, everything else separately; the newest first."""
    groups: dict[str, list[Act]] = {}
    for act in acts:
        groups.setdefault(act.key.partition(":")[0] if act.kind == Kind.DONE else act.key, []).append(act)
    return list(groups.values())


def _build_line(acts: list[Act]) -> UndoLine:
    sequences = tuple(act.sequence for act in acts)
    label = format_label(acts[0]) if len(acts) == 1 else format_label(acts[0], more=len(acts))
    return UndoLine(sequences[0], sequences, label, acts[0].at, count_minutes_left(acts[0]))
