"""Guidelines and consent text that a new study starts with; leads edit them."""

from __future__ import annotations

# A study stores the text it starts with as version 1; changing this one affects new studies only.
GUIDELINES = """\
# How to judge

You play the owner of the phone. An assistant has been watching and now offers to do something. Answer as the owner
would at that moment, with what the owner could know then.

1. **Read what the owner wants.** It stands at the top, unless this study keeps it from you.
2. **Look at what led here.** The phone stands as it did when the offer came; step back through what happened before.
3. **Read the offer.** Ask yourself four things: Did the assistant understand what is going on? Would the owner want
   this? Is enough known to say yes? Is this a good time?
4. **Answer.**
   - **Accept** if the owner would let the assistant go ahead as it says.
   - **Reject** if the owner would not want this, or not now, or would rather do it alone.
   - **More info** if the owner could not decide yet and would look something up first. Write what is missing.
5. **Judge the offer, not what came of it.** You are not told how it went on, and it does not matter.
6. **Where nothing was offered,** say whether help was missed: was there something the owner would have been glad of?

There is no time limit. Most offers take half a minute. If you change your mind, take the answer back or edit one of
your last ten."""
CONSENT = """\
# Before you begin

**What this is.** A study of when help from an assistant on a phone is welcome. You will see scenes from simulated
phones, with made-up people, and say how you would answer. You can stop at any time.

**Who does it.** The people who sent you the link. Ask them if anything is unclear, also afterwards.

**What is stored.** Your answers, the reasons you write, when you gave them and how long each took. They are kept under
a pseudonym. Your name, mail address and network address are not stored with them. If you came through a panel, its id
of you is stored so that you can be paid; it is no part of the data that are passed on.

**What it is used for.** Research. Answers may be published under the pseudonym. Do not write anything about yourself or
others into the reasons.

**Your rights.** Taking part is voluntary. You can pause and come back by the same link. If you came through a panel,
another browser asks for your personal code, which the page “My answers” shows. You can withdraw on that page at any
time while the study runs: all your answers are deleted then."""
