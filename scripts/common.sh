# Shared by the scripts beside it: a Python, a virtual environment, a word on what goes on.
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV=${VENV:-$ROOT/.venv}
PY=$VENV/bin/python

say() {
    if [ -t 2 ]; then printf '\n\033[1m== %s\033[0m\n' "$*"; else printf '\n== %s\n' "$*"; fi >&2
}

# helped "$@": where help is asked for, the words at the head of the script, and the end.
helped() {
    case ${1:-} in
    -h | --help)
        sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
        exit
        ;;
    esac
}

# A Python on this machine that appagent runs on; the newest last, for not every library knows it.
find_python() {
    local name
    for name in python3.13 python3.12 python3.11 python3.14 python3 python; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "no Python 3.11 or later on this machine: install one, then try again" >&2
    return 2
}

# make_venv: the virtual environment; one that was left half made, by Ctrl-C say, is made anew.
make_venv() {
    local python
    if "$PY" -m pip --version >/dev/null 2>&1; then return; fi
    if [ -e "$VENV" ] && [ ! -f "$VENV/pyvenv.cfg" ]; then
        echo "$VENV is no virtual environment: remove it, or name another with VENV" >&2
        return 2
    fi
    python=$(find_python)
    say "making $VENV with $("$python" --version)"
    "$python" -m venv --clear "$VENV" || {
        echo "$python cannot make a virtual environment: on Debian and Ubuntu, install python3-venv" >&2
        return 2
    }
}

# environment [dev]: the virtual environment with appagent in it, made or brought up to date.
environment() {
    make_venv
    local stamp=$VENV/.appagent-${1:-run} all=$VENV/.appagent-dev # what checks need holds the rest
    if [ "$ROOT/pyproject.toml" -nt "$stamp" ] && [ "$ROOT/pyproject.toml" -nt "$all" ]; then
        say "installing appagent${1:+ and what its checks need}"
        "$PY" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
        "$PY" -m pip install --quiet --disable-pip-version-check --editable "${ROOT}[pocket]" ${1:+--group "$ROOT/pyproject.toml:$1"}
        touch "$stamp"
    fi
}
