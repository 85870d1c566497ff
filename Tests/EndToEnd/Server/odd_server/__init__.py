"""An OpenID provider, strict about PKCE, codes and secrets. A test changes its responses."""
