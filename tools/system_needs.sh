#!/usr/bin/env bash
# What the suite needs of the system: a Chromium for the pages, a PostgreSQL for the store.
# Installs Debian's packages where it may (as root, with apt-get); elsewhere says what will be skipped.
# With SANDTABLE_REQUIRE_BROWSER or SANDTABLE_REQUIRE_POSTGRES set, what is missing is a failure.
set -uo pipefail

failed=0
updated=no

apt() {
    DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 \
        -o Acquire::http::Timeout=30 --no-install-recommends "$@" >/dev/null 2>&1 </dev/null
}

install() { # packages by name
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    echo "Installing $* (once)"
    [ "$updated" = yes ] || { apt update; updated=yes; }
    apt install "$@"
}

missing() { # what, the package, why it matters, whether it is required
    echo "There is no $1 here (Debian package $2): $3" >&2
    [ -z "$4" ] || failed=1
}

browser() {
    command -v chromium chromium-browser google-chrome google-chrome-stable >/dev/null
}

postgres() {
    command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

install_postgres() {
    install postgresql-common || return 1
    # The tests start servers of their own; the package need not.
    local settings=/etc/postgresql-common/createcluster.conf
    [ ! -f "$settings" ] || grep -q '^create_main_cluster = false' "$settings" ||
        echo 'create_main_cluster = false' >>"$settings"
    install postgresql
}

browser || install chromium
browser || missing Chromium chromium "the tests of the pages are skipped." "${SANDTABLE_REQUIRE_BROWSER:-}"
postgres || install_postgres
postgres || missing PostgreSQL postgresql "its tests are skipped." "${SANDTABLE_REQUIRE_POSTGRES:-}"
exit $failed
