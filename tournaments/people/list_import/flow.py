"""The way of a list: pasted, typed or uploaded, then previewed, and written only when the preview is confirmed.

A target says what its rows are, how they are shown and where they are written; the three views of every target are
these.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tarockclub.kit.form_fields import TextField
from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.wsgi.uploads import take_uploads
from tournaments.core.acts import ActionRefused
from tournaments.core.forms import ActionForm
from tournaments.core.messages import format_refusal
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import PersonCandidate
from tournaments.people.name_lists.rows import MOST_SENT, Unreadable

LONGEST_LIST = 200_000  # characters that are pasted
R = TypeVar("R")  # a row of the list


class PastedForm(ActionForm):
    """A list as it was pasted."""

    text = TextField()


class ConfirmationForm(ActionForm):
    """The preview as it was confirmed; the answers about people are beside it (name_lists/choices.py)."""

    rows = TextField()


class ListTarget(ABC, Generic[R]):
    """The place where the rows of a list go, for one request."""

    confirmation: type[ActionForm] = ConfirmationForm

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @property
    @abstractmethod
    def address(self) -> str:
        """The address of the page on which the list is pasted or chosen."""

    @abstractmethod
    def parse_text(self, text: str) -> Sequence[R]:
        """Parse the pasted text, or what else the form has, in another process; Unreadable."""

    @abstractmethod
    def parse_file(self, raw: bytes) -> Sequence[R]:
        """Parse a file, in another process; Unreadable."""

    def complete(self, rows: Sequence[R]) -> Sequence[R]:
        """Complete parsed rows with what the database knows; Unreadable."""
        return rows

    @abstractmethod
    def parse_confirmed(self, content: dict[str, Any]) -> Sequence[R] | None:
        """Parse the rows that the preview has carried; None for anything else."""

    @abstractmethod
    def match(self, rows: Sequence[R]) -> list[PersonCandidate]:
        """Compare the people of the rows with those who are known, in another process; Unreadable."""

    @abstractmethod
    def write(self, rows: Sequence[R], content: dict[str, Any]) -> str:
        """Write the confirmed rows and return the address of the outcome; ActionRefused, Unreadable."""

    @abstractmethod
    def render_list(self, context: dict[str, Any], status: int) -> HttpResponse:
        """Render the page on which the list is pasted or chosen."""

    @abstractmethod
    def render_preview(
        self, rows: Sequence[R], candidates: list[PersonCandidate], context: dict[str, Any], status: int
    ) -> HttpResponse:
        """Render the preview; `context`: what all previews show."""


def build_views(target: Callable[..., ListTarget[Any]]) -> tuple[Callable[..., HttpResponse], ...]:
    """Return the views of a target, in the order of the way; it is made of the request and the parts of its address."""

    def handle_list(request: HttpRequest, /, **address: Any) -> HttpResponse:
        return _read_text(target(request, **address))

    def refuse_size(request: HttpRequest, /, **address: Any) -> HttpResponse:
        return _render_unreadable(target(request, **address), Unreadable("too_large"), 413)

    @take_uploads(MemoryFileUploadHandler, MOST_SENT, refuse_size)
    def handle_file(request: HttpRequest, /, **address: Any) -> HttpResponse:
        return _read_file(target(request, **address))

    def handle_confirmation(request: HttpRequest, /, **address: Any) -> HttpResponse:
        return _confirm_rows(target(request, **address))

    return handle_list, handle_file, handle_confirmation


def _read_text(target: ListTarget[R]) -> HttpResponse:
    """Show the page of the list; POST previews what was pasted."""
    if target.request.method != "POST":
        return target.render_list({"here": target.address}, 200)
    text = str(PastedForm(target.request.POST).parse()["text"])
    try:
        if len(text) > LONGEST_LIST:
            raise Unreadable("too_large")
        return _render_preview(target, target.complete(target.parse_text(text)))
    except Unreadable as unreadable:
        return _render_unreadable(target, unreadable, text=text[:LONGEST_LIST])
    except TooMuchWork as endless:
        return _render_unreadable(target, Unreadable(endless.reason), 413)


def _read_file(target: ListTarget[Any]) -> HttpResponse:
    """Preview the list in an uploaded file."""
    if target.request.method != "POST":
        return redirect(target.address)
    sent = target.request.FILES.get("file")
    try:
        if sent is None:
            raise Unreadable("no_file")
        return _render_preview(target, target.complete(target.parse_file(sent.read())))
    except Unreadable as unreadable:
        return _render_unreadable(target, unreadable)
    except TooMuchWork as endless:
        return _render_unreadable(target, Unreadable(endless.reason), 413)


def _confirm_rows(target: ListTarget[R]) -> HttpResponse:
    """Write the rows of the preview."""
    said = target.confirmation(target.request.POST).parse()
    rows = target.parse_confirmed(said)
    if target.request.method != "POST" or rows is None:
        return redirect(target.address)
    try:
        try:
            return redirect(target.write(rows, said))
        except ActionRefused as refused:
            return _render_preview(target, rows, problem=format_refusal(refused))
    except Unreadable as unreadable:
        return _render_unreadable(target, unreadable)


def _render_preview(target: ListTarget[R], rows: Sequence[R], **more: str) -> HttpResponse:
    """Render the preview of a list, before anything is written; Unreadable if it asks too many questions."""
    found = target.match(rows)
    has_players = messages.has_recognised_players(found)
    context = {"counts": messages.count_preview_rows(found), "here": target.address, "has_players": has_players, **more}
    return target.render_preview(rows, found, context, 409 if more else 200)


def _render_unreadable(target: ListTarget[Any], unreadable: Unreadable, status: int = 400, **more: str) -> HttpResponse:
    context = {"problem": messages.format_unreadable(unreadable), "here": target.address, **more}
    return target.render_list(context, status)
