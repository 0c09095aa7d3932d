"""The app of files: a small store of documents that mails, chats and notes carry as attachments."""

from __future__ import annotations

from typing import Annotated, Any

from simulator.phone.actions import tool
from simulator.phone.app import App
from simulator.phone.apps.files.actions import file_at, files_on
from simulator.phone.apps.files.records import DOWNLOADS, File
from simulator.phone.apps.files.seeds import FileSeed, plant_file
from simulator.phone.apps.files.words import WORDS
from simulator.phone.call import Call
from simulator.phone.plot import Plot
from simulator.phone.roles import FilePath, Plain
from simulator.phone.store import Record, Store


class Files(App):
    name = "files"
    prefix = "Files"
    title = "Files"
    about = "Documents on the phone."
    records = (File,)
    seed = FileSeed
    words = WORDS

    @tool(write=False, ours=True)
    def list_files(
        self, call: Call, path: Annotated[str, Plain("Folder to list; empty for all.")] = ""
    ) -> list[dict[str, Any]]:
        """List the files on the phone."""
        folder = path.strip().strip("/")
        files = [file for file in files_on(call) if not folder or file.path.startswith(f"{folder}/")]
        return [{"path": file.path, "size": file.size} for file in files]

    @tool(write=False, ours=True)
    def read_file(self, call: Call, path: Annotated[str, FilePath("Path of the file.")]) -> dict[str, Any]:
        """Read a file on the phone."""
        file = file_at(call, path)
        return {"path": file.path, "size": file.size, "content": file.text}

    def plant(self, plot: Plot, seed: FileSeed) -> None:
        plant_file(plot, seed)

    def harmless(self, store: Store, old: Record | None, new: Record | None) -> bool:
        return old is None and isinstance(new, File) and new.path.startswith(DOWNLOADS)
