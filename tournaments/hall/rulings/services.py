"""Writing a ruling (§5): numbered, final, with its effect on the book and the clock, in one transaction."""

from typing import Any

from django.db import transaction
from django.db.models import F, Max

from scoring.book.ledger.entries import create_note
from scoring.models import Deal, GameTable
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.act_chain import BY_ACT, compute_row_digest
from tournaments.core.actions.targets import load_table
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.sealed_rows import RULINGS
from tournaments.hall.clock.actions import GoOn
from tournaments.hall.clock.table_clocks import protect_line
from tournaments.hall.desk.corrections import FREE, find_level
from tournaments.hall.rulings.effects import NOTHING, TRANSFER, RulingRequest, carry_out
from tournaments.models import RoundTable, Ruling, Tournament

LONGEST_TEXT = 1000
LONGEST_NAMES = 120


def record_ruling(table: RoundTable, key: str, ruling: RulingRequest, who: Actor = ANONYMOUS) -> Ruling:
    """Write a ruling and its effect; it is final: a mistake is corrected by another ruling that names it.

    Raise ActionRefused("no_text", "no_names", "line_unknown", "ruling_unknown", "stale", "not_written"), and
    ("must_be_sure") if the book of a table that is done would change without confirmation.
    """
    who = who._replace(directs=True, rules=True)  # a ruling of the referees is written even if the clock forbids it
    asked = Command(key, Kind.RULING, ruling, who, round=table.round, table=table)
    made: list[Ruling] = []

    def do(row: Tournament) -> dict[str, Any]:
        said = _carry_out_ruling(row, table, key, ruling, who)
        made.append(_build_ruling(row, table, ruling, said))
        return {**said, BY_ACT: compute_row_digest(RULINGS, made[0])}

    with transaction.atomic():
        done = TOURNAMENTS.act(table.round.tournament_id, asked, do)
        if not made:
            return Ruling.objects.get(act=done)
        made[0].act = done
        made[0].save()
        return made[0]


def _carry_out_ruling(
    row: Tournament, table: RoundTable, key: str, ruling: RulingRequest, who: Actor
) -> dict[str, Any]:
    if not ruling.text.strip():
        raise ActionRefused("no_text")
    if not ruling.decided_by.strip():
        raise ActionRefused("no_names")
    if ruling.line and not Deal.objects.filter(table=table.game_table_id, number=ruling.line).exists():
        raise ActionRefused("line_unknown")
    if ruling.corrects and not Ruling.objects.filter(tournament=row, number=ruling.corrects).exists():
        raise ActionRefused("ruling_unknown", number=ruling.corrects)
    if ruling.deed != NOTHING and not ruling.sure and find_level(table).name != FREE:
        raise ActionRefused("must_be_sure")
    number = (Ruling.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0) + 1
    done = carry_out(table, key, ruling, number, who)
    for line in sorted({ruling.line, done.line} - {0}):
        protect_line(table, line)
    GameTable.objects.filter(pk=table.game_table_id).update(news=F("news") + 1)  # its phones show the ruling
    about = ruling.line or done.line
    said: dict[str, Any] = {"number": number, "line": about, "entry": done.entry, "deed": ruling.deed}
    if ruling.deed == TRANSFER:
        said["amounts"] = list(ruling.amounts)
    if ruling.goes_on:
        said |= GoOn().carry_out(load_table(row, table))
    return said


def _build_ruling(row: Tournament, table: RoundTable, ruling: RulingRequest, content: dict[str, Any]) -> Ruling:
    """Return the ruling; its act seals it before both are saved."""
    text = create_note(ruling.text[:LONGEST_TEXT], row.club_id)
    names = create_note(ruling.decided_by[:LONGEST_NAMES], row.club_id)
    if text is None or names is None:
        raise ActionRefused("no_text")
    return Ruling(
        tournament=row,
        number=content["number"],
        table=table,
        text=text,
        decided_by=names,
        line=content["line"],
        entry=content["entry"],
        corrects=Ruling.objects.filter(tournament=row, number=ruling.corrects).first(),
    )
