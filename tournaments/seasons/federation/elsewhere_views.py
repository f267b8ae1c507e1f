"""The pages on which a result goes to a federation on another installation, and comes from one as a file."""

import uuid
from typing import Any

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.parcels.messages import format_trouble
from tarockclub.platform.parcels.peer import PeerTrouble, find_address
from tarockclub.platform.server.downloads import build_download, clean_file_name
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.seasons.federation import elsewhere
from tournaments.seasons.federation.forms import ElsewhereForm
from tournaments.seasons.federation.messages import SENT_STATES, TROUBLES_THERE
from tournaments.seasons.federation.views import find_played, render_offers

JSON = "application/json"


def handle_elsewhere(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show how a result gets to a federation on another installation; POST makes the file, or sends it."""
    club = get_staff_account(request).club
    played = find_played(str(slug), club)
    form = ElsewhereForm(request.POST).parse()
    context: dict[str, Any] = {
        "played": played,
        "given": elsewhere.load_given(played),
        "link": form["link"],
        "has_key": find_address(club) is not None,
    }
    status = 200
    if request.method == "POST":
        try:
            to = elsewhere.find_other_federation(club, form["link"], form["secret"])
            result = elsewhere.build_result(played)
            if form["what"] == "file":
                text = elsewhere.write_sealed_file(to, result)
                return build_download(text, clean_file_name(played.name, ".tarock.json", "result"), JSON)
            context["state"] = SENT_STATES.get(elsewhere.send_result(to, result), "")
        except ActionRefused as refused:
            context, status = context | view_helpers.format_problem(refused), 409
        except PeerTrouble as trouble:
            context |= {"problem": TROUBLES_THERE.get(trouble.code) or format_trouble(trouble.code)}
            status = 409
    return view_helpers.render_page(request, "tournaments/seasons/federation/elsewhere.html", context, status)


@csrf_exempt  # checked by _take_file: the check reads the form, which must not happen before files are accepted
def handle_file(request: HttpRequest) -> HttpResponse:
    """Take the file of a club of another installation: its result waits as if it had been offered here."""
    if not get_staff_account(request).club.is_federation:
        raise Http404
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _take_file(request)
    return answer


@csrf_protect
def _take_file(request: HttpRequest) -> HttpResponse:
    club = get_staff_account(request).club
    sent = request.FILES.get("file")
    try:
        data = b"" if sent is None else bytes(sent.read(elsewhere.MOST_BYTES + 1))
        elsewhere.take_sealed_file(club, data)
    except ActionRefused as refused:
        return render_offers(request, club, **view_helpers.format_problem(refused))
    return view_helpers.redirect_saved("federation_offers")
