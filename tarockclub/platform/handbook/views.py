"""The pages of the handbook."""

from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tarockclub.kit.tables.search import LONGEST
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.handbook.search import find_passages
from tarockclub.platform.handbook.selectors import find_section, list_sections
from tarockclub.platform.server.page_cache import CACHE_HEADER, WORKER_HEADER


@never_cache
def show_handbook(request: HttpRequest) -> HttpResponse:
    """Show all sections with what stands in them; or what is found for the typed words."""
    language = get_current_language()
    typed = clean_text(request.GET.get("q", "")[:LONGEST])
    context = {
        "typed": typed,
        "finds": find_passages(typed, language) if typed else [],
        "sections": list_sections(language),
        "came_from": _find_page_before(request),
    }
    return render(request, "tarockclub/platform/handbook/contents.html", context)


@never_cache
def show_section(request: HttpRequest, section: str) -> HttpResponse:
    """Show a section; phones keep some of them. No database query of its own."""
    if WORKER_HEADER in request.headers:
        request.META[BY_ITSELF] = True
    sections = list_sections(get_current_language())
    shown = find_section(section, get_current_language())
    if shown is None:
        raise Http404
    index = sections.index(shown)
    context = {
        "section": shown,
        "before": sections[index - 1] if index else None,
        "after": sections[index + 1] if index + 1 < len(sections) else None,
        "came_from": _find_page_before(request),
    }
    response = render(request, "tarockclub/platform/handbook/section.html", context)
    response[CACHE_HEADER] = "help"
    return response


def _find_page_before(request: HttpRequest) -> str:
    """Return the page of this site on which somebody has asked for help; "" where none is known."""
    before = urlsplit(request.headers.get("Referer", ""))
    if WORKER_HEADER in request.headers or before.netloc != request.get_host() or "/help/" in before.path:
        return ""
    return f"{before.path}?{before.query}" if before.query else before.path
