"""The settings of Django and strawberry-django-auth."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import django
from django.conf import settings
from gqlauth.settings_type import GqlAuthSettings

from support.django_accounts import USERS, settings_with_database

# The user whose account is not verified, and who cannot log in.
UNVERIFIED_USER = "bob"


def configure(folder: Path, access_seconds: float, refresh_seconds: float) -> None:
    """Configures Django with an empty database in the folder."""
    settings.configure(
        **settings_with_database(folder),
        ROOT_URLCONF="gqlauth_server.urls",
        INSTALLED_APPS=[
            "django.contrib.admin",
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "strawberry_django",
            "gqlauth",
        ],
        MIDDLEWARE=["gqlauth.core.middlewares.django_jwt_middleware"],
        GQL_AUTH=GqlAuthSettings(
            LOGIN_REQUIRE_CAPTCHA=False,
            REGISTER_REQUIRE_CAPTCHA=False,
            SEND_ACTIVATION_EMAIL=False,
            ALLOW_DELETE_ACCOUNT=True,
            JWT_EXPIRATION_DELTA=timedelta(seconds=access_seconds),
            JWT_REFRESH_EXPIRATION_DELTA=timedelta(seconds=refresh_seconds),
        ),
    )
    django.setup()


def verify() -> None:
    """Verifies the users' accounts, but one."""
    # Django's modules with models can be imported only after the settings.
    from gqlauth.models import UserStatus

    verified = [name for name in USERS if name != UNVERIFIED_USER]
    UserStatus.objects.filter(user__username__in=verified).update(verified=True)
