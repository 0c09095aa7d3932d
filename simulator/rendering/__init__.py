"""Turn runs into HTML for pages, steps and sockets: shared histories, frames, the phone, the story.

Views and consumers both use it, so it imports neither.
"""
