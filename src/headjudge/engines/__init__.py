"""Searches over a system of terms: exhaustive, bounded, by proof."""
