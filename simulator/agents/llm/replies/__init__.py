"""How a model says what it wants to do, and how it is told what came of it: by tool calls, or by text."""
