"""Words about the launcher, for people who follow a run and for language models that read its screens."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.words import Phrases, Words

_DEEDS: Mapping[str, Phrases] = {
    "open_app": ("open {app_name}", "open an app"),
    "switch_app": ("switch to {app_name}", "switch to another app"),
    "open_notifications": "open the notifications",
    "open_notification": ("open the notification {notification_id!q}", "open a notification"),
    "go_home": "go to the home screen",
    "go_back": ("go back to {screen}", "go back"),
    "put_phone_down": "put the phone down",
    "get_current_time": "look at the clock",
    "wait_for_notification": "wait for something to happen[, at most {timeout:duration}]",
}
_NEWS: Mapping[str, Phrases] = {
    "time_out": "The assistant's wait is over",
}

WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    labels={
        "AppIcon.badge": "news",
        "HomeView.down": "the phone lies down",
        "NoticeRow.opens": "can be opened",
        "NotificationsView.rows": "notifications, newest first",
    },
)
