"""A fourth OpenID provider: Canaille, whose tokens are JWTs and whose redirects have `iss`."""
