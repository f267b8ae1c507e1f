"""The director's page: what there is, make one, take it away, go back to one."""

import re
import zipfile
from io import BytesIO
from unittest.mock import Mock

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.models import Entry
from tarockclub.office.backups import restore, views
from tarockclub.office.backups.container import DATA, unpack_backup
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.services import NONE, make_backup
from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.installation import RELEASED, find_version
from tarockclub.platform.server.wsgi.uploads import open_uploads_folder
from tests.scoring.support.tables import new_table, strike
from tests.support.accounts import log_in, make_account
from tests.support.backups import play_hand
from tests.support.clients import read_text

pytestmark = pytest.mark.usefixtures("fresh_database", "backups_of_its_own")


def restore_address(file):
    """Return the address where a backup is restored."""
    return reverse("restore_backup", args=[file.name])


def test_the_list_says_what_there_is_and_whether_it_was_verified(director):
    assert "noch keine Sicherung" in read_text(director.get("/backups/"))
    play_hand(new_table())
    assert director.post("/backups/make/").status_code == 302
    text = read_text(director.get("/backups/"))
    assert "1 Spiel ·" in text
    assert "Datei und Buch geprüft" in text
    make_backup(prove=NONE)
    assert "Datei geprüft" in read_text(director.get("/backups/"))


def test_the_page_says_which_version_this_is_and_leads_nowhere_to_ask(director):
    response = director.get("/backups/")
    section = response.content.decode().partition("Ist das die neueste Version?")[2]
    assert f"Tarockclub {find_version()} vom {RELEASED.day}. " in section
    assert not re.findall(r"(?:href|src|action)=", section.partition("</section>")[0])


def read_head(client):
    """The places with what stands below them, and what stands above the content, of an ordinary page."""
    page = client.get("/sheets/").content.decode()
    return page.partition('<nav class="places"')[2].partition("</nav>")[0], page.partition("<main")[2].partition("<h1")[
        0
    ]


@pytest.mark.usefixtures("no_proof")
def test_the_last_one_stands_below_the_places_and_in_the_head_only_as_long_as_it_fails(director, settings, tmp_path):
    places, head = read_head(director)
    assert "Gesichert" not in places
    make_backup(prove=NONE)
    places, head = read_head(director)
    assert "Gesichert" in places
    assert "misslungen" not in head
    settings.BACKUP_FOLDER = tmp_path / "pulled"
    director.post("/backups/make/")
    places, head = read_head(director)
    assert "Die letzte Sicherung ist misslungen:" in head
    assert "USB-Stick" in head
    assert reverse("backups") in head
    settings.BACKUP_FOLDER.mkdir()
    director.post("/backups/make/")
    assert "misslungen" not in read_head(director)[1]
    places, head = read_head(log_in(make_account("secretary", login="schrift")))
    assert "Gesichert" not in places


@pytest.mark.usefixtures("no_proof")
def test_what_went_wrong_last_stands_on_the_page(director, settings, tmp_path):
    settings.BACKUP_FOLDER = tmp_path / "pulled"
    director.post("/backups/make/")
    text = read_text(director.get("/backups/"))
    assert "USB-Stick" in text
    assert "nur im ersten Ordner" in text
    settings.BACKUP_FOLDER.mkdir()
    director.post("/backups/make/")
    text = read_text(director.get("/backups/"))
    assert "USB-Stick" not in text
    assert "in beiden Ordnern" in text


def test_a_backup_that_only_the_stick_has_can_be_restored(director, settings, tmp_path):
    settings.BACKUP_FOLDER = tmp_path
    made = make_backup(prove=NONE)
    made.file.unlink()
    assert "nur im zweiten Ordner" in read_text(director.get("/backups/"))
    assert director.get(restore_address(made.file)).status_code == 200


def test_a_download_is_the_file(director):
    made = make_backup(prove=NONE)
    response = director.get(reverse("download_backup", args=[made.file.name]))
    assert response.content == made.file.read_bytes()
    assert response["Content-Disposition"] == f'attachment; filename="{made.file.name}"'
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize(
    "name", ["state.json", ".lock", "..%2Fsecret-key", "tarockclub-2026-01-06-193005-007Z-0a1b2c.zip"]
)
def test_nothing_but_backups_can_be_reached(director, name):
    make_backup(prove=NONE)
    assert director.get(f"/backups/{name}/file/").status_code == 404
    assert director.get(f"/backups/{name}/").status_code == 404


def test_before_a_restore_the_page_says_which_hands_would_be_gone(director):
    table = new_table()
    play_hand(table)
    made = make_backup(prove=NONE)
    assert "Jedes Spiel, das jetzt da ist" in read_text(director.get(restore_address(made.file)))
    play_hand(table, 1)
    play_hand(new_table(), 2)
    text = read_text(director.get(restore_address(made.file)))
    assert "2 Spiele, die jetzt da sind, fehlen" in text
    assert "Spiele in der Sicherung 1" in text
    assert "Spiele hier und jetzt 3" in text


def test_a_struck_hand_is_no_hand_that_would_be_gone_but_the_line_is(director):
    table = new_table()
    play_hand(table)
    made = make_backup(prove=NONE)
    strike(table)
    text = read_text(director.get(restore_address(made.file)))
    assert "1 spätere Zeile" in text
    assert "Spiele hier und jetzt 0" in text


def test_hands_that_were_played_on_after_a_restore_are_not_in_a_backup_of_before(director):
    table = new_table()
    play_hand(table)
    early = make_backup(prove=NONE)
    play_hand(table, 1)
    late = make_backup(prove=NONE)
    director.post(restore_address(early.file), {"word": "zurückspielen"})
    play_hand(table, 2)
    director = log_in(make_account("director", login="nochmals"))
    text = read_text(director.get(restore_address(late.file)))
    # Where the two part cannot be seen from outside: every hand of the table is called lost rather than one too few.
    assert "2 Spiele, die jetzt da sind, fehlen" in text


