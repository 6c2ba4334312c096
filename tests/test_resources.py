"""resources/ is found, and a missing piece is told."""

from pathlib import Path

import pytest

from advisor import resources
from advisor.errors import CannotAnswer


def test_found_in_a_checkout() -> None:
    assert (resources.folder() / "catalog").is_dir()


def test_a_missing_file_is_named() -> None:
    with pytest.raises(CannotAnswer, match=r"catalog/nothing\.json is missing"):
        resources.path("catalog", "nothing.json")


def test_data_of_the_catalog_is_parsed() -> None:
    assert resources.catalog_data("engines", "vllm.json")["version"]
    with pytest.raises(CannotAnswer, match=r"catalog/engines/nothing\.json is missing"):
        resources.catalog_data("engines", "nothing.json")


def test_a_missing_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "advisor" / "resources.py"))
    resources.folder.cache_clear()
    try:
        with pytest.raises(CannotAnswer, match="resources folder is missing"):
            resources.folder()
    finally:
        resources.folder.cache_clear()


def test_found_in_an_installed_wheel_and_in_a_frozen_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        (tmp_path / "site" / "advisor" / "_resources" / "catalog").mkdir(parents=True)
        monkeypatch.setattr(resources, "__file__", str(tmp_path / "site" / "advisor" / "resources.py"))
        resources.folder.cache_clear()
        assert resources.folder() == tmp_path / "site" / "advisor" / "_resources"
        (tmp_path / "frozen" / "resources" / "catalog").mkdir(parents=True)
        monkeypatch.setattr(resources.sys, "frozen", True, raising=False)
        monkeypatch.setattr(resources.sys, "_MEIPASS", str(tmp_path / "frozen"), raising=False)
        resources.folder.cache_clear()
        assert resources.folder() == tmp_path / "frozen" / "resources"
    finally:
        resources.folder.cache_clear()


def test_a_portable_program_keeps_a_person_s_files_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources.sys, "executable", str(tmp_path / "advisor"))
    (tmp_path / "portable").write_text("")
    assert resources.portable_folder() is None, "only a frozen program is portable"
    monkeypatch.setattr(resources.sys, "frozen", True, raising=False)
    for kind in ("config", "data", "log"):
        assert resources.user_folder(kind) == tmp_path / "settings" / kind
    (tmp_path / "portable").unlink()
    assert resources.portable_folder() is None
    for kind in ("config", "data", "log"):
        assert "llm-deployment-advisor" in str(resources.user_folder(kind))
        assert tmp_path not in resources.user_folder(kind).parents
