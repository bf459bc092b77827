"""What people at a table do together: be ready, and see beat by beat what comes of it."""
