"""The public pages of a tournament as files: whole, without private things, and following how people are shown."""

import posixpath
import re
import uuid
import zipfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tarockclub.models import Account, Job, Person, Publication
from tarockclub.office.static_site import files
from tarockclub.office.static_site.builder import SiteError, describe
from tarockclub.office.static_site.files import (
    FOLDER_MARK,
    StrangeFolder,
    find_folder,
    is_kept,
    list_site_files,
    set_kept,
    start_site,
    update_folder,
    write_zip,
)
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.jobs.services import JobRequest, add_job
from tests.scoring.support.tables import dreier
from tests.support.accounts import make_account
from tests.tarockclub.office.static_site.test_pages import folders, keep
from tests.tournaments.around.public.conftest import PlayedCup, _no_pages_kept, _nothing_kept, play, publish, show
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.management.commands import static_site
from tournaments.models import SeasonEvent, Tournament
from tournaments.people.register.services import set_publicity
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
_LINK = re.compile(r'(?:href|src)="([^"]*)"')
FORBIDDEN = ("<script", "<form", "<input", "<button", "javascript:", "http:", "https:", "//", "csrf", "style=", "data-")
SOFT_HYPHEN = "\N{SOFT HYPHEN}"  # within long names
PRIVATE = ("Balduin", "Katzenberger", "0664", "Wallner", "leiterin", "Startgeld", "bar bezahlt")


def make_cup() -> PlayedCup:
    """A tournament of people of whom one is only a number, and one has a short name; with what nobody may see."""
    make_account("director", login="leiterin")
    cup = play(
        "Sommercup", ("Adelheid Maier", "Balduin Katzenberger", "Cornelius Huber", "Dietlinde Wallner"), ended=True
    )
    publish(cup.tournament, 1)
    publish(cup.tournament)
    for name, publicity in (("Balduin Katzenberger", "number"), ("Dietlinde Wallner", "short")):
        set_publicity(Person.objects.get(name=name), publicity)
    cup.tournament.refresh_from_db()
    return cup


def read_files(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8").replace(SOFT_HYPHEN, "")
        for file in folder.rglob("*.html")
    }


def check_files(folder: Path, files: dict[str, str]) -> None:
    """Each link of each page leads to a file that is there, and nothing needs a script or another site."""
    for name, text in files.items():
        for word in FORBIDDEN:
            assert word not in text.replace("<!doctype html>", ""), (name, word)
        for href in _LINK.findall(text):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), href.partition("#")[0] or name))
            path = name if href.startswith("#") else path
            assert (folder / path).is_file(), (name, href)


def test_a_site_is_whole_and_has_nothing_private(tmp_path):
    cup = make_cup()
    update_folder(describe(cup.tournament), tmp_path)
    files = read_files(tmp_path)
    check_files(tmp_path, files)
    wanted = {"index.html", "results.html", "rounds/1/standings.html", "rounds/1/seats.html"}
    wanted |= {"rounds/1/seats-by-table.html", *(f"players/{number}.html" for number in (1, 2, 3, 4))}
    assert wanted <= files.keys()
    assert {f"en/{name}" for name in wanted} <= files.keys()
    everything = "\n".join(files.values())
    for word in PRIVATE:
        assert word not in everything, word
    assert "Adelheid Maier" in files["index.html"]
    assert "Endergebnis" in files["index.html"]
    assert "Final result" in files["en/index.html"]
    assert 'href="en/index.html"' in files["index.html"]
    assert any(name.startswith("sheets/") for name in files)


def test_where_an_address_leads_on_links_lead_to_the_page_itself(tmp_path, monkeypatch):
    """The result links to the standings' old address: the file of it is not written, the link is that of the result."""
    cup = make_cup()
    old = reverse("standings", args=[cup.tournament.slug])
    subject = describe(cup.tournament)
    update_folder(subject._replace(parts=(*subject.parts, (old, lambda: "Alt"))), tmp_path)
    files = read_files(tmp_path)
    check_files(tmp_path, files)
    assert "standings.html" not in files
    assert "Adelheid Maier" in files["index.html"]


def test_what_a_club_has_not_published_is_not_in_it(tmp_path):
    cup = play("Geheimcup", ("Siegbert", "Traudl", "Ulrich", "Veronika"), ended=True, show_live=False)
    update_folder(describe(cup.tournament), tmp_path)
    assert "Siegbert" not in read_files(tmp_path)["index.html"]


