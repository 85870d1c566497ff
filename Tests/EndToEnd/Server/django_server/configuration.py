"""The settings of Django and django-oauth-toolkit, and the initial database."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, Dict, Sequence

import django
from django.conf import settings
from django.core.management import call_command

from support.signing_key import new_private_key

APP_CLIENT = "ios-app"
# This client's ID tokens are signed with a secret instead of a key.
SHARED_SECRET_CLIENT = "shared-secret-app"
REDIRECT_URIS = ("com.example.app:/callback", "http://127.0.0.1/callback")
PASSWORD = "correct horse"

_LOGIN_PAGE = """
<form method="post">{% csrf_token %}
<input type="hidden" name="next" value="{{ next }}">
{{ form.username }} {{ form.password }}
<input type="submit" value="Log in">
</form>
"""


def configure(folder: Path) -> None:
    """Configures Django with an empty database in the folder."""
    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        SECRET_KEY=secrets.token_urlsafe(48),
        ROOT_URLCONF="django_server.urls",
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "oauth2_provider",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
        TEMPLATES=[_templates()],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(folder / "database"),
                "OPTIONS": {"timeout": 20},
            }
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        # A secure hash takes a second.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        LOGGING_CONFIG=None,
        USE_TZ=True,
        OAUTH2_PROVIDER={
            "OIDC_ENABLED": True,
            "OIDC_RSA_PRIVATE_KEY": new_private_key(),
            "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
            "OIDC_RP_INITIATED_LOGOUT_ALWAYS_PROMPT": False,
            "OAUTH2_VALIDATOR_CLASS": "django_server.claims.Validator",
            "ALLOWED_REDIRECT_URI_SCHEMES": ["com.example.app", "http"],
            "SCOPES": {"openid": "Who you are", "profile": "Your name", "email": "Your address"},
            "PKCE_REQUIRED": True,
            # The server asks for consent once.
            "REQUEST_APPROVAL_PROMPT": "auto",
        },
    )
    django.setup()


def populate() -> None:
    """Creates the tables, the users `alice`, `bob` and `carol`, and the clients."""
    call_command("migrate", verbosity=0)
    # Django's modules with models can be imported only now.
    from django.contrib.auth import get_user_model
    from oauth2_provider.models import get_application_model

    users = get_user_model().objects
    for name in ("alice", "bob", "carol"):
        users.create_user(name, f"{name}@example.com", PASSWORD, first_name=name.capitalize())
    kind = get_application_model()
    for client, algorithm in [
        (APP_CLIENT, kind.RS256_ALGORITHM),
        (SHARED_SECRET_CLIENT, kind.HS256_ALGORITHM),
    ]:
        kind.objects.create(
            client_id=client,
            client_type=kind.CLIENT_PUBLIC,
            authorization_grant_type=kind.GRANT_AUTHORIZATION_CODE,
            redirect_uris=" ".join(REDIRECT_URIS),
            post_logout_redirect_uris=" ".join(REDIRECT_URIS),
            algorithm=algorithm,
            hash_client_secret=False,
        )


def _templates() -> Dict[str, Any]:
    loaders: Sequence[Any] = [
        ("django.template.loaders.locmem.Loader", {"registration/login.html": _LOGIN_PAGE}),
        "django.template.loaders.app_directories.Loader",
    ]
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": loaders,
            "context_processors": ["django.template.context_processors.request"],
        },
    }
