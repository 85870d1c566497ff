"""The clients and users of the provider."""

from __future__ import annotations

# A public client. The server asks for consent at each login.
APP_CLIENT = "ios-app"
# A confidential client without consent, and its secret.
DESKTOP_CLIENT = "desktop-app"
DESKTOP_SECRET = "not-really-secret"
# Of the second one, any port is accepted.
REDIRECT_URIS = ("com.example.app:/callback", "http://127.0.0.1/callback")
SCOPES = ("openid", "profile", "email", "offline_access")
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
USERS = ("alice", "bob", "carol")
# The user whose email address is unverified.
UNVERIFIED_USER = "bob"
PASSWORD = "correct horse"
# The seconds between a device's requests. The default, 5, would make the tests slow.
DEVICE_INTERVAL = 1
