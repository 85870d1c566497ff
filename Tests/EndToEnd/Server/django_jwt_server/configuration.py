"""The settings of Django, Graphene and django-graphql-jwt."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import django
from django.conf import settings

from support.django_accounts import settings_with_database


def configure(folder: Path, access_seconds: float, refresh_seconds: float) -> None:
    """Configures Django with an empty database in the folder."""
    settings.configure(
        **settings_with_database(folder),
        ROOT_URLCONF="django_jwt_server.urls",
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "graphene_django",
            "graphql_jwt.refresh_token",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
        AUTHENTICATION_BACKENDS=[
            "graphql_jwt.backends.JSONWebTokenBackend",
            "django.contrib.auth.backends.ModelBackend",
        ],
        GRAPHENE={
            "SCHEMA": "django_jwt_server.schema.SCHEMA",
            "MIDDLEWARE": ["graphql_jwt.middleware.JSONWebTokenMiddleware"],
        },
        GRAPHQL_JWT={
            # By default, a token has no end.
            "JWT_VERIFY_EXPIRATION": True,
            "JWT_LONG_RUNNING_REFRESH_TOKEN": True,
            "JWT_EXPIRATION_DELTA": timedelta(seconds=access_seconds),
            "JWT_REFRESH_EXPIRATION_DELTA": timedelta(seconds=refresh_seconds),
        },
    )
    django.setup()
