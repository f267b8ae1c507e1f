"""The addresses of the backups."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.backups.views")

urlpatterns = [
    path("", views.show_backups, name="backups"),
    path("make/", views.handle_make_backup, name="make_backup"),
    path("upload/", views.handle_upload, name="upload_backup"),
    path("<str:name>/file/", views.serve_backup, name="download_backup"),
    path("<str:name>/", views.handle_restore, name="restore_backup"),
]
