"""A club has a picture for its front page beside its logo."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0030_log_by_time"),
    ]

    operations = [
        migrations.AddField("club", "picture", models.CharField(blank=True, db_default="", default="", max_length=16)),
        migrations.AlterField("clublogo", "png", models.BinaryField(default=b"")),
        migrations.AddField("clublogo", "picture", models.BinaryField(default=b"")),
    ]
