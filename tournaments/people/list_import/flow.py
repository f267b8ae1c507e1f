"""The way of a list: pasted, typed or uploaded, then previewed, and written only when the preview is confirmed.

The page carries the cells, and each step reads them again: with other columns, if somebody chose other columns, and a
last time when it is written. A target says what it takes of a list, who is known to it and where the people are
written; the three views of every target are these.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise

from tarockclub.kit.form_fields import CleanTextField, TextField, TickField
from tarockclub.kit.lists.columns import KINDS, UNUSED, Column
from tarockclub.kit.lists.file import read_file, read_pasted
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.people import Choices, Purpose, Reading, read_rows
from tarockclub.kit.lists.table import MOST_SENT, Table, Unreadable, decode_table, encode_table
from tarockclub.kit.lists.words import fold_heading
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.privacy.public_names import filter_people
from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.apart.pool import run_apart
from tarockclub.platform.server.wsgi.uploads import take_uploads
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.view_helpers import ActionForm
from tournaments.models import ListColumns, Spelling
from tournaments.models.belongings import HEADINGS_LENGTH, KINDS_LENGTH
from tournaments.people.list_import.page import (
    QUESTIONS,
    Preview,
    build_column_heads,
    build_page,
    complete_choices,
    describe_person,
    encode_choices,
    has_stale_answers,
    is_of_other_sheet,
    join_kinds,
    join_questions,
    list_rows,
    parse_payments,
    parse_reading_choices,
)
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import (
    EntrantIndex,
    ListPerson,
    PersonCandidate,
    build_person,
    match_candidates,
)
from tournaments.people.name_lists.choices import list_spellings

MOST_KEPT, MOST_SPELLINGS = 300, 3000  # layouts and spellings of a club; the oldest go
AS_RECOGNISED = "="  # in the place of a kind that nobody has changed: another page may take more of such a list


def load_columns(club: int, columns: Sequence[Column]) -> tuple[str, ...]:
    """Load the kinds of recognised columns with what somebody has chosen under their headings; () where nobody has."""
    columns_kept = ListColumns.objects.filter(club=club, headings=_join_headings(columns)).first()
    chosen = columns_kept.kinds.split(",") if columns_kept is not None else []
    if len(chosen) != len(columns) or not KINDS.issuperset({*chosen} - {UNUSED, AS_RECOGNISED}):
        return ()
    pairs = zip(chosen, columns, strict=True)
    return tuple(column.kind if kind == AS_RECOGNISED else kind for kind, column in pairs)


def keep_columns(club: int, columns: Sequence[Column], recognised: str) -> None:
    """Keep what somebody has changed of the columns, for the next list with these headings; `recognised`: the kinds."""
    headings = _join_headings(columns)
    if not headings.strip() or len(headings) > HEADINGS_LENGTH:
        return
    kinds = recognised.split(",")
    if len(kinds) != len(columns):
        return
    pairs = zip(columns, kinds, strict=True)
    chosen = ",".join(AS_RECOGNISED if column.kind == kind else column.kind for column, kind in pairs)
    ListColumns.objects.update_or_create(club_id=club, headings=headings, defaults={"kinds": chosen})
    _forget_oldest(ListColumns.objects.filter(club=club), MOST_KEPT)


def load_kept_spellings(club: int) -> dict[str, int]:
    """Load the persons (ids) by spelling; whoever was merged is the person who is kept."""
    rows = Spelling.objects.filter(club=club).values_list("name", "person", "person__merged_into")
    return {name: merged_into or person for name, person, merged_into in rows}


def keep_spellings(club: int, spellings: Iterable[tuple[str, int]]) -> None:
    """Keep that names are persons (ids) of the club; a name that reads like the person's own is not kept."""
    persons = dict(filter_people(club).values_list("pk", "name"))
    rows = {}
    for name, person in spellings:
        folded = fold_name(name).text[:NAME_LENGTH]
        if folded and person in persons and folded != fold_name(persons[person]).text:
            rows[folded] = Spelling(club_id=club, name=folded, person_id=person)
    Spelling.objects.bulk_create(
        rows.values(), update_conflicts=True, unique_fields=["club", "name"], update_fields=["person"]
    )
    _forget_oldest(Spelling.objects.filter(club=club), MOST_SPELLINGS)


def _forget_oldest(rows: QuerySet[Any], most: int) -> None:
    """Delete all but the newest."""
    rows.filter(pk__in=list(rows.order_by("-pk").values_list("pk", flat=True)[most:])).delete()


def _join_headings(columns: Sequence[Column]) -> str:
    return "\n".join(fold_heading(column.heading) for column in columns)


