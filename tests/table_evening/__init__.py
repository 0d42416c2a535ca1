"""An evening of Racing Demon: four people with four kinds of client, and two computer players, play
rounds to the target of a series while programs are killed. `make evening` holds it; begin in
`evening.py`."""
