"""A copy that leaves the computer can be read with the key of a printed sheet alone; a damaged one changes nothing."""

import json
import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from scoring.models import Entry
from tarockclub.office.backups import audit, container, encryption, folder
from tarockclub.office.backups.encryption import (
    MAGIC,
    add_key,
    begin_encryption,
    draw_backup_key,
    end_encryption,
    load_keys,
)
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import restore_backup
from tarockclub.office.backups.second_folder import SecondWatch, get_changes_path
from tarockclub.office.backups.services import NONE, make_at, make_backup
from tarockclub.platform.server.second_folder import choose_second_folder
from tests.scoring.support.tables import new_table
from tests.support.backups import lose_everything, play_hand
from tests.support.clients import read_text

pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("fresh_database", "backups_of_its_own")]


@pytest.fixture
def stick(backups_of_its_own):
    """A second folder that was chosen."""
    where = backups_of_its_own / "stick"
    where.mkdir()
    choose_second_folder(where, is_drive=True)
    return where


def turn_on():
    """Draw a key and begin with it; the key."""
    draw_backup_key()
    key = load_keys().drawn
    begin_encryption(key[-6:])
    return key


def lose_laptop(settings):
    """Lose the book, this computer's backups and its keys."""
    lose_everything()
    for file in folder.get_home_folder().glob("*.zip"):
        file.unlink()
    (settings.DATA_DIR / encryption.FILE).unlink()


def leave_on(stick):
    """Play two hands, one of them after the backup; what the stick has then."""
    table = new_table()
    keys = {play_hand(table)}
    made = make_backup(prove=NONE)
    watch = SecondWatch(threading.Event())
    watch.look()
    keys.add(play_hand(table, 1))
    watch.look()
    return keys, stick / made.file.name


def read_lines():
    """The keys of all lines of the book."""
    return set(Entry.objects.values_list("key", flat=True))


def test_after_the_laptop_has_burnt_the_sheet_brings_each_hand_back_and_nothing_else_does(stick, settings):
    key = turn_on()
    keys, file = leave_on(stick)
    assert file.read_bytes().startswith(MAGIC)
    content = b"".join(left.read_bytes() for left in stick.iterdir())
    assert b"SQLite format" not in content
    assert b"about.json" not in content
    lose_laptop(settings)
    with pytest.raises(Trouble) as refused:
        restore_backup(file)
    assert refused.value.code == "sealed"
    draw_backup_key()
    add_key(load_keys().drawn)  # another club's sheet
    with pytest.raises(Trouble) as refused:
        restore_backup(file)
    assert refused.value.code == "sealed_otherwise"
    add_key(" ".join(encryption.split_key(key)).lower())
    assert restore_backup(file).findings == ()
    assert read_lines() == keys
    assert load_keys().known[0] == key  # goes on with the key whose sheet was typed last, not with the other club's


def test_the_command_asks_for_the_key_of_the_sheet(stick, settings, monkeypatch, capsys):
    key = turn_on()
    keys, file = leave_on(stick)
    lose_laptop(settings)
    monkeypatch.setattr("builtins.input", lambda: key[:-1] + ("A" if key[-1] != "A" else "C"))
    with pytest.raises(SystemExit):
        call_command("restore", str(file))
    assert "Ein Zeichen ist falsch" in capsys.readouterr().err
    monkeypatch.setattr("builtins.input", lambda: key)
    call_command("restore", str(file))
    assert read_lines() == keys


