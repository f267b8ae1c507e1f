"""The page of a sheet as text: all that it can say is typed there, or comes in a file, and is looked at first."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.engine.house_rules.schema import ENTRIES, PLAIN, SECTIONS, Kind
from scoring.engine.house_rules.sheet_file import MOST_BYTES
from scoring.engine.texts import pick_language
from scoring.engine.texts.kinds import KINDS
from scoring.engine.texts.sheet_keys import PLACES
from scoring.models import OwnSheet
from scoring.sheets.house_rules.page import build_zettel_context
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.own_sheets.changes import list_key_changes
from scoring.sheets.own_sheets.draft import open_layer
from scoring.sheets.own_sheets.file import HEAD, Unreadable, describe_warnings, read_sent_file, write_file
from scoring.sheets.own_sheets.forms import TextForm
from scoring.sheets.own_sheets.page import Speaker
from scoring.sheets.own_sheets.selectors import find_own_sheet
from scoring.sheets.own_sheets.services import SheetRefusal, load_draft, take_file
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.server.wsgi.uploads import take_small_file

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
