"""A GraphQL endpoint with the introspection of an earlier edition of the specification."""
