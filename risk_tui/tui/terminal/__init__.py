"""What the terminal is and what it is given: modes, colours, the fewest bytes."""
