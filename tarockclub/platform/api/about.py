"""Operations about the API itself: the caller, the time."""

from typing import Literal

from django.conf import settings
from django.http import HttpRequest
from pydantic import Field

from tarockclub.kit.time_source import REAL_TIME, load_course, now
from tarockclub.platform.api.authentication import OF_ANY_ROLE, find_caller, require_staff_account
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out

part = Part("about", "The caller, and the time of the server.")


class Time(Out):
    """The time of the server, which all clocks follow."""

    now: Number = Field(description="Milliseconds since 1970, UTC.")
    speed: float = Field(description="Speed of time: 1, except for demos and tests.")


class Me(Out):
    """The caller of a token and its role."""

    club: str
    name: str = Field(
        description="The person for whom the program acts; everything it writes is recorded under this name."
    )
    role: Literal["cashier", "watcher", "treasurer", "referee", "secretary", "director"]


@part.get("time")
def read_time(request: HttpRequest) -> Time:
    """Return the time of the server."""
    runs = REAL_TIME if settings.TIME_FILE is None else load_course(settings.TIME_FILE)
    return Time(now=round(now().timestamp() * 1000), speed=runs.speed)


@part.get("me", door=OF_ANY_ROLE)
def read_me(request: HttpRequest) -> Me:
    """Return the person for whom this token acts, and its role."""
    account = require_staff_account(request)
    return Me.model_validate(
        {"club": account.club.name, "name": account.person.name, "role": find_caller(request).rights.role}
    )
