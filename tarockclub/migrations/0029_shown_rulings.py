"""The club says whether visitors of a table read the text of its rulings."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Clubs may show rulings to everybody."""

    dependencies: ClassVar = [("tarockclub", "0028_published_rows")]

    operations: ClassVar = [
        migrations.AddField("club", "shows_rulings", models.BooleanField(db_default=False, default=False)),
    ]
