"""The staff's view of its tournaments: the list, one of them with its next step, names for the next one."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.sheet_versions import parse_sheet
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column, List, filter_matching
from tournaments.core.selectors import build_people_count, filter_played
from tournaments.core.settings import LOTS, Settings, parse_settings
from tournaments.hall.setup.setting_table import BY_NAME, SECTIONS, list_facts
from tournaments.models import Presence, Round, Tournament
from tournaments.people.entrants.applications import Line, load_line
from tournaments.people.entrants.selectors import list_unseated_names
from tournaments.people.registration.actions import is_open

FEWEST = 4  # at one table


class RoundSummary(NamedTuple):
    """A round as the tournament's page shows it."""

    number: int
    entered: int
    tables: int
    stage: str  # "open", "drawn", "running", "closed"
    all_done: bool  # each of its tables
    substitutes: int = 0  # who took over a seat that was paid for


class TournamentPage(NamedTuple):
    """A tournament as its page shows it."""

    settings: Settings
    sheet: str  # the name of the house rules, in the reader's language
    waiting: int  # applications that wait to be confirmed
    behind: int  # that wait until a place is free
    rounds: tuple[RoundSummary, ...]
    may_open: bool  # another round
    next_step: str
    next_round: int  # the round that it is about; 0: none

    @property
    def is_played(self) -> bool:
        """True if a round is over, and no planned number of rounds requires another one."""
        return not self.settings.rounds and any(round_.tables and round_.stage == "closed" for round_ in self.rounds)

    @property
    def coming(self) -> range:
        """The numbers of the rounds that are planned and not open yet."""
        return range(len(self.rounds) + 1, self.settings.rounds + 1)

    @property
    def rules(self) -> list[str]:
        """The rules that were agreed on, in words."""
        phrases = (str(phrase) for section in SECTIONS for phrase in section.list_phrases(self.settings))
        return [*dict.fromkeys((*list_facts(self.settings), *phrases))]

    @property
    def seating(self) -> str:
        """The way seats are drawn, in words; "": by lot."""
        return "" if self.settings.seating == LOTS else str(BY_NAME["seating"].show(self.settings.seating))


def compute_stage(tournament: Tournament) -> str:
    """Return the stage of a tournament: "prepared", "running" or "ended"."""
    if tournament.ended is not None:
        return "ended"
    return "prepared" if tournament.frozen is None else "running"


def load_tournament_page(tournament: Tournament, language: str) -> TournamentPage:
    """Return a tournament with its rounds; the same few queries for any size."""
    settings = parse_settings(tournament.settings)
    rounds = load_rounds(tournament)
    line = Line((), ()) if tournament.is_over else load_line(tournament)
    may_open = may_open_round(tournament, settings, rounds)
    sheet = parse_sheet(tournament.sheet_version)
    step, number = compute_next_step(tournament, rounds, may_open=may_open)
    name = sheet.name_en if language.startswith("en") else sheet.name
    waiting, behind = len(line.ahead), len(line.behind)
    return TournamentPage(settings, name, waiting, behind, rounds, may_open, step, number)


def list_unseated_by_round(tournament: Tournament) -> list[tuple[int, tuple[str, ...]]]:
    """Return the rounds whose tables are drawn, and who has no seat there; two queries for each that is not over."""
    drawn = Round.objects.filter(tournament=tournament, draw__isnull=False, closed=None).order_by("number")
    return [(round_.number, names) for round_ in drawn if (names := list_unseated_names(round_))]


def load_rounds(tournament: Tournament) -> tuple[RoundSummary, ...]:
    """Return the rounds that were opened, in order."""
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    coming, playing = Presence.State.IN, (Presence.State.IN, Presence.State.LEFT)
    ahead = Q(started=None, presences__state=coming, presences__entrant__withdrawn=None)
    inside = ahead | Q(started__isnull=False, presences__state__in=playing)  # in a started round: the players in it
    took_over = Count("presences", filter=inside & Q(presences__debt=Presence.Debt.SEAT))
    counts = rounds.annotate(many=Count("presences", filter=inside), took_over=took_over)
    entered = {pk: (many, substitutes) for pk, many, substitutes in counts.values_list("pk", "many", "took_over")}
    # In queries of their own: otherwise people × tables.
    counted = rounds.annotate(many=Count("tables"), left=Count("tables", filter=Q(tables__done=None)))
    laid = {pk: (many, left) for pk, many, left in counted.values_list("pk", "many", "left")}
    return tuple(_build_round(round_, entered[round_.pk], *laid[round_.pk]) for round_ in rounds)


def _build_round(round_: Round, entered: tuple[int, int], tables: int, left: int) -> RoundSummary:
    people, substitutes = entered
    is_done = bool(tables) and not left
    return RoundSummary(round_.number, people, tables, compute_round_stage(round_), is_done, substitutes)


