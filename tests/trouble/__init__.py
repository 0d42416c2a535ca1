"""Everything that may befall servers, their store and the lines between, made on purpose.

`wires.py` is a network that can be cut, `pair.py` a store that can be spoilt, `faults.py` the list
of what befalls them; `company.py` plays meanwhile, `judging.py` says what must be true afterwards.
"""
