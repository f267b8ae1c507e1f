"""Addresses of the backups."""

from django.urls import path

from tarockclub.backups import views

urlpatterns = [
    path("", views.backups_page, name="backups"),
    path("make/", views.make_backup, name="make_backup"),
    path("upload/", views.upload_backup, name="upload_backup"),
    path("<str:name>/file/", views.download_backup, name="download_backup"),
    path("<str:name>/", views.restore_backup, name="restore_backup"),
]
