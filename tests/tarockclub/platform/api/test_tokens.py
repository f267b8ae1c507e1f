"""Tokens of programs: made once for a key, shown once, ended, and never more than their account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tarockclub.models import Account, ApiToken, FailedAttempt
from tarockclub.platform.accounts import api_tokens
from tarockclub.platform.accounts.services import change_rights
from tests.support.accounts import log_in, make_account
from tests.support.programs import KEY, create_program

pytestmark = pytest.mark.django_db
ME = "/api/v1/me"


def test_a_program_acts_for_its_account():
    account = make_account("director")
    answer = create_program(account, "secretary").get(ME)
    assert answer.json() == {"club": account.club.name, "name": account.person.name, "role": "secretary"}


def test_only_the_hash_of_the_secret_is_kept():
    token, secret = api_tokens.create_token(make_account("director"), "Saal", "director", 30, KEY)
    assert secret.removeprefix(api_tokens.BEGINNING) not in str(ApiToken.objects.filter(pk=token.pk).values())
    assert len(secret.removeprefix(api_tokens.BEGINNING)) == 32


def test_a_token_is_never_more_than_its_account():
    account = make_account("director")
    make_account("director")
    client = create_program(account, "director")
    change_rights(account, role=Account.Role.SECRETARY, active=True)
    assert client.get(ME).json()["role"] == "secretary"
    change_rights(account, role=Account.Role.SECRETARY, active=False)
    assert client.get(ME).status_code == 401


@pytest.mark.parametrize("change", [{"ended": timezone.now()}, {"expires": timezone.now() - timedelta(seconds=1)}])
def test_a_token_that_was_ended_or_has_expired_opens_nothing_also_where_all_may_look(change):
    client = create_program(make_account("director"))
    ApiToken.objects.update(**change)
    assert [client.get(path).status_code for path in (ME, "/api/v1/time")] == [401, 401]


def test_the_day_of_the_last_use_is_noted_with_one_write_a_day(django_assert_num_queries):
    client = create_program(make_account("director"))
    client.get(ME)
    assert ApiToken.objects.get().used == timezone.localdate()
    with django_assert_num_queries(1):
        client.get(ME)


def test_only_failures_are_limited():
    guess = Client(headers={"authorization": "Bearer tarock_" + "0" * 32})
    assert {guess.get(ME).status_code for _ in range(100)} == {401}
    refused = guess.get(ME)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_failures")
    assert int(refused["Retry-After"]) > 0
    assert create_program(make_account("director")).get(ME).status_code == 200
    assert FailedAttempt.objects.count() == 100


def test_cookies_open_nothing():
    assert log_in(make_account("director")).get(ME).status_code == 401


def test_the_page_makes_a_token_once_for_its_key_and_shows_it():
    account = make_account("director")
    director, form = log_in(account), {"key": "k" * 36, "client": "Saal", "role": "watcher", "days": "30"}
    first, again = (director.post("/club/programs/new/", form) for _ in range(2))
    secret = first.context["secret"]
    assert first.status_code == 200
    assert secret in first.content.decode()
    assert again.context["secret"] == secret
    assert ApiToken.objects.count() == 1
    other = director.post("/club/programs/new/", form | {"role": "director"})
    assert (other.status_code, ApiToken.objects.count()) == (422, 1)
    assert secret not in director.get("/club/programs/").content.decode()
    assert Client(headers={"authorization": f"Bearer {secret}"}).get(ME).json()["role"] == "watcher"


def test_the_page_ends_a_token_of_the_own_club_only():
    account = make_account("director")
    client, number = create_program(account), ApiToken.objects.get().pk
    director = log_in(account)
    assert director.get(f"/club/programs/{number}/end/").status_code == 200
    assert director.post(f"/club/programs/{number}/end/").status_code == 302
    assert client.get(ME).status_code == 401
    assert "Saal" in director.get("/club/programs/").content.decode()
    assert director.post("/club/programs/9999/end/").status_code == 404
