"""Conversations of connected guests with their rooms."""
