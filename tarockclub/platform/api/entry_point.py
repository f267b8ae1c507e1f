"""The single entry point of the API. Its code is loaded with the first request, so that no page has to wait for it."""

from threading import Lock

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import Resolver404
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from tarockclub.platform.api.errors import WAIT, ApiError, build_error_response
from tarockclub.platform.server.database_errors import find_trouble
from tarockclub.platform.server.wsgi.turns import give_turn_back

VERSION = "v1/"
DOCUMENT = "openapi.json"
_LOADING = Lock()
_loaded_parts: set[bool] = set()  # True: with the document


@csrf_exempt  # no cookie opens anything here
def handle_api_request(request: HttpRequest, rest: str) -> HttpResponse:
    """Return the response of the operation at an address below /api/."""
    if not rest.startswith(VERSION):
        return build_error_response(ApiError(404, "not_found"))
    try:
        response = _dispatch(request, rest.removeprefix(VERSION))
    except Http404:
        return build_error_response(ApiError(404, "not_found"))
    except Exception as error:
        trouble = find_trouble(error)
        if trouble is None:
            raise
        message = str(trouble.sentence)
        return build_error_response(ApiError(trouble.status, trouble.code, message, headers={WAIT: str(trouble.wait)}))
    patch_vary_headers(response, ("Authorization", "Accept-Language"))
    if "Cache-Control" not in response:
        patch_cache_control(response, private=True, no_cache=True)
    return response


def _dispatch(request: HttpRequest, path: str) -> HttpResponse:
    needs_document = path == DOCUMENT
    if needs_document not in _loaded_parts:
        with give_turn_back():
            _load_operations(with_document=needs_document)
    from tarockclub.platform.api.site import build_resolver

    if request.method == "HEAD":
        request.method = "GET"
    if path == DOCUMENT:
        return _serve_document(request)
    try:
        match = build_resolver().resolve(path)
    except Resolver404:
        return build_error_response(ApiError(404, "not_found"))
    request.resolver_match = match
    response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    if isinstance(response, HttpResponseNotAllowed):
        return build_error_response(ApiError(405, "method_not_allowed", headers={"Allow": response["Allow"]}))
    return response


def _load_operations(*, with_document: bool) -> None:
    """Load all operations, and build the document if it is requested; both are kept, and nobody else waits."""
    with _LOADING:
        from tarockclub.platform.api.site import build_resolver

        _ = build_resolver().url_patterns
        if with_document:
            from tarockclub.platform.api.openapi import render_document

            render_document()
        _loaded_parts.add(with_document)


def _serve_document(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document."""
    from tarockclub.platform.api.openapi import render_document

    if request.method != "GET":
        return build_error_response(ApiError(405, "method_not_allowed", headers={"Allow": "GET"}))
    return HttpResponse(render_document(), content_type="application/json")
