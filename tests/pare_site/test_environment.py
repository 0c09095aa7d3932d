"""Settings from the environment: what is understood, and how the rest is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pare_site.environment import KNOWN, BadSetting, Environment, refuse_public_debug, unknown_names

NAME = "PARE_THING"


def env(value: str) -> Environment:
    return Environment({NAME: value})


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("Yes", True), ("on", True), ("", False), ("0", False)])
def test_a_flag_is_read_as_people_write_it(value: str, meant: bool) -> None:
    assert env(value).flag(NAME) is meant


def test_a_missing_variable_is_empty() -> None:
    nothing = Environment({})
    assert nothing.text(NAME) == ""
    assert nothing.names(NAME) == []
    assert nothing.url(NAME, ("http",), "http://x") == ""
    assert nothing.number(NAME, 7, 1, 9) == 7


def test_a_list_is_cut_at_commas() -> None:
    assert env(" a, b,,c ").names(NAME) == ["a", "b", "c"]


@pytest.mark.parametrize("value", ["x", "-1", "10", "1.5", "٣"])
def test_a_number_must_be_whole_and_in_range(value: str) -> None:
    with pytest.raises(
        BadSetting, match=f"{NAME}: '{re.escape(value)}' is not allowed. Write a whole number from 1 to 9"
    ):
        env(value).number(NAME, 1, 1, 9)


def test_space_for_uploads_follows_the_largest_one() -> None:
    assert Environment({}).upload_space(NAME, 64_000_000) == 512_000_000
    assert Environment({}).upload_space(NAME, 600_000_000) == 1_200_000_000
    assert env("128").upload_space(NAME, 64_000_000) == 128_000_000


@pytest.mark.parametrize("value", ["0", "x", "1000001"])
def test_space_for_uploads_must_be_a_number(value: str) -> None:
    with pytest.raises(BadSetting, match=f"{NAME}: '{value}' is not allowed. Write a whole number from 1 to 1000000"):
        env(value).upload_space(NAME, 1_000_000)


def test_space_for_uploads_must_hold_the_largest_one() -> None:
    with pytest.raises(BadSetting, match=f"{NAME}: '127' is too small .* Write at least 128, or lower PARE_MOST"):
        env("127").upload_space(NAME, 64_000_000)


@pytest.mark.parametrize(
    "value", ["lab.example", "ftp://lab.example", "https://", "https:///pare", "http://lab:port", "http://[::1"]
)
def test_an_address_must_be_one(value: str) -> None:
    with pytest.raises(BadSetting, match="the value is not a valid address"):
        env(value).base_url(NAME)


@pytest.mark.parametrize("value", ["https://me@lab", "https://me:secret@lab", "https://lab/?a=b", "https://lab/#top"])
def test_the_address_of_the_site_has_nothing_but_host_port_and_path(value: str) -> None:
    with pytest.raises(BadSetting, match="the address has more than a host, a port and a path") as refusal:
        env(value).base_url(NAME)
    assert "secret" not in str(refusal.value)


def test_a_slash_at_the_end_of_an_address_means_nothing() -> None:
    assert env("https://lab.example/pare/").base_url(NAME) == "https://lab.example/pare"


@pytest.mark.parametrize("value", ["lab.example", ".lab.example", "192.168.1.7", "[fe80::1]", "*", "pare_lab"])
def test_hosts_are_names_and_addresses(value: str) -> None:
    assert env(value).hosts(NAME) == [value]


@pytest.mark.parametrize("value", ["http://lab", "lab:8000", "lab/pare", "la b", "fe80::1"])
def test_hosts_are_nothing_else(value: str) -> None:
    with pytest.raises(BadSetting, match="is not a host name"):
        env(value).hosts(NAME)


@pytest.mark.parametrize("value", ["lab", "https://lab/pare", "ws://lab", "https://", "https://lab:x"])
def test_origins_have_a_scheme_and_a_host(value: str) -> None:
    with pytest.raises(BadSetting, match="is not an origin"):
        env(value).origins(NAME)
    assert env("https://lab:8443/").origins(NAME) == ["https://lab:8443"]


PUBLIC = [
    ({"PARE_HOST": "0.0.0.0"}, "PARE_HOST=0.0.0.0"),
    ({"PARE_HOST": "::"}, "PARE_HOST=::"),
    ({"PARE_HOST": "192.168.1.7"}, "PARE_HOST=192.168.1.7"),
    ({"PARE_BASE_URL": "https://lab.example/pare"}, "PARE_BASE_URL=lab.example"),
    ({"PARE_ALLOWED_HOSTS": "localhost,lab.example,.lab"}, "PARE_ALLOWED_HOSTS=lab.example, PARE_ALLOWED_HOSTS=.lab"),
    ({"PARE_ALLOWED_HOSTS": "*"}, "PARE_ALLOWED_HOSTS=*"),
    ({"PARE_TRUSTED_ORIGINS": "https://lab.example:8443"}, "PARE_TRUSTED_ORIGINS=lab.example"),
    ({"PARE_HOST": "::", "PARE_BASE_URL": "http://lab"}, "PARE_HOST=::, PARE_BASE_URL=lab"),
]


@pytest.mark.parametrize(("variables", "named"), PUBLIC)
def test_debug_is_refused_where_others_reach_the_site(variables: dict[str, str], named: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        refuse_public_debug(Environment({"PARE_DEBUG": "yes", **variables}))
    assert str(refusal.value) == (
        "PARE_DEBUG: debug pages show source code and settings, and these settings let other machines reach them: "
        f"{named}. Set PARE_DEBUG=0, or use only loopback hosts in these settings (localhost, 127.0.0.1, ::1)."
    )


@pytest.mark.parametrize(("variables", "named"), PUBLIC)
def test_without_debug_others_may_reach_the_site(variables: dict[str, str], named: str) -> None:
    refuse_public_debug(Environment({"PARE_DEBUG": "0", **variables}))
    refuse_public_debug(Environment(variables))


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"PARE_HOST": "127.0.0.1"},
        {"PARE_HOST": "::1"},
        {"PARE_HOST": "localhost", "PARE_BASE_URL": "http://LOCALHOST:8123/pare"},
        {"PARE_BASE_URL": "http://[::1]:8000"},
        {"PARE_ALLOWED_HOSTS": "localhost,127.0.0.1,[::1],pare.localhost"},
        {"PARE_TRUSTED_ORIGINS": "http://127.0.0.1:3000,http://[::1]:3000"},
    ],
)
def test_debug_is_allowed_on_loopback(variables: dict[str, str]) -> None:
    refuse_public_debug(Environment({"PARE_DEBUG": "1", **variables}))


def test_a_host_from_the_command_line_replaces_that_of_the_environment() -> None:
    public, local = ({"PARE_DEBUG": "1", "PARE_HOST": host} for host in ("0.0.0.0", "127.0.0.1"))
    refuse_public_debug(Environment(public), host_option="127.0.0.1")
    with pytest.raises(BadSetting, match=r"reach them: --host 0\.0\.0\.0\. Set PARE_DEBUG=0"):
        refuse_public_debug(Environment(local), host_option="0.0.0.0")


def test_a_name_that_is_nearly_ours_is_remarked_on() -> None:
    assert unknown_names(["PARE_ALLOWED_HOST", "PARE_DEBUG", "PATH"]) == [
        "PARE_ALLOWED_HOST is not a setting of PARE Studio; did you mean PARE_ALLOWED_HOSTS?"
    ]
    assert unknown_names(["PARE_X"]) == ["PARE_X is not a setting of PARE Studio."]


def test_every_setting_is_explained_where_people_look(root: Path) -> None:
    text = (root / ".env.example").read_text()
    missing = [name for name in (*KNOWN, "DATABASE_URL", "REDIS_URL") if name not in text]
    assert missing == []


def test_every_variable_that_the_code_reads_is_known(root: Path) -> None:
    code = "".join(file.read_text() for top in ("pare_site", "simulator") for file in (root / top).rglob("*.py"))
    read = set(re.findall(r'"(PARE_[A-Z_]+)"', code)) - {"PARE_"}
    assert read <= set(KNOWN)
