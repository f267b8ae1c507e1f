"""The host founds, renames and archives clubs; an archived club is readable to its staff and to nobody else."""

import json
import re
import uuid
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tarockclub.models import Account, Club, LogEntry, Person, Publication
from tarockclub.office.hosting.services import archive_club
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.clubs.current_club import choose_slug
from tarockclub.platform.clubs.federations import list_federation_ids
from tarockclub.platform.server.network import SiteRequest
from tests.scoring.support.tables import dreier, new_key, new_table
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_tournament

pytestmark = pytest.mark.django_db
NEW = {"name": "Tarockrunde Öblarn", "slug": "", "director": "Resi", "login": "resi"}


@share_rows
def host():
    """The director who has set the program up."""
    account = make_account("director", login="wirtin")
    account.is_host = True
    account.save()
    return account


def found_club(host):
    answer = log_in(host).post(reverse("found_club"), NEW)
    return answer, Club.objects.get(name=NEW["name"])


def test_a_founded_club_has_an_address_and_a_director_who_can_log_in(host):
    answer, club = found_club(host)
    assert club.slug == "tarockrunde-oeblarn"
    assert load_first_club().slug == "tarockclub"
    [password] = re.findall(r"<code>(.+)</code>", answer.content.decode())
    client = Client()
    assert client.post("/c/tarockrunde-oeblarn/log-in/", {"login": "Resi", "password": password})["Location"]
    assert "Resi" in client.get("/club/").content.decode()
    assert client.get(reverse("hosted_clubs")).status_code == 403


def test_the_new_clubs_log_does_not_name_the_host(host):
    _answer, club = found_club(host)
    assert set(LogEntry.objects.filter(log__club=club).values_list("by", flat=True)) == {None}
    own = LogEntry.objects.get(log__club=host.club, kind="founded")
    assert (own.by_id, json.loads(own.said)["founded"]) == (host.person_id, club.pk)


def test_a_visitor_chooses_among_several_clubs_and_the_log_in_asks_first(host):
    _answer, club = found_club(host)
    Publication.objects.get_or_create(club=host.club)
    page = Client().get("/").content.decode()
    assert 'href="/c/tarockclub/"' in page
    assert f'href="/c/{club.slug}/"' in page
    asked = Client().get("/log-in/?next=/club/").content.decode()
    assert f'href="/c/{club.slug}/log-in/?next=%2Fclub%2F"' in asked
    assert club.name in Client().get(f"/c/{club.slug}/log-in/").content.decode()


def test_no_two_clubs_have_the_same_address(host):
    found_club(host)
    answer = log_in(host).post(reverse("found_club"), {**NEW, "slug": "tarockrunde-oeblarn"})
    assert answer.status_code == 400
    assert Club.objects.count() == 2
    assert choose_slug("Tarockrunde Öblarn!") == "tarockrunde-oeblarn-2"


@pytest.mark.parametrize("slug", ["Größe", "a b", "-a", "a/b"])
def test_a_word_that_no_address_can_have_is_refused(host, slug):
    assert log_in(host).post(reverse("found_club"), {**NEW, "slug": slug}).status_code == 400
    assert Club.objects.count() == 1


def test_an_own_host_name_shows_its_club_and_no_other(host, settings):
    _answer, club = found_club(host)
    sent = {"name": club.name, "slug": club.slug, "host_name": "Tarock.Example.org"}
    assert log_in(host).post(reverse("hosted_club", args=[club.pk]), sent).status_code == 302
    settings.ALLOWED_HOSTS = ["testserver", ".example.org"]
    own = Client(HTTP_HOST="tarock.example.org")
    page = own.get("/front/").content.decode()
    assert club.name in page
    assert 'href="/feed.atom"' in page
    assert own.get("/c/tarockclub/front/").status_code == 404


def test_the_servers_settings_need_not_name_a_clubs_host(host):
    Club.objects.filter(pk=host.club_id).update(host_name="tarock.example.net")
    asked = SiteRequest({"REQUEST_METHOD": "GET", "wsgi.input": BytesIO(), "HTTP_HOST": "tarock.example.net"})
    assert asked.get_host() == "tarock.example.net"


