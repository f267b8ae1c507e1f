"""Refusals about files of rules, in words."""

from django.utils.translation import gettext_lazy as _

from tournaments.core.messages import register_sentences

register_sentences(
    {
        "rules_too_large": _("This file is too large: at most %(most)s kB."),
        "no_rules_file": _("This is no file of rules, or it is incomplete."),
        "newer_rules_file": _("This file was made by a newer program: update this one first."),
        "nothing_sent": _("Choose the file first."),
    }
)
