"""Turn runs into HTML for pages, steps and sockets: shared histories, frames, the phone, the story.

Views and consumers both import this package, so it imports neither of them.
"""
