"""The sections about tournaments and seasons: entries, payments, results, receipts, texts that mention the person."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_cents, format_hundredths, format_points, format_signed_cents
from tarockclub.office.privacy.data_file.section import Cell, DataSections, DataSubject, format_other
from tarockclub.office.privacy.erasing import list_mentions
from tarockclub.office.privacy.texts import build_pattern
from tournaments.core.actions.names import ActNames, load_act_names, parse_subjects
from tournaments.core.actions.sentences import format_act_kind, format_act_sentence, format_season_kind
from tournaments.core.cash_journal.receipts import load_receipts
from tournaments.core.editions import FINAL
from tournaments.core.selectors import Lookup, format_unknown_person
from tournaments.models import (
    MADE_PARTS,
    Act,
    Application,
    Entrant,
    Presence,
    Season,
    SeasonAct,
    SeasonResult,
    TeamMember,
    Tournament,
)
from tournaments.people.entrants.selectors import format_state
from tournaments.results.standings.editions import load_standing_editions
from tournaments.seasons.season.cash.settlement import list_year_settlements
from tournaments.seasons.season.editions import is_of_teams, load_season_editions
from tournaments.seasons.season.settings import HUNDREDTHS

Rows = Iterator[tuple[Cell, ...]]
SECTIONS = DataSections()
_DEBTS = {
    Presence.Debt.OPEN: "",
    Presence.Debt.WAIVED: _("waived"),
    Presence.Debt.MOVED: _("somebody else pays"),
    Presence.Debt.SEAT: _("paid for the seat"),
}
_DECISIONS = {
    Application.As.OPEN: _("open"),
    Application.As.TAKEN: _("confirmed"),
    Application.As.DECLINED: _("declined"),
    Application.As.GONE: _("withdrawn"),
}


@SECTIONS.add(
    "entries",
    _("Tournaments"),
    (
        _("Tournament"),
        _("Day"),
        _("Start number"),
        _("Entered"),
        _("Withdrawn"),
        _("Seen at the door"),
        _("Said that they are there"),
        _("Team"),
    ),
)
def load_entries(subject: DataSubject) -> Rows:
    """Yield the tournaments that the person entered, with the team."""
    teams = dict(TeamMember.objects.filter(entrant__person__in=subject.everybody).values_list("entrant", "team__name"))
    for entrant in _list_entrants(subject):
        tournament, moments = entrant.tournament, (entrant.entered, entrant.withdrawn, entrant.arrived, entrant.asked)
        yield tournament.name, tournament.day, entrant.number, *moments, teams.get(entrant.pk)


@SECTIONS.add(
    "applications",
    _("Registrations by a link"),
    (
        _("Tournament"),
        _("Name as typed"),
        _("Town"),
        _("Partner or team"),
        _("Remark"),
        _("When"),
        _("Decision"),
        _("Device"),
    ),
)
def load_applications(subject: DataSubject) -> Rows:
    """Yield the registrations by a link."""
    pattern = build_pattern(subject.person.name)
    rows = Application.objects.filter(tournament__club=subject.person.club_id).select_related(
        "tournament", "name", "partner", "remark", "entrant"
    )
    for row in rows.order_by("pk"):
        people = {row.invited_id, row.entrant and row.entrant.person_id}
        if people & subject.everybody or pattern.has_name(row.name.text):
            yield (
                row.tournament.name,
                row.name.text,
                row.town,
                row.partner.text if row.partner is not None else "",
                row.remark.text if row.remark is not None else "",
                row.at,
                str(_DECISIONS[Application.As(row.decided_as)]),
                row.device,
            )


@SECTIONS.add("payments", _("Rounds and entry fees"), (_("Tournament"), _("Round"), _("State"), _("Paid"), _("Debt")))
def load_payments(subject: DataSubject) -> Rows:
    """Yield the rounds with fees and presence."""
    rows = Presence.objects.filter(entrant__person__in=subject.everybody).select_related("round__tournament")
    for row in rows.order_by("round__tournament__day", "round"):
        state, debt = format_state(row.state), str(_DEBTS[Presence.Debt(row.debt)])
        yield row.round.tournament.name, row.round.number, state, format_cents(row.paid), debt


@SECTIONS.add("receipts", _("Receipts"), (_("Number"), _("When"), _("Name"), _("Amount"), _("What")))
def load_own_receipts(subject: DataSubject) -> Rows:
    """Yield the receipts with the person's name."""
    pattern, owners = build_pattern(subject.person.name), (Tournament, Season)
    for owner in (row for model in owners for row in model._default_manager.filter(club=subject.person.club_id)):
        for receipt in load_receipts(owner):
            if receipt.name == subject.person.name or pattern.has_name(receipt.name):
                what = "; ".join(line.text for line in receipt.lines)
                yield receipt.label, receipt.at, receipt.name, format_cents(receipt.cents), what