LONGEST_LIST = 200_000  # characters that are pasted
LONGEST_TITLE = 80


class PastedForm(ActionForm):
    """A list as it was pasted."""

    text = TextField()


class ConfirmationForm(ActionForm):
    """The preview as it was confirmed; choices and answers are beside it (reading.py, name_lists/choices.py)."""

    cells = TextField()
    shown = TextField()  # the choices with which the page was made, and the questions that it asks
    recognised = TextField(KINDS_LENGTH)  # the kinds of the columns, before anybody chose others
    title = CleanTextField(LONGEST_TITLE)
    again = TickField()  # read it again


class ListTarget(ABC):
    """The place where the people of a list go, for one request."""

    confirmation: type[ConfirmationForm] = ConfirmationForm
    rows: ClassVar[Mapping[str, Promise]] = {}  # why a row is left out, beyond those of every list
    club: int  # its id

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @property
    @abstractmethod
    def address(self) -> str:
        """The address of the page on which the list is pasted or chosen."""

    @abstractmethod
    def build_purpose(self, known: frozenset[str]) -> Purpose:
        """Build what the page takes of a list; `known`: the names that are known."""

    @abstractmethod
    def load_index(self) -> EntrantIndex:
        """Load the people who are known."""

    def parse_sent(self, text: str) -> tuple[Table, Choices]:
        """Parse the pasted text, or what else the form has, in another process; Unreadable."""
        return run_apart(read_pasted, text), Choices()

    def prepare(self, table: Table) -> Table:
        """Return the table as the page reads it; Unreadable."""
        return table

    def match(self, index: EntrantIndex, _reading: Reading, people: Sequence[ListPerson]) -> list[PersonCandidate]:
        """Match the people of the rows against the known ones; Unreadable."""
        return match_candidates(index, people)

    def build_people(self, reading: Reading) -> Sequence[ListPerson]:
        """Build the people of the rows, in their order; Unreadable."""
        payments = parse_payments(self.request.POST)
        return [build_person(row, payments) for row in list_rows(reading)]

    def describe(self, preview: Preview) -> Sequence[str]:
        """Describe each row beside its name, in their order."""
        return [describe_person(person) for person in preview.people]

    @abstractmethod
    def write(self, preview: Preview, content: dict[str, Any]) -> str:
        """Write the confirmed people and return the address of the outcome; ActionRefused."""

    @abstractmethod
    def render_list(self, context: dict[str, Any], status: int) -> HttpResponse:
        """Render the page on which the list is pasted or chosen."""

    @abstractmethod
    def render_preview(self, preview: Preview, context: dict[str, Any], status: int) -> HttpResponse:
        """Render the preview; `context`: what all previews show."""


def build_views(target: Callable[..., ListTarget]) -> tuple[Callable[..., HttpResponse], ...]:
    """Return the views of a target, in the order of the way; it is made of the request and the parts of its address."""

    def handle_list(request: HttpRequest, /, **address: Any) -> HttpResponse:
        return _read_text(target(request, **address))

    def refuse_size(request: HttpRequest, /, **address: Any) -> HttpResponse:
        return _render_unreadable(target(request, **address), Unreadable("too_large"), 413)

    @take_uploads(MemoryFileUploadHandler, MOST_SENT, refuse_size)
    def handle_file(request: HttpRequest, /, **address: Any) -> HttpResponse:
        return _read_file(target(request, **address))

    @take_uploads(MemoryFileUploadHandler, MOST_SENT, refuse_size)
    def handle_confirmation(request: HttpRequest, /, **address: Any) -> HttpResponse:
        return _confirm_list(target(request, **address))

    return handle_list, handle_file, handle_confirmation


def _read_text(target: ListTarget) -> HttpResponse:
    """Show the page of the list; POST previews what was pasted."""
    if target.request.method != "POST":
        return target.render_list({"here": target.address}, 200)
    text = str(PastedForm(target.request.POST).parse()["text"])
    if len(text) > LONGEST_LIST:
        return _render_unreadable(target, Unreadable("too_large"), text=text[:LONGEST_LIST])
    return _show(target, lambda: _read_preview(target, *target.parse_sent(text)), text=text)


def _read_file(target: ListTarget) -> HttpResponse:
    """Preview the list in an uploaded file."""
    if target.request.method != "POST":
        return redirect(target.address)
    title = CleanTextField(LONGEST_TITLE).to_python(getattr(target.request.FILES.get("file"), "name", ""))
    return _show(target, lambda: _read_preview(target, _parse_file(target), Choices(), title))


