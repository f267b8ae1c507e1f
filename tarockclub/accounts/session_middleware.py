"""Django's middleware of sessions, which on a full disk keeps whoever is logged in."""

from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tarockclub.clubs.scope import enter_all_clubs
from tarockclub.server.database_errors import is_unwritable


class PatientSessionMiddleware(SessionMiddleware):
    """Saves a session another time where nothing can be written; a log-in, which needs a new one, is refused before."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Save the session."""
        try:
            with enter_all_clubs():  # a session is of no club, so none has to be found for it
                return super().process_response(request, response)
        except SessionInterrupted as error:
            # Django takes every failed update for a session that has been deleted meanwhile.
            cause = error.__context__ and error.__context__.__context__
            if not isinstance(cause, DatabaseError) or not is_unwritable(cause):
                raise
            return response
