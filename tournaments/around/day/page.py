"""A tournament as its staff sees it: a round that is played, what is to be done before and after, money, places."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.amounts import format_cents, format_signed_cents
from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.days import format_moment
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right, Rights
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.around.public.front_parts import RunningTournament, add_leaders
from tournaments.core.cash_journal.services import COUNT, load_cash_box
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.selectors import RoundContext
from tournaments.core.settings import Settings, parse_settings
from tournaments.hall.clock.display import ClockFace, build_face
from tournaments.hall.clock.table_clocks import compute_round_clock
from tournaments.hall.desk.next_thing import say_start
from tournaments.hall.desk.page import LATE_FEE, OWES, DeskView, Need, build_needs_context
from tournaments.hall.setup.overview import TournamentPage
from tournaments.hall.standing.players import load_recent_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Entrant, Presence, Prize, Round, Tournament
from tournaments.people.entrants.applications import Places
from tournaments.people.entrants.fee_actions import list_open_fees
from tournaments.results.final_results.prizes import load_scope_sections
from tournaments.results.final_results.result_page import Honoured, choose_podium, format_win, list_honoured
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.editions import load_standing_editions
from tournaments.results.standings.page import compute_round_standings, draw_first

MOST_PLACES, MOST_NAMES = 10, 24  # of a final result; of those who take part
MOST_MISSING = 5  # who are named before the start
_MONEY = (LATE_FEE, OWES)


class RoundDay(NamedTuple):
    """A round that is played, as those who rule in it see it."""

    round: Round
    face: ClockFace
    shown: RunningTournament  # with who leads
    desk: dict[str, Any]  # of its desk, who needs somebody there; {}: the reader has none

    @property
    def next_text(self) -> str:
        """The next thing in it; "" for whoever has no desk."""
        return str(self.desk.get("next_text", ""))

    @property
    def calls(self) -> list[Need]:
        """The needs of its tables."""
        return [need for need in self.desk.get("needs", ()) if need.kind not in _MONEY]

    @property
    def debts(self) -> list[Need]:
        """The entry fees that are owed."""
        return [need for need in self.desk.get("needs", ()) if need.kind in _MONEY]


class Duty(NamedTuple):
    """Something that belongs to a tournament before its first round, or after the last one, and how far it is."""

    icon: str
    text: str
    about: str
    href: str
    key: str
    is_done: bool = False


def load_round_day(round_: Round, may: Rights, face: ClockFace | None = None) -> RoundDay:
    """Return a round that is played: a fixed number of queries."""
    tournament, settings = round_.tournament, parse_settings(round_.tournament.settings)
    face = face or build_face(compute_round_clock(tournament, round_), now())
    shown = RunningTournament(tournament.slug, tournament.name, round_.number, settings.rounds, 0, is_live=True)
    if not may.has(Right.RULE):
        return RoundDay(round_, face, shown, {})
    view = DeskView(directs=may.has(Right.DIRECT), treasures=may.has(Right.TREASURE))
    desk = build_needs_context(RoundContext(tournament, settings, round_), view)
    entrants = Entrant.objects.filter(tournament=tournament)
    names = dict(entrants.values_list("number", INSIDE.build_player_name()))
    return RoundDay(round_, face, add_leaders(shown, names)._replace(tables=len(desk["desk"].rows)), desk)


def say_next(tournament: Tournament, seen: TournamentPage, day: RoundDay | None, duties: Iterable[Duty]) -> str:
    """Return the next thing in a tournament and when, in one or two sentences; at most two queries."""
    if tournament.ended is not None:
        left = [duty.text for duty in duties if not duty.is_done]
        return _("Left over: %(what)s.") % {"what": ", ".join(left)} if left else _("Everything is done.")
    number = seen.next_round
    if seen.next_step == "desk" or (day is not None and day.next_text):
        return "" if day is None else day.next_text
    step = {
        "people": _("Enter who is taking part: type names, paste a list or import a file."),
        "cancelled": _("Everybody reads that it does not take place. Whoever has paid gets the fee back."),
        "open_round": _("Players register round by round."),
        "enter": _("Round %(number)s is open: who is playing, and who has paid?"),
        "draw": _("Once everybody who plays in round %(number)s has been added, draw the tables."),
        "start": _("The tables of round %(number)s have been drawn. When everybody is seated, start the clock."),
        "publish": _("All tables of round %(number)s are done: publish its result."),
        "results": _("All rounds are over: publish the final result."),
    }[seen.next_step] % {"number": number}
    if tournament.frozen is not None or seen.next_step == "cancelled":
        return step
    return " ".join(filter(None, (say_start(tournament, now()), _name_missing(tournament, seen), step)))


def _name_missing(tournament: Tournament, seen: TournamentPage) -> str:
    """Return who has not come yet while the first round is open, by name if they are few; "" if nobody; one query."""
    if seen.next_step not in ("enter", "draw") or seen.next_round != 1:
        return ""
    present = Presence.objects.filter(round__tournament=tournament, round__number=1, entrant=OuterRef("pk"))
    absent = Entrant.objects.filter(~Exists(present), tournament=tournament, withdrawn=None).order_by("number")
    names = list(absent.values_list(INSIDE.build_player_name(), flat=True))
    if not names:
        return ""
    if len(names) > MOST_MISSING:
        return _("%(count)s are not there yet.") % {"count": len(names)}
    return _("Not there yet: %(names)s.") % {"names": ", ".join(names)}


def format_days_left(day: date) -> str:
    """Return how many days it is to a day; "" on it and after it."""
    days = (day - localdate(now())).days
    return ngettext("One day to go.", "%(days)s days to go.", days) % {"days": days} if days > 0 else ""


def list_preparations(tournament: Tournament, may: Rights, places: Places) -> Iterator[Duty]:
    """Yield what is to be done before the first round; two queries."""
    invitation = getattr(tournament, "invitation", None)
    is_open, place = invitation is not None and invitation.is_public, invitation.place if invitation else ""
    slug = [tournament.slug]
    text, href = _("Invitation and registration"), reverse("edit_invitation", args=slug)
    if may.has(Right.DIRECT):
        yield Duty("dates", text, place, href, _("View") if is_open else _("Write"), is_open)
    many = f"{places.entrants}/{places.most}" if places.most else str(places.entrants)
    yield Duty("people", _("People"), many, reverse("entrants", args=slug), _("Enter"), places.entrants > 0)
    prizes = Prize.objects.filter(tournament=tournament, gone=None).count()
    about = str(prizes) if prizes else _("none yet")
    yield Duty("gift", _("Prizes"), about, reverse("prizes", args=slug), _("Add"), prizes > 0)


def list_entrant_names(tournament: Tournament) -> list[str]:
    """Return those who take part, in the order in which they were entered; one query."""
    entrants = Entrant.objects.filter(tournament=tournament, withdrawn=None).order_by("number")
    return list(entrants.values_list(INSIDE.build_player_name(), flat=True)[:MOST_NAMES])


def list_duties(tournament: Tournament, settings: Settings, may: Rights) -> Iterator[Duty]:
    """Yield what is to be done after the end; a fixed number of queries."""
    slug = [tournament.slug]
    edition = find_latest_edition(load_standing_editions(tournament), FINAL)
    if edition is not None:
        text, about = _("Result published"), format_moment(edition.at)
        yield Duty("check", text, about, reverse("standings", args=slug), _("View"), is_done=True)
    if may.has(Right.DIRECT):
        sections = load_scope_sections(tournament)
        prizes = sum(len(section.scope.prizes) for section in sections)
        taken = prizes - sum(len(section.scope.free) for section in sections)
        turn = next((section.waiting[0].name for section in sections if section.waiting), "")
        about = _("%(taken)s of %(prizes)s are chosen") % {"taken": taken, "prizes": prizes} if prizes else _("none")
        turn_text = _("%(name)s is next") % {"name": turn}
        free = prizes - taken
        left_text = ngettext("%(count)s is left over", "%(count)s are left over", free) % {"count": free}
        is_chosen_out = bool(taken and free and not turn)
        about = f"{about}, {turn_text}" if turn else f"{about}, {left_text}" if is_chosen_out else about
        yield Duty("gift", _("Prizes"), about, reverse("prizes", args=slug), _("Choose"), not turn)
        about = _("on the wall, from the last place to the first")
        yield Duty("wall", _("Prize giving"), about, reverse("hall", args=slug), _("Begin"))
    if settings.fee and may.has(Right.TREASURE):
        fees, href = list_open_fees(tournament), f"{reverse('entrants', args=slug)}#owing"
        about = f"{format_cents(sum(fee.cents for fee in fees))}: {', '.join(fee.name for fee in fees)}"
        yield Duty("money", _("Entry fees"), about if fees else _("all paid"), href, _("Paid"), not fees)
    if may.has(Right.CASH):
        box = load_cash_box(tournament)
        is_counted = not box.journal or box.journal[-1].what == COUNT
        about = _("%(sum)s should be in it") % {"sum": format_cents(box.balance)}
        yield Duty("history", _("Cash count"), about, reverse("cash_box", args=slug), _("Count it"), is_counted)
    about = _("the whole day with formulas, for the season")
    yield Duty("download", _("Workbook"), about, reverse("exports", args=slug), _("Excel"))


class FinalPlaces(NamedTuple):
    """A published final result as the staff sees it, with everybody's name."""

    lead: str
    podium: tuple[Honoured, ...]
    places: tuple[Honoured, ...]  # the first ones, with what they have won
    chart: Chart | None  # how it came about, as the published result has it


