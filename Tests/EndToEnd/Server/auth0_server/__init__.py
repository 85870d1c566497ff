"""Auth0's API for end-to-end tests: its paths and JSON, with Glewlwyd as OpenID provider."""
