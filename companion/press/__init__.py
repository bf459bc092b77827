"""The print shop's machines. Nothing outside this floor touches a PDF library."""
