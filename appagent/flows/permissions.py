"""What Maestro's short names of permissions stand for on Android."""

from __future__ import annotations

from collections.abc import Mapping

from appagent.actions.verbs import EVERY

_NAMES: Mapping[str, str] = {
    "bluetooth": "BLUETOOTH_CONNECT BLUETOOTH_SCAN",
    "calendar": "READ_CALENDAR WRITE_CALENDAR",
    "camera": "CAMERA",
    "contacts": "READ_CONTACTS WRITE_CONTACTS",
    "location": "ACCESS_FINE_LOCATION ACCESS_COARSE_LOCATION",
    "medialibrary": "READ_EXTERNAL_STORAGE WRITE_EXTERNAL_STORAGE READ_MEDIA_AUDIO "
    "READ_MEDIA_IMAGES READ_MEDIA_VIDEO",
    "microphone": "RECORD_AUDIO",
    "notifications": "POST_NOTIFICATIONS",
    "phone": "CALL_PHONE ANSWER_PHONE_CALLS",
    "sms": "READ_SMS RECEIVE_SMS SEND_SMS",
    "storage": "READ_EXTERNAL_STORAGE WRITE_EXTERNAL_STORAGE",
}


def full_names(name: str) -> str:
    """The full names of a permission, a blank between two; "all" is left as it is."""
    if name == EVERY or "." in name:
        return name
    words = _NAMES.get(name.lower(), name).split()
    return " ".join(f"android.permission.{word}" for word in words)
