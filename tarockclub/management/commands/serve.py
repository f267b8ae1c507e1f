"""`manage.py serve`: the web server of the club, with the address for the phones."""

import contextlib
import signal
import sys
from argparse import BooleanOptionalAction
from collections.abc import Callable, Sequence
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.core.management.color import supports_color
from django.db import connection, connections
from django.utils.translation import gettext as _

from tarockclub.platform.server import network, windows_console

if TYPE_CHECKING:
    from tarockclub.office.backups.scheduler import BackupWatch
    from tarockclub.platform.server.wsgi.turns import Turns

MOST_WORKERS = 64


def handle_first(stop: Callable[[int], None]) -> Callable[[int, object], None]:
    """Return a signal handler that acts on the first signal only.

    The terminal and `make run` both signal the server to end: a second signal during the handling of the first would
    wait forever for a lock that the first one holds.
    """
    is_first = Lock()

    def handle(signum: int, _frame: object) -> None:
        if is_first.acquire(blocking=False):
            stop(signum)

    return handle


def end_on(stop: Callable[..., None]) -> None:
    """Stop on Ctrl+C, and when the terminal is closed: the server alone would only restart its worker."""
    windows_console.call_on_end(lambda: stop(signal.SIGINT, None))
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):
        if hasattr(signal, name):  # Windows has no SIGHUP
            signal.signal(getattr(signal, name), stop)


def migrate_database() -> None:
    """Migrate the database; if it is current, only see to it that it protects its history."""
    from scoring.book.ledger.triggers import find_strangers, install_triggers
    from tarockclub.platform.clubs.row_security import install_policies
    from tarockclub.platform.server.database_state import find_missing_migrations

    if find_missing_migrations():
        call_command("migrate", skip_checks=True, verbosity=0)
    else:
        install_triggers(connection, find_strangers(connection))
        install_policies(connection)


def load_site() -> "Turns":
    """Load the site: in the process that answers."""
    from tarockclub.wsgi import application

    return application


def explain_workers(workers: int) -> str:
    """Return the sentence about the reason why so many workers are impossible; empty if they are not."""
    if not 1 <= workers <= MOST_WORKERS:
        return _("The number of workers must be between 1 and %(most)s, not %(workers)s.") % {
            "most": MOST_WORKERS,
            "workers": workers,
        }
    if workers > 1 and connection.vendor == "sqlite":
        return _(
            "Several workers need PostgreSQL: DATABASE_URL names it. With a SQLite file one worker is the fastest."
        )
    return ""