def test_without_the_word_nothing_happens(director):
    made = make_backup(prove=NONE)
    key = play_hand(new_table())
    response = director.post(restore_address(made.file), {"word": "ja"})
    assert response.status_code == 400
    assert "Bitte das Wort" in read_text(response)
    assert Entry.objects.get().key == key


def test_with_the_word_the_book_is_replaced_and_everybody_is_logged_out(director):
    other = log_in(make_account("director", login="andere"))
    table = new_table()
    key = play_hand(table)
    made = make_backup(prove=NONE)
    play_hand(table, 1)
    response = director.post(restore_address(made.file), {"word": " Zurückspielen "})
    assert response.status_code == 200
    assert "Zurückgespielt: 1 Spiel" in read_text(response)
    assert Entry.objects.get().key == key
    assert not Session.objects.exists()
    for client in (director, other):
        assert client.get("/backups/").status_code == 302


def test_a_restore_that_is_refused_says_why_and_changes_nothing(director):
    made = make_backup(prove=NONE)
    key = play_hand(new_table())
    content = bytearray(made.file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 50] = b"\x00" * 50
    made.file.write_bytes(content)
    response = director.post(restore_address(made.file), {"word": "restore"})
    assert response.status_code == 503
    assert "beschädigt" in read_text(response)
    assert "nichts verändert" in read_text(response)
    assert Entry.objects.get().key == key
    assert director.get("/backups/").status_code == 200


def upload(client, content, name="a.zip"):
    """Send a file."""
    return client.post("/backups/upload/", {"file": SimpleUploadedFile(name, content)})


@pytest.mark.sqlite
def test_an_upload_is_looked_at_and_restored_only_after_that(director):
    table = new_table()
    key = play_hand(table)
    content = make_backup(prove=NONE).file.read_bytes()
    play_hand(table, 1)
    response = upload(director, content)
    assert response.status_code == 302
    page = director.get(response["Location"])
    assert "1 Spiel, das jetzt da ist, fehlt" in read_text(page)
    assert Entry.objects.count() == 2
    assert director.post(response["Location"], {"word": "restore"}).status_code == 200
    assert Entry.objects.get().key == key


@pytest.mark.sqlite
def test_the_database_file_of_another_laptop_can_be_uploaded(director, tmp_path):
    play_hand(new_table())
    data = tmp_path / "plain"
    unpack_backup(make_backup(prove=NONE).file, data)
    response = upload(director, data.read_bytes(), "tarockclub.sqlite3")
    assert "Spiele in der Sicherung 1" in read_text(director.get(response["Location"]))


@pytest.mark.parametrize("content", [b"", b"a photo", b"PK\x03\x04" + b"x" * 100, b"SQLite format 3\x00" + b"x" * 100])
def test_an_upload_that_is_no_backup_is_refused(director, content):
    response = upload(director, content)
    assert response.status_code == 400
    assert "Datei" in read_text(response)
    uploads = open_uploads_folder()
    assert list(uploads.iterdir()) == []


@pytest.mark.sqlite  # of a dump the page takes none at all
def test_an_upload_that_unpacks_into_too_much_is_refused_before_it_is_unpacked(director):
    swollen = BytesIO()
    with zipfile.ZipFile(swollen, "w", zipfile.ZIP_DEFLATED) as container:
        container.writestr(DATA["sqlite"], bytes(restore.ALWAYS_ALLOWED + 1))
    response = upload(director, swollen.getvalue())
    assert response.status_code == 400
    assert "manage.py restore" in read_text(response)


@pytest.mark.sqlite
def test_an_upload_whose_reading_has_to_be_ended_is_refused_with_a_sentence(director, monkeypatch):
    content = make_backup(prove=NONE).file.read_bytes()
    monkeypatch.setattr(restore, "run_apart", Mock(side_effect=TooMuchWork("too_slow")))
    response = upload(director, content)
    assert response.status_code == 400
    assert "dauert zu lange" in read_text(response)
    assert list((open_uploads_folder()).iterdir()) == []


@pytest.mark.parametrize(("most", "times"), [(100_000, 1000), (1 << 30, 2)])
def test_a_backup_may_be_so_many_times_as_large_and_so_large(monkeypatch, most, times):
    file = make_backup(prove=NONE).file
    restore.refuse_swollen(file)
    monkeypatch.setattr(restore, "MOST_BYTES", most)
    monkeypatch.setattr(restore, "MOST_TIMES", times)
    monkeypatch.setattr(restore, "ALWAYS_ALLOWED", 1000)
    with pytest.raises(Trouble):
        restore.refuse_swollen(file)


def test_an_upload_that_is_too_large_is_not_even_read(director):
    class Unread(BytesIO):
        def read(self, *args):
            raise AssertionError("it was read")

    response = director.post(
        "/backups/upload/",
        data=b"",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(views.LARGEST_UPLOAD + 1),
        **{"wsgi.input": Unread()},
    )
    assert response.status_code == 413
    assert "zu groß" in read_text(response)


def test_a_form_without_a_file_is_told_so(director):
    response = director.post("/backups/upload/")
    assert response.status_code == 400
    assert "auswählen" in read_text(response)


def test_a_file_that_is_sent_to_any_other_page_is_dropped(director, tmp_path, settings):
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "nowhere"
    response = director.post("/log-in/", {"file": SimpleUploadedFile("a", b"x" * 5_000_000), "login": "x"})
    assert response.status_code < 500
