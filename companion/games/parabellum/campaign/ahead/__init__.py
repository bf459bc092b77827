"""What comes next: what a company can afford there, and what it may bring."""