@SECTIONS.add(
    "settlements", _("Settlement of the evenings"), (_("Where"), _("Until"), _("When"), _("Amount"), _("Not yet paid"))
)
def load_settlements(subject: DataSubject) -> Rows:
    """Yield what the person got or paid for the evenings of years that are settled through a cash box."""
    for season in Season.objects.filter(club=subject.person.club_id).order_by("pk"):
        for settlement in list_year_settlements(season):
            left = {line.person: line.cents for line in settlement.left}
            for line in (line for line in settlement.lines if line.person in subject.everybody):
                amounts = format_signed_cents(line.cents), format_signed_cents(left.get(line.person, 0))
                yield season.name, settlement.until, settlement.at, *amounts


@SECTIONS.add("acts", _("What was written down"), (_("Where"), _("When"), _("What"), _("Reason")))
def load_acts(subject: DataSubject) -> Rows:
    """Yield what was done in tournaments and names the person; others by their numbers in the register."""
    for tournament in Tournament.everything.filter(
        pk__in=[entrant.tournament_id for entrant in _list_entrants(subject)]
    ):
        own = {entrant.pk for entrant in _list_entrants(subject) if entrant.tournament_id == tournament.pk}
        acts = Act.objects.filter(tournament=tournament).select_related("round", "table", "note", "undoes", "undone_by")
        naming = []
        for act in acts.order_by("sequence"):
            subjects = parse_subjects(act)
            if subjects.entrants & own or subjects.persons & subject.everybody:
                naming.append(act)
        names = _hide_others(load_act_names(naming), tournament, subject)
        for act in naming:
            reason = act.note.text if act.note is not None else ""
            yield tournament.name, act.at, format_act_sentence(act, names), reason


@SECTIONS.add("own_acts", _("Done while logged in"), (_("Where"), _("When"), _("What"), _("Device")))
def load_own_acts(subject: DataSubject) -> Rows:
    """Yield what the person did in tournaments and seasons while logged in."""
    of_tournaments = Act.objects.filter(by__in=subject.everybody).order_by("pk")
    of_seasons = SeasonAct.objects.filter(by__in=subject.everybody).order_by("pk")
    for acts, owner, find_words in (
        (of_tournaments, "tournament__name", format_act_kind),
        (of_seasons, "season__name", format_season_kind),
    ):
        rows = acts.values_list(owner, "at", "kind", "device")
        yield from ((name, moment, find_words(kind), device) for name, moment, kind, device in rows)


@SECTIONS.add(
    "results",
    _("Results"),
    (_("Where"), _("What"), _("Rank"), _("Points"), _("Written score"), _("Tournaments"), _("When")),
)
def load_results(subject: DataSubject) -> Rows:
    """Yield the ranks in published results of tournaments and seasons, and those that were typed in."""
    for tournament in Tournament.everything.filter(club=subject.person.club_id).order_by("day", "pk"):
        for edition in load_standing_editions(tournament):
            what = str(_("Final result") if edition.of == FINAL else _("Round %(number)s") % {"number": edition.of})
            for row in edition.rows:
                if row.person in subject.everybody:
                    yield tournament.name, f"{what} ({edition.number})", row.rank, None, None, None, edition.at
    for season in Season.objects.filter(club=subject.person.club_id).order_by("pk"):
        for standing in (edition for edition in load_season_editions(season) if not is_of_teams(edition)):
            for line in standing.rows:
                if line.who in subject.everybody:
                    what = str(_("Standings (%(number)s)") % {"number": standing.number})
                    yield season.name, what, line.rank, format_hundredths(line.points), None, None, standing.at
    yield from _load_typed_results(subject)


def _load_typed_results(subject: DataSubject) -> Rows:
    results = SeasonResult.objects.filter(person__in=subject.everybody).select_related("event__season").order_by("pk")
    for result in results:
        event, points = result.event, result.points
        if points is None and result.made is not None:
            points = result.made * HUNDREDTHS // MADE_PARTS
        sums = (points, format_hundredths), (result.written, format_points)
        amounts = (None if amount is None else show(amount) for amount, show in sums)
        yield event.season.name, event.name, result.rank or None, *amounts, result.days, event.day


@SECTIONS.add("texts", _("Texts that mention the person"), (_("Where"), _("Text"), _("Means"), _("Kept until")))
def load_texts(subject: DataSubject) -> Rows:
    """Yield the texts in which the name stands, as a whole or in part."""
    for mention in list_mentions(subject.person):
        sure = _("the whole name") if mention.is_whole else _("a part of the name, perhaps somebody else's")
        yield str(mention.text.where), mention.text.text, str(sure), mention.text.until


def _list_entrants(subject: DataSubject) -> list[Entrant]:
    rows = Entrant.objects.filter(person__in=subject.everybody).select_related("tournament")
    return list(rows.order_by("tournament__day", "pk"))


def _hide_others(names: ActNames, tournament: Tournament, subject: DataSubject) -> ActNames:
    """Replace the names of others by their numbers in the register."""
    entrants = Entrant.objects.filter(tournament=tournament).select_related("person")
    by_entrant, by_person = {}, {}
    for entrant in entrants:
        label = subject.person.name if entrant.person_id in subject.everybody else format_other(entrant.person)
        by_entrant[entrant.pk] = by_person[entrant.person_id] = label
    unknown = format_unknown_person()
    return ActNames(Lookup(by_entrant, lambda _id: unknown), Lookup(by_person, lambda _id: unknown), names.prizes)
