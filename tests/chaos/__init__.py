"""What may befall a house in an evening, all of it at once: nothing that was answered is lost."""
