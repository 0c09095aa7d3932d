"""The site around the simulator: settings, addresses and the command line."""
