"""The right to write at a table, or only to watch: links, cookies, staff, and the answers to those who may not."""

import io
import zipfile
from datetime import timedelta

import django.test
import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from scoring.book.access.links import create_link
from scoring.book.access.permissions import COOKIE, hash_link
from scoring.models import AccessToken, Entry
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import Club
from tarockclub.platform.accounts.persons import find_or_create_person
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import NAMES, book_of, dreier, everything, new_key, new_table, play
from tests.support.accounts import log_in, make_account
from tests.support.links import find_secret
from tests.support.phones import Client
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
GERMAN = {"accept-language": "de"}


@share_rows
def table():
    """A table with a hand."""
    table = new_table()
    play(table, dreier(0))
    return table


def with_cookie(value, **options):
    """A browser with this cookie and nothing else."""
    client = django.test.Client(**options)
    client.cookies[COOKIE] = value
    return client


def hand(table):
    """A hand as a phone sends it, that may be saved now."""
    last = book_of(table).last
    seats = [0, 1, 2, 3, len(book_of(table).played) % 4]
    return {"key": new_key(), "previous": last.key if last else "", "seats": seats, "record": dreier()}


def post_hand(client, table, body=None):
    """The answer to a hand that is sent as JSON."""
    return client.post(url("save_hand", table), body or hand(table), content_type="application/json")


def page_of(client, name, table, status=200):
    """A page about a table."""
    answer = client.get(url(name, table))
    assert answer.status_code == status
    return Page(answer.content.decode())


def test_who_only_knows_the_address_sees_the_table_and_nothing_to_write_with(table):
    page = page_of(django.test.Client(headers=GERMAN), "table", table)
    assert "Du schaust zu." in page.text
    assert "Frag die Leitung." in page.text
    assert "Anna" in page.text
    assert not {"key", "p0-contract", "what"} & set(page.fields)
    assert not [name for name in ("settlement", "invite", "more", "export") if url(name, table) in page.html]
    deal = reverse("deal", args=[table.slug, book_of(table).played[0].number])
    assert deal in page.html
    history = Page(django.test.Client(headers=GERMAN).get(deal).content.decode())
    assert "Wie es dazu kam" in history.text
    assert "what" not in history.fields


def test_who_has_opened_the_link_sees_the_same_with_what_it_takes_to_write(table):
    page = page_of(Client(headers=GERMAN), "table", table)
    assert "Du schaust zu." not in page.text
    assert {"key", "p0-contract", "what"} <= set(page.fields)
    assert all(url(name, table) in page.html for name in ("settlement", "invite", "more", "export"))


def expired(table):
    """The link of tests, when its time is over."""
    AccessToken.objects.filter(table=table).update(expires=timezone.now())
    return find_secret(table.slug)


def replace_link(table):
    """The link of tests, replaced."""
    AccessToken.objects.filter(table=table).update(ended=timezone.now())
    return find_secret(table.slug)


COOKIES = {
    "none": lambda table: "",
    "of another table": lambda table: find_secret(new_table().slug),
    "with one sign changed": lambda table: find_secret(table.slug)[:-1] + "x",
    "with one digit changed": lambda table: (
        find_secret(table.slug)[:-1] + ("0" if find_secret(table.slug)[-1] > "0" else "1")
    ),
    "in capitals": lambda table: find_secret(table.slug).upper().replace("0", "A"),
    "of strange signs": lambda table: "\x7fäÿ=" * 20,
    "the slug": lambda table: table.slug.hex,
    "the hash": lambda table: AccessToken.objects.get(table=table).digest,
    "expired": expired,
    "replaced": replace_link,
}


@pytest.mark.heavy_but("the hash")
@pytest.mark.parametrize("cookie", COOKIES)
def test_such_a_cookie_writes_nothing_and_still_watches(table, cookie):
    # As its header: newer releases of Python refuse to build a cookie with such signs, which strangers may send.
    client = django.test.Client(HTTP_COOKIE=f"{COOKIE}={COOKIES[cookie](table)}")
    before = everything(table)
    body = hand(table)
    answer = post_hand(client, table, body)
    assert answer.status_code == 403
    assert answer.json() == {"key": body["key"], "saved": False, "code": "no_right"}
    for name in ("preview", "strike", "change", "settlement", "invite"):
        assert client.post(url(name, table), {"what": "end"}).status_code == 403
    for name in ("settlement", "invite", "more", "export"):
        assert client.get(url(name, table)).status_code == 403
    assert client.get(url("table", table)).status_code == 200
    assert everything(table) == before


def test_a_new_secret_has_128_random_bits_and_only_its_hash_is_kept(table):
    secrets = {create_link(table).secret for _ in range(50)}
    assert len(secrets) == 50
    assert all(len(bytes.fromhex(secret)) == 16 for secret in secrets)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM scoring_accesstoken")
        rows = str(cursor.fetchall())
    assert not [secret for secret in secrets if secret in rows]


def test_a_link_counts_two_weeks_and_no_longer(table):
    link = create_link(table)
    assert abs(link.expires - timezone.now() - timedelta(days=14)) < timedelta(seconds=10)
    client = with_cookie(link.secret)
    token = AccessToken.objects.get(digest=hash_link(link.secret))
    token.expires = timezone.now() + timedelta(seconds=5)
    token.save()
    assert post_hand(client, table).status_code == 200
    token.expires = timezone.now()
    token.save()
    assert post_hand(client, table).status_code == 403


