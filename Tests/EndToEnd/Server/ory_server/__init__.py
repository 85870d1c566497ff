"""Ory Kratos for end-to-end tests: native login and registration with providers."""
