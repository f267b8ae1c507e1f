"""The actions on registration: its link, registrations by players and by the staff, withdrawn by either."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.entries import create_note
from tarockclub.kit.hash_chain import draw_salt, is_key
from tarockclub.kit.time_source import now
from tarockclub.models import Note
from tarockclub.platform.accounts.persons import lock_club, seal_texts
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import derive_secret, hash_secret, is_secret
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.messages.services import add_registered_address
from tournaments.core.actions.base import Action, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, must_take_place
from tournaments.models import Application, Invitation, Tournament
from tournaments.people.entrants.actions import Withdraw
from tournaments.people.entrants.applications import (
    APPLICATION_PATH,
    APPLIED_SPEC,
    ApplicationAction,
    build_group_key,
    fill_free_places,
    filter_waiting,
    load_line,
)
from tournaments.people.entrants.entering import find_same, find_standing_registration

As = Application.As
_SPEC = Spec(kind=Kind.REGISTRATION, right=Right.ENTER, words=_("the link for self-registration was opened or closed"))


class LinkAction(Action):
    """A change of the link by which players register themselves."""

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return whether it is open now."""
        if content["open"]:
            return gettext("the link for self-registration was opened")
        return gettext("the link for self-registration was closed")


@action(replace(_SPEC, operations=(Operation(TOURNAMENT, "registration/open", "open_registration"),), sent_alone=True))
class OpenLink(LinkAction):
    """Open self-registration by a new link; the previous one is no longer valid. Nobody else may know the key.

    The secret is derived from the form's key (`derive_link_secret`): a tap that arrives twice makes one link.
    """

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Keep the hash of the new link."""
        must_take_place(here.tournament)
        return _set_digest(here.tournament, compute_registration_digest(derive_link_secret(here.tournament, here.key)))


@action(
    replace(_SPEC, operations=(Operation(TOURNAMENT, "registration/close", "close_registration"),), sent_alone=False)
)
class CloseLink(LinkAction):
    """Close self-registration."""

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Forget the link."""
        return _set_digest(here.tournament, "")


def _set_digest(row: Tournament, digest: str) -> dict[str, Any]:
    row.register_digest = digest
    row.save(update_fields=["register_digest"])
    return {"open": bool(digest)}


def derive_link_secret(tournament: Tournament, key: str) -> str:
    """Return the secret of the link that was opened with a key."""
    return derive_secret("registration", tournament.pk, key)


def compute_registration_digest(secret: str) -> str:
    """Return the hash that identifies a link."""
    return hash_secret("tournament", secret)


@action(
    replace(
        APPLIED_SPEC,
        operations=(
            Operation(
                TOURNAMENT,
                "registrations/{int:application}/withdraw",
                "withdraw_registration",
                "Withdraw a registration: the next one on the waiting list moves up",
                path_values=APPLICATION_PATH,
            ),
        ),
    )
)
class WithdrawApplication(ApplicationAction):
    """Withdraw an application; whoever was confirmed takes no part any more, and the next one moves up."""

    refusals: ClassVar = {
        "withdraw_at_desk": _("The tournament has begun: please tell the tournament director that you have to leave."),
    }

    def list_sent(self) -> object:
        """Return which one goes."""
        return [self.application, As.GONE]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "decided", and "withdraw_at_desk" for those who may sit at a table."""
        row = here.tournament
        must_not_have_ended(row)
        application = Application.objects.select_related("entrant").get(pk=self.application, tournament=row)
        if application.decided_as not in (As.OPEN, As.TAKEN):
            raise ActionRefused("decided")
        content: dict[str, Any] = {"application": application.pk, "as": As.GONE}
        if application.entrant is not None and row.frozen is not None:
            raise ActionRefused("withdraw_at_desk")
        application.decided_as = As.GONE
        application.save(update_fields=["decided_as"])
        if application.entrant is None:
            return content
        if application.entrant.withdrawn is None:
            Withdraw(entrant=application.entrant.pk).perform(row, f"{here.key[:48]}.out-{application.pk}", here.who)
            row.refresh_from_db(fields=["version"])  # the acts within have raised it
        return content | {"entrant": application.entrant.pk}


def find_earlier(application: Application, waiting: Iterable[Application]) -> Application | None:
    """Return which of those who wait has registered before an applicant under the same name."""
    before = (each for each in waiting if (each.at, each.pk) < (application.at, application.pk))
    return find_same(application.name.text, application.town, before)


@action(replace(APPLIED_SPEC, targets=(TOURNAMENT,)))
class JoinApplication(ApplicationAction):
    """Join a registration to the one that waits under the same name: it leaves the line, the earlier one stays.

    Whoever came alone then goes with the companion of the later one; two who have both registered both are joined by
    one act.
    """

    def list_sent(self) -> object:
        """Return which one leaves."""
        return [self.application, "join"]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "decided" where it does not wait any more, or nobody else of this name does."""
        must_not_have_ended(here.tournament)
        waiting = list(filter_waiting(here.tournament).select_related("name").order_by("at", "pk"))
        application = next((each for each in waiting if each.pk == self.application), None)
        earlier = None if application is None else find_earlier(application, waiting)
        if application is None or earlier is None:
            raise ActionRefused("decided")
        leaving = {application.pk}
        for other in waiting if application.pair else ():
            own = find_earlier(other, waiting) if other.pair == application.pair else None
            leaving |= {other.pk} if own is not None and own.pair == earlier.pair else set()
        Application.objects.filter(pk=earlier.pk, pair=0).update(pair=application.pair)
        Application.objects.filter(pk__in=leaving).update(decided_as=As.DECLINED, pair=0)
        return {"application": application.pk, "as": As.DECLINED, "earlier": earlier.pk}


