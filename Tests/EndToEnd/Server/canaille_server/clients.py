"""The clients and users of the provider."""

from __future__ import annotations

# A public client. The server asks each user for consent once.
APP_CLIENT = "ios-app"
# A confidential client without consent, and its secret.
DESKTOP_CLIENT = "desktop-app"
DESKTOP_SECRET = "not-really-secret"
# Canaille compares whole URIs: each port must be registered.
REDIRECT_URIS = ("com.example.app:/callback", "http://127.0.0.1/callback")
SCOPES = ("openid", "profile", "email", "offline_access")
USERS = ("alice", "bob", "carol")
PASSWORD = "correct horse"
