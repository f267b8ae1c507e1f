"""The first page and the start of an evening: what is there before anybody sits at a table."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.evenings import OtherEvening, start_evening
from scoring.selectors import open_tables
from scoring.start_form import StartForm
from scoring.table_page import language


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page: evenings that are going on, and how to start one."""
    return render(request, "scoring/home.html", {"tables": open_tables()})


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start an evening."""
    if request.method != "POST":
        form = StartForm(language=language(), initial={"key": str(uuid.uuid4())})
        return render(request, "scoring/start.html", {"form": form})
    form = StartForm(request.POST, language=language())
    if not form.is_valid():
        return _not_started(request, form, {}, 400)
    try:
        return redirect("table", slug=start_evening(form.cleaned_data["key"], form.evening()).slug)
    except OtherEvening as other:
        message = _("An evening with other names or rules was already started from this page.")
        return _not_started(request, form, {"started": other.table, "message": message}, 422)


def _not_started(request: HttpRequest, form: StartForm, more: dict[str, Any], status: int) -> HttpResponse:
    """The form with what is wrong; its key would be refused again where it was the fault."""
    if more or "key" in form.errors:
        form.renew_key()
    return render(request, "scoring/start.html", {"form": form, "here": request.path, **more}, status=status)
