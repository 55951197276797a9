"""Sentences for players: what happened, what is asked, recaps, odds of dice and rules."""
