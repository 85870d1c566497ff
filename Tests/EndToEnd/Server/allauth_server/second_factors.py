"""Users with second factors: an authenticator app (RFC 6238) and recovery codes."""

from __future__ import annotations

import itertools
from typing import Dict

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session

from .clients import PASSWORD

_NUMBERS = itertools.count(1)


def add_user() -> Dict[str, str]:
    """A new user's name, a code of the user's app, and a recovery code."""
    name = f"factor{next(_NUMBERS)}"
    user = get_user_model().objects.create_user(name, f"{name}@example.com", PASSWORD)
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(user, secret)
    *_, counter = totp.yield_hotp_counters_from_time()
    codes = RecoveryCodes.activate(user).get_unused_codes()
    return {
        "username": name,
        "code": totp.format_hotp_value(totp.hotp_value(secret, counter - 1)),
        "recoveryCode": codes[0],
    }


def end_login(token: str) -> None:
    """Deletes a session."""
    Session.objects.filter(session_key=token).delete()
