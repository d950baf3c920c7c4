"""What is secret, and in which spellings it may stand where others read.

    secrets = Secrets(known)
    secrets.expect(task)                 # "the PIN is 4711"
    secrets.note_typing(field, text, appended=False)
    secrets.hide(text)

It is taken out of the screens, the prompts and all that is written.
"""

from appagent.secrets.secrets import (
    COMMON,
    OURS,
    Secrets,
    any_of,
    find_secrets,
    is_named,
    names_secret,
)

__all__ = ["COMMON", "OURS", "Secrets", "any_of", "find_secrets", "is_named", "names_secret"]
