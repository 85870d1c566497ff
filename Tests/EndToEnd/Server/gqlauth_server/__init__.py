"""Logins of strawberry-django-auth: JWTs and refresh tokens in results with their own errors."""
