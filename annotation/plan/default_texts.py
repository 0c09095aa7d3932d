"""Guidelines and consent text that a new study starts with; leads edit them."""

from __future__ import annotations

# A study stores the text it starts with as version 1; changing the text here affects new studies only.
GUIDELINES = """\
# How to judge

You play the owner of the phone. An assistant has been watching and now offers to do something. Answer as the owner
would at that moment, knowing only what the owner knew then.

1. **Read what the owner wants.** It is at the top, unless this study hides it.
2. **Look at what happened before.** The phone shows the moment of the offer. Step back to see what led to it.
3. **Read the offer.** Ask yourself four things: Did the assistant understand the situation? Would the owner want
   this? Does the owner know enough to say yes? Is this a good time?
4. **Answer.**
   - **Accept** if the owner would let the assistant do what it offers.
   - **Reject** if the owner would not want this, not now, or would rather do it alone.
   - **More info** if the owner could not decide yet and would look something up first. Write what is missing.
5. **Judge the offer, not its result.** You are not told what happened next, and it does not matter.
6. **If nothing was offered,** say whether an offer was missing: would the owner have liked help with something?

There is no time limit. Most offers take half a minute. If you change your mind, undo the answer or change one of your
last ten answers."""
CONSENT = """\
# Before you start

**What this is.** A study of when help from an assistant on a phone is welcome. You will see scenes from simulated
phones, with made-up people, and say how you would answer. You can stop at any time.

**Who runs it.** The people who sent you the link. Ask them if anything is unclear, also afterwards.

**What is stored.** Your answers, the reasons you write, when you gave them and how long each took. Your answers are
kept under a pseudonym. Your name, mail address and network address are not stored with your answers. If you came
through a panel, your panel id is stored so that you can be paid. The panel id is not part of the data that are shared.

**What it is used for.** Research. Answers may be published under the pseudonym. Do not write anything about yourself or
others into the reasons.

**Your rights.** Taking part is voluntary. You can pause and come back with the same link. If you came through a panel,
another browser asks for your personal code, which the page “My answers” shows. You can withdraw on that page at any
time while the study runs. All your answers are then deleted."""
PLAY_GUIDELINES = """\
You play one side of a short story on a phone. The other side is played by a program.

1. **Read who you are and what you want.** It stays in view while you play.
2. **Act as this person would.** There is no right way to play; do what seems natural.
3. **Take the time that you need.** The story waits for you. Its clock moves only when somebody acts.
4. **Play to the end.** You can close the page and go on later. A run that is left alone for too long is ended and does
   not count."""
PLAY_CONSENT = """\
# Before you start

**What this is.** A study of assistants on phones. You play the owner of a simulated phone, or the assistant, in made-up
stories. You can stop at any time.

**Who runs it.** The people who sent you the link. Ask them if anything is unclear, also afterwards.

**What is stored.** Everything that you do and write while you play, when you did it and how long it took. It is kept
under a pseudonym. Your name, mail address and network address are not stored with it. If you came through a panel, your
panel id is stored so that you can be paid. The panel id is not part of the data that are shared.

**What it is used for.** Research. Your runs may be published under the pseudonym. Do not write anything about yourself
or others while you play. If the study has a leaderboard, other participants see your pseudonym, how many runs you have
played and how many were successful.

**Your rights.** Taking part is voluntary. You can pause and come back with the same link. If you came through a panel,
another browser asks for your personal code, which the page of the study shows. You can withdraw on that page at any
time. Your runs are then deleted. A run that other work already builds on is kept, but nothing leads from it to you."""
