"""Hostile text made safe, and where files lie: YAML, clean characters, ASCII, settings."""
