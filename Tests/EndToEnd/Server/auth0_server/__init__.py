"""Auth0's part for end-to-end tests: its paths and JSON over Glewlwyd, an OpenID provider."""
