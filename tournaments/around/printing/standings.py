"""Standings on paper: current ones, and published ones with signature lines."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarockclub.kit.days import format_moment
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.apart.papers import (
    RIGHT,
    Block,
    PaperColumn,
    PaperHeading,
    PaperList,
    PaperParagraph,
    PaperRow,
    PaperSignatures,
    PlainBlock,
)
from tournaments.around.printing.lists import PrintContext, format_print_time, format_round
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.table_names import name_table
from tournaments.hall.standing.players import find_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.results.final_results.views import EditionPage, load_edition_page
from tournaments.results.standings.column import StandingColumn, build_amounts, list_heads
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.editions import TournamentEdition, load_standing_editions
from tournaments.results.standings.page import StandingBlock, StandingPage, build_overall_page, build_round_page
from tournaments.results.standings.page import StandingRow as Placed
from tournaments.results.team_standings.standing import TeamTotal, load_team_standings
from tournaments.results.team_standings.standing_views import TeamStandingPage

WIDE = 5  # number of rounds from which the page is in landscape format
# Of what hangs on a notice board: rows of a page, points of its list from top to bottom, the largest letters, and how
# much of them a row takes with the space around it.
MOST_HUNG, HUNG_HEIGHT, LARGEST, HUNG_ROW, HUNG_SPACE = 32, 610, 24, 1.7, 0.3


def render_standing(context: PrintContext) -> bytes | None:
    """Render the current standings of a round or of the whole tournament; None if the round is not drawn."""
    stand = find_progress(context.tournament.slug)
    standings = load_standings(stand, EVERYBODY)
    editions = load_standing_editions(context.tournament)
    shown = build_round_page(standings, context.of, editions) if context.of else build_overall_page(standings, editions)
    return (
        None if shown is None else _render_paper(context, shown, _format_title(context), _format_state(context, shown))
    )


def _format_title(context: PrintContext) -> str:
    return " · ".join((_("Standings"), format_round(context))) if context.of else _("Standings")


def _format_state(context: PrintContext, shown: StandingPage) -> str:
    """Return the time of printing, and how the standings compare with the published ones."""
    if shown.edition is None:
        state = _("not published yet")
    else:
        state = _("differs from what was published") if shown.has_changed else _("as published")
    return f"{format_print_time(context)}, {state}"


def render_result(context: PrintContext) -> bytes | None:
    """Render the newest published result of a round, or the final one; None before there is one."""
    page = _load_result(context)
    if page is None or page.shown.edition is None:
        return None
    edition = page.shown.edition
    state = format_publication(edition)
    return _render_paper(context, page.shown, _format_result_title(context), state, head=edition.head, teams=page.teams)


def render_notice(context: PrintContext) -> bytes | None:
    """Render the same result for the notice board: who, and how many; in letters that fill the page."""
    page = _load_result(context)
    if page is None or page.shown.edition is None:
        return None
    blocks: list[Block] = []
    for block in page.shown.blocks:
        if block.table:
            blocks.append(PaperHeading(name_table(block.table, begins=True)))
        blocks.append(_build_notice(page.shown, block))
    return context.render_document(_format_result_title(context), blocks, format_publication(page.shown.edition))


def _build_notice(shown: StandingPage, block: StandingBlock) -> PaperList:
    rounds = shown.rounds if len(shown.rounds) < WIDE else ()
    pages = -(-len(block.rows) // MOST_HUNG) or 1
    size = min(LARGEST - 2 * len(rounds), HUNG_HEIGHT / (-(-len(block.rows) // pages) + 1) / HUNG_ROW)
    columns = [PaperColumn(_("Rank"), least=size), PaperColumn(_("Name"), stretch=True)]
    columns += [PaperColumn(_("Round %(number)s") % {"number": number}, RIGHT) for number in rounds]
    columns += [PaperColumn(shown.heads[-1], RIGHT, strong=True)]
    rows = []
    for row in block.rows:
        amounts = [amount.text for amount in (*row.amounts[: len(rounds)], row.amounts[-1])]
        rows.append(PaperRow((row.rank, row.name, *amounts), strong=row.wins))
    return PaperList(columns, rows, size, HUNG_SPACE * size)


def _load_result(context: PrintContext) -> EditionPage | None:
    """Return the newest published result of the round, or the final one."""
    edition = find_latest_edition(load_standing_editions(context.tournament), context.of)
    if edition is None:
        return None
    return load_edition_page(find_progress(context.tournament.slug), context.of, edition.number)


def _format_result_title(context: PrintContext) -> str:
    return " · ".join((_("Result"), format_round(context))) if context.of else _("Final result")


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
    state: str,
    *,
    head: str = "",
    teams: TeamStandingPage | None = None,
) -> bytes:
    """Render standings; a published result has its teams, signature lines and the `head` of the acts."""
    blocks: list[PlainBlock] = []
    for block in shown.blocks:
        if block.table:
            blocks.append(PaperHeading(name_table(block.table, begins=True)))
        blocks.append(build_standing_list(shown, block))
    if teams is not None:
        blocks += [PaperHeading(_("Result of the teams")), _build_teams_list(teams)]
    if shown.struck:
        struck = ", ".join(map(str, shown.struck))
        blocks.append(PaperParagraph(_("Tables whose score was struck out: %(tables)s") % {"tables": struck}))
    if head:
        blocks.append(PaperParagraph(_("Head: %(head)s") % {"head": head}, 8.5))
        blocks.append(PaperSignatures((_("Tournament director"), _("Referee"), _("Secretary"))))
    return context.render_filling(title, blocks, state, landscape=len(shown.rounds) >= WIDE)


def _build_teams_list(shown: TeamStandingPage) -> PaperList:
    """Return the published result of the teams."""
    columns = (
        PaperColumn(_("Rank"), RIGHT),
        PaperColumn(_("Team"), stretch=True),
        *(PaperColumn(_("Round %(number)s") % {"number": number}, RIGHT) for number in shown.rounds),
        *(PaperColumn(head, RIGHT) for head in shown.heads),
    )
    rows = [
        PaperRow(
            (
                row.rank,
                f"{row.name}: {', '.join(member.name for member in row.members)}",
                *(amount.text for amount in row.amounts),
            ),
            strong=row.wins,
        )
        for row in shown.rows
    ]
    return PaperList(columns, rows)


def build_standing_list(shown: StandingPage, block: StandingBlock) -> PaperList:
    """Return standings: rank, number, name, table, rounds, replacements, and the amounts that rank."""
    rows = block.rows
    at_table = any(row.about for row in rows) and not block.table
    placed, replaced = any(row.place for row in rows), any(row.replaced for row in rows)
    columns = [PaperColumn(_("Rank"), RIGHT), PaperColumn(_("No."), RIGHT), PaperColumn(_("Name"), stretch=True)]
    columns += [PaperColumn(_("Table"), RIGHT)] if at_table else []
    columns += [PaperColumn(_("Place"), RIGHT)] if placed else []
    columns += [PaperColumn(_("Round %(number)s") % {"number": number}, RIGHT) for number in shown.rounds]
    columns += [PaperColumn(_("Replaced"), RIGHT)] if replaced else []
    columns += [PaperColumn(head, RIGHT) for head in shown.heads]

    def list_cells(row: Placed) -> tuple[str, ...]:
        texts = [amount.text for amount in row.amounts]
        rounds, whole = texts[: len(shown.rounds)], texts[len(shown.rounds) :]
        notes = [_("ahead: %(names)s") % {"names": row.before}] if row.before else []
        notes += [_("from round # on").replace("#", str(row.since))] if row.since else []
        name = f"{row.name} ({', '.join(notes)})" if notes else row.name
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

    return PaperList(columns, [PaperRow(list_cells(row), strong=row.wins) for row in rows])


def render_teams(context: PrintContext) -> bytes | None:
    """Render the current team standings: each team with the result of its rounds, and its members below."""
    standings = load_team_standings(load_standings(find_progress(context.tournament.slug), EVERYBODY))
    if not standings.teams:
        return None
    shown = list_shown_columns(context.settings, FINAL)
    columns = (
        PaperColumn(_("Rank"), RIGHT),
        PaperColumn(_("Team"), stretch=True),
        *(PaperColumn(head, RIGHT) for head in list_heads(shown)),
    )
    rows = [_build_team_row(team, shown) for team in standings.teams]
    state = format_print_time(context) if context.tournament.ended is None else _("final")
    return context.render_document(_("Team standings"), [PaperList(columns, rows)], state)


def _build_team_row(total: TeamTotal, shown: Sequence[StandingColumn]) -> PaperRow:
    players = {line.player for outcome in total.rounds if outcome is not None for line in outcome.members}
    members = [player.name for player in sorted(players, key=lambda player: player.number)]
    team = total.team.name or _("Team %(number)s") % {"number": total.team.number}
    amounts = build_amounts(total.line, shown, exact=True)
    texts = (amount.text for amount in amounts)
    return PaperRow((f"{total.rank}.", f"{team}: {', '.join(members)}", *texts), strong=total.rank == 1)