@pytest.mark.heavy
def test_a_site_is_the_same_for_a_director(tmp_path):
    cup = make_cup()
    write_zip(describe(cup.tournament), tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.testzip() is None
        assert "Turnier verwalten" not in archive.read("index.html").decode()
        assert len(archive.namelist()) == len(set(archive.namelist()))


@pytest.mark.heavy
def test_a_season_takes_its_tournaments_along(tmp_path):
    cup = make_cup()
    season = create_season(new_key(), load_first_club(), SeasonDetails("Jahreswertung", SeasonSettings()))
    acts.add_tournament(season, new_key(), cup.tournament, SeasonEvent.Kind.DAY)
    update_folder(describe(season), tmp_path)
    files = read_files(tmp_path)
    check_files(tmp_path, files)
    assert f"tournaments/{cup.tournament.slug}/results/0/1.html" in files
    assert "events/1.html" in files
    assert "Balduin" not in "".join(files.values())


@pytest.mark.heavy
def test_the_command_writes_a_folder_or_a_zip_and_overwrites_nothing(tmp_path):
    cup = make_cup()
    out = StringIO()
    call_command("static_site", str(cup.tournament.pk), "--target", str(tmp_path / "web"), stdout=out)
    assert (tmp_path / "web" / "index.html").is_file()
    assert "web" in out.getvalue()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("of somebody else")
    for word, target in ((str(cup.tournament.pk), "other"), ("999999", "web"), ("wirtshaus", "web")):
        with pytest.raises(CommandError):
            call_command("static_site", word, "--target", str(tmp_path / target))
    assert (tmp_path / "other" / "index.html").read_text() == "of somebody else"
    call_command("static_site", f"http://x/tournaments/{cup.tournament.slug}/", "--target", str(tmp_path / "a.zip"))
    assert zipfile.is_zipfile(tmp_path / "a.zip")


def test_an_archived_tournament_that_was_never_played_gives_no_site(tmp_path):
    fresh = factories.tournament(name="Kommtcup")
    Tournament.objects.filter(pk=fresh.pk).update(archived="2026-01-01T00:00:00Z")
    with pytest.raises(SiteError):
        update_folder(describe(fresh), tmp_path)
    assert Account.objects.count() == 0


@pytest.mark.heavy
def test_only_what_has_changed_is_written_again_and_what_is_gone_is_deleted(tmp_path):
    cup = make_cup()
    subject, target = describe(cup.tournament), tmp_path / "web"
    assert update_folder(subject, target) == sum(1 for file in target.rglob("*") if file.is_file()) - 1  # the mark
    (target / "mine.txt").write_text("of somebody else")
    assert update_folder(subject, target) == 0
    set_publicity(Person.objects.get(name="Adelheid Maier"), "number")
    assert 0 < update_folder(subject, target) < len(read_files(target))
    assert "Adelheid" not in "".join(read_files(target).values())
    assert (target / "results" / "1" / "1.html").is_file()
    other = play("Wintercup", ("Siegbert", "Traudl", "Ulrich", "Veronika"), ended=True)
    assert update_folder(describe(other.tournament), target) > 0
    assert not (target / "results" / "1" / "1.html").exists()
    assert (target / "mine.txt").read_text() == "of somebody else"
    assert not list(target.rglob("*.part"))


@pytest.mark.heavy
def test_the_command_keeps_a_folder_up_to_date(tmp_path, monkeypatch):
    cup, looks, out = make_cup(), [], StringIO()

    def look(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(static_site, "pause", look)
    with pytest.raises(KeyboardInterrupt):
        call_command(
            "static_site", str(cup.tournament.pk), "--target", str(tmp_path / "web"), "--every", "60", stdout=out
        )
    assert looks == [60, 60]
    assert [line.split()[0] == "0" for line in out.getvalue().splitlines()] == [False, True]
    with pytest.raises(CommandError):
        call_command("static_site", str(cup.tournament.pk), "--target", str(tmp_path / "a.zip"), "--every", "60")


def test_a_folder_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "index.html").write_text("of somebody else")
    with pytest.raises(StrangeFolder):
        update_folder(describe(make_cup().tournament), tmp_path)
    assert not (tmp_path / FOLDER_MARK).exists()


__all__ = ["_no_pages_kept", "_nothing_kept", "folders"]
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