class Command(BaseCommand):
    """The web server of the site, until it is stopped."""

    requires_system_checks = ()  # they are for the code, which does not change here: `make check` runs them
    news: Sequence[str] = ()  # messages besides the address

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the port and the interface."""
        parser.description = _("Starts the server and shows the address for the phones.")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104  (phones must reach it)
        parser.add_argument("--migrate", action=BooleanOptionalAction, default=False)  # first, if it is not current
        parser.add_argument("--open", action="store_true")  # in the browser of this computer, with advice
        parser.add_argument("--workers", type=int, default=1)  # processes that answer; needs PostgreSQL

    def handle(self, *args: Any, host: str, port: int, migrate: bool, workers: int, **options: Any) -> None:
        """Serve, or print the reason why that is impossible."""
        self.opens = options["open"]
        # A console that lacks a character shows "?" instead of ending the server.
        with contextlib.suppress(AttributeError):
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        from tarockclub.platform.server.database_state import (  # need the models
            find_missing_migrations,
            find_unfit_reason,
        )

        if self.opens and network.is_port_taken(host, port):
            from tarockclub.office.laptop import opening

            if opening.is_running(port):
                self.stdout.write(_("Tarockclub is already running. The browser opens it."))
                opening.open_browser(f"http://localhost:{port}/")
                return
            port = opening.ask_for_port(host, port) or port
        refusal = self.explain_refusal(host, port) or explain_workers(workers) or find_unfit_reason()
        if migrate and not refusal:
            migrate_database()
        refusal = refusal or find_missing_migrations()
        if refusal:
            self.stderr.write(refusal)
            raise SystemExit(1)
        from tarockclub.platform.startup import prepare_start

        self.news = prepare_start()
        # The worker must not inherit a connection of what ran before.
        connections.close_all()
        self.serve(host, port, workers)

    def explain_refusal(self, host: str, port: int) -> str:
        """Return the sentence about the reason why the server cannot listen there; empty if it can."""
        if not 0 < port < 65536:
            return _("The port must be between 1 and 65535, not %(port)s.") % {"port": port}
        error = network.find_bind_error(host, port)
        if error is None:
            return ""
        if network.is_taken(error):
            return _(
                "Port %(port)s is already in use: is Tarockclub running? If not, choose another one, for example "
                "--port %(other)s (with make: PORT=%(other)s)."
            ) % {"port": port, "other": port + 1 if port < 65535 else port - 1}
        return _("The server cannot listen on %(host)s, port %(port)s: %(reason)s") % {
            "host": host,
            "port": port,
            "reason": error.strerror,
        }

    def serve(self, host: str, port: int, workers: int) -> None:
        """Run the web server, and the backups beside it."""
        from tarockclub.office.backups.scheduler import BackupWatch
        from tarockclub.platform.server.env import keep_others_out

        keep_others_out()
        watch = BackupWatch()
        if workers > 1:
            from tarockclub.platform.server.wsgi.host import HostServer

            server = HostServer(
                host or "0.0.0.0",  # noqa: S104
                port,
                workers,
                load=load_site,
                begin=lambda: self.begin(host, port, watch),
                end=watch.stop,
            )
            server.serve(settings.DRAIN_SECONDS)
        else:
            self.serve_alone(host or "0.0.0.0", port, watch)  # noqa: S104

    def serve_alone(self, host: str, port: int, watch: "BackupWatch") -> None:
        """Run the web server in this process, until it is told to end."""
        from tarockclub.platform.server.wsgi import inn

        server, ending, drain_seconds = inn.build_server(load_site(), host, port), Event(), 0

        def stop(signum: int) -> None:
            nonlocal drain_seconds
            if signum == signal.SIGTERM:
                drain_seconds = settings.DRAIN_SECONDS
            else:
                watch.stop_waiting()
            ending.set()
            server.pull_trigger()

        end_on(handle_first(stop))
        self.begin(host, port, watch)
        inn.run(server, ending, lambda: drain_seconds)
        watch.stop()

    def begin(self, host: str, port: int, watch: "BackupWatch") -> None:
        """Say that the server listens, and begin the backups."""
        watch.start()
        self.greet(host, port)
        if self.opens:
            self.open_browser(port)

    def greet(self, host: str, port: int) -> None:
        """Print the address of the site."""
        everywhere = host in network.EVERYWHERE
        lan = network.find_lan_address() if everywhere else None
        own_host = "localhost" if everywhere else f"[{host}]" if ":" in host else host
        print_line = self.stdout.write
        if settings.TIME_FILE is not None:
            print_line(_("WARNING: the program keeps its own time (TAROCKCLUB_TIME). For demos and tests only."))
        print_line(_("Tarockclub is running. On this computer:"))
        print_line(f"  http://{own_host}:{port}/")
        if settings.INN_MODE and lan:
            self.greet_phones(f"http://{lan}:{port}/")
        elif settings.INN_MODE and everywhere:
            print_line(_("No network found: phones cannot reach this computer."))
        for line in self.news:
            print_line(line)
        print_line(_("Stop it with Ctrl+C."))
        self.stdout.flush()

    def open_browser(self, port: int) -> None:
        """Open the site in the browser: the server already listens."""
        from tarockclub.office.laptop import opening

        for line in opening.list_advice():
            self.stdout.write(line)
        self.stdout.flush()
        opening.open_browser(f"http://localhost:{port}/")

    def greet_phones(self, url: str) -> None:
        """Print the address for the phones, as text and, if possible, as a QR code."""
        self.stdout.write(_("For phones in the same Wi-Fi:"))
        self.stdout.write(f"  {url}")
        if network.can_show(getattr(sys.stdout, "encoding", None)):
            colour = supports_color()
            self.stdout.write("\n".join(network.render_qr_lines(url, colour=colour)))