def _parse_file(target: ListTarget) -> Table:
    """Parse the uploaded file, in another process; Unreadable."""
    file = target.request.FILES.get("file")
    if file is None:
        raise Unreadable("no_file")
    return run_apart(read_file, file.read())


def _confirm_list(target: ListTarget) -> HttpResponse:
    """Write the people of the preview, or show it again as somebody wants it read."""
    if target.request.method != "POST":
        return redirect(target.address)
    content = target.confirmation(target.request.POST).parse()
    choices = parse_reading_choices(target.request.POST, target.build_purpose(frozenset()).kinds)
    shown, _between, questions = content["shown"].partition(QUESTIONS)
    is_same = encode_choices(choices) == shown and not content["again"]
    if is_of_other_sheet(choices, shown):
        choices = choices._replace(columns=(), names=())
    table = decode_table(content["cells"]) if content["cells"] else None
    if table is None and "file" not in target.request.FILES:
        return redirect(target.address)

    def read() -> Preview:
        sent = _parse_file(target) if table is None else table
        return _read_preview(target, sent, choices, content["title"], content["recognised"])

    if not is_same:
        return _show(target, read)
    try:
        preview = read()
        if join_questions(preview.reading) != questions or has_stale_answers(preview, target.request.POST):
            return _render_preview(target, preview)  # whoever has come into the register since then is an answer
        return redirect(_write(target, preview, content))
    except ActionRefused as refused:
        return _render_preview(target, preview, problem=format_refusal(refused))
    except (Unreadable, TooMuchWork) as problem:
        return _render_problem(target, problem)


def _write(target: ListTarget, preview: Preview, content: dict[str, Any]) -> str:
    """Write the people, and keep what the club has said about the list."""
    address = target.write(preview, content)
    if preview.reading.is_headed and join_kinds(preview.reading.columns) != preview.recognised:
        keep_columns(target.club, preview.reading.columns, preview.recognised)
    keep_spellings(target.club, list_spellings(preview.candidates, target.request.POST))
    return address


def _read_preview(target: ListTarget, table: Table, choices: Choices, title: str = "", recognised: str = "") -> Preview:
    """Read a table as somebody has chosen, or as the club has chosen it before, and find its people; Unreadable."""
    index = target.load_index()
    names_known = frozenset(fold_name(name).text for names in (index.names, index.labels) for name in names)
    purpose = target.build_purpose(names_known)
    table = target.prepare(table)
    reading = run_apart(read_rows, table, purpose, choices)
    recognised = recognised if choices.columns else join_kinds(reading.columns)
    columns_kept = () if choices.columns or not reading.is_headed else load_columns(target.club, reading.columns)
    if columns_kept:
        reading = run_apart(read_rows, table, purpose, choices._replace(columns=columns_kept))
    people = target.build_people(reading)
    can_change = len(reading.columns) > 1 or reading.questions
    if not people or (not can_change and all(person.unreadable for person in people)):
        raise Unreadable("nobody")
    candidates = target.match(index._replace(spellings=load_kept_spellings(target.club)), reading, people)
    return Preview(
        title, table, complete_choices(choices, reading), reading, people, candidates, recognised, index.there
    )


def _show(target: ListTarget, read: Callable[[], Preview], text: str = "") -> HttpResponse:
    """Show the preview that is read, or why it cannot be."""
    try:
        return _render_preview(target, read())
    except (Unreadable, TooMuchWork) as problem:
        return _render_problem(target, problem, text)


def _render_preview(target: ListTarget, preview: Preview, problem: str = "") -> HttpResponse:
    """Render the preview of a list, before anything is written."""
    kinds = target.build_purpose(frozenset()).kinds
    page = build_page(preview, target.describe(preview), {**messages.ROWS, **target.rows}, target.request.POST)
    context = page | {
        "columns": build_column_heads(preview.reading, kinds),
        "cells": encode_table(preview.table),
        "shown": f"{encode_choices(preview.choices)}{QUESTIONS}{join_questions(preview.reading)}",
        "recognised": preview.recognised,
        "here": target.address,
        "problem": problem,
    }
    return target.render_preview(preview, context, 409 if problem else 200)


def _render_problem(target: ListTarget, problem: Unreadable | TooMuchWork, text: str = "") -> HttpResponse:
    if isinstance(problem, TooMuchWork):
        return _render_unreadable(target, Unreadable(problem.reason), 413)
    return _render_unreadable(target, problem, text=text)


def _render_unreadable(target: ListTarget, unreadable: Unreadable, status: int = 400, text: str = "") -> HttpResponse:
    context = {"problem": messages.format_unreadable(unreadable), "here": target.address, "text": text}
    return target.render_list(context, status)
