"""Two houses beside one another: real processes, really killed."""
