"""The pages of own sheets: the list, one sheet with its draft and its versions, all of it as text, files out."""

import tomllib
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_readable_version
from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.schema import ENTRIES, PLAIN, SECTIONS, Kind, Table
from scoring.engine.house_rules.sheet_file import MOST_BYTES
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.engine.texts.words import KINDS
from scoring.models import OwnSheet
from scoring.sheets.examples.page import list_own_examples
from scoring.sheets.house_rules.page import ShownSheet, build_zettel_context, list_summaries
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.house_rules.views import render_comparison
from scoring.sheets.own_sheets.draft import (
    HEAD,
    Unreadable,
    build_rules,
    describe_warnings,
    find_problems,
    open_layer,
    read_sent_file,
    write_file,
)
from scoring.sheets.own_sheets.editor_page import list_sentences
from scoring.sheets.own_sheets.forms import ActionForm, NewSheetForm, TextForm
from scoring.sheets.own_sheets.page import Speaker, list_key_changes, list_sheet_problems
from scoring.sheets.own_sheets.services import (
    SheetRefusal,
    create_sheet,
    drop_draft,
    find_own_sheet,
    list_changes_since,
    list_own_sheets,
    list_versions,
    load_draft,
    resume_version,
    save_version,
    set_public,
    set_retired,
    take_file,
)
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import find_club_id, get_staff_account
from tarockclub.platform.server.downloads import build_download
from tarockclub.platform.server.wsgi.uploads import take_small_file

TOML = "application/toml; charset=utf-8"


def handle_own_sheets(request: HttpRequest) -> HttpResponse:
    """List a club's own sheets, and make a new one."""
    club, message, values = get_staff_account(request).club, "", dict[str, Any]()
    if request.method == "POST":
        values = NewSheetForm(request.POST).parse()
        try:
            own = create_sheet(club, values["name"], values["taken_from"], values["key"])
        except SheetRefusal as refused:
            message = refused.sentence
        else:
            return redirect("own_sheet", sheet_id=own.sheet)
    context = {
        "listed": list_own_sheets(club),
        "sheets": list_summaries(get_current_language(), club.pk),
        "problem": message,
        "said": values,
        "key": values.get("key") or str(uuid.uuid4()),
    }
    return render(request, "scoring/sheets/own_sheets/own_sheets.html", context, status=400 if message else 200)


