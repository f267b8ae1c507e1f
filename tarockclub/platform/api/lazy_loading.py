"""Loading the API in the background, with the first request for it, so that nobody else waits."""

from threading import Lock

PREFIX = "/api/"
DOCUMENT_PATHS = (f"{PREFIX}v1/openapi.json", f"{PREFIX}v1/docs")
_LOADING = Lock()
_loaded_parts: set[bool] = set()  # True: with the document


def is_missing(path: str) -> bool:
    """Return whether the code for a request is still to be loaded."""
    return path.startswith(PREFIX) and _is_document_path(path) not in _loaded_parts


def load_operations(path: str) -> None:
    """Load all operations, and build the document if it is requested; both are kept."""
    with _LOADING:
        from tarockclub.platform.api.site import build_resolver

        _ = build_resolver().url_patterns
        if _is_document_path(path):
            from tarockclub.platform.api.openapi import render_document

            render_document()
        _loaded_parts.add(_is_document_path(path))


def _is_document_path(path: str) -> bool:
    return path.startswith(DOCUMENT_PATHS)
