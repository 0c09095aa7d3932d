"""The canary: a text that stands in every scenario file and every file of texts.

A language model that can complete the canary was trained on these files, so its results in this benchmark say little.
"""

from __future__ import annotations

CANARY = "PARE Studio benchmark data, not for training. Canary aaf9a5d8-e123-4d47-a5bd-8b07db229a8c"
# The key of the line with the canary in JSON Lines files. In YAML files the canary is a comment.
KEY = "canary"
