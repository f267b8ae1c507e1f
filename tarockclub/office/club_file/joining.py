"""The rows of a newer file of the same club: matched with those here by what distinguishes them, then written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from django.apps import apps
from django.db.models import Max, Model

from scoring.book.ledger.triggers import GUARDS
from scoring.models import SheetVersion
from tarockclub.models import Club, Note
from tarockclub.office.club_file.comparison import Status, list_continued_chains
from tarockclub.office.club_file.contents import NOTE, find_target, list_fields
from tarockclub.office.club_file.ids import IdMap
from tarockclub.office.club_file.insertion import Values, build_conversion, insert_rows, iter_new_versions
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.platform.act_chain import Chain
from tarockclub.platform.clubs.ownership import OWNERS, find_owner, get_nearest_owner
from tournaments.models import Application, Tournament

CLUB = "tarockclub.club"
# What distinguishes a row from the others of its owner: the first of these columns is the way to the owner.
NATURAL_KEYS: dict[str, tuple[str, ...]] = {
    "scoring.gametable": ("slug",),
    "scoring.sitting": ("table", "place", "from_deal"),
    "scoring.seated": ("sitting", "from_deal", "version"),
    "scoring.total": ("sitting",),
    "scoring.entry": ("table", "sequence"),
    "scoring.deal": ("table", "number"),
    "scoring.mark": ("table", "key"),
    "scoring.heldhand": ("table", "key"),
    "scoring.tableact": ("table", "sequence"),
    "scoring.ownsheet": ("sheet",),
    "scoring.ownsheetact": ("own_sheet", "sequence"),
    "scoring.ownsheetversion": ("own_sheet", "number"),
    "scoring.sheetexample": ("own_sheet", "key"),
    "tournaments.tournament": ("slug",),
    "tournaments.entrant": ("tournament", "person"),
    "tournaments.application": ("tournament", "key"),
    "tournaments.round": ("tournament", "number"),
    "tournaments.draw": ("round", "number"),
    "tournaments.roundtable": ("round", "number"),
    "tournaments.presence": ("round", "entrant"),
    "tournaments.team": ("tournament", "number"),
    "tournaments.teammember": ("entrant",),
    "tournaments.prize": ("tournament", "number"),
    "tournaments.act": ("tournament", "sequence"),
    "tournaments.ruling": ("tournament", "number"),
    "tournaments.hall": ("tournament",),
    "tournaments.hallpicture": ("hall",),
    "tournaments.invitation": ("tournament",),
    "tournaments.invitationpicture": ("invitation",),
    "tournaments.season": ("slug",),
    "tournaments.seasonevent": ("season", "number"),
    "tournaments.seasonresult": ("event", "edition", "person"),
    "tournaments.seasonact": ("season", "sequence"),
}
ROOTS = ("scoring.gametable", "scoring.ownsheet", "tournaments.tournament", "tournaments.season")
_FIXED = {guard.table for guard in GUARDS if guard.may_change == ()}
# No row is ever deleted. Registrations and the hall write no act: that the file lacks them says nothing.
APPLICATION, HALL, PICTURE = "tournaments.application", "tournaments.hall", "tournaments.hallpicture"
_UNDELETED = {guard.table for guard in GUARDS} | {
    "tournaments_application",
    "tournaments_hall",
    "tournaments_hallpicture",
    "tournaments_invitation",
    "tournaments_invitationpicture",
}


class JoinedChain(NamedTuple):
    """A chain before it gets new links out of a file."""

    kind: Chain
    owner: int  # its id here
    last: int  # sequence number
    is_new: bool


def find_last(chain: Chain, owner: int) -> int:
    """Return the number of the last link of a chain here; 0 without one."""
    rows: Any = apps.get_model(chain.acts)._default_manager.filter(**{chain.owner: owner})
    return rows.aggregate(last=Max("sequence"))["last"] or 0


class Joiner:
    """Joins what the file has of new owners, and of those that it continues."""

    def __init__(
        self, file: ClubFile, ids: IdMap, club: Club, statuses: Mapping[type[Model], Mapping[int, Status]]
    ) -> None:
        self.file, self.ids, self.club = file, ids, club
        self._statuses = {model._meta.label_lower: some for model, some in statuses.items()}
        self._inside: dict[str, set[int]] = {}  # ids there of rows that are joined, of models that own others
        self._stays: dict[str, set[int]] = {}  # ids here of rows of continued owners that the file has too
        self._notes: set[int] = set()
        self.replaced: set[int] = set()  # tables (ids there) whose book here was taken away

    def note_owners(self, here: Mapping[type[Model], Mapping[int, int]]) -> None:
        """Note the owners that are here, and the club."""
        for (club,) in self.file.iter_columns(Club, "id"):
            self.ids.add_known(CLUB, club, self.club.pk)
        for model, some in here.items():
            for there, key in some.items():
                self.ids.add_known(model._meta.label_lower, there, key)

    def join(self, tell: Callable[[int], None]) -> None:
        """Match the rows, then write those that are new or other, then the notes that they name."""
        insert_rows(SheetVersion, iter_new_versions(self.file, self.ids, self.club), tell)
        models = [apps.get_model(label) for label in NATURAL_KEYS]
        for model in models:
            self._match(model)
        for model in reversed(models):
            self._delete_gone(model)
        for model in models:
            insert_rows(model, self._iter_new(model), tell)
        insert_rows(Note, self._iter_notes(), tell)

    def join_applications(self) -> int:
        """Add the open registrations for tournaments that stay as they are here; return their number."""
        label = Tournament._meta.label_lower
        stay = {there for there, status in self._statuses[label].items() if status in (Status.SAME, Status.SHORTER)}
        rows = Application.objects.filter(tournament__in=[self.ids.find(label, there) for there in stay])
        here = set(rows.values_list("tournament", "key"))
        new = [
            row
            for row in self.file.iter_objects(Application)
            if row["tournament"] in stay
            and row["decided_as"] == Application.As.OPEN
            and (self.ids.find(label, row["tournament"]), row["key"]) not in here
        ]
        self._notes = {row[name] for row in new for name in ("name", "partner", "remark") if row[name] is not None}
        insert_rows(Note, self._iter_notes(), lambda _more: None)
        made = map(build_conversion(Application, self.ids), [list(row.values()) for row in new])
        insert_rows(Application, made, lambda _more: None)
        return len(new)

    def list_chains(self) -> list[JoinedChain]:
        """Return the chains that get new links, as they are before that."""
        return [
            JoinedChain(
                kind,
                owner := self.ids.find(root, there),
                find_last(kind, owner),
                is_new=status is Status.NEW or (root == "scoring.gametable" and there in self.replaced),
            )
            for kind in list_continued_chains()
            for root in (kind.owners.lower(),)
            for there, status in self._statuses[root].items()
            if status in (Status.NEW, Status.LONGER)
        ]

    def _match(self, model: type[Model]) -> None:
        """Note which rows of continued owners are here already."""
        label = model._meta.label_lower
        here = self._load_here(model)
        stays = self._stays.setdefault(label, set())
        inside = self._inside.setdefault(label, set())
        names = [field.name for field in list_fields(model)]
        key_at = next(at for at, field in enumerate(list_fields(model)) if field.primary_key)
        note_ats = [at for at, field in enumerate(list_fields(model)) if _is_of(field, NOTE)]
        for values in self._iter_inside(model):
            if label != "scoring.entry":
                inside.add(values[key_at])
            known = here.get(self._build_key(model, names, values))
            if known is None:
                continue
            key, *notes = known
            if names[key_at] == "id":
                self.ids.add_known(label, values[key_at], key)
            stays.add(key)
            for at, note in zip(note_ats, notes, strict=True):
                if values[at] is not None and note is not None:
                    self.ids.add_known(NOTE, values[at], note)

    def _load_here(self, model: type[Model]) -> dict[tuple[Any, ...], tuple[Any, ...]]:
        """Return the rows here of the owners that the file continues: id and notes, by the natural key."""
        label = model._meta.label_lower
        columns = NATURAL_KEYS[label]
        notes = [field.name for field in list_fields(model) if _is_of(field, NOTE)]
        rows = self._filter_continued(model).values_list(*columns, "pk", *notes)
        size = len(columns)
        return {row[:size]: row[size:] for row in rows.iterator(chunk_size=500)}

    def _filter_continued(self, model: type[Model]) -> Any:
        root, path = cast("tuple[str, str]", find_owner(model._meta.label_lower, ROOTS))
        owners = [
            self.ids.find(root, there) for there, status in self._statuses[root].items() if status is Status.LONGER
        ]
        return model._default_manager.filter(**{f"{path or 'pk'}__in": owners})

    def _iter_inside(self, model: type[Model]) -> Iterator[Values]:
        """Yield the rows of the file whose owner is new or continued."""
        label = model._meta.label_lower
        names = [field.name for field in list_fields(model)]
        if label in ROOTS:
            at, of = names.index("id"), self._list_joined(label)
        else:
            nearer = get_nearest_owner(model)._meta.label_lower
            at, of = names.index(OWNERS[label]), self._inside[nearer]
        yield from (values for values in self.file.iter_rows(model) if values[at] in of)

    def _list_joined(self, label: str) -> set[int]:
        joined = (Status.NEW, Status.LONGER)
        return {there for there, status in self._statuses[label].items() if status in joined}

    def _build_key(self, model: type[Model], names: Sequence[str], values: Values) -> tuple[Any, ...]:
        key = []
        for column in NATURAL_KEYS[model._meta.label_lower]:
            field: Any = model._meta.get_field(column)
            value = values[names.index(column)]
            key.append(self.ids.find(find_target(field), value) if field.is_relation else value)
        return tuple(key)

    def _delete_gone(self, model: type[Model]) -> None:
        """Delete the rows of continued owners that the file does not have any more."""
        if model._meta.db_table not in _UNDELETED:
            stays = self._stays[model._meta.label_lower]
            gone = [key for key in self._filter_continued(model).values_list("pk", flat=True) if key not in stays]
            model._default_manager.filter(pk__in=gone).delete()

    def _iter_new(self, model: type[Model]) -> Iterator[Values]:
        """Yield the rows that are not here yet, and put the other ones in order."""
        convert, fields = build_conversion(model, self.ids), list_fields(model)
        key_at = next(at for at, field in enumerate(fields) if field.primary_key)
        note_ats = [at for at, field in enumerate(fields) if _is_of(field, NOTE)]
        stays, is_fixed = self._stays[model._meta.label_lower], model._meta.db_table in _FIXED
        for values in self._iter_inside(model):
            notes = [values[at] for at in note_ats if values[at] is not None]
            self.ids.notes_in_text.clear()
            row = convert(values)
            if row[key_at] not in stays:
                self._notes.update(notes, self.ids.notes_in_text)
                yield row
            elif not is_fixed and model._meta.label_lower not in (HALL, PICTURE):  # the walls here stay
                _update(model, row)

    def _iter_notes(self) -> Iterator[Values]:
        convert = build_conversion(Note, self.ids)
        known = self.ids.known.get(NOTE, {})
        for values in self.file.iter_rows(Note):
            if values[0] in self._notes and values[0] not in known:
                yield convert(values)


def _is_of(field: Any, label: str) -> bool:
    return bool(field.is_relation and field.related_model._meta.label_lower == label)


def _update(model: type[Model], values: Values) -> None:
    """Write the columns of a row that differ."""
    columns = [field.attname for field in list_fields(model)]
    row = dict(zip(columns, values, strict=True))
    rows = model._default_manager.filter(pk=row[model._meta.pk.attname])
    here = rows.values(*columns).get()
    changes = {
        column: value
        for column, value in row.items()
        if (bytes(here[column]) if isinstance(here[column], memoryview) else here[column]) != value
    }
    if changes:
        rows.update(**changes)
