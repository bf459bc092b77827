"""The journal entries of Scarper as records, in the order of checks that the specification fixes (5)."""
