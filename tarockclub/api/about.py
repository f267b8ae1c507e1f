"""Operations about the API itself: who asks, what time it is."""

from typing import Literal

from django.conf import settings
from django.http import HttpRequest
from pydantic import Field

from tarockclub.api.authentication import WATCHER, staff_account
from tarockclub.api.authentication import caller_of as caller_in
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Number, Out
from tarockclub.time_source import USUAL, course, now

part = Part("about", "Who asks, and what time it is.")


class Time(Out):
    """The time of the server, by which all clocks go."""

    now: Number = Field(description="Milliseconds since 1970, UTC.")
    speed: float = Field(description="How quickly time passes: 1, but for demos and tests.")


class Me(Out):
    """What a token is good for."""

    club: str
    name: str = Field(description="For whom the program acts; what it writes is written down as his.")
    role: Literal["watcher", "secretary", "director"]


@part.get("time", gives=Time)
def read_time(request: HttpRequest) -> Time:
    """What time it is on the server."""
    runs = USUAL if settings.TIME_FILE is None else course(settings.TIME_FILE)
    return Time(now=round(now().timestamp() * 1000), speed=runs.speed)


@part.get("me", gives=Me, door=WATCHER)
def read_me(request: HttpRequest) -> Me:
    """For whom this token acts, and as what."""
    account = staff_account(request)
    return Me.model_validate({"club": account.club.name, "name": account.person.name, "role": caller_in(request).role})
