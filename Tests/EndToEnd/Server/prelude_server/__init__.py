"""Prelude's session API, with social login, for end-to-end tests."""
