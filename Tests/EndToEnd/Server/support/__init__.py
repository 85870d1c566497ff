"""Code shared by the test servers."""
