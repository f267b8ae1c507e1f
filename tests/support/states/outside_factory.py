"""A club that shows everything to everybody, lets a site embed it and notifies a program; nothing is sent."""

from datetime import timedelta

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Delivery, Publication
from tarockclub.platform.publication import change_publication


def publish_everything(club: Club) -> None:
    """Write what a director may choose, and messages of each state."""
    parts = dict.fromkeys(Publication.PARTS, True)
    hook = {"hook_url": "https://club.example/tarock-messages", "hook_secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
    change_publication(club, {**parts, **hook, "origins": "https://club.example"})
    messages = (
        ("probe", Delivery.State.DONE, 1, "204"),
        ("result.published", Delivery.State.FAILED, 7, "timeout"),
        ("result.corrected", Delivery.State.WAITING, 2, "500"),
    )
    for at, (event, state, attempts, answer) in enumerate(messages):
        moment = now() + timedelta(minutes=at)
        row = {"state": state, "attempts": attempts, "answer": answer}
        Delivery.objects.create(club=club, event=event, body="{}", made=moment, due=moment + timedelta(days=99), **row)
