"""The addresses of club files."""

from django.urls import path

from tarockclub.server.lazy_views import LazyViews

views = LazyViews("tarockclub.club_file.views")

urlpatterns = [
    path("", views.handle_club_file, name="club_file"),
    path("continue/", views.handle_continuation, name="continue_club"),
    path("books/<int:number>/", views.send_set_aside_book, name="set_aside_book"),
    path("<uuid:key>/", views.show_made_file, name="club_file_made"),
    path("<uuid:key>/state/", views.show_file_state, name="club_file_state"),
    path("<uuid:key>/file/", views.send_club_file, name="send_club_file"),
]
