"""Decides who is to blame for a run without success: findings in the run, and rules that rank them."""
