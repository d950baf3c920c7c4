from __future__ import annotations

import pytest

from appagent.device.adb import AdbDevice
from appagent.device.apps import find, short_name
from appagent.device.names import COMMON, LOCAL
from appagent.errors import AppNotFound, DeviceError
from tests.device.adb_server import ScriptedPhone

PIXEL = [
    "com.android.chrome",
    "com.android.settings",
    "com.android.vending",
    "com.example.shop",
    "com.google.android.GoogleCamera",
    "com.google.android.apps.docs",
    "com.google.android.apps.maps",
    "com.google.android.apps.messaging",
    "com.google.android.apps.photos",
    "com.google.android.apps.youtube.music",
    "com.google.android.calculator",
    "com.google.android.calendar",
    "com.google.android.contacts",
    "com.google.android.deskclock",
    "com.google.android.dialer",
    "com.google.android.gm",
    "com.google.android.youtube",
    "net.osmand.plus",
    "org.videolan.vlc",
    "com.reddit.frontpage",
    "com.duolingo",
    "org.mozilla.firefox",
]
SAMSUNG = [
    "com.sec.android.app.clockpackage",
    "com.samsung.android.app.contacts",
    "com.sec.android.app.camera",
    "com.samsung.android.messaging",
    "com.sec.android.gallery3d",
    "com.android.settings",
    "com.android.settings.intelligence",
    "com.samsung.android.app.notes",
]


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("com.google.android.apps.maps", "com.google.android.apps.maps"),
        ("Maps", "com.google.android.apps.maps"),
        ("Google Maps", "com.google.android.apps.maps"),
        ("clock", "com.google.android.deskclock"),
        ("Gmail", "com.google.android.gm"),
        ("YouTube", "com.google.android.youtube"),
        ("youtube music", "com.google.android.apps.youtube.music"),
        ("Camera", "com.google.android.GoogleCamera"),
        ("Play Store", "com.android.vending"),
        ("the clock app", "com.google.android.deskclock"),
        ("Firefox", "org.mozilla.firefox"),
        ("VLC", "org.videolan.vlc"),
        ("reddit", "com.reddit.frontpage"),
        ("osmand", "net.osmand.plus"),
        ("duo lingo", "com.duolingo"),
        ("shop", "com.example.shop"),
        ("  settings ", "com.android.settings"),
        ("Einstellungen", "com.android.settings"),
        ("时钟", "com.google.android.deskclock"),
        ("Appareil photo", "com.google.android.GoogleCamera"),
        ("E-Mail", "com.google.android.gm"),
    ],
)
def test_names_on_a_pixel(name: str, package: str) -> None:
    assert find(name, PIXEL) == package


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Clock", "com.sec.android.app.clockpackage"),
        ("contacts", "com.samsung.android.app.contacts"),
        ("gallery", "com.sec.android.gallery3d"),
        ("settings", "com.android.settings"),
        ("Notes", "com.samsung.android.app.notes"),
    ],
)
def test_names_on_a_samsung(name: str, package: str) -> None:
    assert find(name, SAMSUNG) == package


def test_every_package_finds_itself_by_its_label() -> None:
    for package in (*PIXEL, *SAMSUNG):
        if package != "com.android.settings.intelligence":
            assert find(short_name(package), [package]) == package


@pytest.mark.parametrize(
    "name", ["tinder", "", "!!", "qqq", "com.not.there", "Google", "Android app", "com.google"]
)
def test_an_unknown_name_is_not_guessed(name: str) -> None:
    with pytest.raises(AppNotFound, match="no app"):
        find(name, PIXEL)


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("calender", "calendar (com.google.android.calendar)"),
        ("clok", "clock (com.google.android.deskclock)"),
        ("kontacts", "contacts (com.google.android.contacts)"),
        ("mal", "gmail (com.google.android.gm)"),
        ("calculus", "calculator (com.google.android.calculator)"),
        ("com.android.setings", "settings (com.android.settings)"),
        ("setings app", "settings (com.android.settings)"),
    ],
)
def test_a_name_that_is_only_near_is_offered_first(name: str, offered: str) -> None:
    with pytest.raises(AppNotFound) as told:
        find(name, PIXEL)
    assert f"did you mean {offered}" in str(told.value)


@pytest.mark.parametrize(
    "name", ["com.nope", "org.android", "com.google.android.apps.qqq", "nosuchapp"]
)
def test_a_name_like_no_app_gets_the_list_of_apps(name: str) -> None:
    with pytest.raises(AppNotFound, match="this phone: it has browser, calculator, "):
        find(name, PIXEL)


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("com.google.android.deskclock", "clock"),
        ("com.google.android.apps.maps", "maps"),
        ("org.videolan.vlc", "vlc"),
        ("com.whatsapp", "whatsapp"),
        ("com.android.vending", "play-store"),
        ("com.google.android.apps.photos", "photos"),
        ("com.android.chrome", "chrome"),
        ("net.osmand.plus", "osmand"),
        ("android", "android"),
    ],
)
def test_short_name(package: str, name: str) -> None:
    assert short_name(package) == name


def test_table_names_packages_only() -> None:
    for packages in COMMON.values():
        assert all("." in package and " " not in package for package in packages)
    assert set(LOCAL.values()) <= set(COMMON)
    assert not set(LOCAL) & set(COMMON)


