"""Writing a ruling (§5): numbered, final, with what it does to the book and to the clock, in one transaction."""

from typing import Any

from django.db import transaction
from django.db.models import F, Max

from scoring.models import Deal, GameTable
from scoring.writing import NOBODY_KNOWN, Who, new_note
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.clock.services import gone_on
from tournaments.clock.winding import settle
from tournaments.desk.correcting import FREE, level_of
from tournaments.models import Act, Round, RoundTable, Ruling, Tournament
from tournaments.rulings.deciding import NOTHING, TRANSFER, Wanted, carry_out

LONGEST_TEXT = 1000
LONGEST_NAMES = 120


def rule(table: RoundTable, key: str, wanted: Wanted, who: Who = NOBODY_KNOWN) -> Ruling:
    """Write a ruling down, and do what it says; final: a mistake is set right by another one that names it.

    Refused("no_text", "no_names", "line_unknown", "ruling_unknown", "stale", "not_written"); Refused("must_be_sure")
    where the book of a table that is done would change, and nobody was warned.
    """
    who = who._replace(directs=True, rules=True)  # what the referees decide is written whatever the clock says
    asked = Asked(key, Kind.RULING, wanted, who, round=table.round, table=table)
    with transaction.atomic():
        done = act(table.round.tournament_id, asked, lambda row: _carried_out(row, table, key, wanted, who))
        known = Ruling.objects.filter(act=done).first()
        return known or _written(done, table, wanted)


def _carried_out(row: Tournament, table: RoundTable, key: str, wanted: Wanted, who: Who) -> dict[str, Any]:
    if not wanted.text.strip():
        raise Refused("no_text")
    if not wanted.decided_by.strip():
        raise Refused("no_names")
    if wanted.line and not Deal.objects.filter(table=table.game_table_id, number=wanted.line).exists():
        raise Refused("line_unknown")
    if wanted.corrects and not Ruling.objects.filter(tournament=row, number=wanted.corrects).exists():
        raise Refused("ruling_unknown", number=wanted.corrects)
    if wanted.deed != NOTHING and not wanted.sure and level_of(table).name != FREE:
        raise Refused("must_be_sure")
    number = (Ruling.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0) + 1
    done = carry_out(table, key, wanted, who)
    for line in sorted({wanted.line, done.line} - {0}):
        settle(table, line)
    GameTable.objects.filter(pk=table.game_table_id).update(news=F("news") + 1)  # its phones show the ruling
    about = wanted.line or done.line
    said: dict[str, Any] = {"number": number, "line": about, "entry": done.entry, "deed": wanted.deed}
    if wanted.deed == TRANSFER:
        said["amounts"] = list(wanted.amounts)
    if wanted.goes_on:
        said |= gone_on(row, Round.objects.get(pk=table.round_id), table)
    return said


def _written(done: Act, table: RoundTable, wanted: Wanted) -> Ruling:
    said = said_by(done)
    text, names = new_note(wanted.text[:LONGEST_TEXT]), new_note(wanted.decided_by[:LONGEST_NAMES])
    if text is None or names is None:
        raise Refused("no_text")
    return Ruling.objects.create(
        tournament_id=done.tournament_id,
        number=said["number"],
        act=done,
        table=table,
        text=text,
        decided_by=names,
        line=said["line"],
        entry=said["entry"],
        corrects=Ruling.objects.filter(tournament=done.tournament_id, number=wanted.corrects).first(),
    )
