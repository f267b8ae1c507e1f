"""The contents of a published tournament or season: the rows that its public pages need, without anything private.

A column is only sent if it stands here. Of a person there is the name that public pages show; there is no money of a
cash box, no note, ruling, reason or device, and nothing that opens anything.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db.models import Model, Q

from scoring.models import GameTable, OwnSheet, SheetVersion
from tarockclub.kit.json_text import encode_compact
from tarockclub.models import Club, Person
from tarockclub.office.club_file.rows import encode_value
from tarockclub.platform.clubs.ownership import find_owner
from tarockclub.platform.privacy.public_names import get_public_name
from tournaments.core.acts import Kind
from tournaments.models import Act, Season, SeasonAct, Tournament
from tournaments.seasons.season.data import list_group_members

CLUB, PERSON, SHEET = "tarockclub.club", "tarockclub.person", "scoring.sheetversion"
TOURNAMENT, TABLE, ACT = "tournaments.tournament", "scoring.gametable", "tournaments.act"
_JOURNAL = "id slug club name settings made ended version"
_ACT = "id round table undoes sequence kind said at"
_ACTIVE = "active0 active1 active2 active3"
_AMOUNTS = " ".join(f"money{place} written{place}" for place in range(6))
_COLUMNS = {
    CLUB: "id categories shows_towns",
    PERSON: "id club number name shown_as called town categories details_public erased merged_into",
    SHEET: "id club sheet text digest",
    "scoring.ownsheet": "id club sheet public retired",
    "scoring.ownsheetversion": "id own_sheet number table at",
    "tournaments.tournament": f"{_JOURNAL} day sheet_version frozen lapse",
    "tournaments.entrant": "id tournament person number entered withdrawn",
    "tournaments.round": "id tournament number draw started closed",
    "tournaments.draw": "id round number way seating dealers at",
    "tournaments.roundtable": "id round number game_table done counts",
    "tournaments.presence": "id round entrant state",
    "tournaments.team": "id tournament number name gone",
    "tournaments.teammember": "id team entrant",
    "tournaments.prize": "id tournament round number name gone",
    "tournaments.act": f"{_ACT} tournament",
    "tournaments.season": f"{_JOURNAL}",
    "tournaments.seasonevent": "id season number kind tournament name day players edition others gone size average",
    "tournaments.seasonresult": "id event edition person rank points written made",
    "tournaments.seasonact": "id season sequence kind said at",
    "scoring.gametable": "id club slug sheet_version players first_forehand started agreed ended last_sequence clock "
    "news head",
    "scoring.sitting": "id table place from_deal to_deal",
    "scoring.seated": "id sitting person from_deal version",
    "scoring.total": "sitting money written",
    "scoring.entry": f"id table sequence deal_number kind phase answer replaces dealer forehand {_ACTIVE} record "
    f"radl_set radl {_AMOUNTS} at",
    "scoring.deal": "id table number entry",
}
COLUMNS = {label: frozenset(columns.split()) for label, columns in _COLUMNS.items()}
# Acts whose content stands on public pages; those that were taken back name the act that did so.
_KINDS = (
    *(Kind.PUBLISHED_DRAW, Kind.SUBSTITUTE, Kind.SEATED_LATE, Kind.HANDS, Kind.TEAM),
    *(Kind.LOT, Kind.PRIZE, Kind.CHOICE, Kind.RESULT),
    *(Kind.EVENT, Kind.TYPED_RESULTS, Kind.STANDING, Kind.UNDONE),
)
RowText = tuple[tuple[str, int], str]


class Contents:
    """The rows of a tournament or season as JSON; those of a table are read again once its book has changed."""

    def __init__(self) -> None:
        self._tables: dict[int, tuple[str, list[RowText]]] = {}

    def read_tournament(self, tournament: Tournament) -> dict[tuple[str, int], str]:
        """Return the rows of a tournament, with the books of its tables."""
        tables = GameTable.objects.filter(round_table__round__tournament=tournament).order_by("pk")
        sheets = {tournament.sheet_version_id, *(table.sheet_version_id for table in tables)}
        rows = dict(_iter_shared(tournament.club, sheets, Q(entrants__tournament=tournament)))
        rows |= dict(_iter_tournaments([tournament.pk]))
        for table in tables:
            ((key, text),) = _encode_rows([table])
            if self._tables.get(table.pk, ("", []))[0] != text:
                self._tables[table.pk] = text, list(_iter_parts(TABLE, [table.pk]))
            rows[key] = text
            rows |= dict(self._tables[table.pk][1])
        return rows

    def read_season(self, season: Season) -> dict[tuple[str, int], str]:
        """Return the rows of a season and of its tournaments, without their tables."""
        mine = Q(season_events__season=season, season_events__gone=None, archived=None)
        tournaments = list(Tournament.objects.filter(mine).order_by("pk"))
        keys = [tournament.pk for tournament in tournaments]
        persons = Q(entrants__tournament__in=keys) | Q(season_results__event__season=season)
        sheets = {tournament.sheet_version_id for tournament in tournaments}
        rows = dict(_iter_shared(season.club, sheets, persons))
        rows |= dict(_iter_tournaments(keys))
        rows |= dict(_encode_rows([list_group_members(season)]))
        rows |= dict(_iter_rows("tournaments.seasonevent", Q(season=season)))
        rows |= dict(_iter_rows("tournaments.seasonresult", Q(event__season=season)))
        return rows | dict(_encode_rows(SeasonAct.objects.filter(season=season, kind__in=_KINDS).order_by("pk")))


def _iter_shared(club: Club, sheets: Iterable[int], persons: Q) -> Iterator[RowText]:
    yield from _encode_rows([club])
    versions = SheetVersion.objects.filter(pk__in=sheets).order_by("pk")
    yield from _encode_rows(versions)
    own = OwnSheet.objects.filter(sheet__in=versions.values("sheet"), public=True)
    yield from _encode_rows(own.order_by("pk"))
    yield from _iter_rows("scoring.ownsheetversion", Q(own_sheet__in=own))
    some = set(Person.objects.filter(persons).values_list("pk", flat=True))
    yield from _encode_rows(map(_hide_private, Person.objects.filter(pk__in=some).order_by("pk")))


def _iter_tournaments(keys: list[int]) -> Iterator[RowText]:
    yield from _iter_rows(TOURNAMENT, Q(pk__in=keys))
    yield from _iter_parts(TOURNAMENT, keys)
    yield from _encode_rows(Act.objects.filter(tournament__in=keys, kind__in=_KINDS).order_by("pk"))


def _iter_parts(owner: str, keys: list[int]) -> Iterator[RowText]:
    """Yield the rows that belong to tournaments or tables; of acts not all are for everybody."""
    for label in COLUMNS:
        found = find_owner(label, (TOURNAMENT, TABLE))
        if found is not None and found[0] == owner and label not in (owner, ACT):
            yield from _iter_rows(label, Q(**{f"{found[1]}__in": keys}))


def _iter_rows(label: str, condition: Q) -> Iterator[RowText]:
    return _encode_rows(apps.get_model(label)._default_manager.filter(condition).order_by("pk"))


def _encode_rows(rows: Iterable[Model]) -> Iterator[RowText]:
    """Yield rows as JSON; what is as usual is left out."""
    for row in rows:
        label = row._meta.label_lower
        values: dict[str, Any] = {}
        for name in sorted(COLUMNS[label]):  # in one order, as digests need it
            field: Any = row._meta.get_field(name)
            value = getattr(row, field.attname)
            if field.primary_key or not field.has_default() or callable(field.default) or value != field.default:
                values[name] = encode_value(value)
        yield (label, row.pk), encode_compact(values)


def _hide_private(person: Person) -> Person:
    """Return a person as public pages show it (tarockclub/platform/privacy/public_names.py); it is never saved."""
    name = get_public_name(person)
    if not person.details_public:
        person.categories = ""
        if not name.endswith(f" ({person.town})"):
            person.town = ""
    person.name = person.shown_as = name
    person.called = name if person.called else ""
    return person
