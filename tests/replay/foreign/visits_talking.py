"""A tour through the apps in which people talk: contacts, mails and chats."""

from __future__ import annotations

from tests.replay.foreign.foreign_run import ForeignRun
from tests.replay.foreign.foreign_states import fid
from tests.replay.foreign.visiting import opened

BO, CLEO, DAG = (fid(f"user {name}") for name in ("Bo Quill", "Cleo Marsh", "Dag Winter"))
GLAZE, WITH_BO = fid("chat glaze"), fid("chat bo")


def contacts(run: ForeignRun) -> None:
    user, agent, _ = opened(run, "Contacts")
    card = {"first_name": "Dag", "last_name": "Winter", "gender": None, "age": 41, "phone": "+352 621 000 009"}
    user("list_contacts", "...", ("get_contacts", {"offset": 0}), offset=0)
    user("search_contacts", "...", ("search_contacts", {"query": "Bo"}), query="Bo")
    user("open_contact", "...", ("get_contact", {"contact_id": fid("contact bo")}), contact_id=fid("contact bo"))
    # There the list stays in front.
    user("view_current_user", "...", ("get_current_user_details", {}))
    user("create_contact", fid("contact dag"), ("add_new_contact", card), **card)
    user("open_contact", "...", ("get_contact", {"contact_id": fid("contact dag")}), contact_id=fid("contact dag"))
    agent("get_contacts", "...", offset=0)
    agent("get_contact", "...", contact_id=fid("contact dag"))
    agent("edit_contact", "Done", contact_id=fid("contact dag"), updates={"job": "Sculptor"})
    agent("add_new_contact", fid("contact eli"), first_name="Eli", last_name="Sand", email="eli@sand.example")
    agent("delete_contact", "Done", contact_id=fid("contact eli"))
    agent("search_contacts", "...", query="Dag")


def emails(run: ForeignRun) -> None:
    user, agent, world = opened(run, "Emails")
    world(
        "send_email_to_user_only", fid("mail new"), sender="bo@quill.example", subject="Brushes", content="I have two."
    )
    world(
        "reply_to_email_from_user",
        fid("mail answer"),
        sender="cleo@marsh.example",
        email_id=fid("mail asked"),
        content="It is.",
        attachment_paths=None,
    )
    world(
        "create_and_add_email",
        fid("mail added"),
        sender="news@shop.example",
        recipients=["iris@thorne.example"],
        subject="Sale",
        content="Everything must go.",
        folder_name="INBOX",
    )
    user("list_emails", "...", offset=0, limit=10)
    user(
        "search_emails",
        "...",
        ("search_emails", {"query": "kiln", "folder_name": "INBOX"}),
        query="kiln",
        min_date=None,
        max_date=None,
        limit=10,
    )
    user("list_emails", "...", offset=0, limit=10)
    user(
        "open_email_by_id",
        "...",
        ("get_email_by_id", {"email_id": fid("mail kiln"), "folder_name": "INBOX"}),
        email_id=fid("mail kiln"),
    )
    user("reply", fid("mail reply"), content="I come.", attachment_paths=None)
    user("forward", fid("mail forward"), recipients=["bo@quill.example"])
    user("start_compose_reply", "...")
    user("set_body", "...", body="See you there.")
    user("send_composed_email", fid("mail second reply"))
    user("move", fid("mail kiln"), destination_folder="TRASH")
    user("start_compose", "...")
    user("set_recipients", "...", recipients=["cleo@marsh.example"])
    user("add_recipient", "...", recipient="bo@quill.example")
    user("set_cc", "...", cc=["office@tidehouse.example"])
    user("set_subject", "...", subject="Thursday")
    user("set_body", "...", body="Who comes?")
    user(
        "send_composed_email",
        fid("mail sent"),
        (
            "send_email",
            {
                "recipients": ["cleo@marsh.example", "bo@quill.example"],
                "subject": "Thursday",
                "content": "Who comes?",
                "cc": ["office@tidehouse.example"],
                "attachment_paths": None,
            },
        ),
    )
    user("start_compose", "...")
    user("set_subject", "...", subject="Unfinished")
    user("save_draft", fid("mail draft"))
    user("switch_folder", "...", folder_name="SENT")
    user("open_email_by_id", "...", email_id=fid("mail sent"))
    user("go_back", "MailboxView")
    agent("list_emails", "...", folder_name="INBOX", offset=0, limit=5)
    agent("search_emails", "...", query="rent", folder_name="INBOX")
    agent("get_email_by_id", "...", email_id=fid("mail rent"), folder_name="INBOX")
    agent(
        "send_email",
        fid("mail by agent"),
        recipients=["office@tidehouse.example"],
        subject="Rent",
        content="It will be paid.",
        cc=None,
        attachment_paths=None,
    )
    agent(
        "reply_to_email",
        fid("mail agent reply"),
        email_id=fid("mail rent"),
        folder_name="INBOX",
        content="Done.",
        attachment_paths=None,
    )
    agent(
        "forward_email",
        fid("mail agent forward"),
        email_id=fid("mail rent"),
        recipients=["bo@quill.example"],
        folder_name="INBOX",
    )
    agent("move_email", fid("mail new"), email_id=fid("mail new"), source_folder_name="INBOX", dest_folder_name="TRASH")
    agent("delete_email", fid("mail added"), email_id=fid("mail added"), folder_name="INBOX")


