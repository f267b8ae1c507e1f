"""The pages on which rules are passed on, looked at by everybody, and taken over."""

import json
import re
import uuid
from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from scoring.book.access.qr_cards import build_card
from scoring.sheets.house_rules.page import build_zettel_context
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.own_sheets.file import ReadFile
from scoring.sheets.own_sheets.services import SheetRefusal, create_from_file
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, SharedRules
from tarockclub.office.exchange import services
from tarockclub.office.exchange.document import MOST_BYTES, RulesDocument, read_rules_file
from tarockclub.office.exchange.forms import TakeForm
from tarockclub.office.exchange.kinds import KINDS, RulesFault, RulesKind, SettingsRules
from tarockclub.office.exchange.messages import SUBJECT_PAGES
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import find_club_id, find_rights, get_staff_account
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.shared_rules import KIND_WORDS
from tarockclub.platform.server.downloads import build_download, clean_file_name
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal

JSON = "application/json"
_LINK = re.compile(r"https?://\S*/exchange/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?\S*")


def handle_giving(request: HttpRequest, kind: str, subject: str) -> HttpResponse:
    """Show how rules of the club are passed on; POST opens or ends their link, or makes the file."""
    club = get_staff_account(request).club
    if kind not in KINDS:
        raise Http404
    try:
        if request.method == "POST":
            return _act(request, club, kind, subject)
        current = services.load_current_rules(club, kind, subject)
    except ActionRefused as refused:
        shown = {"problem": format_refusal(refused), "kind": KIND_WORDS[kind], "home": _find_home(kind, subject)}
        return render(request, "tarockclub/office/exchange/give.html", shown, status=409)
    row = services.find_given(club, kind, subject)
    context: dict[str, Any] = {
        "current": current,
        "kind": KIND_WORDS[kind],
        "home": _find_home(kind, subject),
        "row": row,
        "newer": _list_newer(KINDS[kind], row, current),
        "card": build_card(request, reverse("shared_rules", args=[row.origin])) if row and row.is_public else None,
        "in_house": settings.INN_MODE,
    }
    return render(request, "tarockclub/office/exchange/give.html", context)


def _act(request: HttpRequest, club: Club, kind: str, subject: str) -> HttpResponse:
    what, who = request.POST.get("what"), build_author(request)
    if what == "file":
        return _send_file(services.pass_on(club, kind, subject, who))
    if what == "open":
        services.pass_on(club, kind, subject, who, is_public=True)
    elif what == "end":
        services.end_link(club, kind, subject, who)
    else:
        raise Http404
    return redirect("give_rules", kind=kind, subject=subject)


def _find_home(kind: str, subject: str) -> str:
    """Return the page of what rules are of."""
    route, name = SUBJECT_PAGES[kind]
    return reverse(route, kwargs={name: subject})


def _list_newer(rules: RulesKind, row: SharedRules | None, current: services.CurrentRules) -> list[str]:
    """Return what has changed since the version that was passed on."""
    if row is None:
        return []
    return rules.list_changes(rules.parse(row.document["content"]), rules.parse(current.content))


def _send_file(row: SharedRules) -> HttpResponse:
    return build_download(row.text, clean_file_name(row.document["name"], ".tarock.json", row.kind), JSON)


