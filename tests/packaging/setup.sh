#!/usr/bin/env bash
# tools/setup among false package tools: what it would install, and that it removes nothing.
#
#   tests/packaging/setup.sh <source folder> <work folder>
set -euo pipefail
source=$1 work=$2
rm -rf "$work"
mkdir -p "$work/bin" "$work/tools"
cp "$source/tools/setup" "$work/tools/"
export PATH=$work/bin:$PATH
export CALLS=$work/calls INSTALLED=$work/installed CONFLICT=$work/conflict SUDO=$work/sudo
chmod 755 "$work"

# tool <name>: its body comes from stdin; every call is noted.
tool() {
  # shellcheck disable=SC2016 # the tool expands it
  { printf '#!/usr/bin/env bash\necho "%s $*" >>"$CALLS"\n' "$1" && cat; } >"$work/bin/$1"
  chmod 755 "$work/bin/$1"
}
tool dpkg-query <<'END'
while read -r package; do echo "installed $package"; done <"$INSTALLED"
END
tool apt-cache <<'END'
printf '%s:\n  Installed: (none)\n  Candidate: 1:19.1.7\n' "$2"
END
tool apt-get <<'END'
case " $* " in
  *" download "*) for package in "${@:5}"; do : >"$package.deb"; done ;;
  *" -s "*) [[ ! -e $CONFLICT ]] ;;
esac
END
tool dpkg-deb <<'END'
mkdir -p "$3/usr/lib/llvm-19/lib" && : >"$3/usr/lib/llvm-19/lib/libomp.so"
END
tool sudo <<'END'
[[ -e $SUDO ]] || exit 1
shift && exec "$@"
END

everything=(g++ cmake ninja-build git python3 ccache libgtest-dev llvm-19-dev libzstd-dev
  zlib1g-dev libmpfr-dev libomp-19-dev)

# without <package>...: all others are installed, none is unpacked, nothing was called.
without() {
  local package
  rm -rf "$work/build" "$CONFLICT" "$SUDO"
  : >"$CALLS"
  for package in "${everything[@]}"; do
    [[ " $* " == *" $package "* ]] || echo "$package"
  done >"$INSTALLED"
  chmod a+rwX -R "$work"
}

fail() {
  echo "FAILED: $*; the calls were:" >&2
  cat "$CALLS" "$work/output" >&2
  exit 1
}
# As the caller, and as somebody who is not root.
setup() { "$work/tools/setup" "$@" >"$work/output" 2>&1; }
as_user=()
if ((EUID == 0)); then as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
setup_as_user() { "${as_user[@]}" "$work/tools/setup" "$@" >"$work/output" 2>&1; }

called() { grep -qE -- "$1" "$CALLS" || fail "no call of $1"; }
not_called() { ! grep -qE -- "$1" "$CALLS" || fail "a call of $1"; }
unpacked() { [[ -e $work/build/deps/libomp/usr/lib/llvm-19/lib/libomp.so ]]; }
# Every installation, whatever the case.
removes_nothing() {
  ! grep -E '^apt-get .*\binstall\b' "$CALLS" | grep -v -e '--no-remove' >&2 ||
    fail "an installation that may remove packages"
  not_called '^apt-get .* (remove|purge|autoremove) '
}

without nothing
setup build || fail "all is there"
not_called '^apt-get'

without libomp-19-dev ccache
touch "$SUDO"
setup build || fail "two packages are missing"
called '^apt-get .*install .*ccache libomp-19-dev$'
removes_nothing
! unpacked || fail "libomp can be installed"

without libomp-19-dev ccache
touch "$SUDO" "$CONFLICT"
setup build || fail "libomp 19 would remove another version"
called '^apt-get .*install .*ccache$'
removes_nothing
unpacked || fail "libomp is not unpacked"
: >"$CALLS"
echo ccache >>"$INSTALLED"
setup build || fail "libomp was unpacked before"
not_called '^apt-get'

without libomp-19-dev
setup_as_user build || fail "without root libomp is unpacked"
unpacked || fail "libomp is not unpacked without root"
not_called 'apt-get .* (install|update)'

without libomp-19-dev ccache
! setup_as_user build || fail "without root nothing can be installed"
grep -q '^sudo apt-get update && sudo apt-get install -y --no-remove ccache$' "$work/output" ||
  fail "the command is not printed"
not_called 'apt-get .* install '

setup --help || fail "--help"
grep -q 'what for' "$work/output" || fail "--help says nothing"
! setup nonsense || fail "an unknown group"
echo "ok"
