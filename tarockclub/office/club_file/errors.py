"""The refusals of a club file, in words."""

from django.utils.translation import gettext_lazy as _


class FileRefused(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised for a file that is not read in; nothing was changed."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)  # so that it comes back from another process
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return format_refusal(self.code, self.facts)


_SENTENCES = {
    "no_zip": _("This is not the file of a club."),
    "members": _("The file contains something that does not belong into the file of a club: %(what)s"),
    "swollen": _("The file would unpack into far too much."),
    "damaged": _("The file is damaged: %(what)s is not as it was written."),
    "manifest": _("The file does not say what is in it."),
    "newer": _("The file was written by a newer version of the program (format %(what)s). Update this one first."),
    "row": _("A line of the file cannot be read."),
    "value": _("The file has a value that the program cannot have written: %(what)s"),
    "unknown_field": _("The file has a column that this program does not know: %(what)s"),
    "missing_field": _("The file lacks a column: %(what)s"),
    "foreign": _("The file refers to something that is not in it: %(what)s"),
    "text": _("The file has a text that the program cannot have written: %(what)s"),
    "broken": _("The books in the file are not whole: %(what)s"),
    "there": _("Something of this club is here already: a club is on one installation at a time."),
    "log_in": _("Nobody in the file who directs the club has this log-in name."),
}


def format_refusal(code: str, facts: dict[str, str]) -> str:
    """Return the sentence for a refusal."""
    return str(_SENTENCES[code]) % facts
