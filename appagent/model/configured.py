"""The backend `chat`: a model of the endpoint that the settings name."""

from __future__ import annotations

from appagent.config import KEY, Config, api_key, is_local, public_address, user_cache
from appagent.errors import ModelError, ModelNotConfigured
from appagent.model.backends import OFFLINE
from appagent.model.chat import ChatModel
from appagent.ports import Waiting
from appagent.suggest import did_you_mean, near


def make_chat_model(config: Config, rest: str, waiting: Waiting) -> ChatModel:
    """The model called `rest`.

    Raises: `ModelNotConfigured`, with what the endpoint offers where none is named.
    """
    model = at_endpoint(config, rest, waiting)
    if rest:
        return model
    unnamed = "no model is named: use --model or APPAGENT_MODEL"
    try:
        offered = model.models()
    except (ModelError, ModelNotConfigured) as err:
        raise ModelNotConfigured(f"{unnamed}; {err}") from err
    shown = ", ".join(offered[:12]) + (", ..." if len(offered) > 12 else "")
    raise ModelNotConfigured(
        f"{unnamed}; {model.host or public_address(config.base_url)} offers {shown or 'none'}"
    )


def at_endpoint(config: Config, name: str, waiting: Waiting) -> ChatModel:
    """The model of that name, or of none, at the configured endpoint; nothing is sent to it yet.

    Raises: `ModelNotConfigured` where it needs a key and has none.
    """
    key = api_key()
    if not key and not is_local(config.base_url):
        address = public_address(config.base_url)
        if meant := did_you_mean(near(name, [OFFLINE])):
            raise ModelNotConfigured(f"no model {name!r} without a key for {address}{meant}")
        raise ModelNotConfigured(
            f"no key for {address}: set {KEY}, or use the rule-based `--model offline`"
        )
    return ChatModel(
        name,
        base_url=config.base_url,
        api_key=key,
        timeout_s=config.timeout_s,
        max_retries=config.retries,
        temperature=config.temperature,
        max_tokens=config.max_tokens,
        dialects=user_cache() / "dialects.json",
        waiting=waiting,
    )
