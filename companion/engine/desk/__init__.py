"""The desk's sheets, made of what is said already: a question's record, and a file of words."""
