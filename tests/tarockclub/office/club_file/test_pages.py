"""The pages of club files: a director makes one, continues the club with one and chooses; a host takes a club over."""

import json
import re
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, Job, SetAsideBook
from tarockclub.office.club_file.contents import FileRefused
from tarockclub.office.club_file.services import ABOUT, NOBODY, begin_import, find_import, run_import
from tarockclub.office.club_file.writer import ARGUMENT, make_club_file, start_file
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.services import create_setup_code
from tarockclub.platform.jobs.runner import Beat, run_jobs
from tarockclub.platform.jobs.services import LostJobError, claim_job, delete_sign, take_over_silent_jobs, write_sign
from tests.support.accounts import log_in, make_account
from tests.tarockclub.office.club_file.worlds import installation, play_evening, read, settle_strangers, write

pytestmark = pytest.mark.django_db
PASSWORD = "ein langes Passwort"


def send(client: Client, address: str, path: Path, **more: str):
    """Upload a file."""
    file = SimpleUploadedFile("verein.zip", path.read_bytes(), "application/zip")
    return client.post(address, {"file": file, **more})


def find_value(name: str, page: bytes) -> str:
    """Return the value of a hidden field."""
    found: list[str] = re.findall(rf'name="{name}" value="([^"]+)"', page.decode())
    return found[0]


def test_a_director_makes_a_file_and_fetches_it(monkeypatch, tmp_path):
    monkeypatch.setattr("tarockclub.platform.jobs.runner.start_runner", lambda kind: None)
    play_evening()
    director = log_in(make_account("director"))
    key = find_value("key", director.get("/club/file/").content)
    assert director.post("/club/file/", {"key": key}).headers["Location"] == f"/club/file/{key}/"
    job = Job.objects.get(key=key)
    assert job.arguments == {ARGUMENT: Club.objects.get().pk}
    state = json.loads(director.get(f"/club/file/{key}/state/").content)
    assert (state["state"], state["of"] > 10) == ("running", True)
    assert director.get(f"/club/file/{key}/file/").status_code == 404
    beat = Beat(job)
    make_club_file(job, tmp_path / "made.zip", beat)
    assert state["of"] <= beat.done <= state["of"] + 1
    assert start_file(Club.objects.get(), key).key == key


def read_in(answer) -> str:
    """Let the process read the file that was sent; return the address of its page."""
    assert answer.status_code == 302, answer.content.decode()
    run_jobs(Job.Kind.IMPORT, run_import)
    return str(answer.headers["Location"])


@pytest.fixture(autouse=True)
def _no_process(monkeypatch):
    monkeypatch.setattr("tarockclub.office.club_file.services.start_runner", lambda kind: None)


def test_what_was_set_aside_once_is_still_shown_and_moves_along(tmp_path):
    with installation():
        table = play_evening()
        book = {"slug": table.slug, "side": "file", "sequence": 3, "head": "5f" * 32, "text": '{"row":1}\n'}
        SetAsideBook.objects.create(club=table.club, at=now(), **book)
        file = write(tmp_path / "club.zip")
    settle_strangers(3)
    club = read(file)
    make_account("director", login="leitung", club=club)
    director = log_in(Account.objects.get(login="leitung"))
    page = director.get("/club/file/").content.decode()
    kept = SetAsideBook.objects.get()
    assert "Anna" in page, "who sat there"
    assert director.get(f"/club/file/books/{kept.pk}/").content.decode() == book["text"]


def test_a_file_cannot_be_joined_to_a_club(tmp_path):
    director = log_in(make_account("director"))
    assert director.post("/club/file/continue/", {"key": str(uuid.uuid4())}).status_code in (404, 405)
    with installation():
        play_evening()
        file = write(tmp_path / "club.zip")
    read(file)
    with pytest.raises(FileRefused) as refused:  # a second time beside itself
        read(file)
    assert refused.value.code == "there"


