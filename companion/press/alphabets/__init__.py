"""Every alphabet: faces for letters that our own type lacks, and how such letters are put in a line."""
