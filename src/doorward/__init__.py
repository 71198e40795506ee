"""Doorward: self-hosted authentication and user management."""

__version__ = "0.1.0"
