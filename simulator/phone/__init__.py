"""The mock phone: clock, data, screens, actions, notifications and proposals."""
