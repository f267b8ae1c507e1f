"""A stick or a folder chosen on the page: which are refused, how it is known again, and what is said at once."""

import shutil
import threading
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tarockclub.models import LogEntry
from tarockclub.office.backups import folder
from tarockclub.office.backups import second_folder as places
from tarockclub.office.backups import second_folder as second_watch
from tarockclub.office.backups.second_folder import SecondWatch, load_second_state
from tarockclub.office.backups.services import NONE, make_backup, make_if_changed
from tarockclub.platform.server import second_folder
from tarockclub.platform.server.second_folder import MARK, ON_DRIVES, load_second_folder
from tests.scoring.support.tables import new_table
from tests.support.clients import read_text

pytestmark = pytest.mark.usefixtures("fresh_database", "backups_of_its_own")


@pytest.fixture
def drives(backups_of_its_own, monkeypatch):
    """The folder where sticks are mounted; the computer sees what is in it."""
    where = backups_of_its_own / "media"
    where.mkdir()
    for module in (places, second_folder):
        monkeypatch.setattr(module, "list_drives", lambda: sorted(where.iterdir()))
    return where


@pytest.fixture
def stick(drives):
    """A stick that is plugged in."""
    (drives / "LINDE").mkdir()
    return drives / "LINDE"


@pytest.fixture
def watch(settings):
    """The watch on the second folder."""
    return SecondWatch(threading.Event())


def choose(director, **sent):
    """Choose a folder on the page."""
    return director.post(reverse("choose_second_folder"), sent)


def read_page(client, path="/backups/"):
    """The words of a page."""
    return read_text(client.get(path))


def read_frame(client):
    """The words of another page of the staff."""
    return read_text(client.get("/sheets/"))


def test_a_stick_is_chosen_with_one_tap_and_gets_the_backups(director, stick):
    assert "LINDE" in read_page(director)
    assert choose(director, drive=str(stick)).status_code == 302
    made = make_backup(prove=NONE)
    assert (stick / ON_DRIVES / made.file.name).is_file()
    assert "in beiden Ordnern" in read_page(director)
    assert LogEntry.objects.filter(kind="backup_folder").exists()


def test_a_stick_that_is_not_plugged_in_cannot_be_chosen(director, stick):
    answer = choose(director, drive=str(stick.with_name("ETC")))
    assert answer.status_code == 400
    assert load_second_folder() is None


def test_a_computer_without_a_stick_says_so(director, drives):
    assert "Dieser Computer sieht gerade keinen USB-Stick" in read_page(director)


def test_a_folder_is_typed_and_may_be_given_up_again(director, drives, backups_of_its_own):
    where = backups_of_its_own / "elsewhere"
    where.mkdir()
    assert choose(director, folder=f" {where} ").status_code == 302
    made = make_backup(prove=NONE)
    assert (where / made.file.name).is_file()
    assert choose(director, none="1").status_code == 302
    assert load_second_folder() is None
    assert (where / made.file.name).is_file()
    assert "Noch keiner gewählt" in read_page(director)


def test_the_path_through_a_link_is_followed_before_it_is_judged(director, drives, settings, backups_of_its_own):
    (backups_of_its_own / "link").symlink_to(settings.DATA_DIR)
    assert choose(director, folder=str(backups_of_its_own / "link")).status_code == 400
    assert load_second_folder() is None


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("media/stick", "ganzen Pfad"),
        ("", "ganzen Pfad"),
        ("/tmp\0x", "ganzen Pfad"),
        ("/", "gehört dem System"),
        ("/etc", "gehört dem System"),
        ("/usr/local", "gehört dem System"),
        ("/there/is/none", "gibt es nicht"),
        ("{data}", "gehört dem Programm"),
        ("{data}/backups", "gehört dem Programm"),
        ("{data}/../data", "gehört dem Programm"),
    ],
)
def test_a_folder_that_would_not_help_is_refused_with_the_reason(director, drives, settings, typed, reason):
    folder.get_home_folder()
    answer = choose(director, folder=typed.format(data=settings.DATA_DIR))
    assert answer.status_code == 400
    assert reason in read_text(answer)
    assert load_second_folder() is None


def test_a_folder_that_cannot_be_written_is_refused(director, drives, backups_of_its_own):
    where = backups_of_its_own / "locked"
    (where / MARK).mkdir(parents=True)  # in the way of the mark, also for root
    assert choose(director, folder=str(where)).status_code == 400
    assert load_second_folder() is None