def handle_shared(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show rules by their link, to everybody as long as it is open; the club's own ones always."""
    row = _find_shared(request, slug)
    document, rules = row.document, KINDS[row.kind]
    context = {"row": row, "document": document, "kind": KIND_WORDS[row.kind], "begins": _find_beginning(row)}
    context |= _build_content(rules, rules.parse(document["content"]))
    return render(request, "tarockclub/office/exchange/shared.html", context)


def forget_shared(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Remove what was taken over from the club's lists."""
    services.forget_taken(get_staff_account(request).club, slug, build_author(request))
    return redirect("take_rules")


def _find_beginning(row: SharedRules) -> str:
    """Return the page on which something begins with what was taken over; "" for what is the club's own."""
    if not row.is_taken:
        return ""
    if row.subject:
        return _find_home(row.kind, row.subject)
    if row.kind == SharedRules.Kind.SEASON:
        return f"{reverse('new_season')}?ready={row.origin}"
    return reverse("prepare_tournament", args=[row.origin])


def _find_shared(request: HttpRequest, slug: uuid.UUID) -> SharedRules:
    own = find_club_id(request) if find_rights(request).has(Right.TABLES) else None
    row = SharedRules.objects.filter(club=own, origin=slug).first() if own is not None else None
    row = row or services.find_public(slug)
    if row is None:
        raise Http404
    return row


def download_shared(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Send the file of rules whose link is open."""
    row = services.find_public(slug)
    if row is None:
        raise Http404
    return _send_file(row)


def _build_content(rules: RulesKind, value: Any) -> dict[str, Any]:
    """Return what rules say: a Speiszettel, or settings."""
    if isinstance(value, ReadFile):
        return build_zettel_context(build_rules_zettel(value.rules, {}, get_current_language()))
    return {"pairs": list(rules.list_pairs(value))} if isinstance(rules, SettingsRules) else {}


@csrf_exempt  # checked by _read_upload: the check reads the form, which must not happen before files are accepted
def handle_taking(request: HttpRequest) -> HttpResponse:
    """Read rules from a link, a file or a pasted text: first show what they say and change, then take them over."""
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _read_upload(request)
    return answer


@csrf_protect
def _read_upload(request: HttpRequest) -> HttpResponse:
    account = get_staff_account(request)
    form = TakeForm(request.POST).parse()
    context: dict[str, Any] = {"key": form["key"] or str(uuid.uuid4())}
    status = 200
    if request.method == "POST":
        try:
            text = _read_sent(request, form["text"])
            answer = _take(request, text, form, context)
        except (ActionRefused, SheetRefusal, RulesFault) as refused:
            context["problems"], status = _list_sentences(refused), 400
        else:
            if answer is not None:
                return answer
    rows = SharedRules.objects.filter(club=account.club_id).order_by("-at", "-pk")
    context["rows"] = [(row, row.document, KIND_WORDS[row.kind]) for row in rows]
    return render(request, "tarockclub/office/exchange/take.html", context, status=status)


def _read_sent(request: HttpRequest, typed: str) -> bytes:
    """Return the file that was sent, pasted, or is meant by a link of this installation; raise ActionRefused."""
    sent = request.FILES.get("file")
    if sent is not None:
        return bytes(sent.read(MOST_BYTES + 1))
    if not typed:
        raise ActionRefused("nothing_sent")
    link = _LINK.fullmatch(typed)
    if link is None:
        return typed.encode(errors="replace")
    row = services.find_public(uuid.UUID(link[1]))
    if row is None:  # the server asks no other one: whoever has a link has a browser
        raise ActionRefused("unknown_rules_link")
    return row.text.encode()


def _list_sentences(refused: Exception) -> list[str]:
    if isinstance(refused, RulesFault):
        return [*refused.sentences]
    return [refused.sentence if isinstance(refused, SheetRefusal) else format_refusal(refused)]  # type: ignore[arg-type]


def _take(request: HttpRequest, data: bytes, form: dict[str, Any], context: dict[str, Any]) -> HttpResponse | None:
    """Take rules over, or put into the context what they say and change."""
    account = get_staff_account(request)
    is_made = form["what"] == "make"
    document: RulesDocument | None = None
    rules: RulesKind = KINDS[SharedRules.Kind.SHEET]
    if not data.lstrip().startswith(b"{"):  # a sheet alone, as somebody has written it
        value = rules.check({"sheet": data.decode("utf-8-sig", errors="replace")}, account.club)
        if is_made:
            return redirect("own_sheet", sheet_id=create_from_file(value, account, context["key"]).sheet)
    else:
        document = read_rules_file(data)
        if is_made:
            row = services.take_over(document, account, context["key"], build_author(request))
            return redirect("own_sheet", sheet_id=row.subject) if row.subject else redirect("shared_rules", row.origin)
        rules = KINDS[document.kind]
        value = rules.check(document.content, account.club)
        context |= _compare(account.club, document, value)
    content = document.content if document is not None else {}
    context |= {"warnings": rules.list_warnings(content, value), "text": data.decode("utf-8-sig", errors="replace")}
    context |= _build_content(rules, value)
    return None


def _compare(club: Club, document: RulesDocument, value: Any) -> dict[str, Any]:
    """Return what the rules of a file change: since the version that the club has, or against what it knows best."""
    known = services.find_known(club, document.id)
    services.must_be_newer(known, document)
    rules = KINDS[document.kind]
    context: dict[str, Any] = {
        "document": json.loads(document.model_dump_json()),
        "kind": KIND_WORDS[document.kind],
        "known": known,
    }
    if known is not None:
        return context | {"changes": rules.list_changes(rules.parse(known.document["content"]), value)}
    base, _maker, changes = services.find_base(club, document.kind, value)
    return context | {"base": base, "changes": changes}