@action(replace(APPLIED_SPEC, targets=(TOURNAMENT,)))
class PartApplication(ApplicationAction):
    """Part those who registered together and wait: from now on a place may go to one of them alone."""

    def list_sent(self) -> object:
        """Return one of them."""
        return [self.application, "part"]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "decided" where they do not wait together any more."""
        must_not_have_ended(here.tournament)
        waiting = filter_waiting(here.tournament)
        pair = waiting.filter(pk=self.application).values_list("pair", flat=True).first()
        if not pair or waiting.filter(pair=pair).update(pair=0) == 1:
            raise ActionRefused("decided")
        return {"application": self.application, "as": As.OPEN, "parted": True}


# Of a link only the hash is kept. Each registration has a link of its own to change what was typed, or to withdraw.

MOST_OPEN = 200  # applications that wait to be confirmed
MOST_OF_ALL = 1000  # rows of a tournament, also of those who withdrew


class Details(NamedTuple):
    """The details that somebody types beside the name; cleaned."""

    town: str = ""
    partner: str = ""  # or the name of the team
    remark: str = ""
    mail: str = ""  # only while somebody registers


NO_DETAILS = Details()


class Companion(NamedTuple):
    """Somebody who is registered together with a player: all of them get a place, or nobody does; cleaned."""

    name: str
    town: str = ""


def find_open_tournament(secret: str) -> Tournament | None:
    """Return the tournament of a link; None if the link is not valid."""
    if not is_secret(secret):
        return None
    open_ones = Tournament.objects.filter(ended=None, archived=None, club__archived=None)
    with enter_all_clubs():  # the secret says whose it is
        return open_ones.filter(register_digest=compute_registration_digest(secret)).first()


def is_open(tournament: Tournament, invitation: Invitation | None) -> bool:
    """Return whether players may register on the public page now."""
    return (
        invitation is not None
        and invitation.is_public
        and bool(invitation.registration)
        and is_in_time(tournament, invitation)
    )


def is_in_time(tournament: Tournament, invitation: Invitation | None) -> bool:
    """Return whether entries have not closed: until the time that is set, or the first round, or the day is over."""
    if any((tournament.ended, tournament.archived, tournament.cancelled)):
        return False
    if invitation is not None and invitation.closes is not None:
        return now() < invitation.closes
    return tournament.frozen is None and localdate(now()) <= tournament.day


def submit_application(
    tournament: Tournament,
    key: str,
    name: str,
    device: str = "",
    details: Details = NO_DETAILS,
    *,
    companions: Sequence[Companion] = (),
    by_staff: bool = False,
    must_be_new: bool = False,
) -> Application:
    """Register a player under a name (cleaned), perhaps with others; once for each key.

    `by_staff`: also after the close of entries. `must_be_new`: not under a name that is registered; the device that has
    registered it gets that registration, nobody else does.

    Raise ActionRefused("no_key", "registration_closed", "too_many_applications", "ended", "registered_already").
    """
    if not is_key(key):
        raise ActionRefused("no_key")
    with transaction.atomic():
        row = Tournament.everything.select_for_update(no_key=True).get(pk=tournament.pk)
        existing = Application.objects.filter(tournament=row, key=key).first()
        if existing is not None:
            return existing
        standing = find_standing_registration(row, name, details.town) if must_be_new else None
        if standing is not None:
            if standing.pk is not None and device and standing.device == device:
                return standing
            raise ActionRefused("registered_already")
        _must_accept(row, 1 + len(companions), by_staff=by_staff)
        common = {"device": device, "at": now(), "pair": _find_next_pair(row) if companions else 0}
        application = _create_application(row, key, name, details, common)
        for number, companion in enumerate(companions, 1):
            other = details._replace(town=companion.town, remark="", mail="")
            _create_application(row, build_group_key(key, number), companion.name, other, common)
        fill_free_places(row.pk)
        application.refresh_from_db(fields=["decided_as", "entrant"])
        return application


def _create_application(row: Tournament, key: str, name: str, details: Details, common: dict[str, Any]) -> Application:
    note = create_note(name, row.club_id)
    if note is None:
        raise ActionRefused("no_key")
    return Application.objects.create(
        tournament=row,
        name=note,
        town=details.town,
        partner=create_note(details.partner, row.club_id),
        remark=create_note(details.remark, row.club_id),
        own_digest=compute_registration_digest(find_own_secret(row, key)),
        key=key,
        address=add_registered_address(row.club, details.mail) if details.mail else None,
        **common,
    )


def _find_next_pair(row: Tournament) -> int:
    return 1 + (Application.objects.filter(tournament=row).aggregate(last=Max("pair"))["last"] or 0)


def list_companions(application: Application) -> list[Application]:
    """Return those who registered together with an applicant; one query, none for who registered alone."""
    if not application.pair:
        return []
    rows = Application.objects.filter(tournament=application.tournament_id, pair=application.pair)
    return list(rows.exclude(pk=application.pk).select_related("name", "entrant").order_by("pk"))


def _must_accept(row: Tournament, count: int, *, by_staff: bool) -> None:
    must_take_place(row)
    invitation = Invitation.objects.filter(tournament=row).first()
    by_link = bool(row.register_digest) and (
        invitation is None or invitation.closes is None or is_in_time(row, invitation)
    )
    if not (by_staff or by_link or is_open(row, invitation)):
        raise ActionRefused("registration_closed")
    waiting, everybody = filter_waiting(row).count(), Application.objects.filter(tournament=row).count()
    if waiting + count > MOST_OPEN or everybody + count > MOST_OF_ALL:
        raise ActionRefused("too_many_applications")


def find_own_secret(tournament: Tournament, key: str) -> str:
    """Return the secret of an applicant's own link; the same for the same form, which may arrive twice."""
    return derive_secret("application", tournament.pk, key)


