"""Addresses of the clubs' own house rules."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("scoring.sheets.own_sheets.views")
try_views = LazyViews("scoring.sheets.own_sheets.try_views")
editor_views = LazyViews("scoring.sheets.own_sheets.editor_views")

urlpatterns = [
    path("own-sheets/", views.handle_own_sheets, name="own_sheets"),
    path("own-sheets/upload/", views.handle_upload, name="upload_sheet"),
    path("own-sheets/<slug:sheet_id>/", views.handle_own_sheet, name="own_sheet"),
    path("own-sheets/<slug:sheet_id>/sheet.toml", views.download_draft, name="draft_file"),
    path("own-sheets/<slug:sheet_id>/differences/", views.show_differences, name="draft_differences"),
    path("own-sheets/<slug:sheet_id>/order/", editor_views.handle_order, name="sheet_order"),
    path("own-sheets/<slug:sheet_id>/edit/<slug:section>/", editor_views.handle_part, name="edit_sheet_part"),
    path(
        "own-sheets/<slug:sheet_id>/edit/<slug:section>/<slug:entry>/",
        editor_views.handle_entry,
        name="edit_sheet_entry",
    ),
    path("own-sheets/<slug:sheet_id>/try/", try_views.handle_examples, name="try_sheet"),
    path("own-sheets/<slug:sheet_id>/try/hand/", try_views.handle_hand, name="try_hand"),
    path("own-sheets/<slug:sheet_id>/try/preview/", try_views.show_tried, name="try_preview"),
    path("own-sheets/<slug:sheet_id>/try/keep/", try_views.keep_example, name="keep_example"),
    path("sheets/<str:sheet_id>/sheet.toml", views.download_sheet, name="sheet_file"),
]
