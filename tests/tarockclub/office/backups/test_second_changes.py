"""Each hand is in the second folder within seconds, and comes back with the backup beside it."""

import errno
import threading
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.models import Entry
from tarockclub.office.backups import changes, container, folder, second_folder
from tarockclub.office.backups.changes import SUFFIX
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import restore_backup
from tarockclub.office.backups.second_folder import SecondWatch, get_changes_path, load_second_state
from tarockclub.office.backups.services import NONE, make_backup
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


@pytest.fixture
def watch():
    """The watch on the second folder."""
    return SecondWatch(threading.Event())


def list_changes(where):
    """The files with changes in a folder."""
    return sorted(where.glob(f"*{SUFFIX}"))


def read_keys():
    """The keys of all lines of the book."""
    return set(Entry.objects.values_list("key", flat=True))


def restore_from(stick):
    """Lose the database and all of this computer's backups, and restore the newest of the stick."""
    lose_everything()
    for file in folder.get_home_folder().glob("*.zip"):
        file.unlink()
    (newest, *_older) = folder.list_own(stick)
    return restore_backup(stick / str(newest))


def test_a_hand_entered_since_the_backup_comes_back_with_it(stick, watch):
    table = new_table()
    keys = {play_hand(table)}
    make_backup(prove=NONE)
    for declarer in range(3):
        keys.add(play_hand(table, declarer))
        watch.look()
    done = restore_from(stick)
    assert read_keys() == keys
    assert done.findings == ()
    assert done.book_moment is not None
    assert done.book_moment > folder.list_own(stick)[0].moment


def test_a_hand_entered_while_the_backup_is_copied_is_there_as_soon_as_it_is(stick, monkeypatch):
    table, real, keys = new_table(), container.check_backup, set()

    def check(file):
        if file.parent == stick:
            keys.add(play_hand(table))
        return real(file)

    monkeypatch.setattr(container, "check_backup", check)
    make_backup(prove=NONE)
    monkeypatch.undo()
    restore_from(stick)
    assert read_keys() == keys != set()


def test_only_the_newest_backup_has_changes_and_those_of_others_stay(stick, watch):
    foreign = stick / f"tarockclub-2026-01-06-193005-007Z-0a1b2c{SUFFIX}"
    foreign.touch()
    table = new_table()
    for _ in range(2):
        made = make_backup(prove=NONE)
        play_hand(table)
        watch.look()
    assert list_changes(stick) == sorted([foreign, get_changes_path(stick / made.file.name)])


def test_without_a_watch_the_changes_go_with_their_backup(stick, monkeypatch):
    for _ in range(3):
        make_backup(prove=NONE)
        play_hand(new_table())
    monkeypatch.setattr(folder, "find_superfluous", lambda moments, _now: set(moments) - {max(moments)})
    make_backup(prove=NONE)
    assert len(list_changes(stick)) == len(folder.list_own(stick)) == 1


def test_what_was_written_before_a_kill_is_there_after_it_and_goes_on(stick, watch):
    table = new_table()
    make_backup(prove=NONE)
    keys = {play_hand(table)}
    watch.look()
    [file] = list_changes(stick)
    with file.open("ab") as stream:
        stream.write(b"x" * 50)
    keys.add(play_hand(table, 1))
    SecondWatch(threading.Event()).look()  # of the next start
    restore_from(stick)
    assert read_keys() == keys


def test_nothing_is_written_as_long_as_the_book_rests(stick, watch, monkeypatch):
    make_backup(prove=NONE)
    monkeypatch.setattr(second_folder, "SETTLED_SECONDS", -1.0)
    for _ in range(2):
        watch.look()
    [file] = list_changes(stick)
    before = file.stat()
    state = load_second_state()
    watch.look()
    assert file.stat() == before
    later = load_second_state()
    assert state is not None
    assert later is not None
    assert later.until != state.until


@pytest.mark.heavy_but("begin")
@pytest.mark.parametrize("part", ["begin", "append"])
def test_a_full_stick_is_said_at_once_and_keeps_what_it_has(director, stick, watch, monkeypatch, part):
    table = new_table()
    made = make_backup(prove=NONE)
    keys = {play_hand(table)}
    watch.look()
    [file] = list_changes(stick)
    if part == "begin":
        watch = SecondWatch(threading.Event())
    lost, before = play_hand(table, 1), file.read_bytes()

    def fail(stream):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(changes, "sync_to_disk", fail)
        watch.look()
        text = read_text(director.get("/sheets/"))
        assert "Kein Platz mehr" in text
        assert str(stick) in text
        assert file.read_bytes().startswith(before)
    watch.look()
    assert "Kein Platz mehr" not in read_text(director.get("/sheets/"))
    assert {left.name for left in stick.iterdir()} == {".tarockclub-mark", folder.SUMS, made.file.name, file.name}
    restore_from(stick)
    assert read_keys() == keys | {lost}


class Beats:
    """An event that ends the watch after some looks and notes for how long it was to wait before each."""

    def __init__(self, *works: Callable[[], object]) -> None:
        self.works, self.pauses = list(works), list[float]()

    def wait(self, pause: float) -> bool:
        """Note the pause, and do what happens meanwhile."""
        self.pauses.append(pause)
        if not self.works:
            return True
        self.works.pop(0)()
        return False


def test_the_watch_looks_often_as_long_as_a_look_is_quick_and_each_hand_gets_there(stick, watch, monkeypatch):
    make_backup(prove=NONE)
    beats = Beats(lambda: None, lambda: None, lambda: stick.rename(stick.with_name("pulled")))
    took = iter((0, 0, 0.01, 0.01, 1, 1, 1.5, 1.5, 2, 2, 2, 2, 2, 2))
    monkeypatch.setattr("tarockclub.office.backups.second_folder.time.monotonic", lambda: next(took))
    watch.run(beats)
    assert beats.pauses == [
        second_folder.PAUSE_SECONDS,
        second_folder.BEAT_SECONDS,
        second_folder.BEAT_SHARE * 0.5,
        second_folder.PAUSE_SECONDS,
    ]


