"""What the rules assistant resolves: one file for each procedure of the specification, section 6."""
