"""The two players: what each may see, and how each decides."""
