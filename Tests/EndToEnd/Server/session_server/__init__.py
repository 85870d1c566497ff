"""A server with the logins of five commerce systems, each with the names of its own schema."""
