"""The settings, the users and the notes of the servers with a token library for Django."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import Any, Dict, List

from django.core.management import call_command

# Tests of deletions delete Dave and Erin.
USERS = ("alice", "bob", "carol", "dave", "erin", "frank")
PASSWORD = "correct horse"


def add_token_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of these servers."""
    parser.add_argument("--access-seconds", type=float, default=300, help="how long a token lasts")
    parser.add_argument("--refresh-seconds", type=float, default=3600, help="and a refresh token")
    parser.add_argument("--print-schema", action="store_true", help="only print the schema")


def settings_with_database(folder: Path) -> Dict[str, Any]:
    """The settings that the servers share, with an empty database in the folder."""
    return {
        "ALLOWED_HOSTS": ["127.0.0.1"],
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DATABASES": {
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(folder / "database"),
                "OPTIONS": {"timeout": 20},
            }
        },
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        # A secure hash takes a second.
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "LOGGING_CONFIG": None,
        "USE_TZ": True,
    }


def populate() -> None:
    """Creates the tables and the users."""
    call_command("migrate", verbosity=0)
    # Django's modules with models can be imported only after the settings.
    from django.contrib.auth import get_user_model

    for name in USERS:
        get_user_model().objects.create_user(
            name, f"{name}@example.com", PASSWORD, first_name=name.capitalize()
        )


class Notes:
    """The texts that users add, in the server's memory."""

    def __init__(self) -> None:
        self._texts: Dict[str, List[str]] = {}

    def add(self, user: Any, text: str) -> int:
        """Adds a text, and returns the user's number of texts."""
        texts = self._texts.setdefault(user.get_username(), [])
        texts.append(text)
        return len(texts)

    def of(self, user: Any) -> List[str]:
        """The user's texts."""
        return list(self._texts.get(user.get_username(), []))