def handle_own_sheet(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show a sheet with its draft and its versions, and do what its buttons say."""
    club, values = get_staff_account(request).club, ActionForm(request.POST).parse()
    if values["what"] == "discard" and not OwnSheet.objects.filter(club=club, sheet=sheet_id).exists():
        return redirect("own_sheets")  # the same tap again
    own = find_own_sheet(club, sheet_id)
    if request.method != "POST":
        return _render_sheet(request, own)
    try:
        return _act(request, own, values)
    except SheetRefusal as refused:
        return _render_sheet(request, own, refused.sentence, values, 409)


def _act(request: HttpRequest, own: OwnSheet, content: dict[str, Any]) -> HttpResponse:
    match content["what"]:
        case "save":
            author = build_author(request)
            save_version(own, content["state"], content["key"], content["reason"], get_staff_account(request), author)
        case "discard":
            drop_draft(own, content["state"])
            if not OwnSheet.objects.filter(pk=own.pk).exists():
                return redirect("own_sheets")
        case "retire":
            set_retired(own, retired=content["on"], who=build_author(request))
            return _redirect_to(own, "offer")
        case "public":
            set_public(own, public=content["on"], who=build_author(request))
            return _redirect_to(own, "readers")
        case "resume":
            resume_version(own, content["state"], content["version"])
        case _:
            raise Http404
    return redirect("own_sheet", sheet_id=own.sheet)


def _redirect_to(own: OwnSheet, place: str) -> HttpResponse:
    """Lead back to the place on the page where the button was."""
    return redirect(f"{reverse('own_sheet', args=[own.sheet])}#{place}")


def _render_sheet(
    request: HttpRequest, own: OwnSheet, message: str = "", content: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    language, draft = get_current_language(), load_draft(own)
    layer = open_layer(draft)
    if layer is None:
        raise Http404
    problems = find_problems(draft)
    newest = own.versions.order_by("-number").first()
    context: dict[str, Any] = {
        "own": own,
        "name": draft.get("name") or own.sheet,
        "problems": list_sheet_problems(own, layer, problems, language),
        "asked": sum(sentence.is_asked for sentence in list_sentences(draft, language)),
        "changes": [*list_changes_since(newest, draft, language)] if own.draft and newest else [],
        "newest": newest,
        "versions": list_versions(own, language),
        "sheets": list_summaries(language, own.club_id),
        "key": str(uuid.uuid4()),
        "problem": message,
        "reason": (content or {}).get("reason", ""),
    }
    if not problems:
        context |= build_zettel_context(build_rules_zettel(build_rules(draft), {}, language))
    return render(request, "scoring/sheets/own_sheets/own_sheet.html", context, status=status)


def download_draft(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Send the sheet as it is being edited."""
    own = find_own_sheet(get_staff_account(request).club, sheet_id)
    return _send_file(own, load_draft(own))


def download_sheet(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Send the newest version of a sheet, or the one that is named, if it is public or the visitor's own."""
    version = find_readable_version(sheet_id, find_club_id(request))
    if version is None:
        raise Http404
    return _send_file(version.own_sheet, tomllib.loads(version.text))


def _send_file(own: OwnSheet, table: Table) -> HttpResponse:
    return build_download(write_file(table, list_own_examples(own.sheet)), f"{own.sheet}.toml", TOML)


def show_differences(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show only what differs between the sheet that is being edited and the one that it extends."""
    own, language = find_own_sheet(get_staff_account(request).club, sheet_id), get_current_language()
    draft = load_draft(own)
    extended = load_built_in(draft.get("extends", ""))
    if extended is None or find_problems(draft):
        return redirect("own_sheet", sheet_id=own.sheet)
    left, right = (
        ShownSheet("", build_rules_zettel(rules, {}, language), rules.build_sheet(), rules)
        for rules in (extended, build_rules(draft))
    )
    return render_comparison(request, left, right, {"back": reverse("own_sheet", args=[own.sheet])})


KeyRow = tuple[str, str, str, str]  # how a key is written, what it is called, what it means, what may stand behind it


@take_small_file
def handle_text(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show a sheet as text; show what another text or file would change, and make it the draft."""
    own = find_own_sheet(get_staff_account(request).club, sheet_id)
    if request.method != "POST":
        return _render(request, own, write_file(load_draft(own)).removeprefix(HEAD))
    content = TextForm(request.POST).parse()
    sent = request.FILES.get("file")
    data = sent.read(MOST_BYTES + 1) if sent else content["text"].encode(errors="replace")
    text = data.decode("utf-8-sig", errors="replace")
    try:
        if not data.strip():
            raise Unreadable([_("Choose the file first.")])
        file = read_sent_file(data, get_current_language())
        if content["what"] == "take":
            take_file(own, content["state"], file, get_staff_account(request))
            return redirect(f"{reverse('own_sheet', args=[own.sheet])}#unsaved")
    except Unreadable as refused:
        return _render(request, own, text, refused=refused.sentences, status=400)
    except SheetRefusal as refused:
        return _render(request, own, text, refused=[refused.sentence], status=409)
    language = get_current_language()
    return _render(
        request,
        own,
        text,
        is_read=True,
        changes=[*list_key_changes(load_draft(own), file.table, language)],
        warnings=describe_warnings(file, language),
        **build_zettel_context(build_rules_zettel(file.rules, {}, language)),
    )


def _render(request: HttpRequest, own: OwnSheet, text: str, *, status: int = 200, **content: Any) -> HttpResponse:
    draft = load_draft(own)
    layer = open_layer(draft)
    speaker = Speaker({} if layer is None else layer.whole, get_current_language())
    context = {
        "own": own,
        "name": draft.get("name") or own.sheet,
        "text": text,
        "keys": [(title, [*rows]) for title, rows in _list_keys(speaker)],
        "ids": [*_list_ids(speaker)],
        **content,
    }
    return render(request, "scoring/sheets/own_sheets/text.html", context, status=status)


def _list_keys(speaker: Speaker) -> Iterator[tuple[str, Iterator[KeyRow]]]:
    """Yield what can be said in each part of a sheet."""
    for section, kinds in {"": PLAIN, **ENTRIES, **SECTIONS}.items():
        if section in PLACES:
            yield pick_language(PLACES[section], speaker.language), _list_part_keys(speaker, section, kinds)


def _list_part_keys(speaker: Speaker, section: str, kinds: Mapping[str, Kind]) -> Iterator[KeyRow]:
    start = f"{section}.…." if section in ENTRIES else f"{section}." if section else ""
    for key, kind in kinds.items():
        label = speaker.get_label(section, key)
        if label != key:
            expected = pick_language(KINDS[kind.expects], speaker.language)
            yield f"{start}{key}", label, speaker.explain(section, key), expected


def _list_ids(speaker: Speaker) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the ids of games, premiums and groups, by which a text names them."""
    for section in ("contracts", "premiums", "groups"):
        names = [
            (name, speaker.name_entry(section, name)) for name, entry in (speaker.whole.get(section) or {}).items()
        ]
        yield pick_language(PLACES[section], speaker.language), names
