"""A third OpenID provider: Django with django-allauth, which has the device flow (RFC 8628)."""
