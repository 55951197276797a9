"""Line mode: the same game by lines, for screen readers, dumb terminals, pipes and scripts."""
