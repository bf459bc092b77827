"""Making a setup binder by hand."""