def test_an_apps_own_name_comes_before_one_in_another_language() -> None:
    assert find("musica", [*PIXEL, "org.example.musica"]) == "org.example.musica"


QUERY = """\
2 activities found:
  Activity #0:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false
    com.example.clock/.MainActivity
  Activity #1:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false
    com.android.settings/com.android.settings.Settings$Main
"""
RESOLVED = """\
1 activities found:
  Activity #0:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false
    com.example/.Main
"""


class TestOnThePhone:
    def test_packages(self, device: AdbDevice, phone: ScriptedPhone) -> None:
        phone.command("cmd", f"cat <<'E'\n{QUERY}\nE")
        assert device.packages() == ["com.android.settings", "com.example.clock"]

    def test_packages_of_an_old_phone(self, device: AdbDevice, phone: ScriptedPhone) -> None:
        phone.command("cmd", "exit 127")
        phone.command("pm", "echo package:com.b; echo package:com.a")
        assert device.packages() == ["com.a", "com.b"]

    def test_launch_starts_the_launchers_activity(
        self, device: AdbDevice, phone: ScriptedPhone
    ) -> None:
        phone.command("cmd", f"echo \"$@\" >>$F/inputs; cat <<'E'\n{RESOLVED}\nE")
        phone.command("am", 'echo "$@" >>$F/inputs; echo "Starting: Intent { ... }"')
        device.launch("com.example")
        asked, started = (phone.folder / "inputs").read_text().splitlines()
        assert asked.endswith("-c android.intent.category.LAUNCHER com.example")
        assert started.startswith("start -n com.example/.Main ")

    def test_first_of_several_launcher_activities_is_started(
        self, device: AdbDevice, phone: ScriptedPhone
    ) -> None:
        # Where none of them is preferred, `resolve-activity` names the system's chooser.
        chooser = "android/com.android.internal.app.ResolverActivity"
        both = RESOLVED + RESOLVED.replace(".Main", ".Leaks")
        phone.command(
            "cmd", f"[ $2 = query-activities ] || {{ echo {chooser}; exit; }}\ncat <<'E'\n{both}\nE"
        )
        phone.command("am", 'echo "$@" >>$F/inputs')
        device.launch("com.example")
        assert (phone.folder / "inputs").read_text().startswith("start -n com.example/.Main ")

    def test_launch_of_an_old_phone(self, device: AdbDevice, phone: ScriptedPhone) -> None:
        phone.command("cmd", "exit 127")
        phone.command("monkey", "echo '** SYS_KEYS has no physical keys'; exit 251")
        device.launch("com.example")

    @pytest.mark.parametrize(
        ("resolved", "command", "script"),
        [
            ("No activities found", "monkey", "echo '** No activities found to run'; exit 252"),
            (RESOLVED, "am", "echo 'Error type 3' >&2; exit 1"),
            (RESOLVED, "am", "echo 'Error: Activity not started, unable to resolve Intent'"),
        ],
    )
    def test_nothing_to_launch(
        self, device: AdbDevice, phone: ScriptedPhone, resolved: str, command: str, script: str
    ) -> None:
        phone.command("cmd", f"cat <<'E'\n{resolved}\nE")
        phone.command(command, script)
        with pytest.raises(AppNotFound, match=r"com\.example cannot be opened") as caught:
            device.launch("com.example")
        assert "monkey" not in str(caught.value), "what it is to nobody who reads this"

    def test_an_app_that_stays_behind_is_an_error(
        self, device: AdbDevice, phone: ScriptedPhone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("appagent.device.packages.FRONT_S", 0.2)
        phone.command("cmd", "echo com.other/.Main")
        phone.command("am", "true")
        with pytest.raises(DeviceError, match=r"com\.other was started but com\.example is in"):
            device.launch("com.other")

    def test_hostile_package_is_no_command(self, device: AdbDevice, phone: ScriptedPhone) -> None:
        phone.command("cmd", "echo No activities found")
        phone.command("monkey", "echo '** No activities found to run'; exit 252")
        with pytest.raises(AppNotFound):
            device.launch("x; touch $F/pwned")
        assert not (phone.folder / "pwned").exists()

    @pytest.mark.parametrize(
        ("said", "version"),
        [
            ("    versionCode=12 minSdk=24\n    versionName=7.4.1", "7.4.1"),
            ("    versionName=null", ""),
            ("Unable to find package: com.example", ""),
        ],
    )
    def test_version(
        self, device: AdbDevice, phone: ScriptedPhone, said: str, version: str
    ) -> None:
        phone.command("dumpsys", f"cat <<'E'\n{said}\nE")
        assert device.version("com.example") == version

    @pytest.mark.parametrize(
        ("settings", "prop", "language"),
        [
            ("de-CH,en-US", "en-US", "de-CH"),
            ("null", "en-US", "en-US"),
            ("", "zh-Hans-CN", "zh-Hans-CN"),
            ("null", "", ""),
        ],
    )
    def test_language(
        self, device: AdbDevice, phone: ScriptedPhone, settings: str, prop: str, language: str
    ) -> None:
        phone.command("settings", f"echo {settings}")
        phone.command("getprop", f"[ $1 = persist.sys.locale ] && echo {prop}; true")
        assert device.language() == language
