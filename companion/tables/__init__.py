"""People round a table: the door to the journal, the bell that tells screens, and their views."""
