"""Messages as mail: by SMTP, or by whatever backend of Django's the settings name."""

from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils import translation
from django.utils.translation import gettext as _

from tarockclub.models import Message
from tarockclub.platform.clubs.current_club import find_public_origin
from tarockclub.platform.messages.sending import Outcome
from tarockclub.platform.messages.services import MESSAGE_KINDS, build_choice_path
from tarockclub.platform.server.env import SMTP

State = Message.State


class MailSender:
    """The connection to the server of a run."""

    def __init__(self) -> None:
        self._connection: Any = get_connection()

    @classmethod
    def find_problem(cls) -> str:
        """Return which settings are missing."""
        needed = {
            "TAROCKCLUB_MAIL": settings.EMAIL_HOST or settings.EMAIL_BACKEND != SMTP,
            "TAROCKCLUB_MAIL_FROM": settings.DEFAULT_FROM_EMAIL,
            "TAROCKCLUB_SITE": settings.SITE_ADDRESS or find_public_origin(),
        }
        missing = [name for name, value in needed.items() if not value]
        if not missing:
            return ""
        words = _("Mail is not set up yet. Whoever runs this server sets for it: %(names)s (docs/operations.md).")
        return words % {"names": ", ".join(missing)}

    def send(self, message: Message) -> Outcome:
        """Send a message over the connection, which is opened anew where the server has closed it."""
        try:
            self._open()
        except (SMTPException, OSError) as error:
            self.close()
            return Outcome(State.WAITING, getattr(error, "smtp_code", type(error).__name__), is_open=False)
        try:
            self._connection.send_messages([build_mail(message)])
        except SMTPRecipientsRefused as error:
            code = max(code for code, _text in error.recipients.values())
        except SMTPResponseException as error:
            code = error.smtp_code
        except (SMTPException, OSError):
            self.close()
            raise
        else:
            return Outcome(State.SENT)
        return Outcome(State.FAILED if code >= 500 else State.WAITING, code)  # from 500 it is for good

    def _open(self) -> None:
        smtp = getattr(self._connection, "connection", None)
        try:
            if smtp is not None:
                smtp.noop()
        except SMTPServerDisconnected:
            self.close()
        self._connection.open()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def build_mail(message: Message) -> EmailMessage:
    """Return a message as mail, in the language of its address, with the link that stops it."""
    address = message.address
    origin = settings.SITE_ADDRESS or find_public_origin(address.club)
    with translation.override(address.language):
        choice = f"{origin}{build_choice_path(address)}"
        lines = [message.text, "", f"{origin}{message.path}"] if message.path else [message.text]
        lines += ["", "-- ", address.club.name]
        if message.kind in MESSAGE_KINDS:
            lines += [_("Choose or stop messages: %(address)s") % {"address": choice}]
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip(" >")
    headers = {
        "Message-ID": f"<{message.pk}.{message.key.replace(' ', '.')}@{domain}>",
        "Auto-Submitted": "auto-generated",
    }
    if message.kind in MESSAGE_KINDS:
        headers |= {"List-Unsubscribe": f"<{choice}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return EmailMessage(message.subject, "\n".join(lines), to=[address.value], headers=headers)
