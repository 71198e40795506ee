"""Copies everything from one database into another of the other kind: see docs/decisions/0045."""
