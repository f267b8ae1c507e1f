"""The pages of club files: a director makes one, continues the club with one and chooses; a host takes a club over."""

import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tarockclub.club_file.jobs import ARGUMENT, make_club_file, start_file
from tarockclub.jobs.runner import Beat
from tarockclub.models import Account, Club, Job, LogEntry, SetAsideBook
from tests.scoring.support.tables import dreier, play
from tests.support.accounts import log_in, make_account
from tests.tarockclub.club_file.worlds import installation, play_evening, read, settle_strangers, write

pytestmark = pytest.mark.django_db


def send(client: Client, address: str, path: Path, **more: str):
    """Upload a file."""
    file = SimpleUploadedFile("verein.zip", path.read_bytes(), "application/zip")
    return client.post(address, {"file": file, **more})


def find_value(name: str, page: bytes) -> str:
    """Return the value of a hidden field."""
    found: list[str] = re.findall(rf'name="{name}" value="([^"]+)"', page.decode())
    return found[0]


def test_a_director_makes_a_file_and_fetches_it(monkeypatch, tmp_path):
    monkeypatch.setattr("tarockclub.club_file.jobs.start_runner", lambda kind: None)
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


def test_a_director_continues_the_club_and_chooses(tmp_path):
    with installation():
        play_evening()
        make_account("director", login="leitung")
        first = write(tmp_path / "first.zip")
    with installation():
        settle_strangers(3)
        club = read(first)
        play(club.gametable_set.get(), dreier(1))
        later = write(tmp_path / "later.zip", club)
    club = read(first)
    director = log_in(Account.objects.get(login="leitung"))
    play(club.gametable_set.get(), dreier(2))
    asked = send(director, "/club/file/continue/", later)
    assert asked.status_code == 409
    kept = find_value("kept", asked.content)
    slug = club.gametable_set.get().slug.hex
    answer = director.post("/club/file/continue/", {"kept": kept, f"book-{slug}": "here"})
    assert answer.status_code == 200
    book = SetAsideBook.objects.get()
    assert director.get(f"/club/file/books/{book.pk}/").content.decode() == book.text
    assert LogEntry.objects.filter(kind="club_merged").count() == 1


def test_a_host_takes_a_club_over(tmp_path):
    with installation():
        play_evening()
        make_account("director", login="anna")
        file = write(tmp_path / "club.zip")
    settle_strangers(3)
    Account.objects.update(is_host=True)
    host = log_in(Account.objects.get())
    refused = send(host, "/host/clubs/file/", file, login="berta", password="ein langes Passwort")
    assert refused.status_code == 400
    assert Club.objects.count() == 1
    answer = send(host, "/host/clubs/file/", file, login="anna", password="ein langes Passwort")
    club = Club.objects.latest("pk")
    assert answer.headers["Location"] == f"/host/clubs/{club.pk}/"
    found = Account.objects.get(club=club)
    assert found.check_password("ein langes Passwort")
    assert not found.is_host
