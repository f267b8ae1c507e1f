"""Whatever is damaged of whatever is sent, at its own door: the answer is a sentence, and nothing is stored."""

import io
import json
import random
import re
import struct
import uuid
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from random import Random
from typing import Any, NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from PIL import Image

from scoring.sheets.own_sheets.draft import write_file
from scoring.sheets.own_sheets.services import create_sheet, load_draft
from scoring.table.waiting_hands.services import WaitingHand
from tarockclub.kit.lists.file import read_lines
from tarockclub.kit.lists.table import Table, encode_table
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, Job
from tarockclub.office.backups.container import read_data
from tarockclub.office.backups.services import NONE, make_backup
from tarockclub.office.club_file.services import run_import
from tarockclub.platform.jobs.runner import run_jobs
from tests.faults.parsers.inputs import pack
from tests.scoring.support.tables import new_table
from tests.soak import IS_SOAK
from tests.support.accounts import log_in, make_account
from tests.support.backups import backups_of_its_own, no_proof, play_hand
from tests.support.hand_text import encode_hand
from tests.support.phones import Client as Phone
from tests.support.phones import let_write
from tests.support.programs import create_program
from tests.tarockclub.kit.lists.test_files import NAME, SEVEN, build_ods, saved
from tests.tarockclub.office.club_file.worlds import installation, play_evening, write
from tests.tournaments.seasons.season.seasons import season
from tests.tournaments.support import acts, factories

ENCODINGS = ("rot13", "base64", "x-none", "idna", "utf-7", "utf-16", "utf-8", "ascii")  # that XML may name
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 99)
_DECLARATION = re.compile(rb"^\s*<\?xml[^>]*\?>")


def iter_damages(content: bytes, chance: Random, times: int) -> Iterator[tuple[str, bytes | dict[str, bytes]]]:
    """Damaged copies of a file, or their members; each with what was done; `times`: of what chance decides."""
    yield from iter_changes(content, chance, times)
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return
    with zipfile.ZipFile(io.BytesIO(content)) as container:
        members = {name: container.read(name) for name in container.namelist()}
        places = {info.filename: (info.header_offset, info.compress_size) for info in container.infolist()}
    for name, member in members.items():
        for what, changed in [*iter_changes(member, chance, 1), *_iter_declared(member)]:
            yield f"{name}: {what}", members | {name: changed}
        yield f"{name} is missing", {other: text for other, text in members.items() if other != name}
        yield f"{name} without its ending", {key.removesuffix(".xml"): members[key] for key in members}
        yield from ((f"{name}: {what}", changed) for what, changed in _iter_torn(content, name, *places[name]))


