"""Taking an act back: once, by an act of its own that names it, as long as nothing prevents it."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.registry import load_undoable_actions
from tournaments.core.actions.reversals import UNDO_TIME, UndoStep
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.messages import UNDO
from tournaments.models import Act, Tournament
from tournaments.results.standings.editions import load_standing_editions


def undo(tournament: int, key: str, sequence: int, who: Actor = ANONYMOUS, reason: str = "") -> Act:
    """Take an act (its sequence number) back; after ten minutes only some kinds, and with a reason.

    Raise ActionRefused("no_such_act", "cannot_undo", "undone_already", "too_late", "no_reason"), and if something has
    followed from it, ActionRefused("followed", act=…), ("hands_since", table=…, at=…) and others of undo/messages.py.
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
