"""The designer's pages."""
