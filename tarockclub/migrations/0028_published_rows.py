"""Laptops send rows instead of pages: the pages that they have sent go, and their laptops send them anew."""

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import deletion


def delete_pages(apps: Any, _editor: BaseDatabaseSchemaEditor) -> None:
    """Delete all pages; their addresses stay."""
    apps.get_model("tarockclub", "ReceivedPage").objects.all().delete()
    apps.get_model("tarockclub", "ReceivedPiece").objects.all().delete()
    apps.get_model("tarockclub", "ReceivedSite").objects.update(stand=None, sign="", is_live=False)
    apps.get_model("tarockclub", "SentSite").objects.update(sign="")


class Migration(migrations.Migration):
    """Laptops send rows instead of pages."""

    dependencies: ClassVar = [("tarockclub", "0027_second_factors_of_allauth")]

    operations: ClassVar = [
        migrations.RunPython(delete_pages, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel("ReceivedPage"),
        migrations.RemoveField("sentsite", "there"),
        migrations.RemoveField("sentsite", "waiting"),
        migrations.AddField("receivedsite", "pieces", models.TextField(default="[]")),
        migrations.AddField("receivedpiece", "rows", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AlterField(
            "receivedpiece",
            "site",
            models.ForeignKey(on_delete=deletion.CASCADE, related_name="received_pieces", to="tarockclub.receivedsite"),
        ),
    ]
