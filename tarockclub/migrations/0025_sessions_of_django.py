"""Sessions are Django's own rows: everybody logs in once more."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0024_protocol_of_keys"),
    ]
    operations = [
        migrations.DeleteModel(name="Session"),
    ]
