"""Standings on paper: current ones, and published ones with signature lines."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarockclub.kit.days import format_moment
from tarockclub.kit.pdf.flow import LEFT, RIGHT, Flow, PaperColumn, PaperTable, PdfRow
from tournaments.around.printing.context import PrintContext
from tournaments.around.printing.lists import format_print_time, format_round
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.hall.standing.progress import find_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.results.final_results.page import load_edition_page
from tournaments.results.standings.column import StandingColumn, build_amounts, list_heads
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.editions import TournamentEdition, load_standing_editions
from tournaments.results.standings.page import StandingBlock, StandingPage, build_overall_page, build_round_page
from tournaments.results.standings.page import StandingRow as Placed
from tournaments.results.team_standings.page import TeamStandingPage
from tournaments.results.team_standings.standing import TeamTotal, load_team_standings

WIDE = 5  # number of rounds from which the page is in landscape format
FEW = 28  # players who fit on one page in large letters


def render_standing(context: PrintContext) -> bytes | None:
    """Render the current standings of a round or of the whole tournament; None if the round is not drawn."""
    stand = find_progress(context.tournament.slug)
    found = load_standings(stand)
    editions = load_standing_editions(context.tournament)
    shown = build_round_page(found, context.of, editions) if context.of else build_overall_page(found, editions)
    return (
        None
        if shown is None
        else _render_paper(context, shown, _format_title(context), f"{context.about} · {_format_state(context, shown)}")
    )


def _format_title(context: PrintContext) -> str:
    return " · ".join((_("Standings"), format_round(context))) if context.of else _("Standings")


def _format_state(context: PrintContext, shown: StandingPage) -> str:
    """Return the time of printing, and how the standings compare with the published ones."""
    if shown.edition is None:
        said = _("not published yet")
    else:
        said = _("differs from what was published") if shown.has_changed else _("as published")
    return f"{format_print_time(context)}, {said}"


def render_result(context: PrintContext) -> bytes | None:
    """Render the newest published result of a round, or the final one; None before there is one."""
    edition = find_latest_edition(load_standing_editions(context.tournament), context.of)
    if edition is None:
        return None
    page = load_edition_page(find_progress(context.tournament.slug), context.of, edition.number)
    if page is None:
        return None
    title = " · ".join((_("Result"), format_round(context))) if context.of else _("Final result")
    below = f"{context.about} · {format_publication(edition)}"
    return _render_paper(context, page.shown, title, below, head=edition.head, teams=page.teams)


def format_publication(edition: TournamentEdition) -> str:
    """Return the time when an edition was published, and its number."""
    moment = format_moment(edition.at)
    if edition.number == 1:
        return _("published %(moment)s") % {"moment": moment}
    return _("edition %(number)s, published %(moment)s") % {"number": edition.number, "moment": moment}


def _render_paper(
    context: PrintContext,
    shown: StandingPage,
    title: str,
    below: str,
    *,
    head: str = "",
    teams: TeamStandingPage | None = None,
) -> bytes:
    """Render standings; a published result has its teams, signature lines and the `head` of the acts."""
    flow = Flow(context.create_paper(title, landscape=len(shown.rounds) >= WIDE))
    flow.begin(title, below)
    for block in shown.blocks:
        if block.table:
            flow.draw_heading(_("Table %(number)s") % {"number": block.table})
        flow.draw_table(build_standing_paper(shown, block))
    if teams is not None:
        flow.draw_heading(_("Result of the teams"))
        flow.draw_table(_build_teams_table(teams))
    if shown.struck:
        struck = ", ".join(map(str, shown.struck))
        flow.draw_paragraph(_("Tables whose score was struck out: %(tables)s") % {"tables": struck})
    if head:
        flow.draw_paragraph(_("Head: %(head)s") % {"head": head}, 8.5)
        flow.draw_signatures(_("Tournament director"), _("Referee"), _("Secretary"))
    return flow.paper.build_pdf()


def _build_teams_table(shown: TeamStandingPage) -> PaperTable:
    """Return the published result of the teams as a table."""
    columns = (
        PaperColumn(_("Rank"), RIGHT),
        PaperColumn(_("Team"), stretch=True),
        *(PaperColumn(_("Round %(number)s") % {"number": number}, RIGHT) for number in shown.rounds),
        *(PaperColumn(head, RIGHT) for head in shown.heads),
    )
    rows = [
        PdfRow(
            (
                row.rank,
                f"{row.name}: {', '.join(member.name for member in row.members)}",
                *(amount.text for amount in row.amounts),
            ),
            strong=row.wins,
        )
        for row in shown.rows
    ]
    return PaperTable(columns, rows)


def build_standing_paper(shown: StandingPage, block: StandingBlock) -> PaperTable:
    """Return standings as a table: rank, number, name, table, rounds, replacements, and the amounts that rank."""
    rows = block.rows
    at_table = any(row.about for row in rows) and not block.table
    placed, replaced = any(row.place for row in rows), any(row.replaced for row in rows)
    columns = [PaperColumn(_("Rank"), RIGHT), PaperColumn(_("No."), RIGHT), PaperColumn(_("Name"), LEFT, stretch=True)]
    columns += [PaperColumn(_("Table"), RIGHT)] if at_table else []
    columns += [PaperColumn(_("Place"), RIGHT)] if placed else []
    columns += [PaperColumn(_("Round %(number)s") % {"number": number}, RIGHT) for number in shown.rounds]
    columns += [PaperColumn(_("Replaced"), RIGHT)] if replaced else []
    columns += [PaperColumn(head, RIGHT) for head in shown.heads]

    def list_cells(row: Placed) -> tuple[str, ...]:
        texts = [amount.text for amount in row.amounts]
        rounds, whole = texts[: len(shown.rounds)], texts[len(shown.rounds) :]
        before = _("ahead: %(names)s") % {"names": row.before} if row.before else ""
        name = f"{row.name} ({before})" if before else row.name
        return (
            row.rank,
            str(row.number or ""),
            name,
            *([str(row.about[0]) if row.about else ""] if at_table else []),
            *([str(row.place or "")] if placed else []),
            *rounds,
            *([str(row.replaced or "")] if replaced else []),
            *whole,
        )

    large = len(rows) <= FEW and len(shown.rounds) < WIDE  # to be read from a wall
    return PaperTable(
        tuple(columns), [PdfRow(list_cells(row), strong=row.wins) for row in rows], size=12.5 if large else 10
    )


def render_teams(context: PrintContext) -> bytes | None:
    """Render the current team standings: each team with the result of its rounds, and its members below."""
    found = load_team_standings(load_standings(find_progress(context.tournament.slug)))
    if not found.teams:
        return None
    shown = list_shown_columns(context.settings, FINAL)
    title = _("Team standings")
    flow = Flow(context.create_paper(title))
    said = format_print_time(context) if context.tournament.ended is None else _("final")
    flow.begin(title, f"{context.about} · {said}")
    columns = (
        PaperColumn(_("Rank"), RIGHT),
        PaperColumn(_("Team"), stretch=True),
        *(PaperColumn(head, RIGHT) for head in list_heads(shown)),
    )
    rows = [_build_team_row(team, shown) for team in found.teams]
    flow.draw_table(PaperTable(columns, rows))
    return flow.paper.build_pdf()


def _build_team_row(total: TeamTotal, shown: Sequence[StandingColumn]) -> PdfRow:
    players = {line.player for of in total.rounds if of is not None for line in of.members}
    members = [player.name for player in sorted(players, key=lambda player: player.number)]
    team = total.team.name or _("Team %(number)s") % {"number": total.team.number}
    amounts = build_amounts(total.line, shown, exact=True)
    texts = (amount.text for amount in amounts)
    return PdfRow((f"{total.rank}.", f"{team}: {', '.join(members)}", *texts), strong=total.rank == 1)
