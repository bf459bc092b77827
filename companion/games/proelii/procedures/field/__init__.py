"""The field: who stands next to whom, where a unit can go, what drives it, who holds it at the end."""