def load_final_places(tournament: Tournament, settings: Settings) -> FinalPlaces | None:
    """Return the final result; None before it is published."""
    editions = load_standing_editions(tournament) if tournament.ended is not None else []
    edition = find_latest_edition(editions, FINAL)
    if edition is None:
        return None
    groups = list_honoured(tournament, settings, FINAL, edition.rows, INSIDE)
    first = tuple(person for group in groups for person in group)[:MOST_PLACES]
    standings = load_standings(load_recent_progress(tournament.slug), INSIDE)
    by_person = [{line.player.person: line for line in course} for course in compute_round_standings(standings)]
    chart = draw_first(standings.totals, by_person, list_shown_columns(settings, FINAL)[-1])
    colours = {line.name: line.colour for line in chart.lines} if chart else {}
    podium = choose_podium(groups)
    faces = (row.face._replace(colour=colours.get(row.name, row.face.colour)) for row in podium)
    steps = tuple(row._replace(face=face) for row, face in zip(podium, faces, strict=True))
    return FinalPlaces(format_win(groups), steps, first, chart)


def list_money_rows(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Return the entry fees of each round, and what is in the cash box: text, about, amount."""
    box = load_cash_box(tournament)
    if not box.journal:
        return []
    rows = [
        (
            _("Round %(number)s") % {"number": fees.round},
            ngettext("%(count)s has paid", "%(count)s have paid", fees.players) % {"count": fees.players},
            format_cents(fees.cents),
        )
        for fees in box.fees
    ]
    other_total = box.balance - box.fee_total
    rest = [(_("Prizes and everything else"), "", format_signed_cents(other_total))] if other_total else []
    return [*rows, *rest, (_("In the cash box"), "", format_cents(box.balance))]
