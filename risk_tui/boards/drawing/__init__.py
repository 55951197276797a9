"""Draws first pictures of boards, which people then refine: lands, lanes, labels and captions."""
