"""Every free text of a club, with its place, and the ways in which a person's name may stand in it."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from itertools import chain
from typing import Any, NamedTuple

from django.apps import apps
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from tarockclub.models import Note
from tarockclub.platform.privacy.public_names import split_at_surname
from tournaments.core.acts import Kind, parse_content
from tournaments.models import Act, JournalAct, SeasonAct
from tournaments.people.register.merge_reversals import list_merge_notes

NOTE = "tarockclub.note.text"
RECEIPT_YEARS = 7  # § 132 BAO, from the end of the year


class TextSource(NamedTuple):
    """A column with free text, or with the id of a note."""

    model: str
    column: str
    club: str  # path
    where: Promise
    tournament: str = ""  # path
    table: str = ""  # path
    is_fixed: bool = False  # sealed and never changed: only people can replace it by another version


class FreeText(NamedTuple):
    """A free text."""

    place: str  # its column and row
    where: Promise
    text: str
    tournament: int | None = None
    table: int | None = None
    is_fixed: bool = False
    until: date | None = None  # a receipt's: it must be kept until then


SOURCES = (
    TextSource("scoring.Entry", "note", "table__club", _("Reason of a change at a table"), table="table"),
    TextSource("scoring.HeldHand", "note", "table__club", _("Remark on a hand that came too late"), table="table"),
    TextSource("tournaments.Ruling", "text", "tournament__club", _("Ruling"), "tournament"),
    TextSource("tournaments.Ruling", "decided_by", "tournament__club", _("Who decided a ruling"), "tournament"),
    TextSource("tournaments.Act", "note", "tournament__club", _("Reason of an action in a tournament"), "tournament"),
    TextSource("tournaments.SeasonAct", "note", "season__club", _("Reason of an action in a season")),
    TextSource("tournaments.Application", "name", "tournament__club", _("Registration by the link"), "tournament"),
    TextSource("tournaments.Application", "partner", "tournament__club", _("Partner of a registration"), "tournament"),
    TextSource("tournaments.Application", "remark", "tournament__club", _("Remark on a registration"), "tournament"),
    TextSource("tarockclub.Note", "text", "club", _("Other remark")),  # to which nothing of the above refers (any more)
    TextSource("tournaments.Team", "name", "tournament__club", _("Name of a team"), "tournament"),
    TextSource("tournaments.Prize", "name", "tournament__club", _("Name of a prize"), "tournament"),
    TextSource("tournaments.Hall", "announcement", "tournament__club", _("Announcement on the wall"), "tournament"),
    *(
        TextSource("tournaments.Invitation", column, "tournament__club", _("Invitation to a tournament"), "tournament")
        for column in ("place", "address", "contact", "counts_for", "remarks", "template")
    ),
    TextSource("tournaments.Tournament", "name", "club", _("Name of a tournament"), "pk"),
    TextSource("tournaments.Season", "name", "club", _("Name of a season")),
    TextSource("tournaments.SeasonEvent", "name", "season__club", _("Name of a day of a season")),
    TextSource("tournaments.SeasonOffer", "name", "club", _("Name of a tournament for the federation")),
    TextSource("tarockclub.ApiToken", "client", "account__club", _("Name of a program")),
    TextSource("scoring.SheetExample", "note", "own_sheet__club", _("Remark on an example of house rules")),
    TextSource("scoring.OwnSheetVersion", "reason", "own_sheet__club", _("Reason of house rules"), is_fixed=True),
    TextSource("scoring.OwnSheetVersion", "text", "own_sheet__club", _("House rules"), is_fixed=True),
    TextSource("scoring.OwnSheet", "draft", "club", _("Draft of house rules"), is_fixed=True),
)
_CASH = _("Cash box, receipt")


def iter_texts(club: int) -> Iterator[FreeText]:
    """Yield every free text of a club, those of its cash boxes first; each place once."""
    passed: set[str] = set()
    merges = _iter_notes(club, list_merge_notes(club), _("What was before a merge"))
    rest = (text for source in SOURCES for text in _iter_source(source, club))
    for text in chain(_iter_cash_texts(club), merges, rest):
        if text.place not in passed:
            passed.add(text.place)
            yield text


def _iter_source(source: TextSource, club: int) -> Iterator[FreeText]:
    model = apps.get_model(source.model)
    is_note = model._meta.get_field(source.column).is_relation
    path = f"{source.column}__text" if is_note else source.column
    columns = (source.column if is_note else "pk", path, source.tournament or "pk", source.table or "pk")
    rows = model._default_manager.filter(**{source.club: club}).exclude(**{path: ""}).order_by("pk")
    if is_note:
        rows = rows.exclude(**{source.column: None})
    begin = NOTE if is_note else f"{model._meta.label_lower}.{source.column}"
    for key, text, tournament, table in rows.values_list(*columns).iterator(chunk_size=2000):
        yield FreeText(
            f"{begin}:{key}",
            source.where,
            text,
            tournament if source.tournament else None,
            table if source.table else None,
            source.is_fixed,
        )


def _iter_cash_texts(club: int) -> Iterator[FreeText]:
    """Yield the texts of receipts and of the movements of cash boxes, each with the end of the duty to keep it."""
    acts = list_cash_acts(club)
    notes = Note.objects.in_bulk({note for act in acts for note in list_cash_notes(act)})
    for act in acts:
        tournament = act.tournament_id if isinstance(act, Act) else None
        for note in (notes[pk] for pk in list_cash_notes(act) if pk in notes and notes[pk].text):
            yield FreeText(f"{NOTE}:{note.pk}", _CASH, note.text, tournament, until=compute_last_day(act.at))


def _iter_notes(club: int, notes: Iterable[int], where: Promise) -> Iterator[FreeText]:
    """Yield the texts of some notes (ids) that are not erased."""
    rows = Note.objects.filter(club=club, pk__in=list(notes)).exclude(text="").order_by("pk")
    yield from (FreeText(f"{NOTE}:{pk}", where, text) for pk, text in rows.values_list("pk", "text"))


def list_cash_acts(club: int) -> list[JournalAct]:
    """Return the acts of all cash boxes of a club."""
    of_tournaments = Act.objects.filter(tournament__club=club, kind=Kind.CASH)
    of_seasons = SeasonAct.objects.filter(season__club=club, kind=Kind.CASH)
    return [*of_tournaments.order_by("pk"), *of_seasons.order_by("pk")]


def list_cash_notes(act: JournalAct) -> list[int]:
    """Return the ids of the texts of an act of a cash box: its reason, the receipt's number, the payer or recipient."""
    content: dict[str, Any] = parse_content(act)
    return [pk for pk in (act.note_id, content.get("party"), content.get("voucher")) if pk]


