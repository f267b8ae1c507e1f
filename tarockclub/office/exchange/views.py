"""The page on which rules are read in from a file, and the files of formats and of rules of seasons."""

import uuid
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from scoring.sheets.house_rules.page import build_zettel_context
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.own_sheets.draft import Unreadable, describe_warnings, read_sent_file
from scoring.sheets.own_sheets.services import SheetRefusal, create_from_file
from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.office.exchange.kinds import (
    KINDS,
    MOST_BYTES,
    RulesDocument,
    RulesFault,
    read_rules_file,
    write_rules_file,
)
from tarockclub.platform.accounts.permissions import find_rights, get_staff_account
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.taken_rules import FORMAT, SEASON, keep_taken, redirect_to_form
from tarockclub.platform.server.downloads import build_download, clean_file_name
from tarockclub.platform.server.wsgi.uploads import take_small_file
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal


class TakeForm(PostedForm):
    """Somebody else's rules, as the preview carries them; `what`: look at them, or begin with them."""

    what = TextField(20)
    key = TextField(64)
    text = TextField(MOST_BYTES, strip=True)


JSON = "application/json"
KIND_WORDS: dict[str, Promise] = {FORMAT: _("Format of a tournament"), SEASON: _("Rules of a season")}


def send_rules(request: HttpRequest, kind: str, slug: uuid.UUID) -> HttpResponse:
    """Send the format of a tournament, or the rules of a season, as a file."""
    club = get_staff_account(request).club
    if not find_rights(request).has_for_club(Right.ENTER):  # who has a role in one tournament passes nothing on
        raise PermissionDenied
    if kind not in KINDS:
        raise Http404
    name, content = KINDS[kind].load(club, slug)
    document = RulesDocument.model_validate(
        {
            "kind": kind,
            "name": " ".join(name.split()),
            "by": " ".join(club.name.split()),
            "made": localdate(now()).isoformat(),
            "content": content,
        }
    )
    return build_download(write_rules_file(document), clean_file_name(name, ".tarock.json", kind), JSON)


@take_small_file
def handle_taking(request: HttpRequest) -> HttpResponse:
    """Read rules from a file: first show what they say, then begin with them."""
    form = TakeForm(request.POST).parse()
    context: dict[str, Any] = {"key": form["key"] or str(uuid.uuid4())}
    status = 200
    if request.method == "POST":
        try:
            answer = _take(request, _read_sent(request, form["text"]), form["what"] == "make", context)
        except (ActionRefused, SheetRefusal, RulesFault, Unreadable) as refused:
            context["problems"], status = _list_sentences(refused), 400
        else:
            if answer is not None:
                return answer
    return render(request, "tarockclub/office/exchange/take.html", context, status=status)


def _read_sent(request: HttpRequest, carried: str) -> bytes:
    """Return the file that was sent, or that the preview carries; raise ActionRefused."""
    sent = request.FILES.get("file")
    if sent is not None:
        return bytes(sent.read(MOST_BYTES + 1))
    if not carried:
        raise ActionRefused("nothing_sent")
    return carried.encode(errors="replace")


def _list_sentences(refused: Exception) -> list[str]:
    if isinstance(refused, (RulesFault, Unreadable)):
        return [*refused.sentences]
    return [refused.sentence if isinstance(refused, SheetRefusal) else format_refusal(refused)]  # type: ignore[arg-type]


def _take(request: HttpRequest, data: bytes, is_made: bool, context: dict[str, Any]) -> HttpResponse | None:
    """Begin with rules, or put into the context what they say."""
    account = get_staff_account(request)
    context["text"] = data.decode("utf-8-sig", errors="replace")
    if not data.lstrip().startswith(b"{"):
        language = get_current_language()
        sheet = read_sent_file(data, language)
        if is_made:
            return redirect("own_sheet", sheet_id=create_from_file(sheet, account, context["key"]).sheet)
        zettel = build_rules_zettel(sheet.rules, {}, language)
        context |= {"warnings": describe_warnings(sheet, language), **build_zettel_context(zettel)}
        return None
    document = read_rules_file(data)
    rules = KINDS[document.kind]
    value = rules.check(document.content, account.club)
    if is_made:
        keep_taken(request, document.kind, rules.encode(value))
        return redirect_to_form(document.kind)
    context |= {"document": document, "kind": KIND_WORDS[document.kind]}
    context |= {"warnings": rules.list_warnings(document.content), "pairs": list(rules.list_pairs(value))}
    return None