def iter_changes(content: bytes, chance: Random, times: int) -> Iterator[tuple[str, bytes]]:
    """Damaged copies of some bytes."""
    yield "empty", b""
    for _ in range(times):
        start, length = chance.randrange(len(content) + 1), chance.choice((1, 2, 7, 400))
        begin, rest = content[:start], content[start + length :]
        yield (
            f"bits at {start}",
            begin + bytes(byte ^ (1 << chance.randrange(8)) for byte in content[start:][:length]) + rest,
        )
        yield f"{length} times FF at {start}", begin + b"\xff" * length + rest
        yield f"{length} zeros at {start}", begin + bytes(length) + rest
        yield f"cut at {start}", begin
        yield f"{length} bytes less at {start}", begin + rest
        yield f"{length} bytes again at {start}", begin + content[start:][:length] * 3 + rest
    yield "twice", content * 2
    text = content.decode("utf-8", "replace")
    for name in ("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "cp1252", "cp037"):
        yield name, text.encode(name, "replace")


def _iter_declared(content: bytes) -> Iterator[tuple[str, bytes]]:
    """A member that says of itself that it is encoded otherwise."""
    if content.lstrip().startswith(b"<"):
        for name in ENCODINGS:
            yield name, b'<?xml version="1.0" encoding="%b"?>' % name.encode() + _DECLARATION.sub(b"", content)


def _iter_torn(content: bytes, name: str, start: int, size: int) -> Iterator[tuple[str, bytes]]:
    """A member whose bytes as they are packed are damaged, or packed in another way than the directory says."""
    name_length, more = struct.unpack_from("<HH", content, start + 26)
    data = start + 30 + name_length + more
    for offset in sorted({0, size // 3, size // 2}):
        torn = bytearray(content)
        torn[data + offset : data + size] = b"\xff" * (size - offset)
        yield f"torn at {offset}", bytes(torn)
    entry = content.rindex(b"PK\x01\x02", 0, content.rindex(name.encode()))
    for method in METHODS:
        other = bytearray(content)
        struct.pack_into("<H", other, start + 8, method)
        struct.pack_into("<H", other, entry + 10, method)
        yield f"method {method}", bytes(other)
    for place, value in ((6, 255), (8, 0x800), (30, 0xFFFF), (24, 0x7FFF), (42, 0xFFFF)):
        other = bytearray(content)
        struct.pack_into("<H", other, entry + place, value)
        other[entry + 46] = 0xE4 if place == 8 else other[entry + 46]
        yield f"{value} at {place} of the directory", bytes(other)


__all__ = ["backups_of_its_own", "no_proof"]
pytestmark = pytest.mark.heavy
TIMES, MOST = (40, 10_000) if IS_SOAK else (4, 12)  # of what chance decides; copies at one door
TEXT = "Nr;Nachname;Vorname;Punkte\n1;Lind;Ada;12,5\n2;Šimek-Graß;Zoë;-7\n3;Berg;Cora;0\n"
CARDS = "BEGIN:VCARD\nVERSION:3.0\nN:Müller;Jörg;;;\nFN:Jörg Müller\nEND:VCARD\n" * 3
RECORD = {"plays": [{"contract": "dreier", "declarer": 0, "result": "won"}]}
_SENTENCE = re.compile(r'class="(?:sheet-)?problems?"[^>]*>\s*(?:<[^>]+>\s*)*[^<\s][^<]{9,}')
# What an answer that refuses may write: who looked, and that it was refused.
_WRITE = re.compile(r'(INSERT INTO|UPDATE|DELETE FROM) "(?!django_session|tarockclub_(?:failed|failure|job))')


class Door(NamedTuple):
    """Something that is sent, and how."""

    content: bytes
    send: Callable[[bytes], Any]


def send_file(address: str, field: str = "file", client: Client | None = None, **more: str) -> Callable[[bytes], Any]:
    """A form with a file, as a director."""
    director = client or log_in(make_account("director"), raise_request_exception=False)
    return lambda sent: director.post(
        address, {field: SimpleUploadedFile("a.zip", sent), "key": str(uuid.uuid4()), **more}
    )


def send_text(address: str, field: str, **more: str) -> Callable[[bytes], Any]:
    """A form with a text, as a director."""
    director = log_in(make_account("director"), raise_request_exception=False)
    return lambda sent: director.post(address, {field: sent.decode("utf-8", "replace"), **more})


def make_xlsx() -> bytes:
    """A workbook as a spreadsheet program saves it."""
    return saved(("Nr", "Name", "Punkte"), (1, "Ada Lind", 12.5), (2, "Zoë Šimek", -7), (3, "Cora Berg", 0))


def draw_picture(kind: str) -> bytes:
    """A picture."""
    drawn = BytesIO()
    Image.linear_gradient("L").convert("RGB").save(drawn, kind)
    return drawn.getvalue()


def build_lists() -> dict[str, Door]:
    """Tables of people."""
    of, cup = factories.tournament(), season()
    results = reverse("season_results_file", args=[cup.slug, acts.add_event(cup, "e", "Herbst", players=3).number])
    entrants, register = reverse("read_file", args=[of.slug]), reverse("register_file")
    cells = encode_table(Table((read_lines(TEXT),)))
    return {
        "xlsx for the register": Door(make_xlsx(), send_file(register)),
        "xlsx for a tournament": Door(make_xlsx(), send_file(entrants)),
        "xlsx for results": Door(make_xlsx(), send_file(results)),
        "ods": Door(build_ods(f"<table:table-row>{SEVEN}{NAME}</table:table-row>" * 3), send_file(register)),
        "text for a tournament": Door(TEXT.encode(), send_file(entrants)),
        "text for results": Door(TEXT.encode(), send_file(results)),
        "cards": Door(CARDS.encode(), send_file(register)),
        "a pasted list": Door(TEXT.encode(), send_text(reverse("register_list"), "text")),
        "what a preview carries": Door(
            cells.encode(), send_text(reverse("register_confirm"), "cells", shown="{}", again="1")
        ),
    }


def build_pictures() -> dict[str, Door]:
    """Pictures of a club and of a tournament."""
    of = factories.tournament()
    look: dict[str, Any] = {"name": "Zur Linde", "colour": ""}
    return {
        "a logo (PNG)": Door(draw_picture("PNG"), send_file(reverse("club_look"), "logo", **look)),
        "a picture of the front (JPEG)": Door(draw_picture("JPEG"), send_file(reverse("club_look"), "picture", **look)),
        "a sponsor's picture (WEBP)": Door(
            draw_picture("WEBP"), send_file(reverse("hall_picture", args=[of.slug]), "picture")
        ),
        "an invitation's picture (PNG)": Door(
            draw_picture("PNG"), send_file(reverse("edit_invitation_picture", args=[of.slug]), "picture")
        ),
    }


def build_rules() -> dict[str, Door]:
    """Files and texts of rules."""
    director = log_in(make_account("director"), raise_request_exception=False)
    own = create_sheet(Account.objects.latest("pk").club, "Beim Adler", "treffpunkt")
    sheet, take, text = write_file(load_draft(own)), reverse("take_rules"), reverse("sheet_text", args=[own.sheet])
    files = [
        director.get(reverse("rules_file", args=[kind, slug])).getvalue()
        for kind, slug in (("format", factories.tournament().slug), ("season", season().slug))
    ]
    return {
        "a file of a sheet": Door(sheet.encode(), send_file(text, client=director, what="look")),
        "a sheet as text": Door(sheet.encode(), send_text(text, "text", what="look")),
        "a sheet of others": Door(sheet.encode(), send_file(take, client=director)),
        "a format": Door(files[0], send_file(take, client=director)),
        "the rules of a season": Door(files[1], send_file(take, client=director)),
    }


def build_json() -> dict[str, Door]:
    """Bodies of phones and programs, and waiting hands."""
    table, of = let_write(new_table()), factories.tournament()
    phone, program = Phone(raise_request_exception=False), create_program(make_account("director"))
    program.raise_request_exception = False
    hand = {"key": "b1f0", "previous": "", "seats": [0, 1, 2, 3, 0], "record": RECORD}
    hands = f"tables/{table.slug}/hands"
    entry = {"key": "e1", "entrants": [{"name": "Ada Lind"}]}
    waiting = WaitingHand(table.slug, "b1f0", "", (0, 1, 2, 3, 0), 1, now(), {"contract": "dreier", "declarer": "0"})
    return {
        "a hand": Door(json.dumps(hand).encode(), _send_json(phone, f"/{hands}/")),
        "a hand of a program": Door(json.dumps(hand).encode(), _send_json(program, f"/api/v1/{hands}")),
        "people of a program": Door(
            json.dumps(entry).encode(), _send_json(program, f"/api/v1/tournaments/{of.slug}/entrants")
        ),
        "hands that wait": Door(encode_hand(waiting).encode(), send_text(reverse("read_in"), "text")),
        "hands of a practice table": Door(
            json.dumps([RECORD]).encode(), send_text(reverse("practise", args=["treffpunkt"]), "hands")
        ),
    }


def _send_json(client: Client, address: str) -> Callable[[bytes], Any]:
    return lambda sent: client.post(address, sent, content_type="application/json")


DOORS: dict[str, Callable[[], dict[str, Door]]] = {
    "lists": build_lists,
    "pictures": build_pictures,
    "rules": build_rules,
    "bodies": build_json,
}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", DOORS)
def test_damage_is_answered_with_a_sentence(kind):
    for name, door in DOORS[kind]().items():
        assert door.send(door.content).status_code in (200, 201, 302), name
        try_damages(name, door)


def try_damages(name: str, door: Door) -> None:
    """Send damaged copies, and assert what is answered."""
    chance = random.Random(name)
    damages = list(iter_damages(door.content, chance, TIMES))
    said: dict[str, list[str]] = {}
    for what, damaged in chance.sample(damages, min(MOST, len(damages))):
        writes: list[str] = []
        with connection.execute_wrapper(partial(_note_write, writes)):
            answer = door.send(damaged if isinstance(damaged, bytes) else pack(damaged))
        is_refused = answer.status_code in (400, 413)  # what a phone had not seen (412) is kept for the director
        wrong = answer.status_code >= 500 or (is_refused and not has_sentence(answer))
        if wrong or (is_refused and writes):
            said.setdefault(str(answer.status_code), []).append(what)
    print(f"{name}: {len(damages)} damages")
    assert not said, (name, said)


def _note_write(writes: list[str], execute: Callable[..., Any], sql: str, *more: Any) -> Any:
    writes += [sql] if _WRITE.match(sql) else []
    return execute(sql, *more)


def has_sentence(answer: Any) -> bool:
    """Return whether somebody learns from an answer why it was refused."""
    if answer.headers["Content-Type"].startswith("application/json"):
        told = answer.json()
        return bool(told.get("message") or told["code"])  # a phone has its own sentence for each code
    return bool(_SENTENCE.search(answer.content.decode()))


@pytest.mark.usefixtures("no_proof", "fresh_database", "backups_of_its_own")
@pytest.mark.sqlite
def test_a_damaged_backup_is_answered_with_a_sentence(tmp_path):
    play_hand(new_table())
    backup = make_backup(prove=NONE).file
    _about, data = read_data(backup, 1 << 30) or pytest.fail("too large")
    upload = send_file(reverse("upload_backup"))
    for name, content in (("a backup", backup.read_bytes()), ("a database", data)):
        assert upload(content).status_code == 302
        try_damages(name, Door(content, upload))


@pytest.mark.django_db
@pytest.mark.sqlite
def test_a_damaged_club_file_is_answered_with_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("tarockclub.office.club_file.services.start_runner", lambda kind: None)
    with installation():
        play_evening()
        content = write(tmp_path / "club.zip").read_bytes()
    host = log_in(make_account("director"), raise_request_exception=False)
    Account.objects.update(is_host=True)

    def send(sent: bytes) -> Any:
        answer = send_file(reverse("take_club_over"), client=host, login="berta", password="ein langes Passwort")(sent)
        if answer.status_code == 302:
            run_jobs(Job.Kind.IMPORT, run_import)
            answer = host.get(answer.headers["Location"])
            assert answer.status_code == 200
            assert Club.objects.count() == 1 or not answer.context.get("refusal")
        return answer

    try_damages("a club file", Door(content, send))
