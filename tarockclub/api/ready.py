"""Loading the API beside the site's one thread: with the first request for it, and nobody else waits meanwhile."""

from collections.abc import Iterable
from threading import Lock

from tarockclub.one_at_a_time import Application, Environ, StartResponse

PREFIX = "/api/"
DESCRIBED = (f"{PREFIX}v1/openapi.json", f"{PREFIX}v1/docs")
_LOADING = Lock()


class LoadedWhenAsked:
    """A WSGI application around another one; a request for the API is passed on when that is loaded."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Load what is asked for, in the thread of whoever asks, and pass the request on."""
        path = str(environ.get("PATH_INFO", ""))
        if path.startswith(PREFIX):
            _load(described=path.startswith(DESCRIBED))
        return self.application(environ, start_response)


def _load(*, described: bool) -> None:
    """Load all operations, and make the document where it is asked for; both are kept."""
    with _LOADING:
        from tarockclub.api.site import resolver

        _ = resolver().url_patterns
        if described:
            from tarockclub.api.document import document_text

            document_text()
