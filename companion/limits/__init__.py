"""What one house can bear: how many files, how long a head, how large a body, how many live screens."""
