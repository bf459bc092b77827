"""Who sits where: seats and their people, the host's place, who has left, and how a place is found again."""
