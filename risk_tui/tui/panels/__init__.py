"""The parts of the panel beside the map."""
