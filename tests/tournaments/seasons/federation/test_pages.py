"""The pages of a federation and its clubs: who sees what, and nothing of anybody else."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from scoring.book.ledger.sheet_versions import pin_sheet
from scoring.book.sheet_library import find_readable_rules, list_offered_sheets, list_readable_ids
from scoring.sheets.own_sheets.services import create_sheet, save_version
from tarockclub.kit.time_source import now
from tarockclub.models import Club, FederationMember, Person, Publication
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.federation.federations import add_person, found_federation, give, open_season, play
from tests.tournaments.seasons.season.seasons import stands
from tests.tournaments.support import factories
from tests.tournaments.support.list_previews import confirm_preview
from tournaments.models import SeasonOffer, Tournament
from tournaments.people.register.services import set_federation_number, set_publicity
from tournaments.seasons.federation.services import end

pytestmark = pytest.mark.django_db
SECRETS = ("Geheime Anna", "G999", "Geheimturnier", "Geheimer Cup", "Beim Geheimen")


@share_rows
def clubs():
    """A federation of two clubs with a director each; the second one has secrets."""
    found = found_federation("Adler", "Post")
    for club in found:
        make_account("director", club, login=f"leitung-{club.slug}")
    return found


def client_of(club):
    return log_in(club.accounts.get(login=f"leitung-{club.slug}"))


def read(client, address, **data):
    answer = client.get(address, data)
    return answer.content.decode() if answer.status_code == 200 else f"{answer.status_code}"


def test_one_side_asks_and_the_other_agrees_on_the_page(clubs):
    federation, adler, _post = clubs
    krone = Club.objects.create(name="Krone", slug="krone")
    make_account("director", krone, login="leitung-krone")
    page = reverse("federation")
    host, guest = client_of(federation), client_of(krone)
    assert host.post(page, {"what": "ask", "word": "nirgends"}).status_code == 409
    assert host.post(page, {"what": "ask", "word": "Krone"}).status_code == 302
    member = FederationMember.objects.get(club=krone)
    assert "Verband" in read(guest, page)
    assert "Verband" not in read(Client(), page)
    assert client_of(adler).post(page, {"what": "agree", "member": member.pk}).status_code == 409
    assert host.post(page, {"what": "agree", "member": member.pk}).status_code == 409  # whoever has asked waits
    assert guest.post(page, {"what": "agree", "member": member.pk}).status_code == 302
    assert guest.post(page, {"what": "end", "member": member.pk}).status_code == 302
    member.refresh_from_db()
    assert (member.since, member.until) == (localdate(now()), localdate(now()))
    assert guest.post(page, {"what": "ask", "word": "verband"}).status_code == 302  # and once more
    assert "Krone" in read(host, page)


def test_a_result_goes_its_way_by_the_pages(clubs):
    federation, adler, _post = clubs
    add_person(adler, "Anna Maier", "A1")
    add_person(adler, "Bert Huber")
    cup, tournament = (
        open_season(federation, formula="10 - place"),
        play(adler, ("Bert Huber", "Anna Maier"), name="Herbstpreis"),
    )
    page, host, guest = reverse("federation_offers"), client_of(federation), client_of(adler)
    address = f"{page}?of={tournament.slug}"
    assert "Bert Huber" in read(guest, address)  # has no number
    assert host.get(address).status_code == 200  # it reads no address of a club
    assert "Herbstpreis" not in read(host, address)
    assert guest.post(address, {"what": "offer", "season": cup.pk}).status_code == 302
    offered = SeasonOffer.objects.get()
    shown = read(host, page)
    assert ("Herbstpreis" in shown, "Bert Huber" in shown) == (True, False)
    assert guest.post(page, {"what": "accept", "offer": offered.pk}).status_code == 404
    assert host.post(page, {"what": "accept", "offer": offered.pk, "kind": "final"}).status_code == 302
    assert stands(cup) == [(1, "Anna Maier", 8)]
    assert "Verbandscup" in read(guest, address)


def test_a_number_is_typed_where_there_is_a_federation(clubs):
    _federation, adler, _post = clubs
    anna = add_person(adler, "Anna Maier")
    alone = Club.objects.create(name="Krone", slug="krone")
    make_account("director", alone, login="leitung-krone")
    other = add_person(alone, "Berta")
    page, guest = reverse("person", args=[anna.number]), client_of(adler)
    assert 'name="federation_number"' in read(guest, page)
    assert 'name="federation_number"' not in read(client_of(alone), reverse("person", args=[other.number]))
    assert guest.post(page, {"what": "federation_number", "federation_number": "a 7"}).status_code == 302
    anna.refresh_from_db()
    assert anna.federation_number == "A7"
    assert guest.post(page, {"what": "federation_number", "federation_number": "x" * 30}).status_code == 409


def test_numbers_come_with_a_list_and_replace_none(clubs):
    _federation, adler, _post = clubs
    add_person(adler, "Anna Maier", "A1")
    add_person(adler, "Bert Huber")
    guest = client_of(adler)
    text = "Name\tVerbandsnummer\nAnna Maier\tA9\nBert Huber\tb 2\nClara Wolf\tC3\nDoris Auer\tA1\n"
    preview = guest.post(reverse("register_list"), {"text": text})
    answer = confirm_preview(guest, preview)
    assert answer.status_code == 302
    found = dict(Person.objects.filter(club=adler, account=None).values_list("name", "federation_number"))
    assert found == {"Anna Maier": "A1", "Bert Huber": "B2", "Clara Wolf": "C3"}  # Doris is asked about


def test_the_front_page_has_one_calendar_one_ranking_and_the_clubs(clubs):
    federation, adler, post = clubs
    Publication.objects.create(club=federation, dates=True, seasons=True)
    Publication.objects.create(club=adler, dates=True)
    Publication.objects.create(club=post, results=True)  # its dates are nobody's business
    add_person(adler, "Anna Maier", "A1")
    give(play(adler, ("Anna Maier",)), open_season(federation))
    for club, name in ((adler, "Adlerturnier, groß"), (post, "Geheimturnier")):
        dated = factories.tournament(club, name=name)
        Tournament.objects.filter(pk=dated.pk).update(day=localdate(now()) + timedelta(days=3))
    page = read(Client(), "/c/verband/front/")
    assert all(words in page for words in ("Adlerturnier", "Anna Maier", 'href="/c/post/"'))
    assert "Geheimturnier" not in page
    answer = Client().get("/c/verband/front/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    calendar = answer.content.decode()
    assert "SUMMARY:Adlerturnier\\, groß (Adler)\r\n" in calendar
    assert calendar.count("BEGIN:VEVENT") == 1
    assert all(len(line.encode()) <= 75 for line in calendar.split("\r\n"))
    assert "SUMMARY:Adlerturnier\\, groß\r\n" in Client().get("/c/adler/front/calendar.ics").content.decode()
    assert Client().get("/c/post/front/calendar.ics").status_code == 404


def test_where_there_is_no_federation_no_page_says_the_word():
    club = Club.objects.earliest("pk")
    account = make_account("director", club)
    client = log_in(account)
    assert client.get(reverse("federation")).status_code == 404
    assert client.get(reverse("federation_offers")).status_code == 404
    assert reverse("federation") not in read(client, reverse("club"))


def save_sheet(club, name):
    """House rules of a club's own, saved once."""
    own = create_sheet(club, name, "treffpunkt")
    save_version(own, own.draft_state, f"{own.sheet}-version-1", "", club.accounts.get())
    return own


