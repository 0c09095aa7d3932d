"""Content of the demo study: offers written beforehand, and the right answers to some of them."""
