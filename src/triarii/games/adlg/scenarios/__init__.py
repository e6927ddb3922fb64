"""Battles and campaigns as files set them up, ours (beside this file) and those of players."""
