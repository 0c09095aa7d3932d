"""Who kept a run from succeeding: what is found in it, and the rules that make a blame of that, in their order."""
