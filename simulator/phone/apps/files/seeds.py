"""Files in a scenario file: on the phone, or attached to a message or a note."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from simulator.phone.app import Seed
from simulator.phone.apps.files.records import File, new_file
from simulator.phone.plot import Plot, SeedError


class FileSeed(Seed):
    path: str = Field(description="Where the file lies, such as Documents/lease.pdf.")
    text: str = Field("", description="What one reads in it.")


class AttachmentSeed(BaseModel):
    """A file that hangs on a message or a note and is nowhere else on the phone."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1)
    text: str = Field("", description="What one reads in it.")


def plant_file(plot: Plot, seed: FileSeed) -> None:
    if not seed.path.strip("/") or seed.path != seed.path.strip().strip("/"):
        raise SeedError("path", f"'{seed.path}' is not the path of a file; write it like Documents/lease.pdf")
    if any(file.path == seed.path for file in plot.store.all(File).values()):
        raise SeedError("path", f"there is a file at '{seed.path}' already; give each its own path")
    plot.add(new_file(plot.new_id(File), seed.path, seed.path, seed.text), seed.label)


def plant_attachment(plot: Plot, seed: AttachmentSeed) -> str:
    """Id of the new file."""
    file = new_file(plot.new_id(File), seed.name, "", seed.text)
    plot.add(file)
    return file.id


def plant_attachments(plot: Plot, attachments: list[str | AttachmentSeed]) -> tuple[str, ...]:
    """Ids of the files: new ones, and those that are on the phone by path or label."""
    return tuple(dict.fromkeys(_planted(plot, one) for one in attachments))


def _planted(plot: Plot, attachment: str | AttachmentSeed) -> str:
    if not isinstance(attachment, str):
        return plant_attachment(plot, attachment)
    for file in plot.store.all(File).values():
        if attachment and file.path == attachment:
            return file.id
    return plot.labelled(attachment, File, "attachments")
