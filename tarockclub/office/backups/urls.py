"""The addresses of the backups."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.backups.views")
stand_by_views = LazyViews("tarockclub.office.backups.stand_by_views")

backups_page = partial(page, under="backups", needs=Right.KEEP, posts=True)
urlpatterns = [
    page(
        "backups",
        "",
        views.show_backups,
        _("Backups"),
        under="club",
        needs=Right.KEEP,
        guide="backup-and-moving#automatic-backups",
        is_listed=True,
        words=_("backup, save, restore, USB stick, lost"),
    ),
    backups_page(
        "make_backup", "make/", views.handle_make_backup, _("Backups"), guide="backup-and-moving#second-folder"
    ),
    backups_page("upload_backup", "upload/", views.handle_upload, _("Backups"), guide="backup-and-moving#restore"),
    backups_page(
        "choose_second_folder", "second/", views.handle_second, _("Backups"), guide="backup-and-moving#second-folder"
    ),
    backups_page(
        "backup_keys", "keys/", views.handle_keys, _("Encrypted copies"), guide="backup-and-moving#encrypted-copies"
    ),
    backups_page(
        "stand_by",
        "stand-by/",
        stand_by_views.handle_stand_by,
        _("Stand-by laptop"),
        guide="backup-and-moving#stand-by",
        is_listed=True,
        words=_("second laptop, replacement, broken, take over"),
    ),
    address("stand_by_changes", "stand-by/changes/", stand_by_views.answer_stand_by, needs=ALL, posts="only"),
    address("download_backup", "<str:name>/file/", views.serve_backup, needs=Right.KEEP),
    backups_page(
        "restore_backup", "<str:name>/", views.handle_restore, _("Restore"), guide="backup-and-moving#restore"
    ),
]
