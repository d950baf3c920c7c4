# Shared by the scripts here: progress messages, finding a Python, making the virtual environment.
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV=${VENV:-$ROOT/.venv}
PY=$VENV/bin/python

say() {
    if [ -t 2 ]; then printf '\n\033[1m== %s\033[0m\n' "$*"; else printf '\n== %s\n' "$*"; fi >&2
}

# show_help "$@": for -h and --help, print the comment at the top of the script and exit.
show_help() {
    case ${1:-} in
    -h | --help)
        sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
        exit
        ;;
    esac
}

# Print the name of a Python that appagent runs on; the newest last, which some libraries do not
# support yet.
find_python() {
    local name
    for name in python3.13 python3.12 python3.11 python3.14 python3 python; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "no Python 3.11 or later on this machine: install one, then run this again" >&2
    return 2
}

# Make the virtual environment, anew where an interrupted run left half of one.
make_venv() {
    local python
    if "$PY" -m pip --version >/dev/null 2>&1; then return; fi
    if [ -e "$VENV" ] && [ ! -f "$VENV/pyvenv.cfg" ]; then
        echo "$VENV is not a virtual environment: remove it, or set VENV to another folder" >&2
        return 2
    fi
    python=$(find_python)
    say "making $VENV with $("$python" --version)"
    "$python" -m venv --clear "$VENV" || {
        echo "$python cannot make a virtual environment: on Debian and Ubuntu, install python3-venv" >&2
        return 2
    }
}

# environment [dev]: install appagent, with the pocket phone, and its development tools if asked.
environment() {
    make_venv
    local stamp=$VENV/.appagent-${1:-run} all=$VENV/.appagent-dev # dev includes the rest
    if [ "$ROOT/pyproject.toml" -nt "$stamp" ] && [ "$ROOT/pyproject.toml" -nt "$all" ]; then
        say "installing appagent${1:+ and its development tools}"
        "$PY" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
        "$PY" -m pip install --quiet --disable-pip-version-check --editable "${ROOT}[pocket]" ${1:+--group "$ROOT/pyproject.toml:$1"}
        touch "$stamp"
    fi
}
