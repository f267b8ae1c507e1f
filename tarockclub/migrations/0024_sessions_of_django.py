"""Sessions are Django's own rows: everybody logs in once more."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0007_squashed_0023_importing"),
    ]
    operations = [
        migrations.DeleteModel(name="Session"),
    ]
