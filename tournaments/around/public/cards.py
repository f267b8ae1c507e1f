"""The cards of a tournament and a season: never more than their public pages show."""

from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.platform.sharing.card import Card, CardRow
from tournaments.models import Tournament
from tournaments.results.standings.page import StandingPage, StandingRow
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.page import SeasonPage

MOST_ROWS = 40


def format_card_heading(of: int, shown: StandingPage | None, *, is_live: bool) -> str:
    """Return the words for standings of a round, or over all rounds."""
    if shown is not None and shown.edition is not None and not shown.has_changed:
        return _("Result of round %(round)s") % {"round": of} if of else _("Final result")
    if not is_live:
        return _("Standings")
    return _("Live standings of round %(round)s") % {"round": of} if of else _("Live standings")


def build_standing_card(tournament: Tournament, of: int, shown: StandingPage | None, *, is_live: bool) -> Card:
    """Return the standings of a tournament that everybody may see."""
    about = f"{format_card_heading(of, shown, is_live=is_live)} · {format_day(tournament.day)}"
    rows = [row for block in shown.blocks for row in block.rows] if shown is not None else []
    story = "" if rows else _("In this tournament, standings are shown only once they are published.")
    if is_live and not rows:
        story = _("Nobody has played yet.")
    cards = tuple(map(_build_row, rows[:MOST_ROWS]))
    return Card(tournament.name, about, cards, tournament.club.name, story, len(rows) - len(cards))


def _build_row(row: StandingRow) -> CardRow:
    amount = row.amounts[-1] if row.amounts else None
    text = amount.text if amount is not None else ""
    return CardRow(row.name, text, row.rank, row.wins, is_below=text.startswith(("−", "-")))


def build_season_card(stand: SeasonProgress, shown: SeasonPage) -> Card:
    """Return the standings of a season by published results."""
    words = _("Final standings") if stand.season.ended else _("Standings so far")
    rows = tuple(CardRow(line.name, line.points, line.rank, line.rank == "1.") for line in shown.lines[:MOST_ROWS])
    story = "" if rows else _("No result counts yet.")
    return Card(stand.season.name, words, rows, stand.season.club.name, story, len(shown.lines) - len(rows))
