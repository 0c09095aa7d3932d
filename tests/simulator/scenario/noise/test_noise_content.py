"""Texts for noise: the built-in ones, and those of a file in the published layout."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

from simulator.scenario.noise import noise_content
from simulator.scenario.noise.noise_content import VARIABLE, NoiseContent, NoiseError, content_for, own_file
from tests.simulator.stories.noise_files import DUET, MAIL, PRODUCT, augmentation, chat, written

PUBLISHED: dict[str, Any] = {
    "apps": [
        {
            "name": "Messages",
            "app_state": {
                "conversations": {
                    "universe_1_ab12": {
                        "participant_ids": ["+35312345", "+46700000"],
                        "messages": [
                            {"sender_id": "+35312345", "message_id": "a", "timestamp": 1.5, "content": "Rain again."},
                            {"sender_id": "+46700000", "message_id": "b", "timestamp": 2.5, "content": "Snow here."},
                        ],
                        "title": None,
                        "conversation_id": "ab12",
                        "last_updated": 3.0,
                    }
                }
            },
        },
        {"name": "Chats", "app_state": {"conversations": {"x": {**DUET, "participant_ids": ["1", "2", "owner"]}}}},
        {
            "name": "Emails",
            "app_state": {
                "folders": {
                    "INBOX": {"folder_name": "INBOX", "emails": [{**MAIL, "is_read": None, "parent_id": None}]},
                    "SENT": {"folder_name": "SENT", "emails": [{**MAIL, "subject": "From the owner of that file"}]},
                }
            },
        },
        {"name": "RentAFlat", "app_state": {}},
        {"name": "Shopping", "app_state": {"products": {"p": PRODUCT}, "orders": {}}},
    ],
    "version": 7,
}


def read(file: Path) -> tuple[str, NoiseContent]:
    return own_file({VARIABLE: str(file)})


def refusal(file: Path | str) -> str:
    with pytest.raises(NoiseError) as caught:
        own_file({VARIABLE: str(file)})
    assert VARIABLE in str(caught.value)
    return str(caught.value)


def test_the_built_in_texts_serve_every_app() -> None:
    found = content_for("", {})
    assert len(found.mails) > 50
    assert len(found.chats) > 30
    assert len(found.products) > 30
    assert all(len(chat.people) <= 4 for chat in found.chats)
    assert all(mail.sender.endswith(".example") for mail in found.mails)


def test_no_built_in_text_comes_twice() -> None:
    found = content_for("", {})
    texts = [mail.content for mail in found.mails]
    texts += [message.content for chat in found.chats for message in chat.messages]
    assert len(set(texts)) == len(texts)


def test_a_config_without_a_hash_means_the_built_in_texts_whatever_is_set(tmp_path: Path) -> None:
    assert content_for("", {VARIABLE: str(written(tmp_path))}) == content_for("", {})


@pytest.mark.parametrize("environ", [{}, {VARIABLE: ""}, {VARIABLE: "  "}])
def test_without_a_name_there_is_no_file_of_ones_own(environ: dict[str, str]) -> None:
    assert own_file(environ) == ("", NoiseContent())


def test_a_file_is_known_by_the_hash_of_its_bytes(tmp_path: Path) -> None:
    file = written(tmp_path)
    found, texts = read(file)
    assert found == hashlib.sha256(file.read_bytes()).hexdigest()
    assert content_for(found, {VARIABLE: str(file)}) == texts


def test_a_file_in_the_home_folder_may_be_named_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read(written(tmp_path)) == own_file({VARIABLE: "~/noise.json"})


def test_the_published_layout_is_read_with_all_that_it_carries(tmp_path: Path) -> None:
    _, found = read(written(tmp_path, PUBLISHED))
    assert [chat.people for chat in found.chats] == [("+35312345", "+46700000"), ("Mara Lind", "Jonas Weber")]
    assert [mail.subject for mail in found.mails] == ["Chimes"], "only what lies in the inbox has come to somebody"
    assert [(product.name, len(product.variants)) for product in found.products] == [("Tuning fork", 3)]


@pytest.mark.parametrize("app", [{"name": "Cabs"}, {"name": "Cabs", "app_state": None}])
def test_an_app_without_a_state_brings_nothing(tmp_path: Path, app: dict[str, Any]) -> None:
    data = augmentation([MAIL])
    _, found = read(written(tmp_path, {"apps": [*data["apps"], app]}))
    assert found == NoiseContent(mails=found.mails)
    assert len(found.mails) == 1


def test_what_nobody_could_send_or_sell_is_left_out(tmp_path: Path) -> None:
    blank = chat(("Mara Lind", " "), ("Jonas Weber", "\n"))
    half = chat(("Mara Lind", "  "), ("Jonas Weber", "Hm."))
    products = [PRODUCT, {**PRODUCT, "name": " "}, {**PRODUCT, "variants": {}}]
    _, found = read(written(tmp_path, augmentation([], [blank, half], products)))
    assert [(chat.people, len(chat.messages)) for chat in found.chats] == [(("Jonas Weber",), 1)]
    assert len(found.products) == 1


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "truncated"),
        (b"[]", "Expected `object`, got `array`"),
        (b"apps: []", "malformed"),
        (b"{}", "missing required field `apps`"),
        (b'{"apps": {}}', "Expected `array`"),
        (b'{"apps": [{"app_state": {}}]}', "missing required field `name`"),
        (b'\xef\xbb\xbf{"apps": []}', "malformed"),
        (b'{"apps": [{"name": "\xff"}]}', "utf-8"),
        (b'{"apps": [], "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "recursion"),
        (b'{"apps": [{"name": "E", "app_state": {"folders": {"INBOX": {"emails": [{"subject": "x"}]}}}}]}', "`sender`"),
        (b'{"apps": [{"name": "S", "app_state": {"products": {"p": {"name": "n", "variants": [1]}}}}]}', "variants"),
    ],
)
def test_a_file_that_is_no_augmentation_data_is_refused_with_what_it_should_be(
    tmp_path: Path, data: bytes, says: str
) -> None:
    file = tmp_path / "noise.json"
    file.write_bytes(data)
    told = refusal(file)
    assert says in told
    assert told.endswith("It should be a JSON object with `apps`, each with `name` and `app_state`.")


@pytest.mark.parametrize("price", [-1, 1e7, "12", None])
def test_a_price_that_no_shop_could_take_is_refused(tmp_path: Path, price: Any) -> None:
    product = {**PRODUCT, "variants": {"v": {"price": price}}}
    assert ".price`" in refusal(written(tmp_path, augmentation([], [], [product])))


@pytest.mark.parametrize("data", [{"apps": []}, augmentation(), augmentation([], [chat(("Mara Lind", " "))])])
def test_a_file_of_which_nothing_could_come_is_refused(tmp_path: Path, data: Any) -> None:
    assert "contains no mail, conversation or product" in refusal(written(tmp_path, data))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    told = refusal(tmp_path / "gone.json")
    assert str(tmp_path / "gone.json") in told
    assert "No such file or directory. Name a readable JSON file." in told


@pytest.mark.parametrize("name", ["~nobody_of_that_name/noise.json", "a\0b"])
def test_a_name_that_can_be_no_file_is_refused(name: str) -> None:
    assert "cannot be read" in refusal(name)


def test_a_folder_a_pipe_and_a_device_are_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for name in (tmp_path, pipe, Path("/dev/zero")):
        assert "is not a file" in refusal(name)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise_content, "LARGEST_FILE", 10)
    assert "is larger than" in refusal(written(tmp_path))


def test_another_file_than_the_configs_is_refused_and_both_are_named(tmp_path: Path) -> None:
    file = written(tmp_path)
    digest = own_file({VARIABLE: str(file)})[0]
    with pytest.raises(NoiseError, match=rf"hash {'0' * 12}, but {file} has the hash {digest[:12]}"):
        content_for("0" * 64, {VARIABLE: str(file)})


def test_a_file_that_is_needed_but_not_named_is_asked_for() -> None:
    with pytest.raises(NoiseError, match=f"{VARIABLE} is not set. Set {VARIABLE} to the right file"):
        content_for("0" * 64, {})


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    before, _ = read(written(tmp_path))
    after, texts = read(written(tmp_path, augmentation([{**MAIL, "subject": "Other"}])))
    assert before != after
    assert [mail.subject for mail in texts.mails] == ["Other"]
