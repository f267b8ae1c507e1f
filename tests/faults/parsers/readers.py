"""The readers themselves, each called with one argument, as another process calls them."""

import hashlib
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from django.test import RequestFactory

from scoring.engine.hand.scorer import RecordScorer, parse_line
from scoring.engine.house_rules.library import load_built_in
from scoring.reports.imports.record_lines import decode_file, parse_lines
from scoring.sheets.own_sheets.draft import parse_file
from scoring.table.phones import parse_body
from scoring.table.practice import replay_hands
from scoring.table.waiting_hands.services import read_hands
from tarockclub.kit.lists.bank_file import read_bank_file
from tarockclub.kit.lists.columns import KINDS
from tarockclub.kit.lists.file import read_file as read_list
from tarockclub.kit.lists.people import Purpose, read_rows
from tarockclub.kit.lists.table import decode_table
from tarockclub.kit.typesetting import render_png
from tarockclub.office.backups.container import parse_about, unpack_backup
from tarockclub.office.backups.restore import refuse_swollen
from tarockclub.office.backups.sqlite import examine_file
from tarockclub.office.club_file.reader import count_rows
from tarockclub.office.exchange.kinds import MOST_BYTES, read_rules_file
from tarockclub.platform.accounts.second_factor.views import PasskeyForm
from tarockclub.platform.api.schemas import decode_body
from tarockclub.platform.club_look.logo import HIGHEST, WIDEST, draw_pixels
from tarockclub.platform.messages.push import read_subscription
from tarockclub.platform.server.apart import papers
from tarockclub.platform.server.installation import TEMPLATES
from tarockclub.platform.sharing.picture import SHAPES, TEMPLATE, Card, CardRow, build_picture
from tests.faults.parsers import inputs
from tests.faults.parsers.inputs import MB
from tests.scoring.engine.house_rules.test_sheet_files import hostile_files
from tournaments.seasons.season.points.formula.evaluate import check_formula, check_quickly
from tournaments.seasons.season.points.place_points import parse_places

FORM = MB  # bytes that a form has at most


class Reader(NamedTuple):
    """Something that reads what strangers send."""

    function: Callable[[Any], object]
    inputs: Callable[[], dict[str, Any]]
    is_apart: bool = True  # in another process; else in the server, and everybody waits


def measure(function: Callable[[Any], object], argument: object) -> tuple[float, str]:
    """The seconds of the processor until the function has an answer, or refuses; the kind of refusal."""
    began, problem = time.process_time(), ""
    try:
        function(argument)
    except Exception as error:  # noqa: BLE001 -- other tests look at what it says
        problem = type(error).__name__
    return time.process_time() - began, problem


def _list_workbooks() -> dict[str, bytes]:
    row = "<row><c t='inlineStr'><is><t>Anna</t></is></c></row>"
    entities = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, 20))
    head = f"<worksheet {inputs.MAIN}><sheetData>"
    foot = "</sheetData></worksheet>"
    return {
        "unpacks to 10 MB": inputs.pack_workbook(head + row * 180_000 + foot),
        "one tag": inputs.pack_workbook("<worksheet " + "a" * (9 * MB)),
        "nested tags": inputs.pack_workbook("<a>" * (3 * MB)),
        "entities": inputs.pack_workbook(f'<!DOCTYPE a [<!ENTITY e0 "x">{entities}]><a>&e19;</a>'),
        "strings": inputs.pack_workbook(head + foot, "<sst>" + "<si><t>a</t></si>" * 500_000 + "</sst>"),
        "cells": inputs.pack_workbook(f"{head}<row>{'<c><v>1</v></c>' * 600_000}</row>{foot}"),
        "a far row": inputs.pack_workbook(f'{head}{row}<row r="1048576"><c r="XFD1"><v>1</v></c></row>{foot}'),
        "a directory": inputs.fill_directory(40_000),
        "a table of another program": inputs.pack({"content.xml": "<office>" + "<table:table-row/>" * 400_000}),
        "a repeated row": inputs.pack(
            {"content.xml": "<a><table:table-row table:number-rows-repeated='99999999'/>" * 1000}
        ),
    }