def find_own_application(tournament: Tournament, secret: str) -> Application | None:
    """Return the application of an own link; None if the link is not valid."""
    if not is_secret(secret):
        return None
    rows = Application.objects.filter(tournament=tournament, own_digest=compute_registration_digest(secret))
    return rows.select_related("name", "partner", "remark", "entrant", "address").first()


def change_application(application: Application, name: str, details: Details) -> None:
    """Change what somebody has typed; the name only as long as nobody has decided.

    Raise ActionRefused("registration_closed", "decided").
    """
    with transaction.atomic():
        row = Tournament.objects.select_for_update(no_key=True).get(pk=application.tournament_id)
        current = Application.objects.select_related("name", "partner", "remark").get(pk=application.pk)
        must_not_have_ended(row)
        if current.decided_as not in (As.OPEN, As.TAKEN):
            raise ActionRefused("decided")
        with seal_texts(lock_club(row.club).pk):
            if current.decided_as == As.OPEN and current.name.text != name:
                note = create_note(name, row.club_id)
                if note is None:
                    raise ActionRefused("no_key")
                _clear_note(current.name)
                current.name = note
            current.partner = _change_note(current.partner, details.partner, row.club_id)
            current.remark = _change_note(current.remark, details.remark, row.club_id)
        current.town = details.town
        current.save(update_fields=["name", "town", "partner", "remark"])
        fill_free_places(row.pk)


def _change_note(note: Note | None, text: str, club: int) -> Note | None:
    if note is None or note.text == text:
        return note or create_note(text, club)
    _clear_note(note)
    return create_note(text, club)


def _clear_note(note: Note) -> None:
    """Take away a text that nothing refers to any more; nobody had decided by it."""
    Note.objects.filter(pk=note.pk).exclude(text="").update(text="", salt=draw_salt(), erased=now())


def find_waiting_place(application: Application) -> int:
    """Return the place of an application on the waiting list, from 1; 0 if it is not on it."""
    if application.decided_as != As.OPEN:
        return 0
    return load_line(application.tournament).find_place(application.pk)
