"""Logins of django-graphql-jwt: JWTs and refresh tokens, with Graphene."""
