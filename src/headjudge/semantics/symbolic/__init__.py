"""Terms over scalar slots, and what evaluates them: columns and constraints."""
