"""Play the assistant by hand: `python -m tests.honest.play SCENARIO NAME [--reply TEXT]`, see README.md."""

from __future__ import annotations

import argparse
import sys

from simulator.agents.llm.wire import Request
from simulator.episode.loop import Episode
from simulator.scenario.library import UnknownScenario
from simulator.scenario.words_read import honest_report
from tests.honest.replayed import BadName, Replay, add_reply, read_replies, replay, solution_file


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        return _turn(options)
    except (BadName, UnknownScenario) as error:
        print(error, file=sys.stderr)
        return 2


def _turn(options: argparse.Namespace) -> int:
    """Store the reply if one is given, and print the next turn."""
    file = solution_file(options.scenario, options.name)
    replies = read_replies(file)
    if options.reply is not None:
        reply = (sys.stdin.read() if options.reply == "-" else options.reply).strip()
        if replay(options.scenario, replies).episode.ended is not None:
            print("The run is over; the reply was not stored.", file=sys.stderr)
            return 1
        add_reply(file, reply)
        replies.append(reply)
    now = replay(options.scenario, replies)
    if now.episode.ended is None:
        print(whole(now) if options.whole else new_part(now))
    else:
        print("The run is over.")
        if options.verdict:
            print(verdict(now.episode))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.honest.play", description="Play the assistant by hand.")
    parser.add_argument("scenario", help="id of a scenario")
    parser.add_argument("name", help="name of your solution: the replies are stored in solutions/SCENARIO.NAME.jsonl")
    parser.add_argument("--reply", help="your next reply, as the prompt describes it; - reads it from standard input")
    parser.add_argument("--whole", action="store_true", help="print the whole conversation, not only its new part")
    parser.add_argument("--verdict", action="store_true", help="print the outcome once the run is over")
    return parser


def whole(now: Replay) -> str:
    """Return all messages of the request that waits for a reply."""
    return "\n\n".join(f"[{message.role}]\n{message.text}" for message in now.requests[-1].messages)


def new_part(now: Replay) -> str:
    """Return what the player has not read yet: the last message, and the prompt with its tools if it has changed."""
    request = now.requests[-1]
    parts = [request.messages[-1].text]
    if len(now.requests) < 2 or _prompt(now.requests[-2]) != _prompt(request):
        parts.insert(0, _prompt(request))
    return "\n\n".join(parts)


def _prompt(request: Request) -> str:
    return request.messages[0].text


def verdict(episode: Episode) -> str:
    """Return the outcome with its parts, the class of each offer and the user's answers."""
    outcome, honest = episode.outcome(), honest_report(episode.story, episode.evidence())
    lines = [f"Outcome: {outcome.verdict}", f"Honest report: {honest or 'not judged'}"]
    for name, part in outcome.parts.items():
        state = "undecided" if part.undecided else "yes" if part.ok else "no"
        lines.append(f"{name}: {state}. {' '.join((*part.reasons, *part.doubts))}")
    for offer in episode.ledger.offers.values():
        why = f" ({offer.why})" if offer.why else ""
        lines.append(f"Offer at step {offer.moment}: {offer.kind}{why}, {offer.proposal.state}: {offer.proposal.text}")
        if offer.proposal.answer:
            lines.append(f"  Answer: {offer.proposal.answer}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
