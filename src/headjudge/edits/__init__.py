"""What an edit of a rulebook changes: in play, clause by clause, and in what is checked."""
