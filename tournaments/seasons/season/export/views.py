"""Downloads of a season: as workbook, CSV files or JSON, for the club's staff."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import SEASON_FILE, note_file
from tarockclub.platform.server.downloads import build_download
from tournaments.core.view_helpers import find_own_season
from tournaments.results.exports.formats import FORMS
from tournaments.seasons.season.export.services import build_season_file, format_season_file_name
from tournaments.seasons.season.view_helpers import render_season_page


def show_workbook(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the formats to download."""
    workbook = _(
        "For Excel and LibreOffice: standings, what counts, all results, cash box, settings. If you correct a number "
        "there, points and ranks follow."
    )
    offered = {"formats": FORMS.items(), "workbook": workbook}
    return render_season_page(request, "workbook", find_own_season(request, slug), offered)


def download_workbook(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    """Return the file of a format."""
    season = find_own_season(request, slug)
    if form not in FORMS:
        raise Http404
    note_file(request, season.club_id, SEASON_FILE, form, of=season.pk)
    content = build_season_file(season, form, get_current_language())
    return build_download(content, format_season_file_name(season, form), FORMS[form].media_type)
