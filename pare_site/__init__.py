"""The site around the simulator: settings, URLs, servers and the command line."""
