"""Small papers: table tents, blank sheets, slips for totals, donation boxes, rulings, the announcement."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.access.links import build_watch_path
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.reports.printing.services import (
    BlankField,
    BlankPlayer,
    BlankSheet,
    build_sheet_fields,
    build_table_legend,
    find_first_dealer,
    load_table_players,
    render_blank_sheets,
)
from tarockclub.kit.amounts import format_bare_cents, format_cents, format_points, format_signed_points
from tarockclub.kit.days import format_moment
from tarockclub.kit.typesetting import draw_code
from tarockclub.kit.words import get_current_language
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.readers import INSIDE
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
from tournaments.around.printing.lists import PrintContext, format_print_time, format_round, list_printed_tables
from tournaments.core.selectors import find_date_news
from tournaments.core.settings import Settings, has_double_round
from tournaments.core.table_names import name_table
from tournaments.hall.rulings.selectors import RulingLine, load_register
from tournaments.models import InvitationPicture, RoundTable
from tournaments.people.invitations.page import (
    find_invitation,
    format_invitation_place,
    format_when,
    list_invitation_facts,
)
from tournaments.people.registration.actions import is_open
from tournaments.results.cash.page import CashDonation, DonationBox, group_by_round, load_donations


def render_table_tents(context: PrintContext) -> bytes | None:
    """Render one page for each table of the round, folded in the middle; it has no link for entering hands."""
    tables = list_printed_tables(context)
    if not tables:
        return None
    seated = load_table_players([table.game_table for table in tables], INSIDE)
    rows = [_build_tent(context, table, seated[table.game_table_id]) for table in tables]
    words = {
        "table": _("Table"),
        "deals": _("deals first"),
        "watch": _("Watch only"),
        "code": _("Code for watching"),
        "steps": _list_steps(context),
    }
    data = {"tables": rows, "words": words}
    title = _("Cards to stand on the tables")
    return context.render("tournaments/around/printing/table_tents", title, data, format_round(context))


def _build_tent(context: PrintContext, table: RoundTable, players: Sequence[BlankPlayer]) -> dict[str, Any]:
    names = [player.name for player in players]
    dealer, address = find_first_dealer(table.game_table, players), build_watch_path(table.game_table)
    return {
        "number": table.number,
        "players": names,
        "dealer": names.index(dealer) if dealer else -1,
        "address": context.site + address,
        "code": draw_code(context.site + address),
    }


def _list_steps(context: PrintContext) -> tuple[str, str, str]:
    """Return what everybody at the table has to know, in three lines."""
    settings = context.settings
    if settings.hands:
        end = _("After the last hand the round is over: report it to the director.")
    elif has_double_round(settings, context.of):
        end = _("At the gong: finish the hand in play, then one round with double stake.")
    elif settings.hand_in_play:
        end = _("At the gong: finish the hand in play, then the round is over.")
    else:
        end = _("At the gong the round is over, whatever is being played.")
    return (
        _("Enter every hand at once: one phone at the table is enough, or the sheet of paper."),
        end,
        _("In doubt put the cards down and call the director."),
    )


BLANK_ROUNDS = 4  # of deals on a sheet, where a round is as long as the time allows
SMALLEST_TABLE = 4


def render_round_sheets(context: PrintContext) -> bytes | None:
    """Render one sheet for each table of the round; None if there are no tables."""
    tables = list_printed_tables(context)
    games = [table.game_table for table in tables]
    if not games:
        return None
    seated = load_table_players(games, INSIDE)
    legends = {game.sheet_version_id: build_table_legend(game) for game in games}
    title = f"{context.tournament.name}, {format_round(context)}"
    blanks = []
    for table in tables:
        game, players = table.game_table, seated[table.game_table_id]
        rules = parse_sheet(game.sheet_version).names[get_current_language().startswith("en")]
        blanks.append(
            BlankSheet(
                title,
                str(table.number),
                (
                    *build_sheet_fields(game, players, rules, context.settings.rate),
                    *build_capital_fields(context.settings),
                ),
                players,
                compute_blank_hands(context.settings, len(players)),
                legends[game.sheet_version_id],
                below=list_rows_below(context.settings),
                double_round=has_double_round(context.settings, table.round.number),
            )
        )
    return render_blank_sheets(blanks, title, build_look(context.tournament.club))


def build_capital_fields(settings: Settings) -> tuple[BlankField, ...]:
    """Return the field for the starting capital in the head of a sheet; a replacement is the same amount."""
    return (BlankField(_("Starting capital"), format_bare_cents(settings.start)),) if settings.start else ()


def list_rows_below(settings: Settings) -> tuple[str, ...]:
    """Return the labels below the sums: place points, replacement capital and final capital, as far as they apply."""
    capital = (_("Replacement capital"), _("Final capital")) if settings.start else ()
    return (*((_("Place points"),) if settings.place_points else ()), *capital)


def compute_blank_hands(settings: Settings, players: int) -> int:
    """Return the number of hands that a table of this size plays, or has room for.

    >>> from tournaments.core.settings import CUP, build_default_settings
    >>> [compute_blank_hands(build_default_settings(CUP), players) for players in (4, 5, 6)]
    [16, 20, 24]
    >>> compute_blank_hands(Settings(), 5)
    20
    """
    index = max(players, SMALLEST_TABLE) - SMALLEST_TABLE
    return (
        settings.hands[min(index, len(settings.hands) - 1)]
        if settings.hands
        else BLANK_ROUNDS * max(players, SMALLEST_TABLE)
    )


def render_result_slips(context: PrintContext) -> bytes | None:
    """Render a slip for each table of the round, to be cut apart; None if there are no tables."""
    tables = list_printed_tables(context)
    if not tables:
        return None
    seated = load_table_players([table.game_table for table in tables], INSIDE)
    replaces, donates = context.settings.start > 0, context.settings.donation
    data = {
        "slips": [
            {
                "head": name_table(table.number, begins=True),
                "players": seated[table.game_table_id],
                "code": draw_code(f"{context.site}{_build_typing_path(table)}"),
            }
            for table in tables
        ],
        "words": {
            "round": format_round(context),
            "heads": [_("Points"), *([_("Money (points)")] if donates else []), *([_("Replaced")] if replaces else [])],
            "together": _("together 0"),
            "box": _("Put into the donation box: €") if donates else "",
            "signatures": _("Signatures of the players"),
            "code": _("To type them"),
        },
    }
    return context.render("tournaments/around/printing/result_slips", _("Slips for final totals"), data)


def _build_typing_path(table: RoundTable) -> str:
    """Return where the totals of a table are typed."""
    place = {"slug": table.round.tournament.slug, "number": table.round.number}
    return f"{reverse('quick_round', kwargs=place)}#t{table.number}"


def render_donations(context: PrintContext) -> bytes | None:
    """Render the amount due to the box from each table, round by round; None if there is none."""
    boxes = group_by_round(load_donations(context.tournament))
    if not boxes:
        return None
    blocks: list[Block] = []
    for number, box in sorted(boxes.items()):
        blocks += [PaperHeading(_("Round %(number)s") % {"number": number}), _build_list(context, box)]
    everything = DonationBox(tuple(table for box in boxes.values() for table in box.tables))
    together = _format_owed(everything) if context.settings.rate else format_points(everything.sixths)
    blocks += [
        PaperHeading(_("Together: %(amount)s") % {"amount": together}),
        PaperSignatures((_("Tournament director"), _("Cashier"))),
    ]
    return context.render_document(_("Donation box"), blocks, format_print_time(context))


def _format_owed(donation: CashDonation | DonationBox) -> str:
    """Return the expected amount; "at least" where more may have been paid than end totals show."""
    return (
        _("at least %(amount)s") % {"amount": format_cents(donation.cents)}
        if donation.at_least
        else format_cents(donation.cents)
    )


def _format_payers(donation: CashDonation) -> str:
    """Return the names of the players who pay it, as far as they are known."""
    names = ", ".join(f"{payer.name} {format_points(payer.sixths)}" for payer in donation.by)
    if donation.at_least:
        return " ".join(filter(None, (_("Only final totals are known, at least:"), names or "–")))
    if donation.counted is not None:
        return " ".join(filter(None, (_("as counted by the table"), names)))
    return names or "–"


def _build_list(context: PrintContext, box: DonationBox) -> PaperList:
    rated = context.settings.rate > 0
    columns = (
        PaperColumn(_("Table"), RIGHT),
        PaperColumn(_("Who pays in (points)"), stretch=True),
        PaperColumn(_("Points"), RIGHT),
        *((PaperColumn(_("Expected"), RIGHT),) if rated else ()),
        PaperColumn(_("Paid in"), least=28),
    )
    rows = [
        PaperRow(
            (
                str(table.table),
                _format_payers(table),
                format_points(table.sixths),
                *((_format_owed(table),) if rated else ()),
                "",
            )
        )
        for table in box.tables
    ]
    total = ("", _("Together"), format_points(box.sixths), *((_format_owed(box),) if rated else ()), "")
    return PaperList(columns, [*rows, PaperRow(total, strong=True, apart=True)], space=5)


def render_rulings(context: PrintContext) -> bytes | None:
    """Render all rulings of a tournament, the first one first; None if there are none."""
    rulings = load_register(context.tournament)
    if not rulings:
        return None
    blocks: list[PlainBlock] = []
    for ruling in rulings:
        facts = [*_list_facts(ruling), *([_format_moved(ruling)] if ruling.moved else [])]
        blocks += [PaperHeading(format_heading(ruling)), PaperParagraph(ruling.text)]
        blocks.append(PaperParagraph(" · ".join(facts), 8.5))
    blocks.append(PaperSignatures((_("Tournament director"), _("Referee"))))
    return context.render_filling(_("Register of rulings"), blocks, format_print_time(context))


def _format_moved(ruling: RulingLine) -> str:
    return ", ".join(f"{name} {format_signed_points(sixths)}" for name, sixths in ruling.moved)


def render_ruling(context: PrintContext, number: int) -> bytes | None:
    """Render one ruling for signing; None if there is none with that number."""
    ruling = next((line for line in load_register(context.tournament) if line.number == number), None)
    if ruling is None:
        return None
    blocks: list[Block] = [PaperParagraph(ruling.text, 12), *map(PaperParagraph, _list_facts(ruling))]
    if ruling.moved:
        columns = (PaperColumn(_("Name"), stretch=True), PaperColumn(_("Points"), RIGHT))
        rows = [PaperRow((name, format_signed_points(sixths))) for name, sixths in ruling.moved]
        blocks += [PaperHeading(_("Points that moved")), PaperList(columns, rows)]
    final = _("A ruling is final; a mistake is corrected by another ruling that names it.")
    blocks += [PaperParagraph(final, 8.5), PaperSignatures((_("Decided by"), _("Players")))]
    return context.render_document(format_heading(ruling), blocks)


def format_heading(ruling: RulingLine) -> str:
    """Return the heading of a ruling: its number, round and table."""
    words = {"number": ruling.number, "table": name_table(ruling.table, ruling.round)}
    return _("Ruling %(number)s: %(table)s") % words


def _list_facts(ruling: RulingLine) -> Iterator[str]:
    yield format_moment(ruling.at)
    yield ": ".join((_("Decided by"), ruling.decided_by))
    if ruling.entered_by:
        yield ": ".join((_("Entered by"), ruling.entered_by))
    yield ruling.deed_said
    if ruling.corrects:
        yield _("Corrects ruling %(number)s") % {"number": ruling.corrects}
    if ruling.corrected_by:
        yield _("Corrected by ruling %(numbers)s") % {"numbers": ", ".join(map(str, ruling.corrected_by))}


def render_invitation(context: PrintContext) -> bytes | None:
    """Render the announcement, long remarks on pages of their own; None as long as nobody is invited."""
    tournament, invitation = context.tournament, find_invitation(context.tournament)
    if invitation is None:
        return None
    picture, news = InvitationPicture.objects.filter(invitation=invitation).first(), find_date_news(tournament)
    facts = list_invitation_facts(tournament, invitation)
    route = "sign_up" if is_open(tournament, invitation) else "invitation"
    address = context.site + reverse(route, args=[tournament.slug])
    data = {
        "heading": tournament.name,
        "when": format_when(tournament, invitation),
        "news": " – ".join(filter(None, (news.text, news.reason))),
        "place": format_invitation_place(invitation),
        "picture": bytes(picture.png) if picture is not None else b"",
        "facts": [(label, text) for label, text in facts if label != _("Inn")],  # it stands above
        "remarks": [line for line in invitation.remarks.split("\n") if line.strip()],
        "code": draw_code(address),
        "address": address,
        "words": {
            "code": _("Register with your phone") if route == "sign_up" else _("More about it"),
            "remarks": _("Remarks"),
        },
    }
    return context.render("tournaments/around/printing/invitation", _("Announcement"), data)