def messages(run: ForeignRun) -> None:
    user, agent, world = opened(run, "Messages")
    page = {
        "offset": 0,
        "limit": 5,
        "offset_recent_messages_per_conversation": 0,
        "limit_recent_messages_per_conversation": 10,
    }
    world("create_and_add_message", None, conversation_id=GLAZE, sender_id=CLEO, content="I found some brushes!")
    user("list_recent_conversations", "...", ("list_recent_conversations", page), **page)
    user(
        "search_conversations",
        "...",
        ("search", {"query": "glaze"}),
        query="glaze",
        min_date=None,
        max_date=None,
        limit=10,
    )
    user(
        "open_conversation",
        "...",
        ("read_conversation", {"conversation_id": GLAZE, "offset": 0, "limit": 20}),
        conversation_id=GLAZE,
        offset=0,
        limit=20,
    )
    user(
        "send_message",
        GLAZE,
        ("send_message_to_group_conversation", {"conversation_id": GLAZE, "content": "Thank you!"}),
        content="Thank you!",
        attachment_path=None,
    )
    user(
        "read_messages",
        "...",
        ("read_conversation", {"conversation_id": GLAZE, "offset": 0, "limit": 10}),
        offset=0,
        limit=10,
        min_date=None,
        max_date=None,
    )
    agent("get_user_id", BO, user_name="Bo Quill")
    agent("get_user_name_from_id", "Bo Quill", user_id=BO)
    agent("lookup_user_id", "...", user_name="Bo")
    agent("send_message", WITH_BO, user_id=BO, content="Iris asks whether you come.", attachment_path=None)
    agent("send_message", fid("chat dag"), user_id=DAG, content="Iris says hello.", attachment_path=None)
    agent("read_conversation", "...", conversation_id=fid("chat dag"), offset=0, limit=10, min_date=None, max_date=None)
    agent("create_group_conversation", fid("chat all"), user_ids=[BO, CLEO, DAG], title="All of us")
    agent(
        "send_message_to_group_conversation",
        fid("chat all"),
        conversation_id=fid("chat all"),
        content="Hello all.",
        attachment_path=None,
    )
    agent("change_conversation_title", fid("chat all"), conversation_id=fid("chat all"), title="Kiln crew")
    agent("remove_participant_from_conversation", fid("chat all"), conversation_id=fid("chat all"), user_id=DAG)
    agent("add_participant_to_conversation", fid("chat all"), conversation_id=fid("chat all"), user_id=DAG)
    agent("list_recent_conversations", "...", **page)
    agent("search", "...", query="brushes", min_date=None, max_date=None)
    agent("get_existing_conversation_ids", "...", user_ids=[BO])
    world("add_participant_to_conversation", GLAZE, conversation_id=GLAZE, user_id=DAG)
