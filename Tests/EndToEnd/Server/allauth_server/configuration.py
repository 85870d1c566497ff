"""The settings of Django and allauth, and the initial database."""

from __future__ import annotations

import secrets
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

from support.signing_key import new_private_key

from . import passkeys
from .clients import (
    APP_CLIENT,
    DESKTOP_CLIENT,
    DESKTOP_SECRET,
    DEVICE_GRANT,
    DEVICE_INTERVAL,
    PASSWORD,
    REDIRECT_URIS,
    SCOPES,
    UNVERIFIED_USER,
    USERS,
)


def configure(folder: Path) -> None:
    """Configures Django with an empty database in the folder."""
    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        SECRET_KEY=secrets.token_urlsafe(48),
        ROOT_URLCONF="allauth_server.urls",
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "allauth",
            "allauth.account",
            "allauth.idp.oidc",
            *passkeys.APPS,
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "allauth.account.middleware.AccountMiddleware",
        ],
        AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": ["django.template.context_processors.request"],
                },
            }
        ],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(folder / "database"),
                "OPTIONS": {"timeout": 20},
            }
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
        LOGIN_URL="account_login",
        # A secure hash takes a second.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        LOGGING_CONFIG=None,
        USE_TZ=True,
        ACCOUNT_EMAIL_VERIFICATION="none",
        # Tests log in more often than a person does.
        ACCOUNT_RATE_LIMITS=False,
        # A code is also valid for half a minute before and after, for slow tests.
        MFA_TOTP_TOLERANCE=1,
        IDP_OIDC_RATE_LIMITS=False,
        IDP_OIDC_PRIVATE_KEY=new_private_key(),
        IDP_OIDC_DEVICE_CODE_INTERVAL=DEVICE_INTERVAL,
        **passkeys.SETTINGS,
    )
    django.setup()


def populate() -> None:
    """Creates the tables, the users and the clients."""
    call_command("migrate", verbosity=0)
    # Django's modules with models can be imported only now.
    from allauth.account.models import EmailAddress
    from allauth.idp.oidc.models import Client
    from django.contrib.auth import get_user_model

    for name in USERS:
        address = f"{name}@example.com"
        user = get_user_model().objects.create_user(
            name, address, PASSWORD, first_name=name.capitalize()
        )
        EmailAddress.objects.create(
            user=user, email=address, primary=True, verified=name != UNVERIFIED_USER
        )
    app = Client(id=APP_CLIENT, name="App", type=Client.Type.PUBLIC)
    desktop = Client(id=DESKTOP_CLIENT, name="Desktop app", skip_consent=True)
    desktop.set_secret(DESKTOP_SECRET)
    grants = ["authorization_code", "refresh_token"]
    # allauth has the device flow for public clients alone.
    app.set_grant_types([*grants, DEVICE_GRANT])
    desktop.set_grant_types(grants)
    for client in (app, desktop):
        client.set_scopes(list(SCOPES))
        client.set_redirect_uris(list(REDIRECT_URIS))
        client.set_post_logout_redirect_uris(list(REDIRECT_URIS))
        client.save()
