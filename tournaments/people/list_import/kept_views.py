"""The page of what a club keeps of its lists, with a button to forget each of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from tarockclub.kit.form_fields import IdField, PostedForm
from tarockclub.platform.accounts.permissions import get_staff_account
from tournaments.core import view_helpers
from tournaments.models import ListColumns, Spelling
from tournaments.people.list_import.memory import AS_RECOGNISED
from tournaments.people.list_import.page import KINDS


class ForgetForm(PostedForm):
    """The columns of a list, or the spelling, that is to be forgotten."""

    columns = IdField()
    spelling = IdField()


def handle_kept(request: HttpRequest) -> HttpResponse:
    """Show what is kept; POST forgets some of it."""
    club = get_staff_account(request).club_id
    columns = ListColumns.objects.filter(club=club).order_by("-pk")
    spellings = Spelling.objects.filter(club=club).select_related("person__merged_into").order_by("name")
    if request.method == "POST":
        content = ForgetForm(request.POST).parse()
        columns.filter(pk=content["columns"]).delete()
        spellings.filter(pk=content["spelling"]).delete()
        return view_helpers.redirect_saved("kept_lists")
    context = {"columns": list(map(_build_columns_row, columns)), "spellings": spellings}
    return view_helpers.render_page(request, "tournaments/people/list_import/kept.html", context)


def _build_columns_row(kept: ListColumns) -> dict[str, Any]:
    pairs = zip(kept.headings.split("\n"), kept.kinds.split(","), strict=False)
    chosen = [(heading or "–", KINDS.get(kind, "–")) for heading, kind in pairs if kind != AS_RECOGNISED]
    return {"pk": kept.pk, "pairs": chosen}