def test_a_host_takes_a_club_over(tmp_path):
    with installation():
        play_evening()
        make_account("director", login="anna")
        file = write(tmp_path / "club.zip")
    settle_strangers(3)
    Account.objects.update(is_host=True)
    host = log_in(Account.objects.get())
    said = {"key": str(uuid.uuid4()), "login": "berta", "password": PASSWORD}
    sent = send(host, "/host/clubs/file/", file, **said)
    state = json.loads(host.get(f"{sent.headers['Location']}state/").content)
    assert (state["state"], state["done"], state["of"] > 10) == ("running", 0, True)
    refused = read_in(sent)
    assert read_in(send(host, "/host/clubs/file/", file, **said)) == refused  # twice by mistake
    assert json.loads(host.get(f"{refused}state/").content)["state"] == "refused"
    assert not Job.objects.filter(kind=Job.Kind.UPLOAD).exclude(parts=None).exists()  # nobody needs it any more
    assert "Es wurde nichts verändert." in host.get(refused).content.decode()
    assert Club.objects.count() == 1
    done = read_in(send(host, "/host/clubs/file/", file, **said | {"key": str(uuid.uuid4()), "login": "anna"}))
    club = Club.objects.latest("pk")
    assert f'href="/host/clubs/{club.pk}/"' in host.get(done).content.decode()
    found = Account.objects.get(club=club)
    assert found.check_password(PASSWORD)
    assert not found.is_host
    assert not any({"password", "login"} & job.arguments.keys() for job in Job.objects.filter(kind=Job.Kind.IMPORT))


def test_an_empty_installation_is_set_up_by_a_file(tmp_path):
    with installation():
        play_evening()
        make_account("director", login="anna")
        file = write(tmp_path / "club.zip")
    client, code = Client(), create_setup_code()
    assert client.post("/setup/file/", {"code": "falsch"}).status_code == 400
    assert client.get("/setup/file/x/").headers["Location"] == "/setup/file/"
    page = client.post("/setup/file/", {"code": code.lower()}).headers["Location"]
    said = {"key": str(uuid.uuid4()), "login": "anna", "password": PASSWORD, "again": PASSWORD}
    assert send(client, page, tmp_path / "club.zip", **said | {"again": "x"}).status_code == 400
    done = read_in(send(client, page, file, **said))
    assert 'href="/log-in/"' in client.get(done).content.decode()
    assert client.get(done.replace("/setup/file/", "/setup/file/x")).status_code == 404
    assert Club.objects.count() == 1
    found = Account.objects.get(login="anna")
    assert (found.is_host, found.check_password(PASSWORD)) == (True, True)
    assert client.get(page).headers["Location"] == "/log-in/"  # nobody sets it up twice


def test_a_process_that_was_taken_for_dead_changes_nothing(tmp_path, monkeypatch):
    with installation():
        play_evening()
        file = write(tmp_path / "club.zip")
    settle_strangers(3)
    begin_import(file, str(uuid.uuid4()), ANONYMOUS, NOBODY)
    job = claim_job(Job.Kind.IMPORT, "the first")
    assert job is not None
    Job.objects.filter(pk=job.pk).update(runner="another one")
    with pytest.raises(LostJobError):
        run_import(job, tmp_path / "x", Beat(job))
    assert Club.objects.count() == 1
    Job.objects.filter(pk=job.pk).update(runner="the first")
    run_import(job, tmp_path / "x", Beat(job))
    job.refresh_from_db()
    run_import(job, tmp_path / "x", Beat(job))  # it died after its work, and before it said so
    assert Club.objects.count() == 2


@pytest.mark.sqlite
def test_a_sign_of_life_beside_a_database_that_nobody_can_write(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    job = Job.objects.create(kind=Job.Kind.IMPORT, key="k", about=ABOUT, state=Job.State.RUNNING, begun=now(), of=900)
    Job.objects.update(sign=now() - timedelta(minutes=5))
    write_sign(job.pk, 300)
    assert not take_over_silent_jobs(Job.Kind.IMPORT)
    found = find_import("k")
    assert found is not None
    assert found.done == 300
    delete_sign(job.pk)
    assert take_over_silent_jobs(Job.Kind.IMPORT)
