# shellcheck shell=bash
# What the scripts in tools/ share; source it, do not run it. Progress goes to stderr.
set -euo pipefail
unset CDPATH

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
jobs=$(nproc)
logs=build/logs

# At a terminal progress is one live line and there are colours; elsewhere there are plain lines.
live=no
bold='' red='' reset=''
if [[ -t 2 && -z ${CI:-} && ${TERM:-dumb} != dumb ]]; then
  live=yes
  bold=$'\e[1m' red=$'\e[31m' reset=$'\e[0m'
fi

# say <text>: a progress line with the time since the script started.
say() { printf '%s[%4ds]%s %s\n' "$bold" "$SECONDS" "$reset" "$*" >&2; }

# help_if_asked <argument>...: with --help among them, prints the head of the calling script and ends.
help_if_asked() {
  local argument
  for argument in "$@"; do
    [[ $argument == -h || $argument == --help ]] || continue
    sed -n '2,/^[^#]/{/^# shellcheck/d;s/^# \{0,1\}//p}' "$root/tools/${0##*/}"
    exit 0
  done
}

die() {
  printf '%serror:%s %s\n' "$red" "$reset" "$*" >&2
  exit 1
}

# follow <label>: shows the newest line of what comes in: live at a terminal, else now and then.
follow() {
  local label=$1 line text width=${COLUMNS:-80} status shown=$SECONDS
  if [[ $live == yes ]]; then width=$(tput cols 2>/dev/null || echo 80); fi
  while :; do
    status=0
    IFS= read -r -t 1 text || status=$?
    if ((status != 0 && status <= 128)); then break; fi
    if ((status == 0)); then line=$text; fi
    if [[ $live == yes ]]; then
      printf -v text '[%4ds] %s: %s' "$SECONDS" "$label" "${line:-}"
      printf '\r\e[K%s' "${text:0:width-1}" >&2
    elif ((SECONDS - shown >= 20)); then
      shown=$SECONDS
      say "$label: ${line:-}"
    fi
  done
  if [[ $live == yes ]]; then printf '\r\e[K' >&2; fi
}

# logged <label> <log> <command>...: runs the command quietly, its output goes to the log.
logged() {
  local label=$1 log=$2
  shift 2
  say "$label"
  mkdir -p "$(dirname "$log")"
  "$@" </dev/null 2>&1 | tee "$log" | follow "$label"
}

# show_log <log> [lines]: the end of a failed step's log.
show_log() {
  printf '%s---- %s%s\n' "$red" "$1" "$reset" >&2
  tail -n "${2:-80}" "$1" >&2
  printf '%s----%s\n' "$red" "$reset" >&2
}

# build <preset> [target]...: configures if needed (also when packages were installed since), builds
# what changed, shows the log on failure.
build() {
  local preset=$1 stamp=build/$1/.configured log=$logs/$1-configure.log
  shift
  if [[ ! -f build/$preset/build.ninja || ! -f $stamp || CMakePresets.json -nt $stamp ||
    /var/lib/dpkg/status -nt $stamp ]]; then
    if ! logged "$preset: configure" "$log" cmake --preset "$preset"; then
      show_log "$log"
      return 1
    fi
    touch "$stamp"
  fi
  log=$logs/$preset-build.log
  if ! logged "$preset: build" "$log" \
    cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}; then
    show_log "$log"
    return 1
  fi
}

# each_source <command>...: runs the command with our tracked C++ sources as arguments.
each_source() {
  # A checkout may belong to another user than the one who tests it.
  git -c safe.directory="$root" ls-files -z -- '*.h' '*.cpp' |
    while IFS= read -r -d '' file; do
      if [[ -f $file ]]; then printf '%s\0' "$file"; fi
    done |
    xargs -0 -r -n 16 -P "$jobs" "$@"
}
