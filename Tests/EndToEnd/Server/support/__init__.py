"""What the test servers have in common."""
