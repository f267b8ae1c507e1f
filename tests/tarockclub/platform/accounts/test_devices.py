"""The cookie by which the book knows a device."""

import pytest
from django.test import Client, RequestFactory

from tarockclub.platform.accounts.devices import COOKIE, get_device

SECRET = "0123456789abcdef" * 2


def device(cookie):
    """Say how a request with this cookie is known."""
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = cookie
    return get_device(request)


def test_a_device_is_known_by_sixteen_digits_that_do_not_give_its_cookie_away():
    known = device(SECRET)
    assert len(known) == 16
    assert int(known, 16)
    assert known == device(SECRET)
    assert known not in SECRET
    assert known != device(SECRET[::-1])


@pytest.mark.parametrize("cookie", ["", "x", SECRET[1:], SECRET + "0", SECRET.upper(), SECRET + "\n", "g" * 32])
def test_a_cookie_that_is_none_of_ours_is_nobodys(cookie):
    assert device(cookie) == ""


@pytest.mark.django_db
def test_a_device_gets_its_cookie_with_its_first_page_and_keeps_it():
    client = Client()
    cookie = client.get("/nirgends").cookies[COOKIE]
    assert len(cookie.value) == 32
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")
    assert cookie["max-age"] == 365 * 24 * 3600
    assert COOKIE not in client.get("/nirgends").cookies
    assert Client().get("/nirgends").cookies[COOKIE].value != cookie.value


@pytest.mark.django_db
def test_a_broken_cookie_is_replaced():
    client = Client()
    client.cookies[COOKIE] = "broken"
    assert len(client.get("/nirgends").cookies[COOKIE].value) == 32


@pytest.mark.django_db
def test_in_public_mode_the_cookie_travels_by_https_alone(settings):
    settings.INN_MODE = False
    assert Client().get("/nirgends").cookies[COOKIE]["secure"] is True
