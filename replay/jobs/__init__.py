"""What is done with stored runs: reading them from files, writing them as files."""
