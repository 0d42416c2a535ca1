"""Leisure races: a closed circle plays the same deals, each contestant alone and when they like,
within hours or days.

The race is sealed until it is told: until nobody may play any more, no contestant learns anything
that depends on the play of others.

This package imports `own_pace`, which has what leisure races share with crown races, and the
packages below it. Begin with `state.py` (a leisure race and the decisions that change it), then
`service.py`. The handlers are in `handlers/leisure_races.py`.
"""