def compute_last_day(moment: datetime) -> date:
    """Return the last day on which a receipt must be kept.

    >>> from datetime import UTC
    >>> compute_last_day(datetime(2026, 1, 6, 19, tzinfo=UTC))
    datetime.date(2033, 12, 31)
    """
    return date(localtime(moment).year + RECEIPT_YEARS, 12, 31)


SHORTEST_WORD = 2


class NamePattern(NamedTuple):
    """The patterns of a name."""

    whole: re.Pattern[str]
    part: re.Pattern[str]  # the surname alone; of a single word that word: it may be somebody else
    is_sure: bool  # whether the whole name means this person: it has more than one word

    def has_name(self, text: str) -> bool:
        """Return whether the whole name is in a text, or is all of it.

        >>> pattern = build_pattern("Dr. Anna Maier")
        >>> [pattern.has_name(text) for text in ("Maier, Anna hat gefragt", "ANNA  MAIERS Blatt", "Annamaier", "Anna")]
        [True, True, False, False]
        """
        return bool(self.whole.fullmatch(text.strip()) or (self.is_sure and self.whole.search(text)))

    def has_part(self, text: str) -> bool:
        """Return whether a part of the name is in a text.

        >>> [build_pattern("Anna Maier").has_part(text) for text in ("Frau Maier gibt", "Maierhofer gibt")]
        [True, False]
        """
        return bool(self.part.search(text) or self.whole.search(text))

    def replace_name(self, text: str, label: str, *, with_part: bool) -> str:
        """Return a text with a label instead of the whole name; `with_part`: of the surname alone too.

        >>> pattern, text = build_pattern("Anna Maier"), "Maier Anna, dann Bert Maier"
        >>> [pattern.replace_name(text, "Spieler 7", with_part=with_part) for with_part in (False, True)]
        ['Spieler 7, dann Bert Maier', 'Spieler 7, dann Bert Spieler 7']
        """
        rest = self.whole.sub(lambda _found: label, text)
        return self.part.sub(lambda _found: label, rest) if with_part else rest


def build_pattern(name: str) -> NamePattern:
    """Build the patterns of a name."""
    words = [word for word in name.split() if not word.endswith(".") and len(word) >= SHORTEST_WORD]
    if len(words) <= 1:
        whole = _compile([re.escape(name.strip())])
        return NamePattern(whole, whole, is_sure=False)
    first_names, surname = split_at_surname(words)
    whole = _compile([_join(words), _join([*surname, *first_names]), re.escape(name.strip())])
    return NamePattern(whole, _compile([_join(surname)]), is_sure=True)


def _join(words: list[str]) -> str:
    return r",?\s+".join(map(re.escape, words))


def _compile(ways: list[str]) -> re.Pattern[str]:
    # Longest first; with the ending of the genitive, and never within a word.
    written = "|".join(sorted(dict.fromkeys(ways), key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{written})(?:['’]?s)?(?!\w)", re.IGNORECASE)
