"""Folders: found by name whatever its case, made, renamed, and deleted with what is in them."""

from __future__ import annotations

from msgspec.structs import replace

from simulator.phone.apps.note.finding import notes_in
from simulator.phone.apps.note.records import FIXED_FOLDERS, Folder, Note
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.folding import folded
from simulator.phone.store import Store
from simulator.phone.wording import listed

LONGEST_NAME = 60
_MOST_LISTED = 20


def folder_names(look: Look) -> list[str]:
    """The fixed folders first, then the others by name."""

    def build() -> list[str]:
        others = {folder.name for folder in look.store.all(Folder).values()}.difference(FIXED_FOLDERS)
        return [*FIXED_FOLDERS, *sorted(others, key=lambda name: (folded(name), name))]

    return look.store.derived("note.folders", Folder, build)


def folder_named(look: Look, name: str) -> str:
    """The folder's name as it is written."""
    found = known_as(look.store, name)
    if found is None:
        known = listed(folder_names(look), _MOST_LISTED)
        raise ActionError("unknown_record", f"There is no folder '{name}'.", f"Folders: {known}.")
    return found


def known_as(store: Store, name: str) -> str | None:
    """How the folder of this name is written, or None if there is none. Case, accents and outer blanks do not count."""

    def build() -> dict[str, str]:
        stored = sorted(folder.name for folder in store.all(Folder).values())
        return {_key(one): one for one in (*stored, *FIXED_FOLDERS)}

    return store.derived("note.folder_keys", Folder, build).get(_key(name))


def name_problem(store: Store, name: str, now_called: str = "") -> str:
    """Why a folder cannot be called so; empty if it can."""
    if not any(character.isprintable() and not character.isspace() for character in name):
        return "A folder needs a name."
    if len(tidy(name)) > LONGEST_NAME:
        return f"The name of a folder has at most {LONGEST_NAME} characters."
    found = known_as(store, name)
    return "" if found in (None, now_called) else f"There is a folder '{found}' already."


def tidy(name: str) -> str:
    return " ".join(name.split())


def new_folder(call: Call, name: str) -> str:
    _check_name(call, name)
    folder = Folder(id=call.new_id(Folder), name=tidy(name))
    call.put(folder)
    return folder.name


def rename_folder(call: Call, name: str, new_name: str) -> str:
    """The notes in it go along."""
    old = _own_folder(call, name, "renamed")
    if tidy(new_name) == old.name:
        raise ActionError("bad_argument", f"The folder is called '{old.name}' already.", "Give another name.")
    _check_name(call, new_name, old.name)
    renamed = replace(old, name=tidy(new_name))
    for note in notes_in(call, old.name):
        call.put(replace(note, folder=renamed.name))
    call.put(renamed)
    return renamed.name


def delete_folder(call: Call, name: str) -> tuple[str, list[Note]]:
    """The folder's name and the notes that are lost with it."""
    folder = _own_folder(call, name, "deleted")
    lost = notes_in(call, folder.name)
    for note in lost:
        call.drop(note)
    call.drop(folder)
    return folder.name, lost


def _own_folder(look: Look, name: str, verb: str) -> Folder:
    """A folder that is not one of the fixed ones."""
    found = folder_named(look, name)
    if found in FIXED_FOLDERS:
        own = listed(folder_names(look)[len(FIXED_FOLDERS) :], _MOST_LISTED)
        raise ActionError("not_allowed", f"The folder '{found}' cannot be {verb}.", f"Folders that can: {own}.")
    return next(folder for folder in look.store.all(Folder).values() if folder.name == found)


def _check_name(look: Look, name: str, now_called: str = "") -> None:
    problem = name_problem(look.store, name, now_called)
    if problem:
        raise ActionError("bad_argument", problem, "Give another name.")


def _key(name: str) -> str:
    return folded(tidy(name))
