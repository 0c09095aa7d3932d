"""The folder for uploads: counted space, files without names, and leftovers that are swept."""

from __future__ import annotations

from pathlib import Path
from stat import S_IMODE

import pytest
from django.conf import LazySettings

from pare_site.upload_spool import NoSpace, UploadSpool, open_spool_file, sweep


def test_space_is_reserved_up_to_the_last_byte_and_comes_back(settings: LazySettings) -> None:
    settings.UPLOAD_SPACE = 100
    spool = UploadSpool()
    spool.reserve(60)
    spool.reserve(40)
    with pytest.raises(NoSpace):
        spool.reserve(1)
    spool.release(40)
    spool.reserve(1)
    assert spool.reserved == 61


def test_a_file_lies_in_our_own_folder_and_has_no_name(settings: LazySettings, tmp_path: Path) -> None:
    settings.FILE_UPLOAD_TEMP_DIR = folder = tmp_path / "uploads"
    with open_spool_file() as file:
        file.write(b"x" * 100_000)
        file.flush()
        assert Path(f"/proc/self/fd/{file.fileno()}").readlink().is_relative_to(folder)
        assert list(folder.iterdir()) == []
    assert S_IMODE(folder.stat().st_mode) == 0o700


def test_leftovers_are_swept(tmp_path: Path) -> None:
    folder = tmp_path / "uploads"
    sweep(folder)
    assert folder.is_dir()
    (folder / "tmpabc.upload.jsonl").write_bytes(b"x")
    # Nothing of ours; a folder that cannot be deleted like a file must not keep the rest.
    (folder / "kept").mkdir()
    (folder / "tmpxyz.upload").write_bytes(b"x")
    sweep(folder)
    assert [file.name for file in folder.iterdir()] == ["kept"]


def test_a_folder_that_cannot_be_made_does_not_keep_the_site_from_starting(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    sweep(tmp_path / "file" / "uploads")