def compute_round_stage(round_: Round) -> str:
    """Return the stage of a round: "open", "drawn", "running" or "closed"."""
    if round_.closed is not None:
        return "closed"
    if round_.started is not None:
        return "running"
    return "open" if round_.draw_id is None else "drawn"


def may_open_round(tournament: Tournament, settings: Settings, rounds: tuple[RoundSummary, ...]) -> bool:
    """Return whether another round may be opened."""
    return not tournament.is_over and (not settings.rounds or len(rounds) < settings.rounds)


def compute_next_step(tournament: Tournament, rounds: tuple[RoundSummary, ...], *, may_open: bool) -> tuple[str, int]:
    """Return the director's next step, and the round for it."""
    if tournament.ended is not None:
        return "look", 0
    if tournament.cancelled is not None:
        return "cancelled", 0
    if tournament.entrants.filter(withdrawn=None).count() < FEWEST:
        return "people", 0
    for round_ in rounds:
        if round_.stage == "running":
            return ("publish" if round_.all_done else "desk"), round_.number
    for round_ in rounds:
        if round_.stage == "drawn":
            return "start", round_.number
        if round_.stage == "open":
            return ("draw" if round_.entered >= FEWEST else "enter"), round_.number
    return ("open_round", len(rounds) + 1) if may_open else ("results", 0)


STAGES = {
    "prepared": _("in preparation"),
    "open": _("registration is open"),
    "running": _("running"),
    "ended": _("ended"),
}


def format_stage(tournament: Tournament) -> str:
    """Return the stage of a tournament in words; of one in preparation, whether players may register."""
    if tournament.cancelled is not None:
        return str(_("cancelled"))
    stage = compute_stage(tournament)
    is_prepared = stage == "prepared" and is_open(tournament, getattr(tournament, "invitation", None))
    return str(STAGES["open" if is_prepared else stage])


TOURNAMENTS = List(
    caption=_("Tournaments"),
    columns=(
        Column(
            "name",
            _("Name"),
            words=True,
            link=lambda tournament: reverse("tournament", kwargs={"slug": tournament.slug}),
        ),
        Column("day", _("Day"), show=format_day, latest=True),
        Column("people", _("People"), number=True),
        Column("opened", _("Rounds"), number=True),
        Column("stage", _("State"), of=format_stage, fields=("-ended", "-frozen")),
    ),
    sort="-day",
    empty=_("There is no tournament yet."),
    then=("-pk",),
    search=_("Find by name"),
)


def search_tournaments(club: int, typed: str, *, archived: bool = False) -> QuerySet[Tournament]:
    """Return a club's tournaments whose names contain each word, with the numbers of players and rounds.

    `archived`: those of the archive, in which something was played.
    """
    rounds = Round.objects.filter(tournament=OuterRef("pk")).order_by()
    opened = Subquery(rounds.values("tournament").annotate(many=Count("pk")).values("many"))
    rows = filter_matching(Tournament.objects.filter(club=club, archived__isnull=not archived), typed, ("name",))
    rows = rows.filter(pk__in=filter_played(rows)) if archived else rows
    return rows.select_related("invitation").annotate(people=build_people_count("pk"), opened=Coalesce(opened, 0))


MOST_NAMES = 8
MOST_READ = 40  # tournaments
_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,4}(?![0-9])")


def list_next_names(club: int, format_id: str) -> list[str]:
    """Return names to propose, those of tournaments with this format first; one query."""
    rows = Tournament.objects.filter(club=club, archived=None).order_by("-made", "-pk")
    last = [(name, parse_settings(text).format) for name, text in rows.values_list("name", "settings")[:MOST_READ]]
    in_order = sorted(last, key=lambda row: row[1] != format_id)
    return list(islice(_count_on((name for name, _format in in_order), {name for name, _format in last}), MOST_NAMES))


def _count_on(names: Iterable[str], taken: set[str]) -> Iterable[str]:
    """Yield what follows each name, once; a name without a number follows itself."""
    yielded: set[str] = set()
    for name in names:
        following = count_on(name)
        while following in taken and following != count_on(following):
            following = count_on(following)
        if following not in yielded:
            yielded.add(following)
            yield following


def count_on(name: str) -> str:
    """Return a name with its last number raised by one.

    >>> count_on("3. Herbstturnier"), count_on("Cup 2025, Runde 9"), count_on("Dreikönigsturnier")
    ('4. Herbstturnier', 'Cup 2025, Runde 10', 'Dreikönigsturnier')
    """
    numbers = list(_NUMBER.finditer(name))
    if not numbers:
        return name
    last = numbers[-1]
    return f"{name[: last.start()]}{int(last[0]) + 1}{name[last.end() :]}"
