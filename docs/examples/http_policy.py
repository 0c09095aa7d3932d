"""An assistant as an HTTP server: offers to answer each new mail, and answers with the user's reply to the offer."""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SAY, WAIT = "PAREAgentUserInterface__send_message_to_user", "PAREAgentUserInterface__wait"
REPLY = "Emails__reply_to_email"


def decide(view: dict[str, Any]) -> dict[str, Any]:
    mails = [notice for notice in view["notices"] if notice["kind"] == "email"]
    if view["phase"] == "execute" and view["offer"]:
        last = view["own"][-1]
        if last["name"] != REPLY:
            return {"name": REPLY, "args": {"email_id": mails[-1]["about"], "content": view["offer"]["answer"]}}
        problem = last["error"]
        return {"name": SAY, "args": {"content": "I have replied." if problem is None else problem["message"]}}
    if view["offer"] is None and mails and mails[-1]["new"]:
        sender, _, subject = mails[-1]["title"].partition(": ")
        offer = f"Shall I reply to {sender}'s mail “{subject}”?"
        return {"name": SAY, "args": {"content": offer}, "thought": "This mail wants an answer."}
    return {"name": WAIT}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        view = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps(decide(view)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