def test_staff_of_the_club_writes_without_a_link_also_with_a_cookie_that_counts_no_more(table):
    for role in ("secretary", "director"):
        staff = log_in(make_account(role), headers=GERMAN)
        assert "p0-contract" in page_of(staff, "table", table).fields
        assert post_hand(staff, table).status_code == 200
        staff.cookies[COOKIE] = draw_secret()
        assert "darf nicht mehr" not in page_of(staff, "table", table).text
        assert post_hand(staff, table).status_code == 200


def test_staff_of_another_club_watches(table):
    stranger = log_in(make_account("director", Club.objects.create(name="Nachbarn")), headers=GERMAN)
    assert "Du schaust zu." in page_of(stranger, "table", table).text
    assert post_hand(stranger, table).status_code == 403
    stranger.cookies[COOKIE] = find_secret(table.slug)  # unless they have the link, as anybody may
    assert post_hand(stranger, table).status_code == 200


def test_the_names_of_a_clubs_players_are_offered_to_its_own_staff_only(table):
    find_or_create_person(table.club, "Zacharias")
    own, stranger = log_in(), log_in(make_account("director", Club.objects.create(name="Nachbarn")))
    stranger.cookies[COOKIE] = find_secret(table.slug)
    offered = [b"Zacharias" in client.get(url("more", table)).content for client in (own, stranger, Client())]
    assert offered == [True, False, False]


def test_the_phone_that_starts_an_evening_writes_on_when_nobody_is_logged_in_any_more(db):
    client = log_in()
    names = {f"name{at}": name for at, name in enumerate(NAMES)}
    form = Page(client.get(reverse("start")).content.decode()).sent
    answer = client.post(reverse("start"), {**form, **names, "sheet": "treffpunkt"})
    assert answer.status_code == 302
    assert answer.cookies[COOKIE]["path"] == answer["Location"]
    client.post(reverse("log_out"))
    assert "p0-contract" in Page(client.get(answer["Location"]).content.decode()).fields


def test_a_table_from_before_there_were_links_is_opened_by_staff(db):
    table = start_evening(new_key(), EveningStart(NAMES, "treffpunkt", {}, 0))
    assert "Frag die Leitung." in page_of(with_cookie("", headers=GERMAN), "table", table).text
    staff = log_in()
    staff.post(url("invite", table), {"what": "make"})
    assert AccessToken.objects.filter(table=table, ended=None).count() == 1


def test_a_phone_whose_link_was_replaced_is_told_so_and_watches_on(table):
    client = with_cookie(replace_link(table), headers=GERMAN)
    text = page_of(client, "table", table).text
    assert "Dieses Handy darf nicht mehr schreiben." in text
    assert "Der Tisch hat einen neuen Code" in text
    assert "Der Tisch hat einen neuen Code" in page_of(client, "more", table, 403).text


def test_a_hand_from_a_phone_that_lost_its_right_is_still_in_the_form_and_is_saved_once_after_the_new_code(table):
    client = Client(headers=GERMAN)
    form = open_table_page(client, table).fill_form(DREIER)
    replace_link(table)
    refused = client.post(url("save_hand", table), form)
    assert refused.status_code == 403
    page = Page(refused.content.decode())
    assert "nichts ist verloren" in page.text
    assert {name: page.sent[name] for name in (*DREIER, "key", "previous", "seats")}.items() <= form.items()
    assert Entry.objects.filter(table=table).count() == 1
    client.get(reverse("enter", args=[create_link(table).secret]))
    for _ in range(2):  # a double tap
        assert client.post(url("save_hand", table), page.sent).status_code == 302
    assert Entry.objects.filter(table=table).count() == 2


def test_any_other_form_can_be_sent_once_more_from_the_page_that_refuses_it(table):
    client = Client(headers=GERMAN)
    form = {"what": "strike", "line": str(book_of(table).played[0].number), "reason": "doppelt <eingetragen>"}
    replace_link(table)
    refused = client.post(url("change", table), form)
    assert refused.status_code == 403
    page = Page(refused.content.decode())
    assert "komm auf diese Seite zurück und schick es noch einmal ab" in page.text
    assert {name: value for name, value in page.sent.items() if name in form} == form
    client.get(reverse("enter", args=[create_link(table).secret]))
    assert client.post(url("change", table), page.sent).status_code == 200


def test_the_preview_says_why_there_is_none(table):
    answer = with_cookie(replace_link(table), headers=GERMAN).post(url("preview", table), DREIER)
    assert answer.status_code == 403
    assert "Scanne den Code des Tisches" in answer.content.decode()


def test_the_secret_stands_on_the_page_of_the_link_and_nowhere_else(table):
    client, secret = Client(), find_secret(table.slug)
    assert secret in page_of(client, "invite", table).html
    pages = [client.get(url(name, table)).content for name in ("table", "more", "settlement")]
    pages += [client.post(url("change", table), {"what": "end"}).content, client.get("/nirgends/").content]
    book = zipfile.ZipFile(io.BytesIO(client.get(url("export", table)).content))
    pages += [book.read(name) for name in book.namelist()]
    assert len(pages) > 10
    assert not [page for page in pages if secret.encode() in page]


def test_who_watches_sees_the_newest_hand_above_the_sheet(db):
    table = new_table()
    play(table, dreier(0))
    play(table, dreier(2, result="lost"))
    for page in (reverse("table", args=[table.slug]), reverse("live", args=[table.slug])):
        watching = django.test.Client().get(page).content.decode()
        assert watching.index('class="saved newest"') < watching.index('id="schrift"')
        box = watching.split('class="saved newest"')[1].split("</section>")[0]
        assert "Spiel 2:" in box
        assert 'class="saved newest"' not in Client().get(page).content.decode()
