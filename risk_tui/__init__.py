"""Risk for friends round one terminal."""

__version__ = "0.1.0"

DISTRIBUTION = "risk-tui"
"""What package indexes call the program; ``docs/releasing.md`` says how to change it."""
