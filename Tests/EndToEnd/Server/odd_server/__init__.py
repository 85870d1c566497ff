"""An OpenID provider that is strict about PKCE, codes and secrets, and whose answers a test changes."""
