#!/bin/sh
# fonts.sh -- cut the two families down to what the page shows: letters of western Europe, digits,
# punctuation. Needs Debian's fonttools and python3-brotli, and the sources beside the page:
#   npm install --no-save @fontsource-variable/fraunces @fontsource-variable/atkinson-hyperlegible-next
# The results are committed (SIL Open Font License).
set -eu
cd "$(dirname "$0")/.."
from=node_modules/@fontsource-variable to=src/art/fonts
keep='U+20-7E,U+A0,U+A7,U+A9,U+AB,U+B0,U+B1,U+B7,U+BB,U+BC-BE,U+C0-D6,U+D8-F6,U+F8-FF,U+152,U+153,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032,U+2039,U+203A,U+20AC,U+2190-2193,U+2212,U+2260,U+2264,U+2265'
cut() {
    /usr/bin/python3 -m fontTools.subset "$1" --unicodes="$keep" --flavor=woff2 --output-file="$2" --layout-features='kern,liga,calt,ccmp,locl,mark,mkmk,lnum,tnum' --no-hinting --desubroutinize
}
mkdir -p "$to" /tmp/fonts.$$
# Fraunces: the headings' one weight; Atkinson: 400 to 720, as a variable font
/usr/bin/python3 -m fontTools.varLib.instancer "$from/fraunces/files/fraunces-latin-wght-normal.woff2" wght=670 -o /tmp/fonts.$$/f.ttf -q
cut /tmp/fonts.$$/f.ttf "$to/fraunces.woff2"
/usr/bin/python3 -m fontTools.varLib.instancer "$from/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2" wght=400:720 -o /tmp/fonts.$$/a.ttf -q
cut /tmp/fonts.$$/a.ttf "$to/atkinson.woff2"
rm -r /tmp/fonts.$$
cp "$from/fraunces/LICENSE" "$to/LICENSE-fraunces.txt"
cp "$from/atkinson-hyperlegible-next/LICENSE" "$to/LICENSE-atkinson.txt"
ls -l "$to"
