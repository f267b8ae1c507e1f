"""Standings on paper: as they are now, and as they were published, with lines to sign on."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.exports.labels import when
from scoring.templatetags.amounts import signed_amount
from tarockclub.pdf.flow import LEFT, RIGHT, Column, Flow, PdfRow, Table
from tournaments.models import Act
from tournaments.printing.context import Told
from tournaments.printing.lists import as_of, round_name
from tournaments.results.page import edition_page
from tournaments.rules.points_text import points_text
from tournaments.sealed_rows import head_of
from tournaments.standings.cells import heads_of, play_money
from tournaments.standings.columns import MONEY, POINTS, SCORE, TOGETHER, columns_of
from tournaments.standings.editions import FINAL, Edition, editions_of, latest
from tournaments.standings.page import Block, Shown, shown_round, shown_totals
from tournaments.standings.page import Row as Placed
from tournaments.standings.progress import stand_at
from tournaments.standings.standing import standings_of
from tournaments.teams.standing import TeamTotal, team_standings

WIDE = 5  # rounds from where on a page lies across
FEW = 28  # players who stand on one page in large letters


def standing(told: Told) -> bytes | None:
    """How a round, or everything, stands now."""
    stand = stand_at(told.tournament.slug)
    found = standings_of(stand)
    editions = editions_of(told.tournament)
    shown = shown_round(found, told.of, editions) if told.of else shown_totals(found, editions)
    return None if shown is None else _paper(told, shown, _title(told), f"{told.about} · {_how(told, shown)}")


def _title(told: Told) -> str:
    return " · ".join((_("Standings"), round_name(told))) if told.of else _("Standings")


def _how(told: Told, shown: Shown) -> str:
    """Whether what stands there is what was published."""
    if shown.edition is None:
        said = _("not published yet")
    else:
        said = _("differs from what was published") if shown.has_changed else _("as published")
    return f"{as_of(told)}, {said}"


def result(told: Told) -> bytes | None:
    """The newest published result of a round, or the final one; None before there is one."""
    edition = latest(editions_of(told.tournament), told.of)
    if edition is None:
        return None
    page = edition_page(stand_at(told.tournament.slug), told.of, edition.number)
    if page is None:
        return None
    title = " · ".join((_("Result"), round_name(told))) if told.of else _("Final result")
    return _paper(told, page.shown, title, f"{told.about} · {published_at(edition)}", head=head_at(told, edition))


def head_at(told: Told, edition: Edition) -> str:
    """The head of the tournament's acts with a published result."""
    return head_of(Act.objects.get(tournament=told.tournament, sequence=edition.sequence))


def published_at(edition: Edition) -> str:
    """When an edition was published, and which one it is."""
    at = local(edition.at)
    moment = f"{when(at.date())}, {at:%H:%M}"
    if edition.number == 1:
        return _("published %(moment)s") % {"moment": moment}
    return _("edition %(number)s, published %(moment)s") % {"number": edition.number, "moment": moment}


def _paper(told: Told, shown: Shown, title: str, below: str, *, head: str = "") -> bytes:
    """The paper; that of a published result has lines to sign on, and the `head` of the acts."""
    flow = Flow(told.paper(title, landscape=len(shown.rounds) >= WIDE))
    flow.begin(title, below)
    for block in shown.blocks:
        if block.table:
            flow.heading(_("Table %(number)s") % {"number": block.table})
        flow.table(table_of(shown, block))
    if shown.struck:
        struck = ", ".join(map(str, shown.struck))
        flow.paragraph(_("Tables whose score was struck out: %(tables)s") % {"tables": struck})
    if head:
        flow.paragraph(_("Head: %(head)s") % {"head": head}, 8.5)
        flow.signatures(_("Tournament director"), _("Referee"), _("Secretary"))
    return flow.paper.pdf()


def table_of(shown: Shown, block: Block) -> Table:
    """A standing as a table: rank, number, name, table, rounds, what was replaced, the numbers that rank."""
    rows = block.rows
    at_table = any(one.about for one in rows) and not block.table
    placed, replaced = any(one.place for one in rows), any(one.replaced for one in rows)
    columns = [Column(_("Rank"), RIGHT), Column(_("No."), RIGHT), Column(_("Name"), LEFT, stretch=True)]
    columns += [Column(_("Table"), RIGHT)] if at_table else []
    columns += [Column(_("Place"), RIGHT)] if placed else []
    columns += [Column(_("Round %(number)s") % {"number": number}, RIGHT) for number in shown.rounds]
    columns += [Column(_("Replaced"), RIGHT)] if replaced else []
    columns += [Column(head, RIGHT) for head in shown.heads]

    def cells(one: Placed) -> tuple[str, ...]:
        texts = [amount.text for amount in one.amounts]
        rounds, whole = texts[: len(shown.rounds)], texts[len(shown.rounds) :]
        before = _("ahead: %(names)s") % {"names": one.before} if one.before else ""
        name = f"{one.name} ({before})" if before else one.name
        return (
            one.rank,
            str(one.number or ""),
            name,
            *([str(one.about[0]) if one.about else ""] if at_table else []),
            *([str(one.place or "")] if placed else []),
            *rounds,
            *([str(one.replaced or "")] if replaced else []),
            *whole,
        )

    large = len(rows) <= FEW and len(shown.rounds) < WIDE  # to be read from a wall
    return Table(tuple(columns), [PdfRow(cells(one), strong=one.wins) for one in rows], size=12.5 if large else 10)


def teams(told: Told) -> bytes | None:
    """How the teams stand now: each with what its rounds brought, and its members below."""
    found = team_standings(standings_of(stand_at(told.tournament.slug)))
    if not found.teams:
        return None
    names = columns_of(told.settings, told.settings.overall_criteria)
    title = _("Team standings")
    flow = Flow(told.paper(title))
    said = as_of(told) if told.tournament.ended is None else _("final")
    flow.begin(title, f"{told.about} · {said}")
    columns = (
        Column(_("Rank"), RIGHT),
        Column(_("Team"), stretch=True),
        *(Column(head, RIGHT) for head in heads_of(names, FINAL)),
    )
    rows = [_team(one, names) for one in found.teams]
    flow.table(Table(columns, rows))
    return flow.paper.pdf()


def _team(one: TeamTotal, names: Sequence[str]) -> PdfRow:
    players = {line.player for of in one.rounds if of is not None for line in of.members}
    members = [player.name for player in sorted(players, key=lambda player: player.number)]
    team = one.team.name or _("Team %(number)s") % {"number": one.team.number}
    said = {
        MONEY: play_money(one.result.gain, exact=True, sign=True),
        SCORE: signed_amount(one.result.written),
        POINTS: points_text(one.result.points),
        TOGETHER: points_text(one.result.together),
    }
    return PdfRow(
        (f"{one.rank}.", f"{team}: {', '.join(members)}", *(said[name] for name in names)), strong=one.rank == 1
    )
