"""Sites that were made follow when somebody is shown otherwise: zip files are deleted, folders written once more."""

import uuid

import pytest

from tarockclub.models import Job, Person, Publication
from tarockclub.office.static_site import files
from tarockclub.office.static_site.builder import describe
from tarockclub.office.static_site.files import (
    find_folder,
    is_kept,
    list_site_files,
    set_kept,
    start_site,
    update_folder,
)
from tarockclub.platform.jobs.services import JobRequest, add_job
from tests.scoring.support.tables import dreier
from tests.tarockclub.office.static_site.test_pages import folders, keep
from tests.tournaments.around.public.conftest import _no_pages_kept, _nothing_kept, play, publish, show
from tests.tournaments.seasons.season.evenings.year import evening, year
from tournaments.models import Tournament
from tournaments.people.register.services import set_publicity

__all__ = ["_no_pages_kept", "_nothing_kept", "folders"]
pytestmark = pytest.mark.django_db
NAMES = ("Adelheid", "Balduin", "Cornelius", "Dietlinde")


def read(thing) -> str:
    return "".join(file.read_text() for file in find_folder(thing).rglob("*.html"))


@pytest.fixture
def withdraw(django_capture_on_commit_callbacks, tmp_path):
    """Somebody is only a number from now on, and the process of the folders looks again."""

    def do() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            set_publicity(Person.objects.get(name="Adelheid"), "number")
        keep(tmp_path)

    return do


def test_folders_that_are_left_as_they_are_say_no_longer_what_is_withdrawn(folders, withdraw, monkeypatch):
    monkeypatch.setattr(files, "TURN_SECONDS", -1)  # one look
    ended = play("Herbstcup", NAMES, ended=True).tournament
    publish(ended, 1)
    publish(ended)
    running, archived = (play(name, NAMES, ended=False).tournament for name in ("Wintercup", "Altcup"))
    of = (Tournament.objects.get(pk=ended.pk), running, archived)
    for tournament in of:
        update_folder(describe(tournament), find_folder(tournament))
        assert "Adelheid" in read(tournament)
    Tournament.objects.filter(pk=archived.pk).update(archived="2026-01-01T00:00:00Z")
    (folders / "Kopie von Altcup").mkdir()
    withdraw()
    for tournament in of:
        assert "Adelheid" not in read(tournament)
        assert "Balduin" in read(tournament)
        assert not is_kept(tournament)


def test_the_folder_of_a_season_that_is_closed_by_now_is_emptied_of_our_files(folders, withdraw):
    show("seasons")
    season = year()
    evening(dreier(0), names=NAMES)
    update_folder(describe(season), find_folder(season))
    assert "Adelheid" in read(season)
    (find_folder(season) / "mine.txt").write_text("of somebody else")
    Publication.objects.update(seasons=False)
    withdraw()
    assert read(season) == ""
    assert (find_folder(season) / "mine.txt").exists()


def test_who_wants_a_folder_to_be_kept_gets_that_though_it_is_due_once(folders, django_capture_on_commit_callbacks):
    running = play("Wintercup", NAMES, ended=False).tournament
    update_folder(describe(running), find_folder(running))
    with django_capture_on_commit_callbacks(execute=True):
        set_publicity(Person.objects.get(name="Adelheid"), "short")
    set_kept(running, kept=True)
    files._update(running)
    assert is_kept(running)
    assert "Adelheid" not in read(running)


def test_zip_files_are_made_anew_by_whoever_wants_them(folders):
    tournament = play("Herbstcup", NAMES, ended=True).tournament
    key = str(uuid.uuid4())
    start_site(tournament, key)
    other, _is_new = add_job(JobRequest(Job.Kind.SITE, str(uuid.uuid4()), "club 0", {"club": 0}, 1), 9)
    set_publicity(Person.objects.get(name="Adelheid"), "number")
    assert list_site_files(tournament) == []
    assert Job.objects.filter(pk=other.pk).exists()
