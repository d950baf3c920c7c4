"""One frozen `Config`: flag > environment > ./appagent.yaml > the user's file > default.

Secrets come from the environment only: `OPENAI_API_KEY`. An unknown setting is refused, and the
nearest known one is offered.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.parse import parse_qsl, unquote, urlsplit

import platformdirs
import yaml
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from appagent.errors import ConfigError
from appagent.files import read_file
from appagent.suggest import did_you_mean, near
from appagent.texts import fault
from appagent.yamltext import mistake, read_yaml

PREFIX = "APPAGENT_"
_NO_SETTINGS = (f"{PREFIX}TEST_", f"{PREFIX}MCP_TOKEN")
KEY = "OPENAI_API_KEY"
_ADDRESSES = ("base_url", "detector")
FILE_NAME = "appagent.yaml"
MOST_BYTES = 1 << 20  # of such a file
MOST_CHARACTERS = 4096  # of a setting
MOST_STEPS = 500  # of a run or an exploration


See = Literal["image+list", "image", "list", "clean+list", "raw"]
"""What the model is sent of a screen: the numbered picture, the list of elements, both, the list
with the bare picture, or the bare picture alone, for a model that points."""

Coords = Literal[
    "", "px", "0-1", "0-1000", "gemini", "ui-tars", "ui-tars-1000", "qwen2.5-vl", "qwen3-vl",
    "gui-owl", "mai-ui", "autoglm",
]  # fmt: skip
"""How a model that points gives coordinates; see actions/coords.py. "": it names elements."""

Driver = Literal["adb", "u2"]
"""How screens are read: by adb's own commands, or by uiautomator2's server."""


def public_address(url: str) -> str:
    """The address as it may be told: without user, password and query. It need not be a valid
    one."""
    return re.sub(r"^(\w[\w+.-]*:/+)?[^/\s]*@", r"\1", re.split(r"[?#]", url, maxsplit=1)[0])


def host_of(url: str) -> str:
    """The host and port of an address."""
    return urlsplit(public_address(url)).netloc


def api_key() -> str:
    """The endpoint's key; "" where none is set. Raises: `ConfigError` for what is none."""
    key = os.environ.get(KEY, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ConfigError(
            f"{KEY} holds characters that no key has: set it to what the endpoint gave you"
        )
    return key


def credentials(config: Config) -> list[str]:
    """The endpoint's key, and the passwords and keys in the addresses. What has no digit is no key,
    but what a local endpoint is content with: `lm-studio`."""
    found = [api_key()]
    for address in map(urlsplit, (config.base_url, config.detector)):
        found += [address.password or address.username or ""]
        found += [value for _, value in parse_qsl(address.query)]
    whole = (each for each in (*found, *map(unquote, found)))
    return sorted({each for each in whole if len(each) >= 8 and re.search(r"\d", each)})


def without_secrets(config: Config) -> Config:
    """The settings as another machine may have them: the addresses without passwords and keys."""
    plain = {name: public_address(getattr(config, name)) for name in _ADDRESSES}
    return config.model_copy(update=plain)


def with_own_addresses(config: Config) -> Config:
    """Settings that came from another machine, with the passwords and keys that this one has in its
    own for the same addresses. Raises: `ConfigError`."""
    own = load().config
    here = {name: getattr(own, name) for name in _ADDRESSES}
    same = {
        name: address
        for name, address in here.items()
        if public_address(address) == getattr(config, name)
    }
    return config.model_copy(update=same)


def is_local(url: str) -> bool:
    """Whether an address is of this machine."""
    host = urlsplit(url).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


class Price(BaseModel):
    """Money for a million tokens, in whatever currency the person counts."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(None, ge=0)


class Config(BaseModel):
    """Every setting; `appagent config` shows the descriptions."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    model: str = Field(
        "", description="a model of the endpoint, `offline`, `recorded:FILE`, or another backend's"
    )
    base_url: str = Field(
        "https://api.openai.com/v1", description="an OpenAI-compatible endpoint (OPENAI_BASE_URL)"
    )
    device: str = Field("", description="adb serial, or `pocket`")
    driver: Driver = Field(
        "adb", description="adb, or u2: faster reads (pip install 'appagent[u2]')"
    )
    pocket_port: int = Field(
        5601, ge=0, le=65535, description="port of a running pocket phone; 0: always a new one"
    )
    store: Path | None = Field(None, description="folder that learned docs are written to")
    runs: Path = Field(Path("runs"), description="folder that trails are written to")
    learn: Literal["always", "never"] = Field(
        "always",
        description="whether what is done adds to the maps of apps, or leaves them as they are",
    )
    flows: Literal["auto", "ask", "never"] = Field(
        "auto",
        description="whether a run keeps what it did as a flow, and plays it where a request is "
        "the same but for values: auto; ask: only by a yes; never (in a suite, or where CI is set)",
    )
    heal: Literal["show", "write", "never"] = Field(
        "show",
        description="where a step of a flow does not fit, the model mends it: the change is shown, "
        "and written only by a yes; write: it is written; never: nothing is mended",
    )
    verify: Literal["never", "auto", "always"] = Field(
        "auto",
        description="whether the model is asked if a task is done: auto, where nothing else proves "
        "it; always; never",
    )
    guard: Literal["strict", "balanced"] = Field(
        "strict",
        description="strict: a run asks what controls do; balanced: in dialogs and sheets alone",
    )
    run_steps: int = Field(40, ge=1, le=MOST_STEPS, description="step limit of a run")
    sequence: int = Field(
        12, ge=1, le=20, description="actions of a run that one reply may hold; 1: a call for each"
    )
    explore_steps: int = Field(40, ge=1, le=MOST_STEPS, description="step limit of an exploration")
    timeout_s: float = Field(90, gt=0, le=86_400, description="time limit of one call of the model")
    retries: int = Field(3, ge=0, le=10, description="retries of a failed call of the model")
    settle_s: float = Field(5, ge=0, le=60, description="time limit for a screen to settle")
    wait_s: float = Field(
        17, ge=0, le=3600, description="how long a flow waits for what a command names"
    )
    image_width_px: int = Field(
        720, ge=240, le=4096, description="width of the pictures that are sent"
    )
    see: See = Field("image+list", description=f"what the model sees: {', '.join(get_args(See))}")
    coords: Coords = Field(
        "", description=f"coordinates of a model that points: {', '.join(get_args(Coords)[1:])}"
    )
    ocr: bool = Field(
        True, description="read texts off the pixels, where appagent[ocr] is installed"
    )
    detector: str = Field(
        "", description="address of an OmniParser server, for screens without a usable tree"
    )
    detector_s: float = Field(
        20, gt=0, le=86_400, description="time limit of one call of the detector"
    )
    jpeg_quality: int = Field(
        80, ge=20, le=100, description="JPEG quality of the pictures that are sent"
    )
    temperature: float | None = Field(
        None, ge=0, le=2, description="of the model; sent only when set"
    )
    max_tokens: int = Field(2000, ge=100, le=10_000_000, description="token limit of a reply")
    conversation: bool = Field(
        True, description="keep all that is said to the model and by it in the trail"
    )
    record: bool = Field(
        False, description="keep that, and what else a replay needs: a pocket phone's first state"
    )
    prices: dict[str, Price] = Field(
        default_factory=dict, description="money per million tokens, by model name"
    )

    @field_validator("*", mode="before")
    @classmethod
    def _is_text(cls, value: Any) -> Any:
        if isinstance(value, str) and (wrong := fault(value, MOST_CHARACTERS)):
            raise ValueError(wrong)
        return value

    @field_validator("base_url", "detector")
    @classmethod
    def _is_url(cls, url: str, info: ValidationInfo) -> str:
        if not url and info.field_name == "detector":
            return url
        if not url.startswith(("http://", "https://")):
            raise ValueError("must begin with http:// or https://")
        address = urlsplit(url)  # raises where it holds no host, as `port` does for no port
        if not address.hostname or address.port == 0:
            raise ValueError("has no host")
        if not _is_host(address.hostname):
            raise ValueError("has a host that no address has")
        return url


