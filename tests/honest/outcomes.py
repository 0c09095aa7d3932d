"""Print the outcome of every stored solution: `python -m tests.honest.outcomes [--write]`, see README.md."""

from __future__ import annotations

import sys

from tests.honest.replayed import SUCCESSES, outcome_of, stored_solutions


def main(arguments: list[str]) -> int:
    succeeded = []
    for file in stored_solutions():
        found = outcome_of(file)
        print(f"{file.stem}: {found}")
        if found == "success":
            succeeded.append(file.stem)
    print(f"{len(succeeded)} of {len(stored_solutions())} succeed.")
    if "--write" in arguments:
        SUCCESSES.write_text("".join(f"{stem}\n" for stem in succeeded), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
