"""Which decision points people are asked about: drawn by chance, balanced, and with known probabilities."""
