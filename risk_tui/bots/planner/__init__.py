"""Bots that evaluate a whole turn and the likely answers to it.

Start with ``planner_bot.Planner``; ``characters`` gives it different weights. ``campaigns`` finds
what to attack, ``outlook`` judges the position after it, and ``moves`` places armies accordingly.
"""