class TestArchivedClub:
    """A club that has been archived."""

    @pytest.fixture
    def archived(self, host):
        """The club with a director, a program, a table and a tournament, archived while another club goes on."""
        table = new_table()
        phone = phones.Client()
        director = make_account("director", login="alte")
        tournament = create_small_tournament()
        program = create_program(director)
        other = Club.objects.create(name="Andere", slug="andere")
        Account.objects.filter(pk=host.pk).update(is_host=False)
        Club.objects.filter(pk=host.club_id).update(slug="alt")
        phone.get(reverse("table", args=[table.slug]))
        archive_club(host.club, ANONYMOUS)
        return {"table": table, "phone": phone, "director": director, "program": program, "tournament": tournament} | {
            "other": other
        }

    def test_its_staff_reads_and_nobody_writes(self, archived):
        staff = log_in(archived["director"])
        assert staff.get("/club/").status_code == 200
        assert staff.get(reverse("table", args=[archived["table"].slug])).status_code == 200
        assert staff.post("/club/", {"name": "Neu"}).status_code == 403
        assert archived["program"].read("me").status_code == 200
        refused = archived["program"].send("tournaments", {})
        assert (refused.status_code, refused.json()["code"]) == (403, "club_archived")
        hand = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, 0], "record": dreier(0)}
        address = reverse("save_hand", args=[archived["table"].slug])
        sent = archived["phone"].post(address, json.dumps(hand), content_type="application/json")
        assert sent.status_code in (403, 410)
        assert not archived["table"].entries.exists()

    def test_its_directors_take_everything_along_as_a_file_and_nobody_else_does(self, archived, monkeypatch):
        monkeypatch.setattr("tarockclub.platform.jobs.runner.start_runner", lambda kind: None)
        address, key = reverse("club_file"), str(uuid.uuid4())
        for other in (Client(), archived["phone"]):
            assert other.post(f"/c/alt{address}", {"key": key}).status_code in (302, 410)
        answer = log_in(archived["director"]).post(address, {"key": key})
        assert (answer.status_code, answer["Location"]) == (302, reverse("club_file_made", args=[key]))

    @pytest.mark.parametrize("name", ["table", "standings"])
    def test_its_public_pages_are_gone_with_a_plain_sentence(self, archived, name):
        slug = archived["table"].slug if name == "table" else archived["tournament"].slug
        answer = Client().get(reverse(name, args=[slug]))
        assert answer.status_code == 410
        assert "archiviert" in answer.content.decode()
        assert Client().get("/c/alt/front/").status_code == 410
        assert Client().get("/c/alt/log-in/").status_code == 200

    def test_it_works_again_once_it_is_opened(self, archived):
        call_command("club", "reopen", "alt", stdout=StringIO())
        assert Client().get(reverse("table", args=[archived["table"].slug])).status_code == 200
        assert log_in(archived["director"]).post("/club/look/", {"name": "Neu", "colour": ""}).status_code == 302


def test_the_last_open_club_and_a_hosts_own_are_not_archived(host):
    with pytest.raises(CommandError):
        call_command("club", "archive", host.club.name)
    found_club(host)
    with pytest.raises(CommandError):
        call_command("club", "archive", "tarockclub")


def test_the_command_does_what_the_pages_do(host):
    out = StringIO()
    call_command("club", "found", "Zweite", "--director=Resi", "--login=resi", stdout=out)
    assert re.search(r"resi: [a-z2-9]{5}(-[a-z2-9]{5}){2}", out.getvalue())
    call_command("club", "rename", "zweite", "--slug=dritte", "--name=Dritte", stdout=out)
    call_command("club", "host", "resi", stdout=out)
    call_command("club", "list", stdout=out)
    assert "/c/dritte/  Dritte" in out.getvalue()
    assert Account.objects.get(login="resi").is_host
    call_command("club", "found", "Verband", "--federation", "--director=Vera", "--login=vera", stdout=out)
    call_command("club", "join", "dritte", "verband", stdout=out)
    call_command("club", "members", "verband", stdout=out)
    assert out.getvalue().splitlines()[-1].startswith("dritte  Dritte  möchte beitreten")
    call_command("club", "join", "verband", "dritte", stdout=out)
    assert list(list_federation_ids(Club.objects.get(slug="dritte").pk)) == [Club.objects.get(slug="verband").pk]
    call_command("club", "leave", "dritte", "verband", stdout=out)
    with pytest.raises(CommandError):
        call_command("club", "leave", "verband", "dritte", stdout=out)
    call_command("club", "host", "resi", "--end", stdout=out)
    with pytest.raises(CommandError):
        call_command("club", "host", "wirtin", "--end", stdout=out)


def test_only_a_host_renames_merges_or_erases_the_person_of_a_host(host):
    found_club(host)
    other, person = log_in(make_account("director", host.club, login="zweite")), host.person
    page = f"/tournaments/people/{person.number}/"
    namesake = Person.objects.create(club=host.club, number=99, name=f"{person.name} Gast")
    refusal = "betreibt die ganze Installation"
    assert refusal in other.post(page, {"what": "rename", "name": "Niemand"}).content.decode()
    assert refusal in other.post(page, {"what": "merge", "other": namesake.pk}).content.decode()
    assert refusal in other.post(f"{page}privacy/", {"what": "erase"}).content.decode()
    name = person.name
    person.refresh_from_db()
    assert (person.name, person.erased) == (name, None)
    assert log_in(host).post(page, {"what": "rename", "name": "Neuer Name"}).status_code == 302
