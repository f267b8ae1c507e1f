"""The actions before the day, on registrations and invitations, as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.models import Application, Tournament
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.invitations.actions import ChangeInvitation
from tournaments.people.registration.actions import CloseLink, OpenLink, WithdrawApplication, derive_link_secret


def open_link(tournament, key, who=ANONYMOUS):
    row = Tournament.everything.get(pk=tournament)
    OpenLink().perform(row, key, who)
    return derive_link_secret(row, key)


def close_link(tournament, key):
    return CloseLink().perform(Tournament.everything.get(pk=tournament), key)


def decide_waiting(application, key, decision, person=None, who=ANONYMOUS):
    known = 0 if person is None else person.pk
    wanted = DecideApplication(application=application.pk, take=decision == Application.As.TAKEN, person=known)
    return wanted.perform(application.tournament, key, who)


def withdraw_application(application, key, who=ANONYMOUS):
    return WithdrawApplication(application=application.pk).perform(application.tournament, key, who)


def change_invitation(tournament, key, details, who=ANONYMOUS):
    return ChangeInvitation(details=details).perform(Tournament.everything.get(pk=tournament), key, who)