def _encode(texts: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in texts.items()}


def _list_pictures() -> dict[str, bytes]:
    noise = b"".join(hashlib.sha256(b"%d" % at).hexdigest().encode() for at in range(12_000))
    heads = {"jpeg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "webp": b"RIFF\xff\xff\xff\x7fWEBPVP8L"}
    small = {f"{side} pixels wide": inputs.draw_bomb(side) for side in (3_400, 12_000, 60_000)}
    return small | {f"a {kind} of noise": head + noise for kind, head in heads.items()}


def _list_sheets() -> dict[str, bytes]:
    dotted = "".join(f"a.b{at}.c = 1\n" for at in range(18_000))
    return hostile_files() | {"dotted keys": dotted.encode(), "nested tables": ("[" + "a." * 120_000 + "a]").encode()}


def _list_lines() -> dict[str, bytes]:
    return _encode(inputs.list_json(2 * MB)) | {
        "many lines": b'{"void": true}\n' * 2000,
        "long lines": (b"[" * 15_999 + b"\n") * 120,
        "long numbers": (b'{"a": ' + b"9" * 15_000 + b"}\n") * 120,
    }


def _list_backups() -> dict[str, Path]:
    zeros, about = bytes(65 * MB), "[" * (30 * MB)
    return {
        "unpacks to 65 MB": inputs.write_file(inputs.pack({"book.sqlite3": zeros})),
        "a directory of 60 MB": inputs.write_file(inputs.fill_directory(1_300_000)),
        "deep facts": inputs.write_file(
            inputs.pack({"about.json": about, "secret-key": "x", "book.sqlite3": "", "SHA256SUMS": ""})
        ),
    }


def _list_databases() -> dict[str, Path]:
    tables = "".join(f"CREATE TABLE t{at} (a);" for at in range(5_000))
    endless = "WITH RECURSIVE n(a) AS (VALUES(1) UNION ALL SELECT a + 1 FROM n) SELECT max(a) FROM n"
    names = ("django_migrations", "tarockclub_club", "scoring_gametable", "scoring_entry", "scoring_deal")
    views = "".join(f"CREATE VIEW {name} AS {endless};" for name in names)
    rows = (
        "WITH RECURSIVE n(a) AS (VALUES(1) UNION ALL SELECT a + 1 FROM n LIMIT 500000) INSERT INTO t SELECT a FROM n;"
    )
    return {
        "many tables": inputs.write_database(f"BEGIN;{tables}COMMIT;"),
        "endless views": inputs.write_database(views),
        "a slow index": inputs.write_database(
            f"CREATE TABLE t (a);{rows}CREATE INDEX i ON t (a);"
            "CREATE TABLE u (a REFERENCES t (a));INSERT INTO u SELECT a FROM t;"
        ),
        "noise": inputs.write_file(b"SQLite format 3\0" + bytes(range(256)) * 40_000),
    }


def _list_club_files() -> dict[str, Path]:
    return {
        "a directory of 60 MB": inputs.write_file(inputs.fill_directory(1_300_000)),
        "a deep manifest": inputs.write_file(inputs.pack({"manifest.json": "[" * (4 * MB - 9)})),
        "many keys": inputs.write_file(inputs.pack({"manifest.json": inputs.list_json(4 * MB - 99)["many keys"]})),
    }


def _list_cards() -> dict[str, Card]:
    return {
        "a long text": Card("T", "Wg" * 20_000, ()),
        "many texts": Card("T", "", tuple(CardRow("Anna", str(at)) for at in range(5_000))),
    }


def _draw_card(card: Card) -> object:
    return render_png(str(TEMPLATES), TEMPLATE, papers._make_plain(build_picture(card, SHAPES["wide"])))


def _score_line(line: bytes) -> object:
    return RecordScorer(load_built_in).score_raw(parse_line(line)[0])


def _read_waiting(text: str) -> object:
    return list(read_hands(text))


def _decode_json(body: str) -> object:
    return decode_body(RequestFactory().post("/", body, content_type="application/json"))


def _read_lines(raw: bytes) -> object:
    return parse_lines(decode_file(raw))


def _unpack(path: Path) -> object:
    refuse_swollen(path)
    return unpack_backup(path, path.with_name(path.name + "-unpacked"))


def _replay(text: str) -> object:
    rules = load_built_in("treffpunkt")
    return replay_hands(text, rules.build_sheet()) if rules else None


def _read_passkey(text: str) -> bool:
    return PasskeyForm({"credential": text}).is_valid()


def _read_list_file(raw: bytes) -> object:
    return read_rows(read_list(raw), Purpose(KINDS, 500))


def _list_lists() -> dict[str, bytes]:
    return _encode(inputs.list_texts(2 * MB)) | _list_workbooks()


def _list_bank_files() -> dict[str, bytes]:
    """Texts, and statements of two megabytes: deep, wide, with many attributes, with a text that never ends."""
    entry = "<Ntry><Amt Ccy='EUR'>1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>"
    bodies = {
        "deep": "<a>" * (MB // 4) + "</a>" * (MB // 4),
        "wide": "<a/>" * (MB // 2),
        "entries": entry * 2400,
        "parts": f"<Ntry>{'<NtryDtls><TxDtls/></NtryDtls>' * (MB // 20)}</Ntry>",
        "attributes": "<a " + " ".join(f"b{number}=''" for number in range(MB // 8)) + "/>",
        "amount": f"<Ntry><Amt Ccy='EUR'>{'9' * MB}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>",
    }
    statements = {what: f"<Document>{body}</Document>".encode() for what, body in bodies.items()}
    return _encode(inputs.list_texts(2 * MB)) | _list_workbooks() | statements


READERS = {
    "a bank's file": Reader(read_bank_file, _list_bank_files),
    "a table of people": Reader(_read_list_file, _list_lists),
    "records of an evening": Reader(_read_lines, _list_lines),
    "a sheet's file": Reader(parse_file, _list_sheets),
    "a file of rules": Reader(read_rules_file, lambda: _encode(inputs.list_json(MOST_BYTES)), is_apart=False),
    "a picture": Reader(partial(draw_pixels, size=(WIDEST, HIGHEST), colours=0), _list_pictures),
    "a picture to share": Reader(_draw_card, _list_cards),
    "an uploaded backup": Reader(_unpack, _list_backups),
    "an uploaded database": Reader(partial(examine_file, made=""), _list_databases),
    "a club file": Reader(count_rows, _list_club_files),
    "the facts of a backup": Reader(parse_about, partial(inputs.list_json, 4 * MB)),
    "a phone's hand": Reader(parse_body, lambda: _encode(inputs.list_json(FORM)), is_apart=False),
    "a program's body": Reader(_decode_json, partial(inputs.list_json, FORM), is_apart=False),
    "a passkey": Reader(_read_passkey, partial(inputs.list_json, FORM), is_apart=False),
    "a phone's subscription": Reader(read_subscription, partial(inputs.list_json, FORM), is_apart=False),
    "a record": Reader(_score_line, lambda: _encode(inputs.list_json(16_000)), is_apart=False),
    "waiting hands as text": Reader(_read_waiting, partial(inputs.list_texts, FORM), is_apart=False),
    "hands of a practice table": Reader(_replay, partial(inputs.list_json, FORM), is_apart=False),
    "a formula": Reader(check_formula, partial(inputs.list_texts, 10_000), is_apart=False),
    "a formula while typing": Reader(check_quickly, partial(inputs.list_texts, 10_000), is_apart=False),
    "points by place": Reader(parse_places, partial(inputs.list_texts, FORM), is_apart=False),
    "a list of a preview": Reader(decode_table, partial(inputs.list_json, FORM), is_apart=False),
}
