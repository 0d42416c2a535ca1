"""Fault injection tests: server crashes, store failures, network faults and clock changes.

`wires.py` is a network that can be cut, `pair.py` a store that can be broken, `faults.py` the list
of faults; `company.py` plays during them, `judging.py` checks what must hold afterwards.
"""
