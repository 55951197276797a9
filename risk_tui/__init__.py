"""Risk for friends round one terminal."""

__version__ = "0.1.0"
