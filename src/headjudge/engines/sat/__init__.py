"""Engines that ask a SAT solver about and-inverter graphs."""
