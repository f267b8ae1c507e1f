"""Loading the API beside the site's one thread: with the first request for it, and nobody else waits meanwhile."""

from threading import Lock

PREFIX = "/api/"
DESCRIBED = (f"{PREFIX}v1/openapi.json", f"{PREFIX}v1/docs")
_LOADING = Lock()
_loaded: set[bool] = set()  # whether with the document


def is_missing(path: str) -> bool:
    """Say whether what is asked for has yet to be loaded."""
    return path.startswith(PREFIX) and _described(path) not in _loaded


def load(path: str) -> None:
    """Load all operations, and make the document where it is asked for; both are kept."""
    with _LOADING:
        from tarockclub.api.site import resolver

        _ = resolver().url_patterns
        if _described(path):
            from tarockclub.api.openapi import document_text

            document_text()
        _loaded.add(_described(path))


def _described(path: str) -> bool:
    return path.startswith(DESCRIBED)
