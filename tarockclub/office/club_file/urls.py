"""The addresses of club files."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.club_file.views")
import_views = LazyViews("tarockclub.office.club_file.import_views")
setup_views = LazyViews("tarockclub.office.club_file.setup_views")

urlpatterns = [
    path("", views.handle_club_file, name="club_file"),
    path("continue/", import_views.handle_continuation, name="continue_club"),
    path("imports/<uuid:key>/", import_views.handle_import, name="club_import"),
    path("imports/<uuid:key>/state/", import_views.show_import_state, name="club_import_state"),
    path("books/<int:number>/", views.send_set_aside_book, name="set_aside_book"),
    path("<uuid:key>/", views.show_made_file, name="club_file_made"),
    path("<uuid:key>/state/", views.show_file_state, name="club_file_state"),
    path("<uuid:key>/file/", views.send_club_file, name="send_club_file"),
]
hosting = [
    path("", import_views.handle_taking_over, name="take_club_over"),
    path("<uuid:key>/", import_views.show_taking_over, name="taking_over"),
    path("<uuid:key>/state/", import_views.show_taking_over_state, name="taking_over_state"),
]
setup = [
    path("", setup_views.handle_setup_code, name="setup_code"),
    path("<str:token>/", setup_views.handle_setup_file, name="setup_file"),
    path("<str:token>/<uuid:key>/", setup_views.show_setup_import, name="setup_import"),
    path("<str:token>/<uuid:key>/state/", setup_views.show_setup_import_state, name="setup_import_state"),
]
