"""The actions on registration: its link opened and closed, a registration withdrawn by its player or the staff."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import derive_secret, hash_secret
from tournaments.core.actions.base import Action, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.models import Application, Tournament
from tournaments.people.entrants.actions import Withdraw
from tournaments.people.entrants.applications import APPLICATION_PATH, APPLIED_SPEC, ApplicationAction
from tournaments.people.entrants.registrations import find_same
from tournaments.people.entrants.services import must_go_on
from tournaments.people.entrants.waiting_list import filter_waiting

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
        must_go_on(here.tournament)
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
        must_go_on(row)
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
        must_go_on(here.tournament)
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