def test_house_rules_of_the_federation_are_played_everywhere_and_kept_by_those_who_leave(clubs):
    federation, adler, _post = clubs
    alone = Club.objects.create(name="Krone", slug="krone")
    common, own = save_sheet(federation, "Beim Verband"), save_sheet(adler, "Beim Adler")
    offered = {sheet.id: sheet.name for sheet in list_offered_sheets(adler.pk)}
    assert offered[common.sheet] == "Beim Verband (Verband)"
    assert offered[own.sheet] == "Beim Adler"
    assert common.sheet not in list_readable_ids(alone.pk)
    assert own.sheet not in list_readable_ids(federation.pk)
    guest = client_of(adler)
    assert all("Beim Verband (Verband)" in read(guest, reverse(page)) for page in ("start", "sheets"))
    assert guest.get(reverse("own_sheet", args=[common.sheet])).status_code == 404  # played, not edited
    tournament = factories.tournament(adler, sheet=common.sheet)
    assert (tournament.sheet_version.club, tournament.sheet_version.sheet) == (adler, common.sheet)
    pinned = pin_sheet(common.sheet, {}, club=adler.pk)
    end(FederationMember.objects.get(club=adler).pk, adler)
    assert common.sheet not in list_readable_ids(adler.pk)
    assert find_readable_rules(common.sheet, adler.pk) is None
    assert (pinned.club, guest.get(reverse("tournament", args=[tournament.slug])).status_code) == (adler, 200)


@pytest.mark.heavy
def test_neither_the_federation_nor_another_club_sees_anything_else(clubs):
    federation, adler, post = clubs
    Publication.objects.create(club=federation, dates=True, seasons=True, results=True, rules=True)
    cup = open_season(federation)
    for club in (federation, adler):
        give(play(adler, (add_person(adler, f"Anna {club.name}", club.name).name,)), cup)
    secret = add_person(post, "Geheime Anna", "G999", publicity="full")
    set_publicity(secret, "number")
    play(post, ("Geheime Anna",), name="Geheimturnier")
    open_season(post)
    post.seasons.update(name="Geheimer Cup")
    save_sheet(post, "Beim Geheimen")
    slug = Tournament.objects.get(name="Geheimturnier").slug
    pages = [
        *(
            reverse(name)
            for name in ("federation", "federation_offers", "register", "seasons", "tournaments", "sheets")
        ),
        *(reverse(name) for name in ("home", "front", "club", "club_log", "statistics", "start", "everything")),
        *(reverse(name, args=[cup.slug]) for name in ("season", "season_standing", "season_workbook")),
        f"{reverse('federation_offers')}?of={slug}",
        f"{reverse('search')}?q=Geheim",
        f"{reverse('search')}?q=G99",
        reverse("federation_calendar"),
    ]
    for club in (federation, adler):
        client = client_of(club)
        for page in pages:
            shown = client.get(page).content.decode()
            assert not [word for word in SECRETS if word in shown], (club, page)
    guest = client_of(adler)  # of the federation a club sees what is common, of its persons nothing
    assert "<b>Verband</b> Anna" in read(guest, reverse("register"))
    assert Person.objects.filter(club=federation, name="Anna Verband").exists()
    assert guest.post(reverse("person", args=[999]), {"what": "rename", "name": "x"}).status_code == 404
    # a number that another club has given is no secret that could be guessed: it is free here
    set_federation_number(add_person(adler, "Berta"), "G999")
    give(play(adler, ("Berta",), name="Zweites"), cup)
    assert Person.objects.filter(club=federation, federation_number="G999").get().name == "Berta"