@pytest.mark.parametrize("part", ["backup", "changes"])
def test_a_damaged_copy_is_refused_with_a_sentence_and_the_book_stays(stick, part):
    turn_on()
    keys, file = leave_on(stick)
    damaged = file if part == "backup" else get_changes_path(file)
    content = bytearray(damaged.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    assert audit.check_file(stick / file.name) is None or part == "backup"
    if part == "changes":  # as after a torn write: everything before the damage
        restore_backup(file)
        assert len(read_lines()) == 1
        return
    with pytest.raises(Trouble, match="Die Datei ist beschädigt"):
        restore_backup(file)
    assert read_lines() == keys


def test_a_new_key_reads_no_older_copy_but_this_computer_and_the_older_sheet_do(stick, settings):
    first = turn_on()
    _keys, older = leave_on(stick)
    second = turn_on()
    play_hand(new_table())
    newer = stick / make_backup(prove=NONE).file.name
    assert {file: audit.check_file(file) for file in (older, newer)} == {older: None, newer: None}
    (settings.DATA_DIR / encryption.FILE).unlink()
    add_key(second)
    assert container.check_backup(newer)
    with pytest.raises(Trouble) as refused:
        container.check_backup(older)
    assert refused.value.code == "sealed_otherwise"
    add_key(first)
    assert container.check_backup(older)
    assert load_keys() == encryption.Keys((first, second), is_on=True)
    third = turn_on()
    add_key(second)
    assert load_keys().known == (third, second, first)  # whoever reads an old copy does not go on with its key


def test_what_stays_here_is_plain_and_what_leaves_is_not(director, stick, tmp_path):
    plain = make_backup(prove=NONE).file
    turn_on()
    play_hand(new_table())
    made = make_backup(prove=NONE).file
    assert made.read_bytes().startswith(b"PK")
    sent = director.get(reverse("download_backup", args=[made.name]))
    assert b"".join(sent).startswith(MAGIC)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert make_at(elsewhere).file.read_bytes().startswith(MAGIC)
    assert (stick / plain.name).read_bytes().startswith(b"PK")
    assert container.check_backup(stick / plain.name)
    end_encryption()
    play_hand(new_table())
    assert (stick / make_backup(prove=NONE).file.name).read_bytes().startswith(b"PK")
    assert container.check_backup(stick / made.name)


def test_keys_that_cannot_be_read_let_nothing_leave_as_plain_text(stick, settings):
    turn_on()
    (settings.DATA_DIR / encryption.FILE).write_text("{")
    before = sorted(stick.iterdir())
    made = make_backup(prove=NONE)
    assert [trouble.code for trouble in made.troubles] == ["not_readable"]
    assert sorted(stick.iterdir()) == before
    with pytest.raises(Trouble):
        make_at(stick)
    assert sorted(stick.iterdir()) == before


def test_the_keys_are_for_their_owner_alone_and_in_no_backup(stick, settings):
    key = turn_on()
    file = settings.DATA_DIR / encryption.FILE
    assert file.stat().st_mode & 0o077 == 0
    made = make_backup(prove=NONE).file
    data = settings.DATA_DIR / "then"
    container.unpack_backup(made, data)
    assert key.encode() not in data.read_bytes() + made.read_bytes()
    assert json.loads(file.read_text())["known"] == [key]


def test_the_page_begins_only_with_the_sheet_in_hand_and_says_what_is_encrypted(director, stick):
    address = reverse("backup_keys")
    assert director.get(address).status_code == 302
    assert director.post(address, {"do": "draw"})["Location"] == address
    key = load_keys().drawn
    sheet = read_text(director.get(address))
    assert " ".join(encryption.split_key(key)) in sheet
    assert "Notfallblatt für die Sicherungen" in sheet
    assert "Recovery sheet of the Tarockclub backups" in sheet
    wrong = director.post(address, {"do": "begin", "typed": "AAAA AA"})
    assert wrong.status_code == 400
    assert "letzten zwei Gruppen des neuen Blatts" in read_text(wrong)
    assert not load_keys().is_on
    play_hand(new_table())
    last_groups = " ".join(encryption.split_key(key)[-2:]).lower()
    assert director.post(address, {"do": "begin", "typed": last_groups}).status_code == 302
    [name] = folder.list_own(stick)
    assert (stick / str(name)).read_bytes().startswith(MAGIC)
    assert "braucht zum Lesen das Notfallblatt" in read_text(director.get("/backups/"))
    assert director.post(address, {"do": "end"}).status_code == 302
    assert not load_keys().is_on
    assert "kann alles darauf lesen" in read_text(director.get("/backups/"))


def test_on_another_computer_the_page_lists_the_copies_and_reads_them_once_it_has_the_key(director, stick, settings):
    key = turn_on()
    keys, file = leave_on(stick)
    lines = read_lines()
    for left in folder.get_home_folder().glob("*.zip"):
        left.unlink()
    (settings.DATA_DIR / encryption.FILE).unlink()
    assert "Die Kopie ist verschlüsselt" in read_text(director.get("/backups/"))
    address = reverse("restore_backup", args=[file.name])
    assert director.get(address).status_code == 400
    wrong = director.post(reverse("backup_keys"), {"typed": "AGE-SECRET-KEY-1 ABCD"})
    assert (wrong.status_code, load_keys()) == (400, encryption.Keys())
    assert "Vergleich die Gruppen" in read_text(wrong)
    director.post(reverse("backup_keys"), {"typed": key})
    assert "1 Spiel ·" in read_text(director.get("/backups/"))
    assert "Spiele in der Sicherung 2" in read_text(director.get(address))
    assert "Stand von" in read_text(director.post(address, {"word": "zurückspielen"}))
    assert read_lines() == keys == lines


def test_both_files_of_an_encrypted_stick_can_be_uploaded_once_the_key_is_known(director, stick, settings):
    key = turn_on()
    keys, file = leave_on(stick)
    (settings.DATA_DIR / encryption.FILE).unlink()

    def send():
        files = [file, get_changes_path(file)]
        sent = [SimpleUploadedFile(sent.name, sent.read_bytes()) for sent in files]
        return director.post("/backups/upload/", {"file": sent})

    refused = send()
    assert refused.status_code == 400
    assert "Die Kopie ist verschlüsselt" in read_text(refused)
    director.post(reverse("backup_keys"), {"typed": key})
    page = send()
    assert page.status_code == 302
    director.post(page["Location"], {"word": "restore"})
    assert read_lines() == keys
