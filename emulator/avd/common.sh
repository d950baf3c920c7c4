# For avd, beside it: words, commands that can be shown instead, and what must be there.
# PRINT, SDK, EMULATOR and ROOM_GB are its.
# shellcheck shell=bash

say() { printf '%s\n' "$*" >&2; }

# fail CODE WORDS
fail() {
    say "avd: ${*:2}"
    exit "$1"
}

# quoted WORDS: as one types them to a shell.
quoted() {
    local word line='' quote="'\\''"
    for word; do
        case $word in
        '' | *[!A-Za-z0-9_@%+=:,./-]*) word="'${word//\'/$quote}'" ;;
        esac
        line+=${line:+ }$word
    done
    printf '%s' "$line"
}

show() { printf '%s\n' "$(quoted "$@")" >&3; }

# run WORDS: a command that changes something; stdout is left to the serial.
run() {
    if $PRINT; then show "$@"; else "$@" >&2 || fail 3 "$(quoted "$@") failed; why, it says above"; fi
}

# tool NAME FOLDER CURE: a program of the SDK, else one of that name on the PATH.
tool() {
    if $PRINT || [ -x "$SDK/$2/$1" ]; then
        echo "$SDK/$2/$1"
    else
        command -v "$1" || fail 2 "no $1 in $SDK/$2: $3"
    fi
}

# --- what must be there

need_java() {
    $PRINT && return
    local java=${JAVA_HOME:+$JAVA_HOME/bin/}java version
    # openjdk version "17.0.15" 2025-04-15
    version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' || true)
    [ -n "$version" ] || fail 2 "no Java here, and Google's tools run on it: install a JRE of version 17 or later"
    [ "$version" -ge 17 ] || fail 2 "Google's tools need Java 17 or later, found $version ($java)"
}

# need_room FOLDER: disk space there, or where it will be made.
need_room() {
    $PRINT && return
    local folder=$1 free_kb
    while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
    free_kb=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
    [ "$free_kb" -ge $((ROOM_GB * 1000000)) ] ||
        fail 2 "$((free_kb / 1000000)) GB are free for $1, and $ROOM_GB are needed: make room, or name another disk with ANDROID_HOME or ANDROID_AVD_HOME"
}

# Without virtualisation Android takes many minutes to boot, or refuses to.
need_acceleration() {
    local kvm=${AVD_KVM:-/dev/kvm} answer
    if $PRINT; then
        show "$EMULATOR" -accel-check
        return
    fi
    if [ "$(uname)" = Linux ]; then
        [ -e "$kvm" ] || fail 2 "no $kvm: switch virtualisation on in the firmware (on a virtual machine: nested), then modprobe kvm_intel or kvm_amd"
        [ -r "$kvm" ] && [ -w "$kvm" ] || fail 2 "$kvm is not yours to use: sudo gpasswd -a $(id -un) kvm, then log in again"
    fi
    answer=$("$EMULATOR" -accel-check 2>&1) || fail 2 "the emulator finds no acceleration: $(tr '\n' ' ' <<<"$answer")"
}
