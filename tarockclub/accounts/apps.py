"""The set-up of allauth's list of devices."""

from allauth.usersessions.apps import UserSessionsConfig


class DevicesConfig(UserSessionsConfig):
    """Its rows, which tarockclub.accounts.sessions writes: allauth itself would note address and browser in full."""

    def ready(self) -> None:
        """Connect nothing to log-ins."""
