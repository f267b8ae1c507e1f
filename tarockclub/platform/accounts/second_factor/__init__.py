"""The second factor and passkeys, by django-allauth."""
