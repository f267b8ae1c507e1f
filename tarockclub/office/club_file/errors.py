"""The refusals of a club file, in words."""

from collections.abc import Callable

from django.utils.translation import gettext as _


class FileRefused(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised for a file that is not read in; nothing was changed."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)  # so that it comes back from another process
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return format_refusal(self.code, self.facts)


_SENTENCES: dict[str, Callable[[], str]] = {
    "no_zip": lambda: _("This is not the file of a club."),
    "members": lambda: _("The file contains something that does not belong into the file of a club: %(what)s"),
    "swollen": lambda: _("The file would unpack into far too much."),
    "damaged": lambda: _("The file is damaged: %(what)s is not as it was written."),
    "manifest": lambda: _("The file does not say what is in it."),
    "newer": lambda: _(
        "The file was written by a newer version of the program (format %(what)s). Update this one first."
    ),
    "row": lambda: _("A line of the file cannot be read."),
    "value": lambda: _("The file has a value that the program cannot have written: %(what)s"),
    "unknown_field": lambda: _("The file has a column that this program does not know: %(what)s"),
    "missing_field": lambda: _("The file lacks a column: %(what)s"),
    "foreign": lambda: _("The file refers to something that is not in it: %(what)s"),
    "text": lambda: _("The file has a text that the program cannot have written: %(what)s"),
    "broken": lambda: _("The books in the file are not whole: %(what)s"),
    "there": lambda: _("Something of this club is here already. Take the file over into that club."),
    "other_club": lambda: _("This is the file of another club: none of its tables and tournaments is here."),
    "log_in": lambda: _("Nobody in the file who directs the club has this log-in name."),
}


def is_refusal(code: str) -> bool:
    """Tell whether there is a sentence for a code, which may come from elsewhere."""
    return code in _SENTENCES


def format_refusal(code: str, facts: dict[str, str]) -> str:
    """Return the sentence for a refusal."""
    return _SENTENCES[code]() % facts
