"""The sentences of refusals when somebody is erased."""

from django.utils.translation import gettext_lazy as _

from tournaments.core.messages import register_sentences

register_sentences(
    {
        "last_director": _(
            "This is the last director who can log in: make somebody else a director first, then erase."
        ),
        "last_host": _("Somebody has to look after the installation: name another host first."),
        "of_host": _("This person looks after the whole installation: only hosts rename, merge or erase them."),
    }
)
