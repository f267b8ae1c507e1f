"""The director's pages of sites: a zip file is made and fetched, a folder is kept up to date while it is played."""

import io
import re
import uuid
import zipfile

import pytest
from django.core.management import call_command

from tarockclub.models import Club, Job, Publication
from tarockclub.office.static_site import files
from tarockclub.office.static_site.files import find_folder, is_kept, list_kept, set_kept
from tarockclub.platform.jobs import runner
from tarockclub.platform.jobs.runner import Beat
from tests.support.accounts import log_in, make_account
from tests.tournaments.around.public.conftest import play
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.models import SeasonEvent, Tournament
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
ADDRESS = "/club/internet/"
NAMES = ("Anna", "Berta", "Cäsar", "Dora")


@pytest.fixture
def director():
    return log_in(make_account("director"))


def test_a_site_is_made_and_fetched(director, monkeypatch):
    monkeypatch.setattr(runner, "start_runner", lambda _kind: None)
    cup = play("Sommercup", NAMES, ended=True)
    page = f"/tournaments/{cup.tournament.slug}/internet/"
    key = str(uuid.uuid4())
    for _twice in range(2):
        assert director.post(page, {"what": "zip", "key": key}).status_code == 302
    assert director.get(page)["Refresh"]
    assert director.get(f"{page}{key}/site.zip").status_code == 404
    call_command("run_jobs", "site")
    assert Job.objects.get().state == Job.State.DONE
    answer = director.get(find_link(director, page))
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert "Sommercup" in archive.read("index.html").decode()
    assert "Refresh" not in director.get(page)
    assert director.get(f"/club/internet/{key}/site.zip").status_code == 404  # another one's


def find_link(client, page):
    """Return where the page leads to its newest file."""
    return re.findall(r'href="([^"]+/site\.zip)"', client.get(page).content.decode())[0]


def test_the_sites_of_a_season_and_of_the_club_are_made_and_fetched(director, monkeypatch):
    monkeypatch.setattr(runner, "start_runner", lambda _kind: None)
    cup = play("Sommercup", NAMES, ended=True)
    season = create_season(new_key(), cup.tournament.club, SeasonDetails("Jahreswertung", SeasonSettings()))
    acts.add_tournament(season, new_key(), cup.tournament, SeasonEvent.Kind.DAY)
    Publication.objects.update_or_create(club=cup.tournament.club, defaults={"dates": True})
    pages = {ADDRESS: cup.tournament.club.name, f"/tournaments/seasons/{season.slug}/internet/": "Jahreswertung"}
    for page in pages:
        assert director.post(page, {"what": "zip", "key": str(uuid.uuid4())}).status_code == 302
    call_command("run_jobs", "site")
    for page, name in pages.items():
        with zipfile.ZipFile(io.BytesIO(director.get(find_link(director, page)).content)) as archive:
            assert name in archive.read("index.html").decode()


@pytest.fixture
def folders(settings, tmp_path, monkeypatch):
    """Folders of this test alone; what waits between two looks does not."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(files, "start_runner", lambda _kind: None)
    monkeypatch.setattr(files, "pause", lambda _seconds: None)
    return tmp_path / "websites"


def keep(target):
    """Let the process of the folders work until nothing is played any more, or it has looked once."""
    job = Job.objects.get(kind=Job.Kind.FOLDER)
    files.keep_folders(job, target / "x", Beat(job))


@pytest.mark.heavy
def test_a_folder_is_kept_up_to_date_until_the_end(director, folders, tmp_path, monkeypatch):
    cup = play("Sommercup", NAMES, ended=False)
    page = f"/tournaments/{cup.tournament.slug}/internet/"
    assert director.post(page, {"what": "keep"}).status_code == 302
    folder = find_folder(cup.tournament)
    assert str(folder) in director.get(page).content.decode()
    assert Job.objects.filter(kind=Job.Kind.FOLDER).count() == 1
    looks: list[float] = []

    def end_after_two(seconds: float) -> None:
        assert seconds >= files.EVERY_SECONDS
        looks.append((folder / "index.html").stat().st_mtime_ns)
        assert is_kept(cup.tournament) == (len(looks) < 3)
        if len(looks) == 2:
            Tournament.objects.filter(pk=cup.tournament.pk).update(ended="2026-01-01T00:00:00Z")

    monkeypatch.setattr(files, "pause", end_after_two)
    keep(tmp_path)
    assert len(set(looks)) == 1, "what is as it was is not written again"
    assert (len(looks), is_kept(cup.tournament), list_kept()) == (3, False, [])
    assert director.post(page, {"what": "keep"}).status_code == 400  # it is over


def test_a_folder_is_left_as_it_is(director, folders):
    cup = play("Sommercup", NAMES, ended=False)
    page = f"/tournaments/{cup.tournament.slug}/internet/"
    director.post(page, {"what": "keep"})
    assert director.post(page, {"what": "leave"}).status_code == 302
    assert not is_kept(cup.tournament)
    assert director.post(ADDRESS, {"what": "keep"}).status_code == 400  # not for the club


def test_beside_other_clubs_nobody_keeps_folders(director, folders):
    cup = play("Sommercup", NAMES, ended=False)
    page = f"/tournaments/{cup.tournament.slug}/internet/"
    Club.objects.create(name="Adler")
    assert director.post(page, {"what": "keep"}).status_code == 400
    assert not folders.exists()


def test_what_goes_wrong_with_one_folder_concerns_it_alone(director, folders, tmp_path, monkeypatch):
    first, second = (play(name, NAMES, ended=False) for name in ("Sommercup", "Wintercup"))
    for cup in (first, second):
        set_kept(cup.tournament, kept=True)
    find_folder(first.tournament).mkdir()
    (find_folder(first.tournament) / "mine.txt").write_text("of somebody else")
    monkeypatch.setattr(files, "TURN_SECONDS", -1)
    keep(tmp_path)
    assert (find_folder(second.tournament) / "index.html").is_file()
    assert [file.name for file in find_folder(first.tournament).iterdir()] == ["mine.txt"]
