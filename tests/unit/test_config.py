"""Settings: which one wins, where it came from, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from appagent.config import KEY, Config, credentials, host_of, load, public_address, user_file
from appagent.errors import ConfigError

Write = Callable[[str], Path]


@pytest.fixture
def here(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "appagent.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def user() -> Write:
    def write(text: str) -> Path:
        user_file().parent.mkdir(parents=True, exist_ok=True)
        user_file().write_text(text, encoding="utf-8")
        return user_file()

    return write


def test_flag_beats_environment_beats_folder_beats_user_beats_default(
    tmp_path: Path, here: Write, user: Write
) -> None:
    local = here("model: local\nrun_steps: 2\nretries: 2\n")
    own = user("model: own\nrun_steps: 1\nretries: 1\nmax_tokens: 500\n")
    environ = {"APPAGENT_MODEL": "env", "APPAGENT_RUN_STEPS": "3"}
    found = load({"model": "flag", "device": None}, environ, tmp_path)
    config = found.config
    assert (config.model, config.run_steps, config.retries) == ("flag", 3, 2)
    assert (config.max_tokens, config.jpeg_quality) == (500, 80)
    assert [found.origin[n] for n in ("model", "run_steps", "retries", "max_tokens", "device")] == [
        "flag", "APPAGENT_RUN_STEPS", str(local), str(own), "default",
    ]  # fmt: skip


def test_variables_of_other_tools_give_way_to_ours(tmp_path: Path) -> None:
    environ = {"OPENAI_BASE_URL": "http://localhost:1/v1", "ANDROID_SERIAL": "emulator-5554"}
    config = load({}, environ, tmp_path).config
    assert (config.base_url, config.device) == ("http://localhost:1/v1", "emulator-5554")
    environ |= {"APPAGENT_BASE_URL": "http://localhost:2/v1", "APPAGENT_DEVICE": "pocket"}
    config = load({}, environ, tmp_path).config
    assert (config.base_url, config.device) == ("http://localhost:2/v1", "pocket")


def test_variables_of_the_tests_are_no_settings(tmp_path: Path) -> None:
    assert load({}, {"APPAGENT_TEST_SERIAL": "x"}, tmp_path).config == Config()


@pytest.mark.parametrize(
    ("environ", "flows"),
    [({}, "auto"), ({"CI": "true"}, "never"), ({"CI": "false"}, "auto"),
     ({"CI": "1", "APPAGENT_FLOWS": "auto"}, "auto")],
)  # fmt: skip
def test_where_ci_is_set_no_flow_is_kept_unless_that_is_said(
    tmp_path: Path, environ: dict[str, str], flows: str
) -> None:
    assert load(environ=environ, cwd=tmp_path).config.flows == flows


@pytest.mark.parametrize(
    ("name", "told"),
    [("run_step", "did you mean 'run_steps'"), ("timeout", "did you mean 'timeout_s'"),
     ("zzz", "known are model, base_url")],
)  # fmt: skip
def test_unknown_names_are_refused_with_the_nearest(
    tmp_path: Path, here: Write, name: str, told: str
) -> None:
    with pytest.raises(ConfigError, match=f"APPAGENT_{name.upper()}.*unknown setting.*{told}"):
        load({}, {f"APPAGENT_{name.upper()}": "1"}, tmp_path)
    path = here(f"{name}: 1\n")
    with pytest.raises(ConfigError, match=told) as refused:
        load({}, {}, tmp_path)
    assert str(path) in str(refused.value)


@pytest.mark.parametrize("name", ["api_key", "OPENAI_API_KEY", "key", "token", "Token"])
def test_secrets_in_a_file_are_refused_and_not_repeated(
    tmp_path: Path, here: Write, name: str
) -> None:
    here(f"{name}: sk-secret\n")
    with pytest.raises(ConfigError, match="secrets are read from the environment only") as refused:
        load({}, {}, tmp_path)
    assert "sk-secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({"APPAGENT_RUN_STEPS": "many"}, "APPAGENT_RUN_STEPS: run_steps: .*found 'many'"),
        ({"APPAGENT_RUN_STEPS": "0"}, "APPAGENT_RUN_STEPS: run_steps: .*greater than or equal"),
        ({"APPAGENT_TIMEOUT_S": "-1"}, "APPAGENT_TIMEOUT_S: timeout_s: "),
        ({"APPAGENT_JPEG_QUALITY": ""}, "APPAGENT_JPEG_QUALITY: jpeg_quality: "),
        ({"OPENAI_BASE_URL": "localhost"}, "OPENAI_BASE_URL: base_url: .*must begin with http"),
        ({"APPAGENT_PRICES": "{gpt: {input: 1}}"}, r"APPAGENT_PRICES: prices\.gpt\.output: "),
        ({"APPAGENT_PRICES": "{gpt: ["}, "APPAGENT_PRICES: line 2: a value is missing"),
        ({"APPAGENT_PRICES": "cheap"}, "APPAGENT_PRICES: prices: "),
    ],
)
def test_bad_values_name_their_source(tmp_path: Path, environ: dict[str, str], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        load({}, environ, tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [("- a\n- b\n", "expected `setting: value` lines"), ("model: [", "line 2: a value is missing"),
     ("run_steps: 0\n", "run_steps: "), ("model: \x01\n", "cannot be read")],
)  # fmt: skip
def test_damaged_file_is_named(tmp_path: Path, here: Write, text: str, told: str) -> None:
    path = here(text)
    with pytest.raises(ConfigError, match=told) as refused:
        load({}, {}, tmp_path)
    assert str(path) in str(refused.value)


def test_empty_file_sets_nothing(tmp_path: Path, here: Write) -> None:
    here("# nothing yet\n")
    assert load({}, {}, tmp_path).config == Config()


def test_every_measure_has_its_unit_in_its_name() -> None:
    """A whole number is a count, in steps or tokens say, and no measure of time."""
    for name, field in Config.model_fields.items():
        if field.annotation in (float, float | None):
            assert name.endswith("_s") or name == "temperature", name
        assert not name.endswith(("_width", "_height", "_seconds", "timeout")), name
        assert field.description, name


def test_config_is_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Config().model = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("url", "told", "host"),
    [
        ("https://api.example/v1", "https://api.example/v1", "api.example"),
        ("https://me:p@ss@host:8080/v1?key=k&x=1#f", "https://host:8080/v1", "host:8080"),
        ("http://token@[::1]:11434/v1", "http://[::1]:11434/v1", "[::1]:11434"),
        ("https://host/a@b/v1", "https://host/a@b/v1", "host"),
        ("me:secret@host", "host", ""),
        ("", "", ""),
    ],
)
def test_an_address_is_told_without_what_is_secret_in_it(url: str, told: str, host: str) -> None:
    assert (public_address(url), host_of(url)) == (told, host)


def test_credentials_are_the_key_and_what_is_secret_in_the_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(KEY, "sk-0123456789")
    config = Config(
        base_url="https://somebody1:p%40ssw0rd@host/v1?key=abcdefg42&api-version=2024-06-01",
        detector="http://t0kent0ken@host",
    )
    assert set(credentials(config)) == {
        "sk-0123456789", "p%40ssw0rd", "p@ssw0rd", "abcdefg42", "2024-06-01", "t0kent0ken",
    }  # fmt: skip
    monkeypatch.setenv(KEY, "lm-studio")
    assert credentials(Config()) == [], "a word that a local endpoint is content with"
