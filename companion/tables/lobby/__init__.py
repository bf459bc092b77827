"""Before a table begins: people sit down and are put in order, and at the host's word it is dealt."""