def _is_host(name: str) -> bool:
    try:
        return b" " not in name.encode("idna")
    except UnicodeError:  # a part of more than 63 characters, or of none
        return False


class Settings(BaseModel):
    """The settings in force and where each came from."""

    model_config = ConfigDict(frozen=True)
    config: Config
    origin: dict[str, str]


def load(
    flags: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Settings:
    """The settings in force.

    Raises: `ConfigError` naming the setting, where it stands, and what was expected.
    """
    environ = os.environ if environ is None else environ
    by_ci = environ.get("CI", "").casefold() not in ("", "0", "false")
    layers = [
        ("CI", {"flows": "never"} if by_ci else {}),
        *_file_layers(cwd or Path.cwd()),
        *_environment_layers(environ),
        ("flag", {name: value for name, value in (flags or {}).items() if value is not None}),
    ]
    values: dict[str, Any] = {}
    origin = dict.fromkeys(Config.model_fields, "default")
    for source, layer in layers:
        for name, value in layer.items():
            if name not in Config.model_fields:
                raise ConfigError(f"{source}: unknown setting {name!r}{_nearest(name)}")
            values[name] = value
            origin[name] = source
    try:
        return Settings(config=Config.model_validate(values), origin=origin)
    except ValidationError as err:
        first = err.errors()[0]
        name = str(first["loc"][0])
        where = ".".join(str(part) for part in first["loc"])
        problem = first["msg"].removeprefix("Value error, ").replace("be '', ", "be ")
        # --steps is of explore_steps and run_steps, --wait of wait_s
        flag = f"--{name.removesuffix('_s').rpartition('_')[2]}"
        place = flag if origin[name] == "flag" else f"{origin[name]}: {where}"
        found = first["input"]
        if name in ("base_url", "detector"):
            found = public_address(str(found))
        raise ConfigError(f"{place}: {problem}, found {_short(found)}") from err


def user_file() -> Path:
    return platformdirs.user_config_path("appagent") / "config.yaml"


def user_cache() -> Path:
    """The cache folder; safe to delete."""
    return platformdirs.user_cache_path("appagent")


def user_store() -> Path:
    return platformdirs.user_data_path("appagent") / "docs_store"


def user_runs() -> Path:
    """Where trails go of what no person starts in a folder of theirs."""
    return platformdirs.user_data_path("appagent") / "runs"


def _file_layers(cwd: Path) -> list[tuple[str, dict[str, Any]]]:
    layers = []
    for path in (user_file(), cwd / FILE_NAME):
        text = ""
        try:
            text = read_file(path, MOST_BYTES).decode()
            values = read_yaml(text)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as err:
            raise ConfigError(f"{path}: cannot be read: {err.strerror}") from err
        except (ValueError, yaml.YAMLError) as err:
            raise ConfigError(f"{path}: {mistake(err, text)}") from err
        if values is None:
            continue
        if not isinstance(values, dict):
            raise ConfigError(f"{path}: expected `setting: value` lines")
        for name in values:
            if "key" in str(name).lower() or str(name).lower() == "token":
                raise ConfigError(
                    f"{path}: {name}: secrets are read from the environment only; "
                    f"set {KEY} there and remove this line"
                )
        layers.append((str(path), {str(name): value for name, value in values.items()}))
    return layers


def _environment_layers(environ: Mapping[str, str]) -> list[tuple[str, dict[str, Any]]]:
    layers: list[tuple[str, dict[str, Any]]] = []
    if environ.get("OPENAI_BASE_URL"):
        layers.append(("OPENAI_BASE_URL", {"base_url": environ["OPENAI_BASE_URL"]}))
    if environ.get("ANDROID_SERIAL"):
        layers.append(("ANDROID_SERIAL", {"device": environ["ANDROID_SERIAL"]}))
    for variable, text in sorted(environ.items()):
        if variable.startswith(PREFIX) and not variable.startswith(_NO_SETTINGS):
            name = variable.removeprefix(PREFIX).lower()
            layers.append((variable, {name: _parse_variable(variable, text)}))
    return layers


def _parse_variable(variable: str, text: str) -> Any:
    """The value of a variable: `prices` is written as YAML, the others as they are."""
    if variable != f"{PREFIX}PRICES":
        return text
    try:
        return read_yaml(text)
    except (ValueError, yaml.YAMLError) as err:
        raise ConfigError(f"{variable}: {mistake(err, text)}") from err


def _short(value: object) -> str:
    """The value as it was given, in a length that fits into a sentence."""
    try:
        said = repr(value)
    except ValueError:
        said = "a number of thousands of digits"
    return said if len(said) <= 100 else f"{said[:99]}…"


def _nearest(name: str) -> str:
    offered = did_you_mean(map(repr, near(name, Config.model_fields, 1)))
    return offered or f"; known are {', '.join(Config.model_fields)}"
