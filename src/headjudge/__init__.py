"""headjudge finds where the rules of a card game contradict one another."""
