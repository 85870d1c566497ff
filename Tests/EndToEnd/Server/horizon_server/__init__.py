"""A Horizon server for end-to-end tests: the project's schema with scripted customers."""
