"""The sentences of refused rehearsals."""

from django.utils.translation import gettext_lazy as _

from tournaments.core.messages import register_sentences

register_sentences(
    {
        "nobody_new": _(
            "This is a rehearsal: only people whom the register knows can come late or step in, so that nobody is left "
            "in it afterwards."
        ),
        "is_rehearsal": _("This is a rehearsal already."),
        "begun_already": _("This tournament has begun: only a prepared one can be rehearsed."),
        "rehearsal_runs": _("A rehearsal is going on already: end it first."),
        "too_few_entrants": _("Enter at least four people first: then there is a table."),
        "robots_busy": _("Too many rehearsals are going on on this server: try again later."),
    }
)