def test_in_the_internet_and_where_it_is_named_the_page_chooses_nothing(director, stick, settings):
    settings.BACKUP_FOLDER = stick
    assert "TAROCKCLUB_BACKUP_FOLDER" in read_page(director)
    assert choose(director, none="1").status_code == 400
    settings.BACKUP_FOLDER = None
    settings.INN_MODE = False
    assert not places.may_choose()


def test_another_stick_at_the_same_place_gets_nothing_and_that_is_said(director, stick, watch):
    choose(director, drive=str(stick))
    make_backup(prove=NONE)
    watch.look()
    assert "auf Stick LINDE" in read_frame(director)
    stick.rename(stick.parent.parent / "drawer")
    (stick / ON_DRIVES).mkdir(parents=True)
    watch.look()
    assert "nicht der gewählte Ordner" in read_frame(director)
    assert "Seit " in read_frame(director)
    new_table()
    assert [trouble.code for trouble in make_backup(prove=NONE).troubles] == ["second_other"]
    assert list((stick / ON_DRIVES).iterdir()) == []


def test_a_stick_is_found_again_under_another_name(director, stick, watch):
    choose(director, drive=str(stick))
    stick.rename(stick.with_name("LINDE1"))
    assert folder.get_second_folder() == stick.with_name("LINDE1") / ON_DRIVES
    made = make_backup(prove=NONE)
    assert made.troubles == ()
    assert (stick.with_name("LINDE1") / ON_DRIVES / made.file.name).is_file()


def test_a_pulled_stick_is_said_at_once_and_gets_a_backup_as_soon_as_it_is_back(director, stick):
    choose(director, drive=str(stick))
    make_backup(prove=NONE)
    due = threading.Event()
    watch = SecondWatch(due)
    watch.look()
    assert due.is_set()
    due.clear()
    drawer = stick.parent.parent / "drawer"
    stick.rename(drawer)
    watch.look()
    for text in (read_frame(director), read_page(director)):
        assert "ist nicht da. Steckt der USB-Stick?" in text
        assert "auf Stick LINDE" not in text
    assert not due.is_set()
    new_table()
    made = make_backup(prove=NONE)
    drawer.rename(stick)
    watch.look()
    assert due.is_set()
    assert make_if_changed() is None
    watch.look()
    assert (stick / ON_DRIVES / made.file.name).is_file()
    assert "Steckt" not in read_frame(director)
    assert "auf Stick LINDE" in read_frame(director)


def test_the_time_of_a_trouble_is_that_of_its_beginning(director, stick, watch, monkeypatch):
    choose(director, drive=str(stick))
    shutil.rmtree(stick)
    watch.look()
    first = load_second_state()
    later = timezone.now() + timedelta(minutes=7)
    monkeypatch.setattr(timezone, "now", lambda: later)
    watch.look()
    assert load_second_state() == first


def test_a_stick_that_holds_the_watch_is_called_slow(director, stick, watch, monkeypatch):
    choose(director, drive=str(stick))
    make_backup(prove=NONE)
    watch.look()
    assert "langsam" not in read_frame(director)
    with monkeypatch.context() as hanging:
        later = timezone.now() + timedelta(seconds=20)
        hanging.setattr(timezone, "now", lambda: later)
        assert "langsam" in read_frame(director)
    monkeypatch.setattr(second_watch, "SLOW_SECONDS", -1.0)
    watch.look()
    assert "langsam" in read_frame(director)


def test_a_fault_of_the_watch_is_logged_once_and_does_not_end_it(watch, monkeypatch, caplog):
    stopped, faults = threading.Event(), [KeyError("b"), KeyError("a"), KeyError("a")]

    def fail():
        fault = faults.pop()
        if not faults:
            stopped.set()
        raise fault

    monkeypatch.setattr(second_watch, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(watch, "look", fail)
    watch.run(stopped)
    assert [str(record.exc_info[1]) for record in caplog.records] == ["'a'", "'b'"]


def test_a_mark_that_cannot_be_read_is_none(stick, director, watch):
    choose(director, drive=str(stick))
    (stick / ON_DRIVES / MARK).write_bytes(b"\xff\xfe" * 100)
    watch.look()
    assert "nicht der gewählte Ordner" in read_frame(director)


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"path": 1, "mark": "", "is_drive": 0}', '{"path": "/x"}'])
def test_a_choice_that_cannot_be_read_is_none(settings, content):
    (settings.DATA_DIR / second_folder.CHOICE).write_text(content)
    assert load_second_folder() is None


def test_the_choice_is_about_the_computer_and_in_no_backup(director, stick, settings):
    choose(director, drive=str(stick))
    made = make_backup(prove=NONE)
    assert b"LINDE" not in made.file.read_bytes()
    assert (settings.DATA_DIR / second_folder.CHOICE).is_file()