def test_a_fault_of_the_watch_is_said_on_the_page(director, stick, watch, monkeypatch, caplog):
    make_backup(prove=NONE)
    monkeypatch.setattr(watch, "_bring", Mock(side_effect=ZeroDivisionError("odd")))
    watch.run(Beats(lambda: None, lambda: None))
    assert [record.message for record in caplog.records] == ["The watch on the second folder has failed."]
    assert "odd" in read_text(director.get("/backups/"))
    monkeypatch.undo()
    watch.look()
    assert "odd" not in read_text(director.get("/backups/"))


def test_a_look_at_a_book_that_rests_leaves_the_changes_as_they_are(stick, watch):
    make_backup(prove=NONE)
    watch.look()
    [file] = list_changes(stick)
    before = file.stat()
    watch.look()  # too soon after the last write for a look at the times alone
    assert file.stat() == before


def test_a_file_that_somebody_deletes_is_written_again(stick, watch):
    make_backup(prove=NONE)
    watch.look()
    key = play_hand(new_table())
    list_changes(stick)[0].unlink()
    watch.look()
    restore_from(stick)
    assert read_keys() == {key}


def test_long_changes_are_written_anew(stick, watch, monkeypatch):
    table = new_table()
    make_backup(prove=NONE)
    watch.look()
    monkeypatch.setattr(second_folder, "LARGEST_CHANGES", 1000)
    keys, sizes = set(), []
    for declarer in range(12):
        keys.add(play_hand(table, declarer % 4))
        watch.look()
        sizes.append(list_changes(stick)[0].stat().st_size)
    assert sizes != sorted(sizes)
    restore_from(stick)
    assert read_keys() == keys


def test_no_session_gets_onto_the_stick(director, stick, watch):
    make_backup(prove=NONE)
    play_hand(new_table())
    director.get("/sheets/")
    watch.look()
    data = stick.parent / "data-then"
    [name] = folder.list_own(stick)
    about, _key = container.unpack_backup(stick / str(name), data)
    changes.apply_changes(data, list_changes(stick)[0], about.digest)
    assert director.session.session_key.encode() not in data.read_bytes()


def test_the_page_says_until_when_and_counts_the_hands_of_the_changes(director, stick, watch):
    table = new_table()
    play_hand(table)
    made = make_backup(prove=NONE)
    play_hand(table, 1)
    watch.look()
    page = read_text(director.get("/backups/"))
    assert "nach etwa einer Sekunde" in page
    assert "mit allen Änderungen bis" in page
    address = reverse("restore_backup", args=[made.file.name])
    text = read_text(director.get(address))
    assert "Spiele in der Sicherung 2" in text
    assert "Jedes Spiel, das jetzt da ist" in text
    assert "Stand von" in read_text(director.post(address, {"word": "zurückspielen"}))
    assert Entry.objects.count() == 2


def test_both_files_of_a_stick_can_be_uploaded_together(director, stick, watch):
    table = new_table()
    make_backup(prove=NONE)
    key = play_hand(table)
    watch.look()
    files = [*list_changes(stick), *stick.glob("*.zip")]
    sent = [SimpleUploadedFile(file.name, file.read_bytes()) for file in files]
    lone = director.post("/backups/upload/", {"file": sent[0]})
    assert lone.status_code == 400
    play_hand(table, 1)
    files = [SimpleUploadedFile(file.name, file.read_bytes()) for file in files]
    page = director.post("/backups/upload/", {"file": files})
    assert page.status_code == 302
    watch.look()
    assert "1 Spiel, das jetzt da ist, fehlt" in read_text(director.get(page["Location"]))
    assert director.post(page["Location"], {"word": "restore"}).status_code == 200
    assert read_keys() == {key}


def test_a_book_that_is_too_large_gets_whole_backups_and_the_page_says_so(
    director, stick, watch, monkeypatch, settings
):
    settings.BACKUP_MINUTES = 3
    monkeypatch.setattr(second_folder, "LARGEST_BOOK", 1000)
    make_backup(prove=NONE)
    watch.look()
    assert list_changes(stick) == []
    text = read_text(director.get("/backups/"))
    assert "alle 3 Minuten eine ganze Sicherung" in text
    assert "mehr als 128 MB" in text
    assert "einer Sekunde" not in text


def test_changes_that_lead_to_no_book_are_refused_with_the_way_out(stick, watch):
    make_backup(prove=NONE)
    play_hand(new_table())
    watch.look()
    [file] = list_changes(stick)
    [name] = folder.list_own(stick)
    data = stick.parent / "data-then"
    about, _key = container.unpack_backup(stick / str(name), data)
    content = data.read_bytes()
    forged = changes.ChangesFile(file, about.digest, [b""])
    size = changes.read_page_size(content)
    forged.begin(stick / "part", content[:size] + b"\xff" * (len(content) - size), name.moment)
    with pytest.raises(Trouble) as refused:
        restore_backup(stick / str(name))
    assert refused.value.code == "changes"
    assert str(file) in str(refused.value)
    file.unlink()
    assert restore_backup(stick / str(name)).findings == ()


def test_a_read_of_the_book_needs_no_file_of_its_own(stick, watch, settings):
    make_backup(prove=NONE)
    before = sorted(Path(settings.DATA_DIR).rglob("*"))
    play_hand(new_table())
    watch.look()
    assert [file.name for file in sorted(Path(settings.DATA_DIR).rglob("*")) if file not in before] == ["second.json"]
