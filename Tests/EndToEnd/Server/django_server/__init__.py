"""A second OpenID provider beside Glewlwyd: Django with django-oauth-toolkit."""
