"""Content of the demo study: offers written beforehand, and verdicts on some of them."""
