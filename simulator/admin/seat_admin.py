"""The admin pages of seats and of the remarks that players left."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString

from simulator.admin.read_only import PartOfRun, ReadOnlyAdmin, step_link
from simulator.models import PlayRemark, Seat


@admin.register(Seat)
class SeatAdmin(PartOfRun):
    list_display = ("__str__", "run", "side", "player", "taken_at", "looked_at")
    list_filter = ("side", "episode__state", ("player", admin.EmptyFieldListFilter))
    list_select_related = ("episode", "player")
    search_fields = ("=episode__id", "player__username")
    search_help_text = "Enter the number of a run, or the name of a player."
    # The hash of the link's secret stays out: nobody needs it, and new links are made on the page for playing.
    fields = ("run", "side", "player", "created_at", "taken_at", "looked_at")

    @admin.display(ordering="episode")
    def run(self, seat: Seat) -> SafeString:
        return step_link(seat.episode_id, max(0, seat.episode.moment_count - 1))


@admin.register(PlayRemark)
class PlayRemarkAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "run", "about", "text", "player", "changed_at")
    list_filter = ("about", "seat__side", "changed_at")
    list_select_related = ("seat__episode", "seat__player")
    search_fields = ("=seat__episode__id", "text", "seat__player__username")
    fields = ("run", "about", "text", "player", "created_at", "changed_at")

    @admin.display(ordering="seat__episode")
    def run(self, remark: PlayRemark) -> SafeString:
        return step_link(remark.seat.episode_id, max(0, remark.seat.episode.moment_count - 1))

    @admin.display(ordering="seat__player")
    def player(self, remark: PlayRemark) -> str:
        return str(remark.seat.player or "")
