"""Reply formats: how a model states an action and learns its result, by tool calls or by text."""
