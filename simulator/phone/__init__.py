"""The simulated phone: clock, data, screens, actions, notifications and offers."""
