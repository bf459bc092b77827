"""Two versions of a binder beside each other: in words, their maps and trees as pictures."""
